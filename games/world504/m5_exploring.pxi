# Module 5, exploring. Included by state.pyx.


cdef int list_explorations(const Position* at, const Rules* r, action_t* out, int n) noexcept nogil:
    return 0


cdef void explore(Position* at, const Rules* r, int t, int side) noexcept nogil:
    pass


cdef int list_harvests(const Position* at, const Rules* r, action_t* out, int n) noexcept nogil:
    return 0


cdef void harvest(Position* at, const Rules* r, int t) noexcept nogil:
    pass


cdef int list_explored(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    return 0


cdef action_t keyed_explored(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    return 0


cdef void lay_explored(Position* at, const Rules* r, int kind) noexcept nogil:
    pass


cdef int list_more_spaces(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return 0


cdef void explore_more(Position* at, const Rules* r, action_t a) noexcept nogil:
    pass


cdef int list_followers(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return 0


cdef void follow(Position* at, const Rules* r, action_t a) noexcept nogil:
    pass


cdef int list_explorer_moves(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return 0


cdef void move_explorer(Position* at, const Rules* r, action_t a) noexcept nogil:
    pass


cdef bint may_explore(const Position* at, const Rules* r, int t, int side) noexcept nogil:
    return 0


cdef void gain_first_settlement(Position* at, const Rules* r, int i, int t) noexcept nogil:
    pass
