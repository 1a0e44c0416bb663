# What actions do. Included by state.pyx.

cdef class Effects(Course):
    """What actions do: taking, placing, selling, and ships (B25-B48)."""

    # ---- what an action does ---------------------------------------------------------------------

    @cython.final
    cdef void take(self, int source) noexcept nogil:
        """The tile of `source` (1 + slot, or 25 + black space) goes to storage; a full one is cleared first (B28)."""
        cdef Seat* s = &self.at.seat[self.at.actor]
        if s.storage[2]:
            self.at.taking, self.at.stage = source, DISCARD
        else:
            self.store(source)

    @cython.final
    cdef void store(self, int source) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int space = stored(s), back_to_castle = at.cursor
        if source > 24:
            s.storage[space] = at.black[source - 25]
            at.black[source - 25] = NO_TILE
        else:
            s.storage[space] = at.depot[source - 1]
            at.depot[source - 1] = NO_TILE
            at.stock &= ~(<uint32_t>1 << (source - 1))
        if back_to_castle:
            at.taking, at.cursor, at.stage = 0, 0, CASTLE_ACTION
        else:
            self.action_done()

    @cython.final
    cdef void buy(self, int source) noexcept nogil:
        cdef Position* at = &self.at
        at.seat[at.actor].silver -= self.rules.purchase
        at.bought = 1
        at.cursor = at.stage == CASTLE_ACTION
        self.take(source)

    @cython.final
    cdef void sell(self, int colour) noexcept nogil:
        """All goods of one colour (B31); tiles 3 and 4 (B44, B46)."""
        cdef Seat* s = &self.at.seat[self.at.actor]
        s.sources[FROM_SALES] += s.goods[colour] * self.rules.sold_goods
        s.sold[colour] += s.goods[colour]
        s.goods[colour] = 0
        s.holding &= ~(1 << colour)
        s.silver += self.rules.tile[3] if has(&self.rules, s, 3) else self.rules.sale_silver
        if has(&self.rules, s, 4):
            s.workers += self.rules.tile[4]
        self.action_done()

    @cython.final
    cdef void gain_workers(self) noexcept nogil:
        """The workers action (B32) with tiles 13 and 14."""
        cdef Seat* s = &self.at.seat[self.at.actor]
        s.workers += self.rules.tile[14] if has(&self.rules, s, 14) else self.rules.workers
        if has(&self.rules, s, 13):
            s.silver += self.rules.tile[13]
        self.action_done()

    @cython.final
    cdef void place(self, int space, int hex) noexcept nogil:
        """A stored tile goes to the duchy: its points, region, colour bonus, then what it lets its owner do (B43)."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef const Rules* r = &self.rules
        cdef const Board* b = &r.board[s.board]
        cdef int tile = s.storage[space], colour = colour_of(tile), bit = 1 << colour
        unstore(s, space)
        put(r, s, tile, hex)
        if colour == ANIMAL:
            s.sources[FROM_ANIMALS] += points_of_herd(r, s, herd(s, b.region[hex]), tile)
        elif tile == WATCHTOWER:
            s.sources[FROM_WATCHTOWERS] += r.watchtower_points
        if not b.region[hex] & ~s.filled:                           # B41
            s.sources[FROM_REGIONS] += r.region_points[b.size[hex]]
            s.sources[FROM_PHASES] += r.phase_points[at.phase]
            if not b.of_colour[colour] & ~s.filled:                 # B42
                if at.large & bit:
                    at.large ^= bit
                    s.large |= bit
                    s.sources[FROM_BONUSES] += r.large_bonus
                elif at.small & bit:
                    at.small ^= bit
                    s.small |= bit
                    s.sources[FROM_BONUSES] += r.small_bonus
        self.tile_effect(tile)

    @cython.final
    cdef void tile_effect(self, int tile) noexcept nogil:
        """Rules B34-B39. A 'may' that cannot be used is not asked."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        if tile == CASTLE_TILE:
            at.stage, at.allowed, at.cursor = CASTLE_ACTION, 0, 0
            return
        if tile == SHIP_TILE:
            self.ship_arrives()
            return
        if FIRST_KNOWLEDGE <= tile < CASTLE_TILE:
            s.knowledge |= <uint32_t>1 << (tile - FIRST_KNOWLEDGE + 1)
        elif tile == BOARDING_HOUSE:
            s.workers += self.rules.boarding_workers
        elif tile == BANK:
            s.silver += self.rules.bank_silver
        elif tile == WAREHOUSE and total(s.goods, 0, 6):
            at.stage = SELL_FREE
            return
        elif tile == CITY_HALL and can_place_any(&self.rules, s):
            at.stage = PLACE_FREE
            return
        elif tile == CARPENTER and self.offer(1 << BUILDING):
            return
        elif tile == CHURCH and self.offer(1 << MINE | 1 << KNOWLEDGE | 1 << CASTLE):
            return
        elif tile == MARKET and self.offer(1 << SHIP | 1 << ANIMAL):
            return
        self.action_done()

    @cython.final
    cdef bint offer(self, int colours) noexcept nogil:
        """A building lets its owner take a tile of these colours from a numbered depot, if there is one."""
        cdef int slot
        for slot in range(24):
            if self.at.depot[slot] and colours >> colour_of(self.at.depot[slot]) & 1:
                self.at.stage, self.at.allowed = TAKE_FREE, colours
                return True
        return False

    # ---- ships (B34, B47) ------------------------------------------------------------------------

    @cython.final
    cdef bint depot_eligible(self, int depot) noexcept nogil:
        return self.rules.empty_ship_depot or total(&self.at.goods[6 * depot], 0, 6) > 0

    @cython.final
    cdef void ship_arrives(self) noexcept nogil:
        cdef int d
        self.at.allowed, self.at.cleared, self.at.cursor = 0, 0, 0
        for d in range(DEPOTS):
            if self.depot_eligible(d):
                self.at.stage = SHIP_DEPOT
                return
        self.marker_moves()

    @cython.final
    cdef void clear(self, int depots) noexcept nogil:
        """Take from these depots all goods that fit: three stacks, each of one colour."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int colour, fresh = 0, free = 3
        for colour in range(6):
            if s.goods[colour]:
                self.bring_aboard(depots, colour)
                free -= 1
            elif self.lying(depots, colour):
                fresh |= 1 << colour
        if popcount(fresh) <= free:
            for colour in range(6):
                if fresh >> colour & 1:
                    self.bring_aboard(depots, colour)
        elif free > 0:
            at.stage, at.allowed = SHIP_COLOUR, fresh
            return
        self.cleared_depots()

    @cython.final
    cdef int lying(self, int depots, int colour) noexcept nogil:
        cdef int d, n = 0
        for d in range(DEPOTS):
            if depots >> d & 1:
                n += self.at.goods[6 * d + colour]
        return n

    @cython.final
    cdef void bring_aboard(self, int depots, int colour) noexcept nogil:
        cdef int d
        cdef Seat* s = &self.at.seat[self.at.actor]
        for d in range(DEPOTS):
            if depots >> d & 1:
                s.goods[colour] += self.at.goods[6 * d + colour]
                self.at.goods[6 * d + colour] = 0
        s.holding |= (s.goods[colour] != 0) << colour

    @cython.final
    cdef void load_choice(self, int colour) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        self.bring_aboard(1 << (at.cursor - 1) if at.cursor else at.cleared, colour)
        at.allowed ^= 1 << colour
        if popcount(<uint64_t>s.holding) >= 3:
            self.cleared_depots()

    @cython.final
    cdef void cleared_depots(self) noexcept nogil:
        """One clearing is complete; tile 5 with tile5_joint=no may go on to a neighbour."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        at.allowed = 0
        if not self.rules.tile5_joint and at.cursor == 0 and has(&self.rules, s, 5) and self.neighbours(first_bit(at.cleared)):
            at.stage = SHIP_SECOND
        else:
            self.marker_moves()

    @cython.final
    cdef int neighbours(self, int d) noexcept nogil:
        """Depots that may be cleared together with depot d: bit depot."""
        cdef int left = (d + 5) % 6, right = (d + 1) % 6
        return (self.depot_eligible(left) << left) | (self.depot_eligible(right) << right)

    @cython.final
    cdef void marker_moves(self) noexcept nogil:
        """One space forward, on top of any markers there (B34)."""
        cdef Position* at = &self.at
        cdef int me = at.actor, s, above = 0
        if at.track[me] < 6:
            for s in range(4):
                if s >= self.seats:
                    break
                if s != me and at.track[s] == at.track[me] and at.height[s] > at.height[me]:
                    at.height[s] -= 1
                elif s != me and at.track[s] == at.track[me] + 1:
                    above += 1
            at.track[me] += 1
            at.height[me] = above
        self.action_done()
