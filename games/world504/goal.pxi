# How a game ends and who has won: the page at TOP I, and what adds points. Included by state.pyx.


cdef bint goal_reached(const Position* at, const Rules* r) noexcept nogil:
    return 0


cdef int points_of(const Position* at, const Rules* r, int i) noexcept nogil:
    return 0


cdef void scores(const Position* at, const Rules* r, double* points) noexcept nogil:
    pass


cdef void win_shares(const Position* at, const Rules* r, double* shares) noexcept nogil:
    pass


cdef void returns(const Position* at, const Rules* r, double* utilities) noexcept nogil:
    pass
