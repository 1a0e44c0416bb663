# The course of the game. Included by state.pyx.

cdef class Course(State):
    """The course of the game: set-up, phases, rounds, turns and the points of the end (B8-B24, B33, B52)."""

    # ---- set-up (B8-B15) -------------------------------------------------------------------------

    @cython.final
    cdef void begin(self) noexcept nogil:
        cdef Position* at = &self.at
        cdef int i, castles
        memcpy(at.supply, self.rules.supply, TILE_TYPES)
        memcpy(at.dark, self.rules.dark, TILE_TYPES)
        castles = at.supply[CASTLE_TILE] - self.seats
        at.supply[CASTLE_TILE] = castles if castles > 0 else 0
        count_left(at)
        at.large = at.small = 0x3F
        for i in range(6):
            at.goods_supply[i] = self.rules.goods_copies
        for i in range(self.seats):
            at.seat[i].castle = NOWHERE
            self.give(i)
        for i in range(self.seats, 4):
            at.order[i] = NOWHERE
        at.stage, at.cursor, at.actor = START_GOODS, 0, 0

    @cython.final
    cdef void give(self, int seat) noexcept nogil:
        """What option `gifts` gives a seat; the supplies stay whole."""
        cdef Seat* s = &self.at.seat[seat]
        s.knowledge = self.rules.gift_knowledge[seat]
        memcpy(s.storage, self.rules.gift_tiles[seat], STORAGE)
        s.sources[FROM_GIFTS] = self.rules.gift_points[seat]
        s.silver, s.workers = self.rules.gift_silver[seat], self.rules.gift_workers[seat]

    @cython.final
    cdef void goods_dealt(self) noexcept nogil:
        self.at.cursor = 0
        if self.rules.start == NOWHERE:
            self.at.stage, self.at.actor = START_SEAT, 0
        else:
            self.seat_starts(self.rules.start)

    @cython.final
    cdef void seat_starts(self, int first) noexcept nogil:
        """Clockwise from the start player: workers (B12) and the tower on the track (B13)."""
        cdef Position* at = &self.at
        cdef int i, s
        for i in range(self.seats):
            s = (first + i) % self.seats
            at.order[i] = s
            at.height[s] = self.seats - 1 - i
            at.seat[s].workers += self.rules.start_workers[i]
            at.seat[s].silver += self.rules.start_silver
            at.seat[s].board = self.rules.given_board[s]
        at.cursor = 0
        at.stage = DEAL_BOARD
        if self.rules.choose_boards or at.seat[0].board:
            self.next_choice()
        else:
            at.actor = at.order[0]

    @cython.final
    cdef void next_choice(self) noexcept nogil:
        """Each seat in play order settles its board and its start castle (B10, B14); then phase A begins."""
        cdef Position* at = &self.at
        cdef int hex
        while at.cursor < self.seats:
            at.actor = at.order[at.cursor]
            if at.seat[at.actor].board == 0:
                at.stage = CHOOSE_BOARD
                return
            hex = self.fixed_castle(at.actor)
            if hex == NOWHERE:
                at.stage = CHOOSE_CASTLE
                return
            self.start_castle(hex)
        if self.rules.castle_scores:
            self.score_castles()
        self.begin_phase(0)

    @cython.final
    cdef int fixed_castle(self, int seat) noexcept nogil:
        """Where the seat's start castle stands without a choice, or NOWHERE."""
        if self.at.seat[seat].board == 1 and self.rules.basic_castle != NOWHERE:
            return self.rules.basic_castle
        return self.rules.given_castle[seat]

    @cython.final
    cdef void start_castle(self, int hex) noexcept nogil:
        """Set up, not played: no action and no points (B15)."""
        cdef Seat* s = &self.at.seat[self.at.actor]
        s.castle = hex
        put(&self.rules, s, CASTLE_TILE, hex)
        self.at.cursor += 1

    @cython.final
    cdef void score_castles(self) noexcept nogil:
        """castle_scores=yes (A1): a start castle that fills its region is paid for it, in phase A."""
        cdef int i, hex
        cdef Seat* s
        for i in range(self.seats):
            s = &self.at.seat[i]
            hex = s.castle
            if self.rules.board[s.board].size[hex] == 1:
                s.sources[FROM_START] += self.rules.region_points[1] + self.rules.phase_points[0]

    # ---- phases and rounds (B16-B24) -------------------------------------------------------------

    @cython.final
    cdef void begin_phase(self, int phase) noexcept nogil:
        """Clear the depots of hex tiles, not of goods (B17, B19), and refill."""
        cdef Position* at = &self.at
        at.phase, at.round, at.turn, at.white = phase, 0, 0, 0
        memset(at.depot, 0, sizeof(at.depot))
        memset(at.black, 0, sizeof(at.black))
        at.stock, at.cursor, at.stage, at.actor = 0, 0, FILL_DEPOT, 0
        self.refill()

    @cython.final
    cdef int slot_colour(self, int slot) noexcept nogil:
        if slot == self.rules.mine_slot and self.rules.mine_phases >> self.at.phase & 1:
            return MINE                                             # B21
        return self.rules.slot_colour[slot]

    @cython.final
    cdef void fill_slot(self, int slot, int tile) noexcept nogil:
        """The tile drawn for a space comes to lie there; one that is left out of the game is a blank."""
        cdef int colour = colour_of(tile)
        self.at.supply[tile] -= 1
        if colour < CASTLE:
            self.at.left[colour] -= 1
        if self.rules.left_out >> tile & 1:
            return
        self.at.depot[slot] = tile
        self.at.stock |= <uint32_t>1 << slot

    @cython.final
    cdef void refill(self) noexcept nogil:
        """Go on from `cursor` until chance must speak: depots (B20), black depot (B22), goods (B17)."""
        cdef Position* at = &self.at
        cdef int colour
        while at.stage == FILL_DEPOT:
            if at.cursor == 24:
                at.stage, at.cursor = FILL_BLACK, 0
                break
            colour = self.slot_colour(at.cursor)
            if self.rules.slot_active[at.cursor]:
                if colour >= CASTLE:
                    if at.supply[TYPES[colour]]:
                        self.fill_slot(at.cursor, TYPES[colour])
                elif at.left[colour]:
                    return
            at.cursor += 1
        if at.stage == FILL_BLACK:
            if at.cursor < self.rules.black_slots and at.left[DARK_LEFT]:
                return
            at.stage, at.cursor = FILL_GOODS, 0
        if at.cursor < 5 and total(at.goods_supply, 0, 6):
            return
        at.cursor = 0
        self.begin_round()

    @cython.final
    cdef void begin_round(self) noexcept nogil:
        """The order is read off the track and holds for this round (B23, B51)."""
        cdef Position* at = &self.at
        order_of_play(at, self.seats, at.order)
        at.stage, at.cursor, at.turn, at.white = ROLL, 0, 0, 0
        at.actor = at.order[0]

    @cython.final
    cdef void white_rolled(self, int face) noexcept nogil:
        """The round's goods go to the depot that the white die names (B23)."""
        cdef Position* at = &self.at
        at.white = face
        if at.coming[at.round]:
            at.goods[6 * (face - 1) + at.coming[at.round] - 1] += 1
            at.coming[at.round] = 0
        at.cursor = 0
        self.begin_turn(0)

    @cython.final
    cdef void begin_turn(self, int turn) noexcept nogil:
        self.at.turn, self.at.actor, self.at.bought = turn, self.at.order[turn], 0
        self.at.stage = MAIN

    @cython.final
    cdef void end_turn(self) noexcept nogil:
        cdef Position* at = &self.at
        at.bought = 0
        if at.turn + 1 < self.seats:
            self.begin_turn(at.turn + 1)
        elif at.round < 4:
            at.round += 1
            self.begin_round()
        else:
            self.end_phase()

    @cython.final
    cdef void end_phase(self) noexcept nogil:
        """Silver for mines, workers by tile 2 (B24, B44); after phase E too."""
        cdef Position* at = &self.at
        cdef Seat* s
        cdef int i, mines
        for i in range(self.seats):
            s = &at.seat[i]
            mines = popcount(s.filled & self.rules.board[s.board].of_colour[MINE])
            s.silver += mines * self.rules.mine_silver
            if has(&self.rules, s, 2):
                s.workers += mines * self.rules.tile[2]
        if at.phase < 4:
            self.begin_phase(at.phase + 1)
        else:
            self.score_end()
            at.stage = OVER

    @cython.final
    cdef bint can_buy(self) noexcept nogil:
        """A purchase is still possible this turn (B33)."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int i
        if at.bought or s.silver < self.rules.purchase or (s.storage[2] and not self.rules.buy_discard):
            return False
        if at.stock and has(&self.rules, s, 6):
            return True
        for i in range(BLACK_SLOTS):
            if at.black[i]:
                return True
        return False

    @cython.final
    cdef void action_done(self) noexcept nogil:
        """One action and all it triggered is complete."""
        cdef Position* at = &self.at
        at.taking = at.allowed = at.cleared = at.cursor = 0
        if at.seat[at.actor].dice[0] or self.can_buy():
            at.stage = MAIN
        else:
            self.end_turn()

    # ---- the end (B52, B53) ----------------------------------------------------------------------

    @cython.final
    cdef void score_end(self) noexcept nogil:
        cdef int i
        cdef Seat* s
        for i in range(self.seats):
            s = &self.at.seat[i]
            s.sources[FROM_GOODS] += total(s.goods, 0, 6) * self.rules.end_goods
            s.sources[FROM_SILVER] += s.silver * self.rules.end_silver
            if self.rules.end_workers:
                s.sources[FROM_WORKERS] += s.workers // self.rules.end_workers
            s.sources[FROM_KNOWLEDGE] += self.knowledge_points(s)

    @cython.final
    cdef int knowledge_points(self, const Seat* s) noexcept nogil:
        """Tiles 15-26 (B45)."""
        cdef const Rules* r = &self.rules
        cdef int i, n, hex, points = 0
        cdef uint8_t count[TILE_TYPES]
        memset(count, 0, TILE_TYPES)
        for hex in range(HEXES):
            count[s.tiles[hex]] += 1
        for i in range(15, 27):
            if not has(r, s, i):
                continue
            if i == 15:
                n = 0
                for hex in range(6):
                    n += s.sold[hex] > 0
            elif i < 24:
                n = count[r.pays_for[i]]
            elif i == 24:
                n = species_of(s, &r.board[s.board])
            elif i == 25:
                n = total(s.sold, 0, 6)
            else:
                n = popcount(s.large) + popcount(s.small)
            points += n * r.tile[i]
        return points
