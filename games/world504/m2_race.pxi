# Module 2, race. Included by state.pyx.


cdef bint begin_moving_capital(Position* at, const Rules* r) noexcept nogil:
    return 0


cdef int list_new_capitals(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return 0


cdef void move_capital(Position* at, const Rules* r, action_t a) noexcept nogil:
    pass


cdef bint mark_by_settling(Position* at, const Rules* r, int i, int t) noexcept nogil:
    return 0


cdef void mark_by_trolley(Position* at, const Rules* r, int i, int t) noexcept nogil:
    pass


cdef void gain_for_first(Position* at, const Rules* r, int i, int t) noexcept nogil:
    pass


cdef int card_income(const Position* at, const Rules* r, int i) noexcept nogil:
    return 0


cdef int card_points(const Position* at, const Rules* r, int i) noexcept nogil:
    return 0


cdef void award_settlement(Position* at, const Rules* r, int i) noexcept nogil:
    pass


cdef void award_delivery(Position* at, const Rules* r, int i, int good) noexcept nogil:
    pass


cdef void award_factory(Position* at, const Rules* r, int i) noexcept nogil:
    pass


cdef void award_explored(Position* at, const Rules* r, int i, int kind) noexcept nogil:
    pass


cdef void award_link(Position* at, const Rules* r, int i, int t) noexcept nogil:
    pass


cdef void award_plant(Position* at, const Rules* r, int i, int good) noexcept nogil:
    pass


cdef void lay_awards(Position* at, const Rules* r) noexcept nogil:
    pass
