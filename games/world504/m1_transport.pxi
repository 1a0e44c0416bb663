# Module 1, transport. Included by state.pyx.


cdef void load_first(Position* at, const Rules* r, int i) noexcept nogil:
    pass


cdef bint begin_upgrade(Position* at, const Rules* r) noexcept nogil:
    return 0


cdef int list_upgrades(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return 0


cdef void upgrade(Position* at, const Rules* r, action_t a) noexcept nogil:
    pass


cdef bint begin_drive(Position* at, const Rules* r) noexcept nogil:
    return 0


cdef int list_drives(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return 0


cdef void drive(Position* at, const Rules* r, action_t a) noexcept nogil:
    pass


cdef void enter_mountain(Position* at, const Rules* r, bint yes) noexcept nogil:
    pass


cdef int goods_income(Position* at, const Rules* r, int i) noexcept nogil:
    return 0


cdef int cargo_points(const Rules* r, const Owner* o) noexcept nogil:
    return 0


cdef int cargo_carried(const Owner* o) noexcept nogil:
    return 0

cdef void settle_from_trolley(Position* at, const Rules* r) noexcept nogil:
    """The settlement that the trolley wanted to lay is there after a recall."""
    pass


cdef void after_trolley_exploration(Position* at, const Rules* r) noexcept nogil:
    """The trolley has explored tile turn.target."""
    pass
