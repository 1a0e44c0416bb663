# Sealed bids are hidden until all are made; nothing else is. Included by state.pyx.


cdef bint hides(const Position* at, const Rules* r) noexcept nogil:
    return 0


cdef void resample(Position* at, const Rules* r, int seat, Stream* rng) noexcept nogil:
    pass


cdef uint64_t information_state_key(const Position* at, const Rules* r, int seat) noexcept nogil:
    return 0
