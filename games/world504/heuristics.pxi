# What an action is worth at a glance, in victory points or so: weights of playouts, priors of the search, and all that
# `greedy` knows. Every number is data (tuning.py); what counts in a world follows from its settings.
# Included by state.pyx.


cdef void weigh_actions(const Position* at, const Rules* r, const action_t* actions, int n, float sharpness,
                        float* out) noexcept nogil:
    """worth ** sharpness of each action."""
    cdef Outlook look
    look.ways.tiles = 0
    weigh_by(at, r, &look, actions, n, sharpness, out)


cdef void weigh_by(const Position* at, const Rules* r, Outlook* look, const action_t* actions, int n, float sharpness,
                   float* out) noexcept nogil:
    """The same, with what an outlook has kept from a position before."""
    cdef float v
    cdef int k
    if about_shares(at, r):
        for k in range(n):
            out[k] = worth_deal(at, r, actions[k])
    else:
        survey(at, r, look)
        if at.stage == DRIVE:
            weigh_drives(at, r, look, actions, n, out)
        else:
            for k in range(n):
                out[k] = worth_action(at, r, look, actions[k])
            if look.army > 0 and not r.recall:
                first_of_recruits(r, look, n, out)
    for k in range(n):
        v = out[k] if out[k] > LEAST else LEAST
        if sharpness == 2:                              # as is usual: a power takes longer
            out[k] = v * v
        else:
            out[k] = v if sharpness == 1 else powf(v, sharpness)


cdef action_t weighted_action(const Position* at, const Rules* r, Outlook* look, Stream* rng) noexcept nogil:
    """A legal action drawn in proportion to its weight in playouts, with no draw where there is one."""
    cdef action_t actions[MAX_ACTIONS]
    cdef float weights[MAX_ACTIONS]
    cdef int n = legal_actions(at, r, actions)
    if n == 1:
        return actions[0]
    weigh_by(at, r, look, actions, n, r.heuristics[decider(at, r)].sharpness, weights)
    return actions[weighted(weights, n, rng)]


# ---- one action -------------------------------------------------------------------------------------

cdef float worth_action(const Position* at, const Rules* r, const Outlook* look, action_t a) noexcept nogil:
    """What an action other than the trolley's looks worth."""
    cdef const Owner* o = look.o
    cdef const HeuristicWeights* w = look.w
    if a == A_DONE:
        return w.done
    if a >= A_SELL_OWN:
        return worth_foreign(at, r, look, a)
    if at.stage == ACT or at.stage == RUN or at.stage == EXPLORE_MORE:
        return worth_act(at, r, look, a)
    if A_FIGHT <= a < A_BUY_SHARE:
        return worth_of_war(at, r, look, a)
    if a < A_PLACE and look.by_road and at.stage == NEW_CAPITAL:
        return LEAST                                    # the network may be where it is
    if a < A_PLACE:
        return worth_capital(at, look, at.city_at[a - A_CAPITAL]) \
            - (worth_capital(at, look, o.capital) if at.stage == NEW_CAPITAL else 0)
    if a < A_TENS:
        return r.owners - (a - A_PLACE)
    if a < A_TAKE:
        return worth_bid(at, r, look, a)
    if a < A_STEP_UP:
        return worth_privilege(at, r, look, a - A_TAKE) + w.done - offer_price(at, r, a - A_TAKE) * look.mark
    if a < A_RECRUIT:
        return w.upgrade * look.rounds
    if a < A_RECALL:
        return w.done + w.recruit * worth_recruit(at, r, look, a - A_RECRUIT) - worth_of_thrift(r, look)
    if a < A_AGAIN:
        if at.stage == RECALL_RESIDENT:
            return residents_on(o, a - A_RECALL) / (w.done + pull(at, r, look, a - A_RECALL, 1))
        return 1 / (w.done + worth_kept(at, r, look, a - A_RECALL))
    if a >= A_CREW and a < A_STEP:
        return 1
    if a >= A_FOLLOW and a < A_EXPLORER:
        return 2
    if a >= A_EXPLORER and a < A_DRIVE:
        return w.done * (1.2 if (a - A_EXPLORER) % KINDS == CITY else 0.5)
    if a == A_ENTER:
        return 1
    if a >= A_FACTORY and a < A_EXCHANGE:
        return w.done + r.factory_points + look.rounds * look.mark \
            * (r.factory_income if r.income == INCOME_FACTORIES else 0) \
            - factory_price(at, r, o, a - A_FACTORY) * look.mark
    if a >= A_EXCHANGE and a < A_SELL:
        return w.exchange
    if a >= A_SELL and a < A_REMOVE:
        return w.sell
    return 1 / (w.done + pull(at, r, look, a - (A_REMOVE if a < A_REMOVE_SETTLEMENT else A_REMOVE_SETTLEMENT), 1))


