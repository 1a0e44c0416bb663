# From stages to legal actions and outcomes, and from codes to rules. Included by state.pyx.


cdef int legal_actions(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """What may be done at this stage, ascending; all through a turn a share of one's own can be sold (R9.3B.2).

    It can be sold wherever the owner may leave it at that, so not while a fight or residents unloaded for it wait.
    """
    cdef int n = list_choices(at, r, out)
    if r.trade == PRIVATE and out[0] == A_DONE and sells_here(at) and may_sell_own(at, r):
        out[n] = A_SELL_OWN
        n += 1
    return n


cdef int list_choices(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """What the stage asks."""
    if at.stage == ACT:
        return list_acts(at, r, out)
    if at.stage == RUN:
        return list_stops(at, r, out)
    if at.stage == BUY_RESIDENT:
        return list_recruits(at, r, out)
    if at.stage == DRIVE:
        return list_drives(at, r, out)
    if at.stage == ROAD_CREW:
        return list_crews(at, r, out)
    if at.stage == EXPLORE_MORE:
        return list_more_spaces(at, r, out)
    if at.stage == FOLLOW:
        return list_followers(at, r, out)
    if at.stage == MOVE_EXPLORER:
        return list_explorer_moves(at, r, out)
    if at.stage == RECALL_RESIDENT:
        return list_resident_recalls(at, r, out)
    if at.stage == RECALL_SETTLEMENT:
        return list_settlement_recalls(at, r, out)
    if at.stage == ENTER:
        out[0], out[1] = A_DONE, A_ENTER
        return 2
    if at.stage == BUILD_FACTORY:
        return list_factories(at, r, out)
    if at.stage == TRADE:
        return list_trades(at, r, out)
    if at.stage == REMOVE:
        return list_removals(at, r, out)
    if at.stage == FIGHT:
        return list_fights(at, r, out)
    if at.stage == RETREAT:
        return list_retreats(at, r, out)
    if at.stage == ASSAULT:
        return list_sources(at, r, bit(at.turn.target), at.turn.dice, out, 0)
    if at.stage == TAKEOVER:
        return list_takeovers(at, r, out)
    if at.stage == CONQUER:
        return list_conquests(at, r, out)
    if at.stage == NEW_HOME:
        return list_new_homes(at, r, out)
    if at.stage == BUY_UPGRADE:
        return list_upgrades(at, r, out)
    if at.stage == TAKE_PRIVILEGE:
        return list_offers(at, r, out)
    if at.stage == NEW_CAPITAL:
        return list_new_capitals(at, r, out)
    if at.stage == SHARES:
        return list_deals(at, r, out)
    if at.stage == BUY_FOREIGN:
        return list_foreign_shares(at, r, out)
    if at.stage == PAYOUT:
        return list_payouts(at, r, out)
    if at.stage == BID or at.stage == BID_UNITS:
        return list_bids(at, r, out)
    if at.stage == SEALED_BID or at.stage == SEALED_UNITS:
        return list_sealed_bids(at, r, out)
    if at.stage == PLACE:
        return list_places(at, r, out)
    return list_capitals(at, r, out)


cdef void apply_decision(Position* at, const Rules* r, action_t a) noexcept nogil:
    """What follows from an action."""
    if a == A_SELL_OWN:
        sell_own(at, r)
    elif at.stage == ACT:
        act(at, r, a)
    elif at.stage == RUN:
        stop_run(at, r, a - A_STOP)
    elif at.stage == BUY_RESIDENT:
        recruit(at, r, a)
    elif at.stage == DRIVE:
        drive(at, r, a)
    elif at.stage == ROAD_CREW:
        choose_crew(at, r, a - A_CREW)
    elif at.stage == EXPLORE_MORE:
        explore_more(at, r, a)
    elif at.stage == FOLLOW:
        follow(at, r, a)
    elif at.stage == MOVE_EXPLORER:
        move_explorer(at, r, a)
    elif at.stage == RECALL_RESIDENT:
        recall_resident(at, r, a - A_RECALL)
    elif at.stage == RECALL_SETTLEMENT:
        recall_settlement(at, r, a - A_RECALL)
    elif at.stage == ENTER:
        enter_mountain(at, r, a == A_ENTER)
    elif at.stage == BUILD_FACTORY:
        build_factory(at, r, a)
    elif at.stage == TRADE:
        trade(at, r, a)
    elif at.stage == REMOVE:
        remove_piece(at, r, a)
    elif at.stage == FIGHT:
        fight(at, r, a - A_FIGHT)
    elif at.stage == RETREAT:
        choose_retreat(at, r, a - A_RETREAT)
    elif at.stage == ASSAULT:
        assault(at, r, (a - A_ASSAULT) // SIDES, (a - A_ASSAULT) % SIDES)
    elif at.stage == TAKEOVER:
        take_over(at, r, a - A_TAKEOVER)
    elif at.stage == CONQUER:
        conquer_capital(at, r, a)
    elif at.stage == NEW_HOME:
        choose_new_home(at, r, a - A_CAPITAL)
    elif at.stage == BUY_UPGRADE:
        upgrade(at, r, a)
    elif at.stage == TAKE_PRIVILEGE:
        take_offer(at, r, a)
    elif at.stage == NEW_CAPITAL:
        move_capital(at, r, a)
    elif at.stage == SHARES:
        deal(at, r, a)
    elif at.stage == BUY_FOREIGN:
        deal_in_shares(at, r, a)
    elif at.stage == PAYOUT:
        decide_payout(at, r, a)
    elif at.stage == BID or at.stage == BID_UNITS:
        bid(at, r, a)
    elif at.stage == SEALED_BID or at.stage == SEALED_UNITS:
        seal_bid(at, r, a)
    elif at.stage == PLACE:
        choose_place(at, r, a - A_PLACE)
    else:
        choose_capital(at, r, a - A_CAPITAL)
