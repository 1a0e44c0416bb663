# What an action is worth at a glance, in victory points or so: weights of playouts, priors of the search, and all that
# `greedy` knows. Every number is data (tuning.py); what counts in a world follows from its settings.
# Included by state.pyx.

cdef float LEAST = 0.005         # no action is worth less

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


# ---- ground -----------------------------------------------------------------------------------------

cdef float worth_ground(const Position* at, const Rules* r, const Outlook* look, int t) noexcept nogil:
    """A settlement on a tile that the owner has not; worked out once."""
    cdef Outlook* memo = <Outlook*>look
    if not (memo.ground_known >> t) & 1:
        memo.grounds[t] = find_ground(at, r, look, t) * (0.5 if opposed(at, r, look.i, t) else 1)
        memo.ground_known |= bit(t)
    return memo.grounds[t]


cdef float find_ground(const Position* at, const Rules* r, const Outlook* look, int t) noexcept nogil:
    cdef int kind = at.kind[t]
    cdef float worth = look.ground[kind], way
    cdef bint reached = not look.by_road or beside_tiles(at, t, look.starts)
    if r.firsts or r.token_income or r.pile_land:
        worth += worth_first(at, r, look, t)
    if kind == CITY:
        return worth + worth_city(at, r, look, t) * (1 if reached else look.w.beyond)
    if reached:
        way = approach(look, t)
        if way > 0:
            return worth + way
    if r.explorer and (at.rim >> t) & 1:
        worth += look.w.site * worth_space(r, look)
    if has_roads(r) and (reached or not r.count_links):
        worth += look.w.site * look.link[kind]
    if not r.plants:
        return worth * look.spare - look.w.piece * (1 - look.spare)
    way = plant_site(at, r, look, t)
    if r.goal == GOODS_DELIVERED and not r.house_delivery:
        return worth * look.spare - look.w.piece * (1 - look.spare) + way
    return (worth + way) * look.spare - look.w.piece * (1 - look.spare)


cdef inline float plant_site(const Position* at, const Rules* r, const Outlook* look, int t) noexcept nogil:
    """What the plant that could be built on a tile adds to its ground."""
    cdef int good = best_good(at, r, look, t)
    return look.w.site * look.plant[good] if good < GOODS else 0


cdef int best_good(const Position* at, const Rules* r, const Outlook* look, int t) noexcept nogil:
    """The good of the plant that is worth most on this tile, its terrain's or fish; GOODS: none."""
    cdef int good
    if at.plant[t] or at.kind[t] == CITY:
        return GOODS
    good = r.good_of[at.kind[t]]
    if (good == GOODS or look.plant[FISH] > 1.5 * look.plant[good]) and beside_kind(at, t, WATER):
        return FISH
    return good


cdef float worth_kept(const Position* at, const Rules* r, const Outlook* look, int t) noexcept nogil:
    """What is lost with the settlement on a tile: its ground, what was built there, those who live there."""
    cdef float worth = look.ground[at.kind[t]] + 0.5 * residents_on(look.o, t)
    if r.houses and at.kind[t] == CITY:
        worth += look.w.house
    if look.o.road[t]:
        worth += look.w.link_city
    if at.plant[t]:
        worth += look.w.plant
    return max(worth, <float>0)


cdef float worth_first(const Position* at, const Rules* r, const Outlook* look, int t) noexcept nogil:
    """The first settlement of anybody on a tile: money, tokens, points that lie there."""
    if inhabited(at, r, t):
        return 0
    return (r.firsts * r.first_income[at.kind[t]] + r.token_income * look.rounds) * look.mark \
        + at.pile[t] * look.w.pile


cdef bint beside_tiles(const Position* at, int t, uint64_t tiles) noexcept nogil:
    """Whether one of these tiles lies next to tile t."""
    return at.beside[t] & tiles != 0


cdef float approach(const Outlook* look, int t) noexcept nogil:
    """The city ahead of a tile, the more the nearer it is; nothing if the network is as near to that city already."""
    cdef int k = look.cell[t]
    if k == NOWHERE or look.ahead[t] >= look.lead[k]:
        return 0
    return look.prize[k] * (0.5 + 0.5 / (1 + look.ahead[t])) * look.w.approach


cdef inline int tiles_apart(const Position* at, int a, int b) noexcept nogil:
    return hexes(at.q[a] - at.q[b], at.r[a] - at.r[b])


cdef float worth_city(const Position* at, const Rules* r, const Outlook* look, int t) noexcept nogil:
    """What a settlement in a city brings beside its ground."""
    cdef int number = at.number[t] - 1
    cdef float worth = r.privilege_income[I_2] * look.mark if has(look.o, I_2) else 0
    if r.mark == BY_SETTLING and not (look.o.cards >> number) & 1:
        worth += look.w.card + r.card_income * (1 + popcount(look.o.cards)) * look.mark
    if r.houses:
        worth += look.w.house - house_price(at, r, look.i, t) * look.mark
    if r.factories:
        worth += look.w.factory_site * free_factories(at, number)
    if has_roads(r):
        worth += look.w.site * look.link[CITY]
    return worth


