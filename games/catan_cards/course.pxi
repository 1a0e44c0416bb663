# The course of a turn. Included by state.pyx.

cdef class Course(Building):
    """What actions and cards do; `stage` says what comes next."""

    # ---- the deal -------------------------------------------------------------------------------------

    @cython.final
    cdef void begin(self) noexcept nogil:
        """After gifts: the start seat, the market, the hands."""
        cdef Position* at = &self.at
        cdef int i
        for i in range(self.seats):
            self.forget(i, at)
        at.round = 1
        at.turn = at.actor = 0
        at.partner, at.viewer, at.winner = NOBODY, NOBODY, NOBODY
        at.start = self.rules.start
        at.stage = START if at.start == NOBODY else SETUP
        if at.stage == SETUP:
            at.turn = at.start
            self.dealt()

    @cython.final
    cdef void dealt(self) noexcept nogil:
        """The next card of the deal comes, or the first turn. `drawn` counts the cards dealt."""
        cdef Position* at = &self.at
        at.stage = SETUP
        if at.drawn < self.rules.market + self.seats * self.rules.hand and self.refill():
            at.actor = 0 if at.drawn < self.rules.market else (at.drawn - self.rules.market) // self.rules.hand
        else:
            self.begin_turn(at.start)

    # ---- trade (rules 15-21) --------------------------------------------------------------------------

    @cython.final
    cdef void trade_done(self) noexcept nogil:
        cdef Position* at = &self.at
        at.stage, at.partner = TRADE, NOBODY
        at.need = at.batch = at.least = at.coming = 0

    @cython.final
    cdef void next_trade_card(self) noexcept nogil:
        if self.at.need == 0 or not self.await_card(FOR_TRADE):
            self.trade_done()

    @cython.final
    cdef void next_fellow_card(self) noexcept nogil:
        cdef Position* at = &self.at
        if at.need == 0:
            at.need, at.stage, at.coming = at.batch, GIVE, 0
        elif self.library_ready():
            at.stage, at.coming = FELLOW, 0
        else:
            at.stage, at.coming = CARD, FOR_FELLOW

    @cython.final
    cdef void choose(self, int kind) noexcept nogil:
        """One card of a series, or the card picked from an opened hand."""
        cdef Position* at = &self.at
        cdef int s = at.actor
        cdef bint last = at.need == 1
        at.need -= 1
        at.least = 0 if last or at.stage == PICK else kind
        if at.stage == TAKE:
            self.saw(E_TAKE, s, s, kind)
            at.market[kind] -= 1
            self.to_hand(s, kind)
            if last:
                at.need, at.stage = at.batch, RETURN
        elif at.stage == PICK:
            self.hand_over(at.partner, s, kind, self.rules.look_open)
            self.next_fellow_card()
        elif at.stage == GIVE:
            self.hand_over(s, at.partner, kind, self.rules.give_open)
            if last:
                self.trade_done()
        else:
            self.saw(E_SHOW, s, s, kind)
            self.from_hand(s, kind)
            if at.stage == RETURN:
                at.given[kind] += 1
                if last:
                    self.return_given()
            else:
                at.discard[kind] += 1
                if last and at.stage == DISCARD:
                    at.need = at.batch
                    self.next_trade_card()
                elif last:
                    self.robber((at.actor - at.turn - self.rules.robber_next + 2 * self.seats) % self.seats + 1)

    @cython.final
    cdef void return_given(self) noexcept nogil:
        cdef Position* at = &self.at
        cdef int k
        for k in range(KINDS):
            at.market[k] += at.given[k]
            at.given[k] = 0
        self.trade_done()

    @cython.final
    cdef void begin_trade(self, int cards, int stage) noexcept nogil:
        cdef Position* at = &self.at
        at.left -= cards
        at.need = at.batch = cards
        at.least = 0
        at.stage = stage

    # ---- draw (rule 32) -------------------------------------------------------------------------------

    @cython.final
    cdef void next_draw(self) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* me = &at.seat[at.turn]
        if not self.pile_open() or at.drawn >= self.rules.base_draw + me.knights - popcount(me.knight_sides):
            self.end_turn()
        elif at.drawn < self.rules.base_draw:
            self.await_card(FOR_DRAW)
        else:
            at.stage, at.coming = DRAW, 0

    # ---- actions and cards ----------------------------------------------------------------------------

    @cython.final
    cdef void card_comes(self, int kind) noexcept nogil:
        """The outcome of a chance node with a card."""
        cdef Position* at = &self.at
        cdef int s = at.turn, why = at.coming
        if at.stage == SETUP:
            if at.drawn < self.rules.market:
                self.turn_card(kind)
            else:
                self.draw_card(at.actor, kind)
            at.drawn += 1
            self.dealt()
        elif why == FOR_FELLOW:
            at.luck += 1
            self.pass_card(E_MOVE, at.partner, s, kind)
            at.need -= 1
            self.next_fellow_card()
        elif why == FOR_GUILD:
            at.luck += 1
            self.pass_card(E_MOVE, at.partner, s, kind)
            at.partner = NOBODY
            at.stage, at.back, at.coming = at.back, 0, 0
        elif why == FOR_TRADE:
            at.luck += 1
            self.draw_card(s, kind)
            at.need -= 1
            self.next_trade_card()
        elif why == FOR_MARKET:
            at.luck += 1
            self.turn_card(kind)
            at.need -= 1
            self.market_card()
        else:
            self.draw_card(s, kind)
            at.drawn += 1
            self.next_draw()

    @cython.final
    cdef void act(self, action_t a) noexcept nogil:
        """A seat's action."""
        cdef Position* at = &self.at
        if a >= A_PAY:
            self.pay(a)
        elif a < A_STOP:
            self.choose(a)
        elif a == A_STOP:
            at.stage, at.left = BUILD, 0
        elif a == A_END:
            self.next_draw()
        elif a == A_DRAW:
            self.await_card(FOR_DRAW)
        elif a == A_LEAVE:
            self.end_turn()
        elif a == A_FLIP or a == A_KEEP:
            at.destiny ^= a == A_FLIP
            self.build_done()
        elif a == A_BLIND:
            at.stage, at.coming = CARD, FOR_FELLOW
        elif a == A_OPEN:
            self.saw_cards(E_LOOK, at.partner, 7 if self.rules.look_open else at.turn, 0, at.seat[at.partner].hand)
            at.used |= 1
            at.stage = PICK
        elif a < A_MARKET:
            self.begin_trade(a - A_PILE, DISCARD)
        elif a < A_SEAT:
            self.begin_trade(a - A_MARKET, TAKE)
        elif a < A_GUILD:
            self.begin_trade((a - A_SEAT) & 15, GIVE)
            at.partner = (a - A_SEAT) >> 4
            self.next_fellow_card()
        elif a < A_BUILD:
            at.used |= 2
            at.partner = a - A_GUILD
            at.back, at.stage, at.coming = at.stage, CARD, FOR_GUILD
        else:
            at.thing, at.stage = a - A_BUILD, PAY

    @cython.final
    cdef void ask(self) noexcept nogil:
        """Carry out what has one possible answer only, up to the next real question."""
        cdef action_t few[MAX_ACTIONS]
        while TRADE <= self.at.stage <= DRAW and self.at.stage != EVENT:
            if self.list_actions(few, 2) > 1:
                return
            self.act(few[0])
