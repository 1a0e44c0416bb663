# The course of a game: the phase machine, rounds, turns, the end. The only reader of the table of phases.
# Included by state.pyx.
#
# A phase is entered once. It either passes, or asks: then it has set `stage`, and what answers it says whether it asks
# again, or is done with one deed of the phase, or whether the phase is over. What is certain is done without asking.


cdef void carry_on(Position* at, const Rules* r, int after) noexcept nogil:
    """What a deed says of what comes next (ASKS, DONE, PASSES) is done."""
    if after == DONE:
        after = ask_again(at, r, phase_of(at, r))
    if after == PASSES:
        go_on(at, r)


cdef inline bint ask_again(Position* at, const Rules* r, int phase) noexcept nogil:
    """A deed is over: its phase asks for the next one; false if it is over."""
    if phase == RESIDENTS:
        return begin_residents(at, r)
    if phase == TROLLEY:
        return drive_on(at, r)
    if phase == FIGHTS:
        return begin_fights(at, r)
    if phase == SHARE_ROUND:                            # the traders have their places
        return begin_dealing(at, r)
    return False


cdef void go_on(Position* at, const Rules* r) noexcept nogil:
    """The phase is over: those that follow are entered until one asks or the game ends."""
    while at.stage != OVER:
        at.phase += 1
        if phase_of(at, r) == END_OF_TABLE:
            next_section(at, r)
            if at.stage == OVER:
                return
        at.cursor = 0
        if enter(at, r, phase_of(at, r)):
            return


cdef void next_section(Position* at, const Rules* r) noexcept nogil:
    """From the opening or the end of a round to a new round, from there to the turns, from turn to turn (G10)."""
    cdef int section = at.phase // SLOTS
    if section == 0 or section == 3:
        begin_round(at, r)
        at.phase = SLOTS
    elif section == 1 and at.founded:
        at.place = 0
        lay_row(at, r)
        begin_turn(at, r)
        at.phase = 2 * SLOTS
    elif section == 2 and at.turn.ends:                 # R4.E.1-3
        at.phase = 3 * SLOTS
        while phase_of(at, r) != END_CHECK:             # what else belongs to the end of a round is left out
            at.phase += 1
        finish(at)
    elif section == 2 and at.place + 1 < at.founded:
        at.place += 1
        begin_turn(at, r)
        at.phase = 2 * SLOTS
    else:
        memset(&at.turn, 0, sizeof(Turn))
        at.phase = 3 * SLOTS


cdef void begin_round(Position* at, const Rules* r) noexcept nogil:
    at.round += 1
    at.place = 0
    at.actor = at.order[0]


cdef void begin_turn(Position* at, const Rules* r) noexcept nogil:
    """All that belongs to a turn is forgotten, and the next owner in the order acts."""
    memset(&at.turn, 0, sizeof(Turn))
    at.actor = at.order[at.place]


cdef bint enter(Position* at, const Rules* r, int phase) noexcept nogil:
    """Do what a phase does by itself; true if it asks somebody or chance."""
    # opening
    if phase == LAY_BOARD:
        return lay_board(at, r)
    if phase == DRAW_ORDER:
        return draw_order(at, r)
    if phase == LAY_PRIVILEGES:
        return lay_privileges(at, r)
    if phase == SHARE_CAPITAL:
        return share_capital(at, r)
    if phase == CHOOSE_CAPITALS or phase == FOUND_IN_ROUND:
        return choose_capitals(at, r)
    if phase == PAY_START:
        return pay_start(at, r)
    # round
    if phase == SHARE_ROUND:
        return begin_share_round(at, r)
    if phase == SET_ORDER:
        return set_order(at, r)
    if phase == TAX:
        return collect_taxes(at, r)
    if phase == AUCTION:
        return begin_auctions(at, r)
    # turn
    if phase == TAKE_NEUTRAL:
        return take_neutral(at, r)
    if phase == MOVE_CAPITAL:
        return begin_moving_capital(at, r)
    if phase == SHARE_DEALS:
        return begin_share_deals(at, r)
    if phase == BUY_PRIVILEGE:
        return begin_shop(at, r)
    if phase == UPGRADE:
        return begin_upgrade(at, r)
    if phase == RECRUIT:
        return begin_recruiting(at, r)
    if phase == RESIDENTS:
        return begin_residents(at, r)
    if phase == TROLLEY:
        return begin_drive(at, r)
    if phase == FACTORIES:
        return begin_factories(at, r)
    if phase == FIGHTS:
        return begin_fights(at, r)
    if phase == INCOME:
        return begin_income(at, r)
    if phase == SCORE_CARD:
        return turn_card(at, r)
    # end of round
    if phase == DIVIDENDS:
        return begin_dividends(at, r)
    if phase == CLOSE_MARKET:
        return close_market(at, r)
    return check_end(at, r)


