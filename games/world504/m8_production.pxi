# Module 8, production. Included by state.pyx.


cdef int list_plants(const Position* at, const Rules* r, action_t* out, int n) noexcept nogil:
    return 0


cdef int list_fish_plants(const Position* at, const Rules* r, action_t* out, int n) noexcept nogil:
    return 0


cdef void build_plant(Position* at, const Rules* r, int t, bint fish) noexcept nogil:
    pass


cdef void leave_plant(Position* at, const Rules* r, int i, int t) noexcept nogil:
    pass


cdef void take_plants(Position* at, const Rules* r, int i) noexcept nogil:
    pass


cdef int house_price(const Position* at, const Rules* r, int i, int t) noexcept nogil:
    return 0


cdef void pay_house(Position* at, const Rules* r, int i, int t) noexcept nogil:
    pass


cdef void leave_house(Position* at, const Rules* r, int i, int t) noexcept nogil:
    pass


cdef bint house_takes(const Position* at, const Rules* r, int i, int city) noexcept nogil:
    return 0


cdef void store_in_house(Position* at, const Rules* r, int i, int city, int good) noexcept nogil:
    pass


cdef bint begin_trade(Position* at, const Rules* r) noexcept nogil:
    return 0


cdef int list_trades(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return 0


cdef void trade(Position* at, const Rules* r, action_t a) noexcept nogil:
    pass


cdef int stored_income(const Position* at, const Rules* r, int i) noexcept nogil:
    return 0


cdef int houses_of(const Position* at, const Owner* o) noexcept nogil:
    return 0


cdef int plants_of(const Position* at, const Rules* r, int i) noexcept nogil:
    return 0


cdef int goods_owned(const Position* at, const Rules* r, int i) noexcept nogil:
    return 0


cdef int house_points(const Position* at, const Rules* r, int i) noexcept nogil:
    return 0
