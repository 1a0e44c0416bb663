# Module 7, majorities. Included by state.pyx.


cdef void order_by_points(Position* at, const Rules* r) noexcept nogil:
    pass


cdef bint turn_card(Position* at, const Rules* r) noexcept nogil:
    return 0


cdef int list_cards(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    return 0


cdef action_t keyed_card(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    return 0


cdef void show_card(Position* at, const Rules* r, int scoring) noexcept nogil:
    pass


cdef int list_removals(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return 0


cdef void remove_piece(Position* at, const Rules* r, action_t a) noexcept nogil:
    pass


cdef void count_table(const Position* at, const Rules* r, int i, int* counts) noexcept nogil:
    pass


cdef int majority_income(const Position* at, const Rules* r, int i) noexcept nogil:
    return 0


cdef int end_majorities(const Position* at, const Rules* r, int i) noexcept nogil:
    return 0