# ---- the order of a round ---------------------------------------------------------------------------

cdef bint set_order(Position* at, const Rules* r) noexcept nogil:
    """Phase 1: who is first (G8). Clockwise games keep the order; the first round's is drawn or bid for.

    Pages that ask for a clockwise game: R1.S.1, R2.S.1, R3.S.3, R4.S.1, R5.S.1, R6.S.1, R7.S.1, R8.S.1.
    """
    if at.round == 1 and not r.companies:
        return r.first_order == SEALED_BIDS and begin_bids(at, r)
    memcpy(at.former, at.order, OWNERS)
    if r.order == BY_INCOME:
        order_by_income(at, r, 1)
    elif r.order == BY_LEAST_INCOME:
        order_by_income(at, r, -1)
    elif r.order == BY_POINTS:
        order_by_points(at, r)
    elif r.order == BY_PRICE:                           # R9.1.1
        memcpy(at.order, at.market, at.founded)
    at.fresh = 0
    return False


cdef void order_by_points(Position* at, const Rules* r) noexcept nogil:
    """Fewest points first; who is level, as all are at first, comes in reverse of the order before.

    These are R3.S.2, R7.1.2 and R9.1.5.
    """
    cdef int points[OWNERS]
    cdef int place, k, i, old = at.founded - at.fresh
    for i in range(r.owners):
        points[i] = points_of(at, r, i)
    for place in range(old):
        i, k = at.former[old - 1 - place], place
        while k > 0 and points[at.order[k - 1]] > points[i]:
            at.order[k] = at.order[k - 1]
            k -= 1
        at.order[k] = i
    put_fresh_first(at)


cdef bint take_neutral(Position* at, const Rules* r) noexcept nogil:
    """What nobody owns goes to the owner whose turn begins, where it has a settlement (G16, R3.3F.3, R6.3D.7,
    R8.3D.5)."""
    take_factories(at, r, at.actor)
    take_plants(at, r, at.actor)
    take_roads(at, r, at.actor)
    award_factory(at, r, at.actor)
    return False


# ---- the end ----------------------------------------------------------------------------------------

cdef bint check_end(Position* at, const Rules* r) noexcept nogil:
    """The end of a round (G9): the world's own end, or the last round that is allowed."""
    if goal_reached(at, r):
        finish(at)
    elif at.round >= r.max_rounds:
        at.capped = 1
        finish(at)
    return at.stage == OVER


# ---- the beginning ----------------------------------------------------------------------------------

cdef void set_up(Position* at, const Rules* r) noexcept nogil:
    """Everything is in the box; the opening phases take it from there."""
    cdef int i, t
    memset(at, 0, sizeof(Position))
    memset(at.near, NOWHERE, sizeof(at.near))
    memset(at.city_at, NOWHERE, sizeof(at.city_at))
    memcpy(at.stack, r.kinds, KINDS)
    memcpy(at.supply, r.goods, GOODS)
    for i in range(GOODS):
        at.price[i] = r.price_start             # R1.S.11
    for i in range(OWNERS):
        at.owner[i].capital = at.owner[i].trolley = NOWHERE
        at.order[i] = at.former[i] = i
        at.bid[i] = -1
    for i in range(r.owners):
        give_pieces(at, r, i)
        at.owner[i].privileges = r.gift_privileges[i]
    at.roads_left = r.road_pool
    name_agents(at, r)
    lay_shares(at, r)
    lay_awards(at, r)
    lay_cards(at, r)
    at.phase = 255              # go_on steps to the first
    at.stage = TILE
    go_on(at, r)
