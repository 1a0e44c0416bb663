# What looks good. Included by state.pyx.

cdef class Heuristics(Chance):
    """What an action is worth at a glance: weights of playouts, priors of the search, and all that `greedy` knows."""

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef int i
        cdef float v
        for i in range(n):
            v = self.worth(s, actions[i])
            out[i] = v * v * v

    @cython.final
    cdef float worth(self, const Seat* s, action_t a) noexcept nogil:
        """What an action is worth at a glance, in points or so; always above 0. The weights are stated here and only here."""
        cdef int die, tile
        cdef float v
        if a < A_PLACE:
            die = a // 24
            tile = self.at.depot[a % 24]
            v = self.worth_taking(s, tile)
            if die < 2:
                v -= 0.6 * cost(&self.rules, s, s.dice[die], a % 24 // 4 + 1, 12)
            return v if v > 0.3 else 0.3
        if a < A_SELL:
            a -= A_PLACE
            die, tile = a // 111, s.storage[a % 111 // 37]
            v = 5 + self.worth_placing(s, tile, a % 37)
            if die < 2:
                v -= 0.6 * cost(&self.rules, s, s.dice[die], self.rules.board[s.board].die[a % 37],
                                helper_tile(colour_of(tile)))
            return v if v > 0.5 else 0.5
        if a < A_WORKERS:
            a -= A_SELL
            v = 2 + s.goods[a % 6] * self.rules.sold_goods
            if a < 12:
                v -= 0.6 * cost(&self.rules, s, s.dice[a // 6], a % 6 + 1, 0)
            return v if v > 0.5 else 0.5
        if a < A_BUY_BLACK:
            return 2.4 if s.workers < 2 else 1.2
        if a < A_BUY:
            v = self.worth_taking(s, self.at.black[a - A_BUY_BLACK]) - 0.5
            return v if v > 0.3 else 0.3
        if a < A_DISCARD:
            v = self.worth_taking(s, self.at.depot[a - A_BUY]) - 0.5
            return v if v > 0.3 else 0.3
        if a < A_CLEAR:
            return 6.0 / (1 + self.worth_taking(s, s.storage[a - A_DISCARD]))
        if a < A_LOAD:
            return self.worth_clearing(s, a)
        if a < A_BOARD:
            return 1 + self.lying(self.at.cleared, a - A_LOAD)
        return 1.0 if a != A_DECLINE else 0.2

    @cython.final
    cdef float worth_clearing(self, const Seat* s, action_t a) noexcept nogil:
        cdef int colour, depots, lying
        cdef float v = 1
        depots = 1 << (a - A_CLEAR) if a < A_CLEAR_PAIR else 1 << (a - A_CLEAR_PAIR) | 1 << (a - A_CLEAR_PAIR + 1) % 6
        for colour in range(6):
            lying = self.lying(depots, colour)
            v += lying * (2.5 if s.goods[colour] else 1.5)
        return v

    @cython.final
    cdef float worth_placing(self, const Seat* s, int tile, int hex) noexcept nogil:
        """Points at once, the region's points in part as it fills, and what the tile goes on to give."""
        cdef const Board* b = &self.rules.board[s.board]
        cdef int left = popcount(b.region[hex] & ~s.filled), size = b.size[hex]
        cdef float region = self.rules.region_points[size] + self.rules.phase_points[self.at.phase]
        cdef float v = region if left == 1 else 0.25 * region * (size - left + 1) / size
        cdef int phases = 5 - self.at.phase
        if tile == WATCHTOWER:
            return v + 4
        if tile <= WATCHTOWER:
            return v + 2.5
        if tile < FIRST_KNOWLEDGE:
            return v + animal_points(&self.rules, s, tile, hex) + (tile - FIRST_ANIMAL) % 3 + 2
        if tile < CASTLE_TILE:
            return v + (3 if tile - FIRST_KNOWLEDGE + 1 >= 15 else 0.8 * phases)
        if tile == CASTLE_TILE:
            return v + 4.5
        if tile == MINE_TILE:
            return v + phases
        return v + 2.5

    @cython.final
    cdef float worth_taking(self, const Seat* s, int tile) noexcept nogil:
        """A share of the best placement there is for it now; little where nothing is open."""
        cdef uint64_t here = spaces_for(&self.rules, s, tile)
        cdef float best = 0, v
        cdef int full = stored(s)
        while here:
            v = self.worth_placing(s, tile, first_bit(here))
            here &= here - 1
            if v > best:
                best = v
        v = 1.5 + 0.5 * best if best > 0 else 0.8
        return v * (1.0 if full < 2 else (0.7 if full == 2 else 0.35))