cdef inline int free_factories(const Position* at, int number) noexcept nogil:
    return (at.factory[number][0] == 0) + (at.factory[number][1] == 0) + (at.factory[number][2] == 0)


cdef float pull(const Position* at, const Rules* r, const Outlook* look, int t, int here) noexcept nogil:
    """What one more resident finds to do on an own tile; `here`: 1 if it is one of those who are there already.

    It is worked out once for each tile.
    """
    cdef Outlook* memo = <Outlook*>look
    if not (memo.pull_known[here] >> t) & 1:
        memo.pulls[here][t] = find_pull(at, r, look, t, here)
        memo.pull_known[here] |= bit(t)
    return memo.pulls[here][t]


cdef float find_pull(const Position* at, const Rules* r, const Outlook* look, int t, int here) noexcept nogil:
    cdef const Owner* o = look.o
    cdef uint64_t own = own_tiles(o), tiles = at.beside[t] & ~(own | at.of_kind[WATER])
    cdef int side, there, present = residents_on(o, t) - here
    cdef float best = worth_plant_job(at, r, look, t, present) if r.plants else 0, v
    if r.explorer and (at.rim >> t) & 1:
        best = max(best, worth_space(r, look))
    while tiles:
        best = max(best, worth_ground(at, r, look, first_bit(tiles)))
        tiles &= tiles - 1
    if not has_roads(r):
        return best
    for side in range(SIDES):
        there = at.near[t][side]
        if there == NOWHERE or not (own >> there) & 1 or (o.road[t] >> side) & 1 or at.neutral[edge(at, t, side)] == POOL_ROAD:
            continue
        if (look.starts >> t | look.starts >> there) & 1:
            v = worth_road(at, r, look, edge(at, t, side))
            v = worth_job(look, v, crew_needed(at, r, look.i, t, side), present + residents_on(o, there))
            best = max(best, v)
    return best


cdef inline float worth_job(const Outlook* look, float worth, int need, int present) noexcept nogil:
    """What one more resident adds where a job needs so many: nothing if there are enough, most if it is the last."""
    return look.w.gather * worth / (need - present) if present < need else 0


cdef float worth_plant_job(const Position* at, const Rules* r, const Outlook* look, int t, int present) noexcept nogil:
    """What one more resident adds to the plant that could be built on an own tile."""
    cdef int good = best_good(at, r, look, t), crew = r.fish_cost
    if good == GOODS:
        return 0
    if good != FISH:
        crew = plant_crew(r, look.o, at.kind[t])
    return worth_job(look, look.plant[good], crew, present)


cdef inline float worth_space(const Rules* r, const Outlook* look) noexcept nogil:
    """A space to explore: its points, what will lie on it, an income token."""
    return look.w.space + look.hope * look.w.hope + r.explored_points * look.w.explored \
        + r.token_income * look.rounds * look.mark


cdef float best_run(const Position* at, const Rules* r, const Outlook* look, int t) noexcept nogil:
    """How much more the best tile in reach of a run offers than the tile where it starts."""
    cdef uint64_t reach = run_reach(at, r, look.o, t)
    cdef float here = pull(at, r, look, t, 1), best = 0, v
    while reach:
        v = pull(at, r, look, first_bit(reach), 0) - here
        if v > best:
            best = v
        reach &= reach - 1
    return best


cdef float worth_plant(const Position* at, const Rules* r, const Outlook* look, int t, int good) noexcept nogil:
    """A plant: its good, and its terrain where plants count for majorities."""
    return look.plant[good] + (0.1 if good == FISH else 0.2)


cdef float worth_road(const Position* at, const Rules* r, const Outlook* look, int e) noexcept nogil:
    """A road: the tiles that it connects, and above all the way to the nearest city."""
    cdef int t = e // 3, there = at.near[t][e % 3]
    cdef float worth = look.w.road
    if not (look.o.linked >> t) & 1:
        worth += look.link[at.kind[t]]
    if not (look.o.linked >> there) & 1:
        worth += look.link[at.kind[there]]
    if not look.by_road:
        return worth
    if look.target != NOWHERE and (leads_on(look, t, there) or leads_on(look, there, t)):
        return worth + look.w.approach * look.w.link_city
    return worth * look.spare - look.w.piece * (1 - look.spare)


cdef inline bint leads_on(const Outlook* look, int t, int there) noexcept nogil:
    """Whether a road from a tile of the network is the next one on the way to the city to be connected."""
    return (look.starts >> t) & 1 and look.cell[t] == look.target and look.ahead[t] == look.lead[look.target] \
        and look.cell[there] == look.target and look.ahead[there] < look.ahead[t]


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
