# Module 6, roads. Included by state.pyx.


cdef int list_roads(const Position* at, const Rules* r, action_t* out, int n) noexcept nogil:
    return 0


cdef void build_road(Position* at, const Rules* r, int e) noexcept nogil:
    pass


cdef int list_free_roads(const Position* at, const Rules* r, action_t* out, int n) noexcept nogil:
    return 0


cdef void build_free_road(Position* at, const Rules* r, int e) noexcept nogil:
    pass


cdef int list_crews(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return 0


cdef void choose_crew(Position* at, const Rules* r, int crew) noexcept nogil:
    pass


cdef int list_cart_roads(const Position* at, const Rules* r, action_t* out, int n) noexcept nogil:
    return 0


cdef void build_cart_road(Position* at, const Rules* r, int e) noexcept nogil:
    pass


cdef void leave_roads(Position* at, const Rules* r, int i, int t) noexcept nogil:
    pass


cdef void take_roads(Position* at, const Rules* r, int i) noexcept nogil:
    pass


cdef int connected_cities(const Position* at, const Rules* r, int i) noexcept nogil:
    return 0


cdef int road_income(const Position* at, const Rules* r, int i) noexcept nogil:
    return 0


cdef int road_points(const Position* at, const Rules* r, int i) noexcept nogil:
    return 0


cdef int residents_on_roads(const Position* at, const Rules* r, int i) noexcept nogil:
    return 0
