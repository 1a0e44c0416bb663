# Module 3, privileges. Included by state.pyx.


cdef bint lay_privileges(Position* at, const Rules* r) noexcept nogil:
    return 0


cdef int list_extras(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    return 0


cdef action_t keyed_extras(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    return 0


cdef void set_extras(Position* at, const Rules* r, int n) noexcept nogil:
    pass


cdef int list_privileges(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    return 0


cdef action_t keyed_privilege(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    return 0


cdef void show_privilege(Position* at, const Rules* r, int p) noexcept nogil:
    pass


cdef bint begin_bids(Position* at, const Rules* r) noexcept nogil:
    return 0


cdef int list_sealed_bids(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return 0


cdef void seal_bid(Position* at, const Rules* r, action_t a) noexcept nogil:
    pass


cdef int list_lots(const Position* at, const Rules* r, action_t* out, double* probs) noexcept nogil:
    return 0


cdef action_t keyed_lot(const Position* at, const Rules* r, const Keys* k) noexcept nogil:
    return 0


cdef void draw_lot(Position* at, const Rules* r, int i) noexcept nogil:
    pass


cdef int list_places(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return 0


cdef void choose_place(Position* at, const Rules* r, int place) noexcept nogil:
    pass


cdef void after_bid_capital(Position* at, const Rules* r) noexcept nogil:
    pass


cdef void order_by_income(Position* at, const Rules* r) noexcept nogil:
    pass


cdef bint collect_taxes(Position* at, const Rules* r) noexcept nogil:
    return 0


cdef bint begin_auctions(Position* at, const Rules* r) noexcept nogil:
    return 0


cdef int list_bids(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return 0


cdef void bid(Position* at, const Rules* r, action_t a) noexcept nogil:
    pass


cdef bint begin_shop(Position* at, const Rules* r) noexcept nogil:
    return 0


cdef int list_offers(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return 0


cdef void take_offer(Position* at, const Rules* r, action_t a) noexcept nogil:
    pass


cdef bint begin_factories(Position* at, const Rules* r) noexcept nogil:
    return 0


cdef int list_factories(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return 0


cdef void build_factory(Position* at, const Rules* r, action_t a) noexcept nogil:
    pass


cdef void leave_factories(Position* at, const Rules* r, int i, int t) noexcept nogil:
    pass


cdef void take_factories(Position* at, const Rules* r, int i) noexcept nogil:
    pass


cdef int own_factories(const Position* at, const Rules* r, int i) noexcept nogil:
    return 0


cdef int all_factories(const Position* at, const Rules* r) noexcept nogil:
    return 0
