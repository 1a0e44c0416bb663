# The course of a turn. Included by state.pyx.


# ---- the deal -------------------------------------------------------------------------------------

cdef void begin(Play* play) noexcept nogil:
    """After gifts: the start seat, the market, the hands."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef int i
    for i in range(r.seats):
        forget(at, r, i)
    at.round = 1
    at.turn = at.actor = 0
    at.partner, at.viewer, at.winner = NOBODY, NOBODY, NOBODY
    at.start = r.start
    at.stage = START if at.start == NOBODY else SETUP
    if at.stage == SETUP:
        at.turn = at.start
        dealt(play)


cdef void dealt(Play* play) noexcept nogil:
    """The next card of the deal comes, or the first turn. `drawn` counts the cards dealt."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    at.stage = SETUP
    if at.drawn < r.market + r.seats * r.hand and refill(play):
        at.actor = 0 if at.drawn < r.market else (at.drawn - r.market) // r.hand
    else:
        begin_turn(play, at.start)


# ---- trade (rules 15-21) --------------------------------------------------------------------------

cdef void trade_done(Play* play) noexcept nogil:
    cdef Position* at = &play.at
    at.stage, at.partner = TRADE, NOBODY
    at.need = at.batch = at.least = at.coming = 0


cdef void next_trade_card(Play* play) noexcept nogil:
    cdef Position* at = &play.at
    if at.need == 0 or not await_card(play, FOR_TRADE):
        trade_done(play)


cdef void next_fellow_card(Play* play) noexcept nogil:
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    if at.need == 0:
        at.need, at.stage, at.coming = at.batch, GIVE, 0
    elif library_ready(at, r):
        at.stage, at.coming = FELLOW, 0
    else:
        at.stage, at.coming = CARD, FOR_FELLOW


cdef void choose(Play* play, int kind) noexcept nogil:
    """One card of a series, or the card picked from an opened hand."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef int s = at.actor
    cdef bint last = at.need == 1
    at.need -= 1
    at.least = 0 if last or at.stage == PICK else kind
    if at.stage == TAKE:
        saw(play, E_TAKE, s, s, kind)
        at.market[kind] -= 1
        to_hand(play, s, kind)
        if last:
            at.need, at.stage = at.batch, RETURN
    elif at.stage == PICK:
        hand_over(play, at.partner, s, kind, r.look_open)
        next_fellow_card(play)
    elif at.stage == GIVE:
        hand_over(play, s, at.partner, kind, r.give_open)
        if last:
            trade_done(play)
    else:
        saw(play, E_SHOW, s, s, kind)
        from_hand(play, s, kind)
        if at.stage == RETURN:
            at.given[kind] += 1
            if last:
                return_given(play)
        else:
            at.discard[kind] += 1
            if last and at.stage == DISCARD:
                at.need = at.batch
                next_trade_card(play)
            elif last:
                robber(play, (at.actor - at.turn - r.robber_next + 2 * r.seats) % r.seats + 1)


cdef void return_given(Play* play) noexcept nogil:
    cdef Position* at = &play.at
    cdef int k
    for k in range(KINDS):
        at.market[k] += at.given[k]
        at.given[k] = 0
    trade_done(play)


cdef void begin_trade(Play* play, int cards, int stage) noexcept nogil:
    cdef Position* at = &play.at
    at.left -= cards
    at.need = at.batch = cards
    at.least = 0
    at.stage = stage


# ---- draw (rule 32) -------------------------------------------------------------------------------

cdef void next_draw(Play* play) noexcept nogil:
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef Seat* me = &at.seat[at.turn]
    if not pile_open(at) or at.drawn >= r.base_draw + me.knights - popcount(me.knight_sides):
        end_turn(play)
    elif at.drawn < r.base_draw:
        await_card(play, FOR_DRAW)
    else:
        at.stage, at.coming = DRAW, 0


# ---- actions and cards ----------------------------------------------------------------------------

cdef void card_comes(Play* play, int kind) noexcept nogil:
    """The outcome of a chance node with a card."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef int s = at.turn, why = at.coming
    if at.stage == SETUP:
        if at.drawn < r.market:
            turn_card(play, kind)
        else:
            draw_card(play, at.actor, kind)
        at.drawn += 1
        dealt(play)
    elif why == FOR_FELLOW:
        at.luck += 1
        pass_card(play, E_MOVE, at.partner, s, kind)
        at.need -= 1
        next_fellow_card(play)
    elif why == FOR_GUILD:
        at.luck += 1
        pass_card(play, E_MOVE, at.partner, s, kind)
        at.partner = NOBODY
        at.stage, at.back, at.coming = at.back, 0, 0
    elif why == FOR_TRADE:
        at.luck += 1
        draw_card(play, s, kind)
        at.need -= 1
        next_trade_card(play)
    elif why == FOR_MARKET:
        at.luck += 1
        turn_card(play, kind)
        at.need -= 1
        market_card(play)
    else:
        draw_card(play, s, kind)
        at.drawn += 1
        next_draw(play)


cdef void act(Play* play, action_t a) noexcept nogil:
    """A seat's action."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    if a >= A_PAY:
        pay(play, a)
    elif a < A_STOP:
        choose(play, a)
    elif a == A_STOP:
        at.stage, at.left = BUILD, 0
    elif a == A_END:
        next_draw(play)
    elif a == A_DRAW:
        await_card(play, FOR_DRAW)
    elif a == A_LEAVE:
        end_turn(play)
    elif a == A_FLIP or a == A_KEEP:
        at.destiny ^= a == A_FLIP
        build_done(play)
    elif a == A_BLIND:
        at.stage, at.coming = CARD, FOR_FELLOW
    elif a == A_OPEN:
        saw_cards(play, E_LOOK, at.partner, 7 if r.look_open else at.turn, 0, at.seat[at.partner].hand)
        at.used |= 1
        at.stage = PICK
    elif a < A_MARKET:
        begin_trade(play, a - A_PILE, DISCARD)
    elif a < A_SEAT:
        begin_trade(play, a - A_MARKET, TAKE)
    elif a < A_GUILD:
        begin_trade(play, (a - A_SEAT) & 15, GIVE)
        at.partner = (a - A_SEAT) >> 4
        next_fellow_card(play)
    elif a < A_BUILD:
        at.used |= 2
        at.partner = a - A_GUILD
        at.back, at.stage, at.coming = at.stage, CARD, FOR_GUILD
    else:
        at.thing, at.stage = a - A_BUILD, PAY


cdef void ask(Play* play) noexcept nogil:
    """Carry out what has one possible answer only, up to the next real question."""
    cdef Position* at = &play.at
    cdef const Rules* r = &play.rules
    cdef action_t few[MAX_ACTIONS]
    while TRADE <= at.stage <= DRAW and at.stage != EVENT:
        if list_actions(at, r, few, 2) > 1:
            return
        act(play, few[0])


cdef int current_player(const Position* at) noexcept nogil:
    if at.stage >= CARD:
        return CHANCE if at.stage == CARD else TERMINAL
    if at.stage <= SETUP or at.stage == EVENT:
        return CHANCE
    return at.actor


cdef void apply_action(Play* play, action_t a) noexcept nogil:
    cdef Position* at = &play.at
    if at.stage == START:
        at.start = at.turn = a
        dealt(play)
    elif at.stage == EVENT:
        event(play, a)
    elif at.stage == CARD or at.stage == SETUP:
        card_comes(play, a)
    else:
        act(play, a)
    ask(play)