cdef float worth_recruit(const Position* at, const Rules* r, const Outlook* look, int t) noexcept nogil:
    """What one more resident does there, or wherever roads take it from there."""
    cdef float worth
    if look.o.residents == 0 and residents_on(look.o, t):
        return 0                                        # one would only leave another tile for this one
    worth = pull(at, r, look, t, 0) + look.army
    if look.o.residents == 0:
        return worth - 1
    if look.by_road and look.target != NOWHERE and (look.starts >> t) & 1:
        worth = max(worth, look.w.crew if look.lacking > 0 else look.w.crew / (2 - look.lacking))
    return worth


cdef void first_of_recruits(const Rules* r, const Outlook* look, int n, float* out) noexcept nogil:
    """Of as many tiles as there is money for, the best, the first is worth most: they are taken in their order.

    `out` holds what it is worth to buy nobody more, and a resident on each tile.
    """
    cdef int k, j, better, most = look.o.money // resident_cost(r, look.o)
    cdef float best = out[0]
    for k in range(1, n):
        best = max(best, out[k])
    for k in range(1, n):
        if out[k] <= out[0]:
            continue
        better = 0
        for j in range(1, n):
            better += out[j] > out[k]
        if better < most:
            out[k] = best * <float>1.01
            return


cdef float worth_of_thrift(const Rules* r, const Outlook* look) noexcept nogil:
    """What a resident costs: its price, and more where the money is wanted for houses and factories."""
    cdef int price = resident_cost(r, look.o), left = look.o.money - price
    cdef float worth = price * look.mark
    if r.houses + r.factories and left < look.w.reserve * (r.houses + r.factories):
        worth += look.w.thrift
    return worth


cdef float worth_act(const Position* at, const Rules* r, const Outlook* look, action_t a) noexcept nogil:
    """What a resident does in phase 3D."""
    cdef const HeuristicWeights* w = look.w
    cdef const Owner* o = look.o
    cdef int t, there
    if a >= A_FIGHT:
        return worth_of_war(at, r, look, a)
    if a < A_RUN:
        return w.done + pull(at, r, look, a - A_AGAIN, 1)
    if a < A_STOP:
        return w.done + w.run * best_run(at, r, look, a - A_RUN)
    if a < A_PLANT:
        return LEAST + pull(at, r, look, a - A_STOP, 0)
    if a < A_FISH_PLANT:
        return w.done + worth_plant(at, r, look, a - A_PLANT, r.good_of[at.kind[a - A_PLANT]])
    if a < A_HARVEST:
        return w.done + worth_plant(at, r, look, a - A_FISH_PLANT, FISH)
    if a < A_FREE_ROAD:
        return w.done + w.harvest
    if a < A_ROAD:
        return w.done + 2 * worth_road(at, r, look, a - A_FREE_ROAD)
    if a < A_CREW:
        return w.done + worth_road(at, r, look, a - A_ROAD)
    if a < A_EXPLORE:
        t = (a - A_STEP) // SIDES
        there = at.near[t][(a - A_STEP) % SIDES]
        if owns(look.o, there):
            return w.done + w.walk * (pull(at, r, look, there, 0) - pull(at, r, look, t, 1))
        if opposed(at, r, look.i, there):
            return worth_attack(at, r, look, there)
        if o.settlements == 0 and at.kind[there] != CITY and approach(look, there) <= 0:
            return LEAST                                # another tile would lose its settlement for it
        return w.done + worth_ground(at, r, look, there)
    return w.done + worth_space(r, look)


# ---- capitals, bids, privileges ---------------------------------------------------------------------

cdef float worth_capital(const Position* at, const Outlook* look, int t) noexcept nogil:
    """A city for the headquarters: by the ground around it."""
    cdef float worth = look.w.done
    cdef int side, there
    for side in range(SIDES):
        there = at.near[t][side]
        if there != NOWHERE and at.kind[there] != WATER and not owns(look.o, there):
            worth += look.ground[at.kind[there]]
    return worth


cdef float worth_privilege(const Position* at, const Rules* r, const Outlook* look, int p) noexcept nogil:
    """A privilege, in points: what it scores, what it earns in the rounds to come, or what tuning.py says of it."""
    cdef float worth = r.privilege_points[p] + look.w.privilege[p]
    if p == I_5:
        worth += r.privilege_income[I_5] * look.rounds * look.mark
    elif p == II_12:
        worth += r.privilege_income[II_12] * look.rounds * look.mark
    return worth


cdef int offer_price(const Position* at, const Rules* r, int p) noexcept nogil:
    """What the privilege costs in the row, at its cheapest place."""
    cdef int place
    for place in range(ROW):
        if at.row[place] == p + 1:
            return row_price(at, r, place)
    return 0


cdef float worth_bid(const Position* at, const Rules* r, const Outlook* look, action_t a) noexcept nogil:
    """A sum: what it buys, less what it costs; of sums that buy the same the lowest is worth most."""
    cdef int sum = 10 * (a - A_TENS) if a < A_UNITS else 10 * (at.bid_tens - 1) + a - A_UNITS
    cdef float prize
    if at.stage == SEALED_BID or at.stage == SEALED_UNITS:
        prize = look.w.first_place / (1 + fabsf(sum - look.w.sealed) * 0.1)
        return prize
    prize = worth_privilege(at, r, look, at.row[at.card] - 1) - sum * look.mark
    return look.w.done + prize
