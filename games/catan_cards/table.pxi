# Turns, and cards that move. Included by state.pyx.

cdef int points_of(const Position* at, const Rules* r, int s) noexcept nogil:
    cdef const Seat* p = &at.seat[s]
    cdef int t = 0, bits = p.expansions, n = p.gift
    n += p.settlements * r.settlement_points + p.cities * r.city_points
    n += (popcount(p.road_sides) + popcount(p.knight_sides)) * r.side_points
    while bits:
        if bits & 1:
            n += r.points[t]
        bits >>= 1
        t += 1
    return n


cdef inline bint pile_open(const Position* at) noexcept nogil:
    """There is a card left to draw, if need be after a shuffle."""
    return at.pile_cards or number(at.discard)


# ---- the game and its turns -----------------------------------------------------------------------

cdef void begin_turn(Play* play, int s) noexcept nogil:
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef Seat* me = &at.seat[s]
    at.turn = at.actor = s
    at.used = at.built = at.laid = at.need = at.batch = at.least = at.thing = at.coming = at.back = 0
    at.drawn = at.luck = 0
    at.partner = NOBODY
    if points_of(at, r, s) >= r.goal:
        finish(play, s)
        return
    at.left = me.roads - popcount(me.road_sides) if me.roads else 1
    at.stage = TRADE


cdef void end_turn(Play* play) noexcept nogil:
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef int next = at.turn + 1 if at.turn + 1 < r.seats else 0
    if r.end_turn and points_of(at, r, at.turn) >= r.goal:
        finish(play, at.turn)
    elif next == at.start and at.round == r.cap:
        finish(play, NOBODY)
    else:
        at.round += next == at.start
        begin_turn(play, next)


cdef void finish(Play* play, int winner) noexcept nogil:
    """The game is over; what was known no longer matters."""
    cdef Position* at = &play.at
    at.stage, at.winner = OVER, winner
    at.actor = at.turn
    at.left = at.used = at.built = at.laid = at.need = at.batch = at.least = at.thing = at.coming = at.back = 0
    at.drawn = at.luck = 0
    at.partner = NOBODY
    memset(at.count, 0, sizeof(at.count))
    memset(at.trace, 0, sizeof(at.trace))
    memset(at.tail, 0, sizeof(at.tail))
    if play.telling:
        let_go(&play.told)


# ---- cards ----------------------------------------------------------------------------------------

cdef bint refill(Play* play) noexcept nogil:
    """A card can come from the pile, the discards shuffled if need be (rule 33)."""
    cdef Position* at = &play.at
    if not at.pile_cards and number(at.discard):
        saw_cards(play, E_SHUFFLE, 0, 0, 0, at.discard)
        memcpy(at.pile, at.discard, KINDS)
        memset(at.discard, 0, KINDS)
        at.pile_cards = number(at.pile)
    return at.pile_cards > 0


cdef bint await_card(Play* play, int why) noexcept nogil:
    """Wait for a card from the pile; no if there is none."""
    cdef Position* at = &play.at
    if not refill(play):
        return False
    at.stage, at.coming = CARD, why
    return True


cdef void take_from_pile(Play* play, int kind) noexcept nogil:
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    at.pile[kind] -= 1
    at.pile_cards -= 1
    if not at.pile_cards and r.at_once:
        refill(play)


cdef void to_hand(Play* play, int s, int kind) noexcept nogil:
    cdef Position* at = &play.at
    at.seat[s].hand[kind] += 1
    at.seat[s].cards += 1


cdef void from_hand(Play* play, int s, int kind) noexcept nogil:
    cdef Position* at = &play.at
    at.seat[s].hand[kind] -= 1
    at.seat[s].cards -= 1


cdef void draw_card(Play* play, int s, int kind) noexcept nogil:
    """Seat s draws from the pile."""
    saw(play, E_DRAW, s, s, kind)
    to_hand(play, s, kind)
    take_from_pile(play, kind)


cdef void turn_card(Play* play, int kind) noexcept nogil:
    """A card goes from the pile to the market."""
    cdef Position* at = &play.at
    saw(play, E_TURN, 0, 0, kind)
    at.market[kind] += 1
    take_from_pile(play, kind)


cdef void pass_card(Play* play, int type, int a, int b, int kind) noexcept nogil:
    """A card goes from hand to hand."""
    saw(play, type, a, b, kind)
    from_hand(play, a, kind)
    to_hand(play, b, kind)


cdef void hand_over(Play* play, int a, int b, int kind, bint open) noexcept nogil:
    """A chosen card goes from hand to hand; in the open it is as good as laid down and taken up."""
    if open:
        saw(play, E_SHOW, a, a, kind)
        from_hand(play, a, kind)
        saw(play, E_TAKE, b, b, kind)
        to_hand(play, b, kind)
    else:
        pass_card(play, E_GIVE, a, b, kind)
