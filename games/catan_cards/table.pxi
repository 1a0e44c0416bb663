# Turns, and cards that move. Included by state.pyx.

cdef class Table(Legal):
    """Whose turn it is, and how a card gets from one place to another: always told to those who see it."""

    # ---- the game and its turns -----------------------------------------------------------------------

    @cython.final
    cdef void begin_turn(self, int s) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* me = &at.seat[s]
        at.turn = at.actor = s
        at.used = at.built = at.laid = at.need = at.batch = at.least = at.thing = at.coming = at.back = 0
        at.drawn = at.luck = 0
        at.partner = NOBODY
        if self.points_of(s) >= self.rules.goal:
            self.finish(s)
            return
        at.left = me.roads - popcount(me.road_sides) if me.roads else 1
        at.stage = TRADE

    @cython.final
    cdef void end_turn(self) noexcept nogil:
        cdef Position* at = &self.at
        cdef int next = at.turn + 1 if at.turn + 1 < self.seats else 0
        if self.rules.end_turn and self.points_of(at.turn) >= self.rules.goal:
            self.finish(at.turn)
        elif next == at.start and at.round == self.rules.cap:
            self.finish(NOBODY)
        else:
            at.round += next == at.start
            self.begin_turn(next)

    @cython.final
    cdef void finish(self, int winner) noexcept nogil:
        """The game is over; what was known no longer matters."""
        cdef Position* at = &self.at
        at.stage, at.winner = OVER, winner
        at.actor = at.turn
        at.left = at.used = at.built = at.laid = at.need = at.batch = at.least = at.thing = at.coming = at.back = 0
        at.drawn = at.luck = 0
        at.partner = NOBODY
        memset(at.count, 0, sizeof(at.count))
        memset(at.trace, 0, sizeof(at.trace))
        memset(at.tail, 0, sizeof(at.tail))
        if self.telling:
            let_go(&self.told)

    # ---- cards ----------------------------------------------------------------------------------------

    @cython.final
    cdef bint refill(self) noexcept nogil:
        """A card can come from the pile, the discards shuffled if need be (rule 33)."""
        cdef Position* at = &self.at
        if not at.pile_cards and number(at.discard):
            self.saw_cards(E_SHUFFLE, 0, 0, 0, at.discard)
            memcpy(at.pile, at.discard, KINDS)
            memset(at.discard, 0, KINDS)
            at.pile_cards = number(at.pile)
        return at.pile_cards > 0

    @cython.final
    cdef bint await_card(self, int why) noexcept nogil:
        """Wait for a card from the pile; no if there is none."""
        if not self.refill():
            return False
        self.at.stage, self.at.coming = CARD, why
        return True

    @cython.final
    cdef void take_from_pile(self, int kind) noexcept nogil:
        cdef Position* at = &self.at
        at.pile[kind] -= 1
        at.pile_cards -= 1
        if not at.pile_cards and self.rules.at_once:
            self.refill()

    @cython.final
    cdef void to_hand(self, int s, int kind) noexcept nogil:
        self.at.seat[s].hand[kind] += 1
        self.at.seat[s].cards += 1

    @cython.final
    cdef void from_hand(self, int s, int kind) noexcept nogil:
        self.at.seat[s].hand[kind] -= 1
        self.at.seat[s].cards -= 1

    @cython.final
    cdef void draw_card(self, int s, int kind) noexcept nogil:
        """Seat s draws from the pile."""
        self.saw(E_DRAW, s, s, kind)
        self.to_hand(s, kind)
        self.take_from_pile(kind)

    @cython.final
    cdef void turn_card(self, int kind) noexcept nogil:
        """A card goes from the pile to the market."""
        self.saw(E_TURN, 0, 0, kind)
        self.at.market[kind] += 1
        self.take_from_pile(kind)

    @cython.final
    cdef void pass_card(self, int type, int a, int b, int kind) noexcept nogil:
        """A card goes from hand to hand."""
        self.saw(type, a, b, kind)
        self.from_hand(a, kind)
        self.to_hand(b, kind)

    @cython.final
    cdef void hand_over(self, int a, int b, int kind, bint open) noexcept nogil:
        """A chosen card goes from hand to hand; in the open it is as good as laid down and taken up."""
        if open:
            self.saw(E_SHOW, a, a, kind)
            self.from_hand(a, kind)
            self.saw(E_TAKE, b, b, kind)
            self.to_hand(b, kind)
        else:
            self.pass_card(E_GIVE, a, b, kind)
