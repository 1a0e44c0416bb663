# What looks good. Included by state.pyx.

cdef enum:
    NONE_OPEN = -1000000        # in Glance.best: no open hex of this colour
    PAYING = 0xFF << 16         # the knowledge tiles that pay for buildings
    NEVER = 40                  # in Glance.crowded: what is taken now is never placed
    UNKNOWN = -1                # in Glance.ship: not yet asked for


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


cdef class Heuristics(Chance):
    """What an action is worth at a glance: weights of playouts, priors of the search, and all that `greedy` knows.

    Worth is in points or so. Its numbers are those of the seat's Taste, which tuning.py tells; here is only their use.
    """

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        self.weigh(actions, n, self.rules.taste[self.at.actor].prior, out)

    @cython.final
    cdef void weigh(self, const action_t* actions, int n, float sharpness, float* out) noexcept nogil:
        """Writes e ** (sharpness * worth) of each action."""
        cdef Glance g
        cdef int i
        self.look(&g)
        for i in range(n):
            out[i] = self.worth(&g, actions[i])
        for i in range(n):
            out[i] = powered(sharpness * out[i])

    @cython.final
    cdef void look(self, Glance* g) noexcept nogil:
        """What all actions of a list share; above all the worth of filling each open hex."""
        cdef Position* at = &self.at
        cdef const Rules* r = &self.rules
        cdef const Taste* w = &r.taste[at.actor]
        cdef const Seat* s = &at.seat[at.actor]
        cdef const Board* b = &r.board[s.board]
        cdef uint64_t open = s.open, empty = ~s.filled
        cdef int hex, colour, size, left, rest, i
        cdef float v, most
        g.w, g.s, g.b, g.known = w, s, b, 0
        g.t = 5 * at.phase + at.round
        g.dice = (s.dice[0] != 0) + (s.dice[1] != 0)
        g.late = (g.t - 18) * <float>(1 / 6.0) if g.t > 18 else 0
        g.worker = (1 - g.late) * w.worker[s.workers if s.workers < 4 else 4] + g.late * w.worker_end
        g.silver = (1 - g.late) * w.silver[s.silver if s.silver < 3 else 3] + g.late * w.silver_end
        g.steps = reach(r, s, 0)
        g.ship = UNKNOWN
        g.slowly = s.knowledge & r.live & (TURNS_FREELY | 1 << 8)
        for i in range(2):
            rest = 2 * (24 - g.t) + g.dice - i
            g.crowded[i] = NEVER if rest <= 0 else w.take_late if rest <= stored(s) else 0
        for colour in range(COLOURS):
            g.best[colour] = NONE_OPEN
        while open:
            hex = first_bit(open)
            open &= open - 1
            colour, size, left = b.colour[hex], b.size[hex], popcount(b.region[hex] & empty)
            v = w.fill[g.t][size if size < 8 else 8][left if left < 8 else 8]
            v += w.opens * (24 - g.t) * popcount(r.near[hex] & empty & ~s.open)
            if left == 1 and popcount(b.of_colour[colour] & empty) == 1:
                if at.large >> colour & 1:
                    v += w.bonus * r.large_bonus
                elif at.small >> colour & 1:
                    v += w.bonus * r.small_bonus
            g.hex[hex] = v
            most = g.best[colour]
            g.best[colour] = v if v > most else most

    @cython.final
    cdef float worth(self, Glance* g, action_t a) noexcept nogil:
        cdef const Taste* w = g.w
        cdef const Seat* s = g.s
        cdef int die, number, tile
        if a < A_PLACE:
            die, number = a // 24, a % 24
            return self.worth_slot(g, number, die) - self.worth_spent(g, die, number // 4 + 1, 12)
        if a < A_SELL:
            a -= A_PLACE
            die, tile = a // 111, s.storage[a % 111 // 37]
            return (w.place + self.worth_placing(g, tile, a % 37)
                    - self.worth_spent(g, die, g.b.die[a % 37], helper_tile(colour_of(tile))))
        if a < A_WORKERS:
            a -= A_SELL
            return w.sell + self.worth_selling(g, a % 6) - self.worth_spent(g, a // 6, a % 6 + 1, 0)
        if a < A_BUY_BLACK:
            number = self.rules.tile[14] if has(&self.rules, s, 14) else self.rules.workers
            return w.workers + number * g.worker + (g.silver if has(&self.rules, s, 13) else 0)
        if a < A_DISCARD:
            number = 24 + a - A_BUY_BLACK if a < A_BUY else a - A_BUY
            return w.buy + self.worth_slot(g, number, 3) - self.rules.purchase * g.silver
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
    cdef float worth_spent(self, const Glance* g, int die, int number, int helper) noexcept nogil:
        """What turning the die to `number` costs; die 2 is none."""
        if die > 1 or g.s.workers == 0:
            return 0
        if not g.slowly:
            return g.w.turn * g.worker * ring_distance(g.s.dice[die], number)
        return g.w.turn * g.worker * cost(&self.rules, g.s, g.s.dice[die], number, helper)

    @cython.final
    cdef float worth_selling(self, const Glance* g, int colour) noexcept nogil:
        cdef const Rules* r = &self.rules
        cdef const Seat* s = g.s
        cdef int each = r.sold_goods
        cdef float v = g.silver * (r.tile[3] if has(r, s, 3) else r.sale_silver)
        if has(r, s, 4):
            v += r.tile[4] * g.worker
        if has(r, s, 15) and not s.sold[colour]:
            v += r.tile[15]
        if has(r, s, 25):
            each += r.tile[25]
        if popcount(<uint64_t>s.holding) == 3:
            v += g.w.sell_full
        return v + g.w.sell_each * each * s.goods[colour]

    @cython.final
    cdef float worth_clearing(self, const Glance* g, uint64_t lying) noexcept nogil:
        """What depots with these goods, a byte a colour, would put on board: no more new colours than free stacks."""
        cdef int place, free = 3 - popcount(<uint64_t>g.s.holding)
        cdef float v = 0
        while lying:
            place = first_bit(lying) & 56
            if g.s.holding >> (place >> 3) & 1:
                v += g.w.clear_same * (lying >> place & 255)
            elif free > 0:
                v += g.w.clear_new * (lying >> place & 255)
                free -= 1
            lying &= ~(<uint64_t>255 << place)
        return v

    @cython.final
    cdef uint64_t goods_at(self, int depot) noexcept nogil:
        """A depot's goods, a byte a colour."""
        cdef uint64_t lying = 0
        memcpy(&lying, &self.at.goods[6 * depot], 6)
        return lying

    @cython.final
    cdef float worth_ship(self, const Glance* g) noexcept nogil:
        """The best depot's goods, and a step forward that passes somebody."""
        cdef Position* at = &self.at
        cdef int i, me = at.actor
        cdef float v, best = 0
        for i in range(DEPOTS):
            v = self.worth_clearing(g, self.goods_at(i))
            best = v if v > best else best
        best *= g.w.ship_goods
        for i in range(self.seats):
            if i != me and (at.track[i] == at.track[me] + 1 or
                            (at.track[i] == at.track[me] and at.height[i] > at.height[me])):
                return best + g.w.ahead
        return best

    @cython.final
    cdef float worth_tile(self, Glance* g, int tile) noexcept nogil:
        """What a tile goes on to give, wherever it is placed."""
        cdef const Rules* r = &self.rules
        cdef const Taste* w = g.w
        cdef const Seat* s = g.s
        cdef float v = w.effect[g.t][tile], best = 0, sale
        cdef int i
        if FIRST_KNOWLEDGE <= tile < CASTLE_TILE and s.knowledge >> (tile - FIRST_KNOWLEDGE + 1) & 1:
            return 0                                                # another copy adds nothing to a gift
        if tile <= WATCHTOWER:
            if s.knowledge & PAYING:
                for i in range(16, 24):
                    if s.knowledge >> i & 1 and r.pays_for[i] == tile:
                        v += r.tile[i]
            if tile == WAREHOUSE:
                for i in range(6):
                    sale = self.worth_selling(g, i) if s.goods[i] else 0
                    best = sale if sale > best else best
                v += w.warehouse * best
            elif tile == CITY_HALL and s.storage[1]:
                v += w.city_hall
            elif CARPENTER <= tile <= MARKET and not self.at.stock:
                v += w.offer
        elif tile == MINE_TILE:
            v += w.mine_each * (5 - self.at.phase)
        elif tile == SHIP_TILE:
            if g.ship == UNKNOWN:
                g.ship = self.worth_ship(g)
            v += g.ship
        elif FIRST_KNOWLEDGE + 14 <= tile < CASTLE_TILE:
            v += w.tile_points * self.paid_already(s, tile - FIRST_KNOWLEDGE + 1)
        return v

    @cython.final
    cdef float paid_already(self, const Seat* s, int number) noexcept nogil:
        """Points that knowledge tile `number`, 15-26, would bring for what the seat has now."""
        cdef int i, n = 0
        if number == 15:
            for i in range(6):
                n += s.sold[i] > 0
        elif number < 24:
            if s.kinds >> self.rules.pays_for[number] & 1:
                for i in range(HEXES):
                    n += s.tiles[i] == self.rules.pays_for[number]
        elif number == 24:
            for i in range(HEXES):
                if FIRST_ANIMAL <= s.tiles[i] < FIRST_KNOWLEDGE:
                    n |= 1 << (s.tiles[i] - FIRST_ANIMAL) // 3
            n = popcount(<uint64_t>n)
        elif number == 25:
            n = total(s.sold, 0, 6)
        else:
            n = popcount(<uint64_t>s.large) + popcount(<uint64_t>s.small)
        return n * self.rules.tile[number]

    @cython.final
    cdef float worth_animals(self, const Glance* g, int tile, int hex) noexcept nogil:
        """Points at once, and what the tile adds to those that may come after it."""
        cdef int left = popcount(g.b.region[hex] & ~g.s.filled) - 1
        cdef float more = g.w.animal_next * ((tile - FIRST_ANIMAL) % 3 + 2) * (left * (24 - g.t)) * <float>(1 / 24.0)
        return more + animal_points(&self.rules, g.s, tile, hex)

    @cython.final
    cdef float worth_placing(self, Glance* g, int tile, int hex) noexcept nogil:
        cdef float v = g.hex[hex] + self.worth_tile(g, tile)
        return v + self.worth_animals(g, tile, hex) if FIRST_ANIMAL <= tile < FIRST_KNOWLEDGE else v

    @cython.final
    cdef float worth_best(self, Glance* g, int tile, uint64_t spaces) noexcept nogil:
        """The best placement that `spaces` allow; below 0 where there are none."""
        cdef float v, best = NONE_OPEN
        cdef int hex
        if not spaces:
            return -1
        if tile >= FIRST_KNOWLEDGE or (tile <= WATCHTOWER and not g.s.kinds >> tile & 1):
            return g.best[colour_of(tile)] + self.worth_tile(g, tile)
        while spaces:
            hex = first_bit(spaces)
            spaces &= spaces - 1
            v = g.hex[hex]
            if tile > WATCHTOWER:
                v += self.worth_animals(g, tile, hex)
            best = v if v > best else best
        return best + self.worth_tile(g, tile)

    @cython.final
    cdef float worth_slot(self, Glance* g, int slot, int die) noexcept nogil:
        """Worth of taking the tile of a slot, or of black space slot - 24, with die 0 or 1, free (2) or for silver (3)."""
        cdef const Taste* w = g.w
        cdef int other
        cdef float v
        if not g.known >> slot & 1:
            self.look_at(g, slot)
        v = g.slot[slot] - g.crowded[die < 2]
        if die == 2:
            v += w.take_free
        if g.dice > (die < 2):
            other = g.s.dice[1 - die if die < 2 else 0]
            if g.where[slot] & g.b.within[other][g.steps]:
                v += w.take_soon
        return v

    @cython.final
    cdef void look_at(self, Glance* g, int slot) noexcept nogil:
        """What is the same however a slot's tile is come by."""
        cdef const Taste* w = g.w
        cdef const Seat* s = g.s
        cdef int tile = self.at.depot[slot] if slot < 24 else self.at.black[slot - 24]
        cdef int colour = colour_of(tile), i, free, same = 0, full = stored(s)
        cdef uint64_t spaces = spaces_for(&self.rules, s, tile)
        cdef float v = -w.take_full[full]
        for i in range(full):
            same += colour_of(s.storage[i]) == colour
        free = popcount(spaces) - same
        if free > 0:
            v += w.take + w.take_share * self.worth_best(g, tile, spaces) + w.take_spaces * (free - 1 if free < 4 else 3)
        else:
            v += w.take_none
        g.slot[slot], g.where[slot] = v - w.take_rival * same, spaces
        g.known |= <uint32_t>1 << slot
