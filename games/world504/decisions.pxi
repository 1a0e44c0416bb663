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
    carry_on(at, r, decide(at, r, a))


cdef int decide(Position* at, const Rules* r, action_t a) noexcept nogil:
    """The deed that an action names; it says whether it asks, is done, or was the last of its phase."""
    if a == A_SELL_OWN:
        return sell_own(at, r)
    if at.stage == ACT:
        return act(at, r, a)
    if at.stage == RUN:
        return stop_run(at, r, a - A_STOP)
    if at.stage == BUY_RESIDENT:
        return recruit(at, r, a)
    if at.stage == DRIVE:
        return drive(at, r, a)
    if at.stage == ROAD_CREW:
        return choose_crew(at, r, a - A_CREW)
    if at.stage == EXPLORE_MORE:
        return explore_more(at, r, a)
    if at.stage == FOLLOW:
        return follow(at, r, a)
    if at.stage == MOVE_EXPLORER:
        return move_explorer(at, r, a)
    if at.stage == RECALL_RESIDENT:
        return recall_resident(at, r, a - A_RECALL)
    if at.stage == RECALL_SETTLEMENT:
        return recall_settlement(at, r, a - A_RECALL)
    if at.stage == ENTER:
        return enter_mountain(at, r, a == A_ENTER)
    if at.stage == BUILD_FACTORY:
        return build_factory(at, r, a)
    if at.stage == TRADE:
        return trade_or_pay(at, r, a)
    if at.stage == REMOVE:
        return remove_piece(at, r, a)
    if at.stage == FIGHT:
        return fight(at, r, a - A_FIGHT)
    if at.stage == RETREAT:
        return choose_retreat(at, r, a - A_RETREAT)
    if at.stage == ASSAULT:
        return assault(at, r, (a - A_ASSAULT) // SIDES, (a - A_ASSAULT) % SIDES)
    if at.stage == TAKEOVER:
        return take_over(at, r, a - A_TAKEOVER)
    if at.stage == CONQUER:
        return conquer_capital(at, r, a)
    if at.stage == NEW_HOME:
        return choose_new_home(at, r, a - A_CAPITAL)
    if at.stage == BUY_UPGRADE:
        return upgrade(at, r, a)
    if at.stage == TAKE_PRIVILEGE:
        return take_offer(at, r, a)
    if at.stage == NEW_CAPITAL:
        return move_capital(at, r, a)
    if at.stage == SHARES:
        return deal(at, r, a)
    if at.stage == BUY_FOREIGN:
        return deal_in_shares(at, r, a)
    if at.stage == PAYOUT:
        return decide_payout(at, r, a)
    if at.stage == BID or at.stage == BID_UNITS:
        return bid(at, r, a)
    if at.stage == SEALED_BID or at.stage == SEALED_UNITS:
        return seal_bid(at, r, a)
    if at.stage == PLACE:
        return choose_place(at, r, a - A_PLACE)
    if phase_of(at, r) == SHARE_ROUND:
        return place_company(at, r, a - A_CAPITAL)
    return choose_capital(at, r, a - A_CAPITAL)


# ---- one at random ----------------------------------------------------------------------------------

cdef action_t random_action(const Position* at, const Rules* r, Stream* rng) noexcept nogil:
    """A legal action, each alike, with no draw where there is one; what takes long to list is drawn without."""
    cdef action_t actions[MAX_ACTIONS]
    cdef int n
    if at.stage == RUN:
        return A_STOP + random_bit(run_reach(at, r, &at.owner[at.actor], at.turn.source), rng)
    if r.trade != PRIVATE:                      # there lists may have one action more
        if at.stage == ACT:
            return random_act(at, r, rng)
        if at.stage == BUY_RESIDENT:
            return random_recruit(recruit_tiles(at, r, TILES), rng)
    n = legal_actions(at, r, actions)
    return actions[0] if n == 1 else actions[below(rng, n)]


cdef inline int random_bit(uint64_t bits, Stream* rng) noexcept nogil:
    """One of the bits, each alike, with no draw where there is one."""
    cdef int n = popcount(bits)
    return first_bit(bits) if n == 1 else nth_bit(bits, below(rng, n))


cdef inline action_t random_recruit(uint64_t tiles, Stream* rng) noexcept nogil:
    """A tile for one more resident, or none."""
    cdef int nth = below(rng, 1 + popcount(tiles)) if tiles else 0
    return A_RECRUIT + nth_bit(tiles, nth - 1) if nth else A_DONE
