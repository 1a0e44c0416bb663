# Phase 3H: what an owner is paid. Included by state.pyx.


cdef bint begin_income(Position* at, const Rules* r) noexcept nogil:
    return 0


cdef void pay_income(Position* at, const Rules* r) noexcept nogil:
    pass
