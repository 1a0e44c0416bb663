# What looks good. Included by state.pyx.

cdef enum:
    # bit stage: those whose actions may take or place a tile
    PLACING = 1 << MAIN | 1 << DISCARD | 1 << CASTLE_ACTION | 1 << TAKE_FREE | 1 << PLACE_FREE


cdef inline float powered(float x) noexcept nogil:
    """About e ** x and always above 0, rising with x: (1 + x / 256) ** 256 by eight squarings."""
    cdef float low = -60, high = 40, y, one = 1
    x = low if x < low else x
    x = high if x > high else x
    y = one + x * <float>(1.0 / 256)
    y *= y
    y *= y
    y *= y
    y *= y
    y *= y
    y *= y
    y *= y
    return y * y


cdef inline void sharpen(float* out, int n, float sharpness) noexcept nogil:
    """e ** (sharpness * worth) in place of each worth."""
    cdef int i
    for i in range(n):
        out[i] = powered(sharpness * out[i])


cdef class Heuristics(Worths):
    """What an action is worth at a glance: weights of playouts, priors of the search, and all that `greedy` knows."""

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        """Writes e ** (prior * worth) of each action."""
        cdef Glance g
        cdef int i
        self.look(&g)
        self.look_around(&g)
        for i in range(n):
            out[i] = self.worth(&g, actions[i])
        sharpen(out, n, g.w.prior)

    cdef action_t weighted_action(self, Stream* rng) noexcept nogil:
        """The contract's draw, but as sharp as playouts are to be; the weights of action_weights are softer priors."""
        cdef Glance g
        cdef action_t actions[MAX_ACTIONS]
        cdef float weights[MAX_ACTIONS]
        cdef int i, n
        self.look(&g)
        if self.at.stage == MAIN:
            self.look_around(&g)
            n = self.weigh_main(&g, actions, weights)
        else:
            n = self.legal_actions(actions)
            if PLACING >> self.at.stage & 1:
                self.look_around(&g)
            for i in range(n):
                weights[i] = self.worth(&g, actions[i])
        if n == 1:
            return actions[0]
        sharpen(weights, n, g.w.sharpness)
        return actions[weighted(weights, n, rng)]

    @cython.final
    cdef int weigh_main(self, Glance* g, action_t* actions, float* out) noexcept nogil:
        """Legal actions of MAIN, ascending, and the worth of each; returns how many."""
        cdef Choices c
        cdef const Seat* s = g.s
        cdef int die, i, n = 0
        cdef uint64_t bits
        self.main_choices(&c)
        for die in range(2):
            bits = c.set[die]
            while bits:
                i = first_bit(bits)
                bits &= bits - 1
                actions[n], out[n] = A_TAKE + 24 * die + i, self.worth_take(g, die, i)
                n += 1
        for die in range(2):
            for i in range(STORAGE):
                bits = c.set[2 + 3 * die + i]
                while bits:
                    actions[n] = A_PLACE + 111 * die + 37 * i + first_bit(bits)
                    out[n] = self.worth_place(g, die, s.storage[i], first_bit(bits))
                    bits &= bits - 1
                    n += 1
        for die in range(2):
            bits = c.set[8 + die]
            while bits:
                i = first_bit(bits)
                bits &= bits - 1
                actions[n], out[n] = A_SELL + 6 * die + i, self.worth_sale(g, die, i)
                n += 1
        for die in range(c.dice):
            actions[n], out[n] = A_WORKERS + die, self.worth_workers(g)
            n += 1
        for i in range(c.others):
            actions[n], out[n] = c.other[i], self.worth(g, c.other[i])
            n += 1
        return n

    @cython.final
    cdef float worth(self, Glance* g, action_t a) noexcept nogil:
        """Worth of any action; those that place or take need look_around."""
        cdef const Taste* w = g.w
        cdef const Seat* s = g.s
        cdef int number, tile
        if a < A_PLACE:
            return self.worth_take(g, a // 24, a % 24)
        if a < A_SELL:
            a -= A_PLACE
            return self.worth_place(g, a // 111, s.storage[a % 111 // 37], a % 37)
        if a < A_WORKERS:
            a -= A_SELL
            return self.worth_sale(g, a // 6, a % 6)
        if a < A_BUY_BLACK:
            return self.worth_workers(g)
        if a < A_DISCARD:
            tile = self.at.black[a - A_BUY_BLACK] if a < A_BUY else self.at.depot[a - A_BUY]
            return w.buy + self.worth_taking(g, tile, 3) - self.rules.purchase * g.silver
        if a < A_CLEAR:
            tile = s.storage[a - A_DISCARD]
            return -w.discard * self.worth_best(g, tile, spaces_for(&self.rules, s, tile))
        if a < A_CLEAR_PAIR:
            return self.worth_clearing(g, self.goods_at(a - A_CLEAR))
        if a < A_LOAD:
            a -= A_CLEAR_PAIR
            return self.worth_clearing(g, self.goods_at(a) + self.goods_at((a + 1) % 6))
        if a < A_BOARD:
            return w.load * self.lying(self.at.cleared, a - A_LOAD)
        if a < A_START_CASTLE:
            return 0
        if a < A_END:
            number = a - A_START_CASTLE
            return w.castle_near * popcount(self.rules.near[number]) + w.castle_size * g.b.size[number]
        return w.finish if a == A_END else w.decline

    @cython.final
    cdef float worth_take(self, Glance* g, int die, int slot) noexcept nogil:
        return self.worth_taking(g, self.at.depot[slot], die) - self.worth_spent(g, die, slot // 4 + 1, 12)

    @cython.final
    cdef float worth_place(self, Glance* g, int die, int tile, int hex) noexcept nogil:
        return (g.w.place + self.worth_placing(g, tile, hex)
                - self.worth_spent(g, die, g.b.die[hex], helper_tile(colour_of(tile))))

    @cython.final
    cdef float worth_sale(self, const Glance* g, int die, int colour) noexcept nogil:
        return g.w.sell + self.worth_selling(g, colour) - self.worth_spent(g, die, colour + 1, 0)

    @cython.final
    cdef float worth_workers(self, const Glance* g) noexcept nogil:
        cdef int number = self.rules.tile[14] if has(&self.rules, g.s, 14) else self.rules.workers
        return g.w.workers + number * g.worker + (g.silver if has(&self.rules, g.s, 13) else 0)
