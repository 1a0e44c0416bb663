# What a value function sees. Included by state.pyx.

cdef enum:
    COUNTS = 20                 # what is counted
    INPUTS = 40                 # each count, and each times the share of the rounds left


cdef class Features(Heuristics):
    """Inputs of a linear value function. Nothing in them is hidden, so every seat's are what all may know."""

    cdef int features(self, int seat, float* out) noexcept nogil:
        """Points made, points in sight, and what makes points later, all in units of ten points or so.

        All shrink with the square root of the rounds left, as the luck still to come grows: what is left of a lead is
        its size against that. Means count for the rounds left, so they fade to nothing by the end. All come twice, the second
        time less the fewer rounds are left, so that a point in sight may weigh less early than late.
        """
        cdef Position* at = &self.at
        cdef const Rules* r = &self.rules
        cdef const Seat* s = &at.seat[seat]
        cdef const Board* b = &r.board[s.board]
        cdef int i, t = 25 if at.stage == OVER else 5 * at.phase + at.round
        cdef float sharp = 0.1 / sqrt(26.0 - t), left = (25 - t) / 25.0, score = 0
        for i in range(SOURCES):
            score += s.sources[i]
        out[0] = score
        self.regions_in_sight(s, b, t, &out[1])
        out[4] = 0 if at.stage == OVER else self.knowledge_points(s)
        out[5] = total(s.goods, 0, 6) * r.sold_goods
        out[6] = s.silver
        out[7] = s.workers
        out[8] = stored(s) * 4
        out[9] = self.dice_to_come(seat) * 2
        out[10] = 5 * left * popcount(s.open)
        out[11] = (popcount(s.filled & b.of_colour[MINE]) * (5 - at.phase)) if at.stage != OVER else 0
        out[12] = 5 * left * popcount(s.knowledge & 0x7FFE)             # tiles 1 to 14
        out[13] = 5 * left * popcount(s.knowledge >> 15)
        out[14] = 5 * left * self.seats_ahead(seat)
        out[15] = 5 * left * s.workers
        out[16] = 5 * left * s.silver
        out[17] = 5 * left * popcount(<uint64_t>s.holding)
        out[18] = popcount(s.filled)
        out[19] = left * score
        for i in range(COUNTS):
            out[i] *= sharp
            out[COUNTS + i] = left * out[i]
        return INPUTS

    @cython.final
    cdef void regions_in_sight(self, const Seat* s, const Board* b, int t, float* out) noexcept nogil:
        """Of regions begun: those one space short, the filled share of the others, and colour bonuses two spaces off."""
        cdef uint64_t todo = s.open
        cdef int hex, size, left, colour
        cdef float all_of_it
        out[0] = out[1] = out[2] = 0
        if t > 24:
            return
        while todo:
            hex = first_bit(todo)
            todo &= ~b.region[hex]
            size, left = b.size[hex], popcount(b.region[hex] & ~s.filled)
            all_of_it = self.rules.region_points[size] + self.rules.phase_points[self.at.phase]
            if left == 1:
                out[0] += all_of_it
            elif left <= 2 * (25 - t):
                out[1] += all_of_it * (size - left) / size
        for colour in range(COLOURS):
            if (self.at.large | self.at.small) >> colour & 1:
                left = popcount(b.of_colour[colour] & ~s.filled)
                if 0 < left <= 2:
                    out[2] += self.rules.large_bonus if self.at.large >> colour & 1 else self.rules.small_bonus

    @cython.final
    cdef int dice_to_come(self, int seat) noexcept nogil:
        """Dice this seat has still to use in this round, rolled or not."""
        cdef Position* at = &self.at
        cdef int i
        if at.stage == OVER or at.stage == ROLL:
            return 2 * (at.stage == ROLL)
        for i in range(at.turn):
            if at.order[i] == seat:
                return 0
        return (at.seat[seat].dice[0] != 0) + (at.seat[seat].dice[1] != 0)

    @cython.final
    cdef int seats_ahead(self, int seat) noexcept nogil:
        """How many seats this one would play before, as the track stands."""
        cdef uint8_t order[4]
        cdef int i
        order[0] = 0
        order_of_play(&self.at, self.seats, order)
        for i in range(self.seats):
            if order[i] == seat:
                return self.seats - 1 - i
        return 0
