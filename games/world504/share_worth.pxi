# What dealing in shares is worth at a glance: heuristics of module 9. Included by state.pyx.


cdef bint about_shares(const Position* at, const Rules* r) noexcept nogil:
    """Whether a seat decides for itself, or what becomes of an income: nothing on the board counts for it."""
    return at.stage == PAYOUT or seat_acts(at, r)


cdef float worth_deal(const Position* at, const Rules* r, action_t a) noexcept nogil:
    """A choice of a share round, of the bids for places in the first one, or of phase 4."""
    cdef const HeuristicWeights* w = &r.heuristics[decider(at, r)]
    if a == A_PAY_OUT:
        return w.pay_out
    if a == A_PAY_HALF:
        return 0.5 * w.pay_out
    if a == A_DONE or a == A_QUIT or a == A_WITHHOLD:
        return w.done
    if A_BUY_SHARE <= a < A_SELL_SHARES:
        return w.done + worth_purchase(at, r, w, a - A_BUY_SHARE)
    if a < A_TENS:
        return r.seats - (a - A_PLACE)
    if a < A_UNITS:
        return 1.0 / (1 + 10 * (a - A_TENS))            # a place among the traders is worth little
    if a < A_TAKE:
        return 1.0 / (1 + a - A_UNITS)
    return LEAST                                        # to sell, or to pass


cdef float worth_purchase(const Position* at, const Rules* r, const HeuristicWeights* w, int c) noexcept nogil:
    """What a share brings until the end for what it costs: rises and dividends, or points."""
    cdef bint there = at.agent[c] != NOBODY
    cdef int rounds = r.end_rounds - at.round + 1, cards = 1 if there else r.presidents_card
    cdef float income = at.owner[c].income if there and at.owner[c].income else w.first_income, gain
    if r.victory == BY_ASSETS:
        gain = rounds * (10 + income / r.full_part)
    else:
        gain = (points_of(at, r, c) if there else 0) + w.hoped
    if not there or at.agent[c] == at.actor:
        gain *= w.preside
    return w.deal * cards * gain / price_to_buy(at, r, c)


cdef float worth_foreign(const Position* at, const Rules* r, const Outlook* look, action_t a) noexcept nogil:
    """A share of another private company, against what the money would do for one's own; its own share is kept."""
    if a == A_SELL_OWN:
        return LEAST
    return look.w.done + look.w.deal * (points_of(at, r, a - A_BUY_FOREIGN) + look.w.hoped
                                        - r.shares_each * look.mark * share_price(at, a - A_BUY_FOREIGN))
