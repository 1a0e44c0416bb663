# The inputs of a value function: how each seat stands. Included by state.pyx.


cdef int features(const Position* at, const Rules* r, int seat, float* out) noexcept nogil:
    """Own standing less that of the best other seat, input by input; then how much of the game is played."""
    cdef float mine[STANDING]
    cdef float other[STANDING]
    cdef float best[STANDING]
    cdef int i, j
    cdef bint first = True
    describe_seat(at, r, &at.seat[seat], mine)
    for i in range(r.seats):
        if i == seat:
            continue
        describe_seat(at, r, &at.seat[i], other)
        for j in range(STANDING):
            if first or other[j] > best[j]:
                best[j] = other[j]
        first = False
    for j in range(STANDING):
        out[j] = mine[j] - best[j]
    out[STANDING] = at.round / <float>ROUNDS
    out[STANDING + 1] = out[0] * out[STANDING]
    return STANDING + 2


cdef void describe_seat(const Position* at, const Rules* r, const Seat* s, float* out) noexcept nogil:
    """How a seat stands, in numbers of the size of 1; plans do not change them."""
    cdef float left = rounds_left(at) / <float>ROUNDS, counted = popcount(s.stations) + s.citizens
    cdef uint64_t on = manned(r, s)
    cdef float all = crew_size(r, s), monks = s.bag[MONK] + s.market[MONK]
    while on:
        monks += s.on[first_bit(on)] == 1 + MONK
        on &= on - 1
    out[0] = points_of(r, s) / 40.0
    out[1] = (status_ahead(at, r, s) - r.status[s.development]) * counted / 20.0
    out[2] = s.development / 10.0
    out[3] = s.development * left / 10.0
    out[4] = counted / 5.0
    out[5] = r.knight_draws[s.track[KNIGHT]] * left / 3.0
    out[6] = s.track[SCHOLAR] * left / 2.0
    out[7] = s.track[FARMER] * left / 3.0
    out[8] = s.track[BOATMAN] * left / 2.0
    out[9] = popcount(s.tiles) * left
    out[10] = (popcount(s.technology) + s.kept) * left
    out[11] = monks * left / 2.0
    out[12] = all * left / 10.0
    out[13] = total(s.goods, GOODS) / 10.0
    out[14] = s.coins / 20.0
