# What an action code does, and what a chance outcome. Included by state.pyx.


cdef class Actions(Features):
    """From codes to the rules."""

    @cython.final
    cdef void apply_action(self, action_t a) noexcept nogil:
        if a < A_PLACE:
            self.apply_take(a // 24, a % 24)
        elif a < A_SELL:
            self.apply_place((a - A_PLACE) // 111, (a - A_PLACE) % 111 // 37, (a - A_PLACE) % 37)
        elif a < A_WORKERS:
            self.apply_sell((a - A_SELL) // 6, (a - A_SELL) % 6)
        elif a < A_BUY_BLACK:
            if a - A_WORKERS < 2:
                use_die(&self.at.seat[self.at.actor], a - A_WORKERS)
            self.gain_workers()
        elif a < A_DISCARD:
            self.buy(25 + a - A_BUY_BLACK if a < A_BUY else 1 + a - A_BUY)
        else:
            self.apply_rare(a)

    @cython.final
    @cython.final
    cdef void apply_take(self, int die, int slot) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        if die < 2:
            s.workers -= cost(&self.rules, s, s.dice[die], slot // 4 + 1, 12)
            use_die(s, die)
        self.at.cursor = self.at.allowed = 0
        self.take(1 + slot)

    @cython.final
    @cython.final
    cdef void apply_place(self, int die, int space, int hex) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef int number
        if die < 2:
            number = self.rules.board[s.board].die[hex]
            s.workers -= cost(&self.rules, s, s.dice[die], number, helper_tile(colour_of(s.storage[space])))
            use_die(s, die)
        self.place(space, hex)

    @cython.final
    @cython.final
    cdef void apply_sell(self, int die, int colour) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        if die < 2:
            s.workers -= cost(&self.rules, s, s.dice[die], colour + 1, 0)
            use_die(s, die)
        self.sell(colour)

    @cython.final
    @cython.final
    cdef void apply_rare(self, action_t a) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        if a < A_CLEAR:
            unstore(s, a - A_DISCARD)
            if at.stage == DISCARD:
                self.store(at.taking)
        elif a < A_CLEAR_PAIR:
            if at.stage == SHIP_SECOND:
                at.cursor = 1 + a - A_CLEAR
            at.cleared |= 1 << (a - A_CLEAR)
            self.clear(1 << (a - A_CLEAR))
        elif a < A_LOAD:
            at.cleared = 1 << (a - A_CLEAR_PAIR) | 1 << (a - A_CLEAR_PAIR + 1) % 6
            self.clear(at.cleared)
        elif a < A_BOARD:
            self.load_choice(a - A_LOAD)
        elif a < A_START_CASTLE:
            s.board = a - A_BOARD
            self.next_choice()
        elif a < A_END:
            self.start_castle(a - A_START_CASTLE)
            self.next_choice()
        elif a == A_END:
            self.end_turn()
        elif a == A_DECLINE:
            if at.stage == SHIP_SECOND:
                self.marker_moves()
            else:
                self.action_done()
        else:
            use_die(s, a - A_IDLE)
            self.action_done()

    @cython.final
    @cython.final
    cdef void apply_chance(self, action_t a) noexcept nogil:
        cdef Position* at = &self.at
        if at.stage == ROLL:
            at.seat[at.actor].dice[0] = a // 6 + 1
            at.seat[at.actor].dice[1] = a % 6 + 1
            at.cursor += 1
            if at.cursor < self.seats:
                at.actor = at.order[at.cursor]
            else:
                at.stage, at.cursor, at.actor = ROLL_WHITE, 0, at.order[0]
        elif at.stage == ROLL_WHITE:
            self.white_rolled(a + 1)
        elif at.stage == FILL_DEPOT:
            self.fill_slot(at.cursor, a)
            at.cursor += 1
            self.refill()
        elif at.stage == FILL_BLACK:
            at.dark[a] -= 1
            at.left[DARK_LEFT] -= 1
            at.black[at.cursor] = NO_TILE if self.rules.left_out >> a & 1 else a
            at.cursor += 1
            self.refill()
        elif at.stage == FILL_GOODS:
            at.goods_supply[a] -= 1
            at.coming[at.cursor] = a + 1
            at.cursor += 1
            self.refill()
        elif at.stage == START_GOODS:
            at.goods_supply[a] -= 1
            at.seat[at.actor].goods[a] += 1
            at.seat[at.actor].holding |= 1 << a
            at.cursor += 1
            at.actor = at.cursor // 3
            if at.cursor == 3 * self.seats:
                self.goods_dealt()
        elif at.stage == START_SEAT:
            self.seat_starts(a)
        else:
            at.seat[at.actor].board = a
            at.cursor += 1
            if at.cursor < self.seats:
                at.actor = at.order[at.cursor]
            else:
                at.cursor = 0
                self.next_choice()
