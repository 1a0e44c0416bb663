# What an action is worth at a glance, in victory points or so: weights of playouts, priors of the search, and all that
# `greedy` knows. Every number is data (tuning.py); what counts in a world follows from its settings.
# Included by state.pyx.

cdef enum:
    FAR = 99                    # steps to a tile that cannot be reached

cdef float LEAST = 0.005         # no action is worth less

cdef struct Outlook:            # what things are worth to the actor, worked out once for a list of actions
    const Owner* o
    const HeuristicWeights* w
    int i                       # the actor
    float rounds                # to come, this one included
    float mark                  # one Mark
    float ground[KINDS]         # a settlement on another tile, by kind: what the table of majorities and growth give
    float plant[GOODS]          # one more plant of the good
    float link[TERRAINS]        # one more tile connected by roads
    uint64_t starts             # bit tile: a road may begin there
    int cities                  # that the owner has not and wants
    int city[CITIES]            # their tiles
    float prize[CITIES]         # what a settlement there is worth
    int steps[CITIES]           # from where a road can begin


cdef void weigh_actions(const Position* at, const Rules* r, const action_t* actions, int n, float sharpness,
                        float* out) noexcept nogil:
    """worth ** sharpness of each action."""
    cdef Outlook look
    cdef float v
    cdef int k
    survey(at, r, &look)
    if at.stage == DRIVE:
        weigh_drives(at, r, &look, actions, n, out)
    else:
        for k in range(n):
            out[k] = worth_action(at, r, &look, actions[k])
    for k in range(n):
        v = out[k]
        out[k] = powf(v if v > LEAST else LEAST, sharpness)


cdef action_t weighted_action(const Position* at, const Rules* r, Stream* rng) noexcept nogil:
    """A legal action drawn in proportion to its weight in playouts, with no draw where there is one."""
    cdef action_t actions[MAX_ACTIONS]
    cdef float weights[MAX_ACTIONS]
    cdef int n = legal_actions(at, r, actions)
    if n == 1:
        return actions[0]
    weigh_actions(at, r, actions, n, r.heuristics[at.actor].sharpness, weights)
    return actions[weighted(weights, n, rng)]


cdef void survey(const Position* at, const Rules* r, Outlook* look) noexcept nogil:
    """What the settings make of things, and what the owner has of them so far."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef const HeuristicWeights* w = &r.heuristics[at.actor]
    cdef float left = w.usual_rounds[r.goal] - at.round
    look.o, look.w, look.i = o, w, at.actor
    look.rounds = max(left, <float>1)
    look.mark = w.mark * min(<float>1, look.rounds / w.saving) / (1 + o.money / w.rich)
    survey_ground(at, r, look)
    if r.plants:
        survey_plants(at, r, look)
    if r.roads_each:
        survey_links(at, r, look)
    survey_cities(at, r, look)


cdef void survey_cities(const Position* at, const Rules* r, Outlook* look) noexcept nogil:
    """Cities without an own settlement, from which ground on the way to them has its worth."""
    cdef int number, t
    look.cities = 0
    if not (r.people and (r.houses or r.factories or r.roads_each or r.mark == BY_SETTLING)):
        return
    for number in range(CITIES):
        t = at.city_at[number]
        if t != NOWHERE and not owns(look.o, t):
            look.city[look.cities] = t
            look.prize[look.cities] = look.ground[CITY] + worth_city(at, r, look, t)
            look.steps[look.cities] = steps_to(at, look.starts if r.count_links else own_tiles(look.o), t)
            look.cities += 1


cdef int steps_to(const Position* at, uint64_t tiles, int t) noexcept nogil:
    """From the nearest of these tiles to tile t, as the crow flies."""
    cdef int best = FAR
    while tiles:
        best = min(best, tiles_apart(at, first_bit(tiles), t))
        tiles &= tiles - 1
    return best


cdef void survey_ground(const Position* at, const Rules* r, Outlook* look) noexcept nogil:
    """Ground of each kind: room to grow, majorities, and being first where that pays whoever was there before."""
    cdef const HeuristicWeights* w = look.w
    cdef float spare
    cdef int kind
    for kind in range(KINDS):
        look.ground[kind] = w.growth
    if r.table == SETTLEMENTS:
        survey_majorities(at, r, look)
    spare = spare_settlements(at, r, look)
    for kind in range(MEADOW, KINDS):
        look.ground[kind] -= w.piece * (1 - spare)


cdef float spare_settlements(const Position* at, const Rules* r, const Outlook* look) noexcept nogil:
    """Where cities end the game: how freely settlements may go elsewhere, from 0 to 1."""
    cdef int missing, left = look.o.settlements
    if r.goal == CITY_CARDS:
        missing = r.end_cards - popcount(look.o.cards)
    elif r.goal == CITIES_CONNECTED:
        missing = r.end_links - connected_cities(at, r, look.i)
        left = min(left, <int>look.o.roads)
    elif r.goal == TRADING_HOUSES:
        missing = r.end_houses - houses_of(at, look.o)
    else:
        return 1
    return max(<float>0, min(<float>1, (left - look.w.way * missing) / 10))


cdef void survey_majorities(const Position* at, const Rules* r, Outlook* look) noexcept nogil:
    """One more settlement on a terrain: most where it decides who has the majority."""
    cdef int counts[OWNERS][TERRAINS]
    cdef int i, kind, most, gap
    cdef float stake
    for i in range(r.owners):
        count_table(at, r, i, counts[i])
    for kind in range(TERRAINS):
        most = 1
        for i in range(r.owners):
            if i != look.i and counts[i][kind] > most:
                most = counts[i][kind]
        gap = most - counts[look.i][kind]               # 0: level
        stake = 0
        if r.scoring_cards:
            stake += w_stake(look, r.majority_first[kind])
        if r.majority_points:
            stake += r.majority_end[kind]
        if r.income == INCOME_MAJORITIES:
            stake += 10 * look.rounds * look.mark
        look.ground[kind] += stake * (look.w.majority if -1 <= gap <= 1 else look.w.majority_far)


cdef inline float w_stake(const Outlook* look, int points) noexcept nogil:
    return points * look.w.scorings


cdef void survey_plants(const Position* at, const Rules* r, Outlook* look) noexcept nogil:
    """One more plant of each good: a set grows by the first of a kind."""
    cdef int good
    for good in range(GOODS):
        look.plant[good] = look.w.plant / (1 + look.o.goods[good])
        if r.goal == TRADING_HOUSES and total(look.o.goods, GOODS) < r.end_stored:
            look.plant[good] += look.w.plant
        if r.table == PLANTS:
            look.plant[good] += look.w.majority * 2
        if r.income == INCOME_SALES:
            look.plant[good] += look.w.yearly * look.rounds * look.mark


cdef void survey_links(const Position* at, const Rules* r, Outlook* look) noexcept nogil:
    """One more tile connected by roads."""
    cdef int kind
    look.starts = road_starts(r, look.o)
    for kind in range(TERRAINS):
        look.link[kind] = look.w.link
        if r.goal == CITIES_CONNECTED:
            look.link[kind] += look.w.link_goal * r.link_points[kind] + (look.w.link_city if kind == CITY else 0)
        if r.income == INCOME_ROADS:
            look.link[kind] += (10 if kind == CITY or kind == MOUNTAIN else 5) * look.rounds * look.mark * look.w.link_pay
        if r.table == CONNECTED:
            look.link[kind] += look.w.majority * 2


# ---- one action -------------------------------------------------------------------------------------

cdef float worth_action(const Position* at, const Rules* r, const Outlook* look, action_t a) noexcept nogil:
    """What an action other than the trolley's looks worth."""
    cdef const Owner* o = look.o
    cdef const HeuristicWeights* w = look.w
    if a == A_DONE:
        return w.done
    if at.stage == ACT or at.stage == RUN or at.stage == EXPLORE_MORE:
        return worth_act(at, r, look, a)
    if a < A_PLACE:
        return worth_capital(at, r, look, at.city_at[a - A_CAPITAL])
    if a < A_TENS:
        return r.owners - (a - A_PLACE)
    if a < A_TAKE:
        return worth_bid(at, r, look, a)
    if a < A_STEP_UP:
        return worth_privilege(at, r, look, a - A_TAKE) + w.done - offer_price(at, r, a - A_TAKE) * look.mark
    if a < A_RECRUIT:
        return w.upgrade * look.rounds
    if a < A_RECALL:
        return w.done + w.recruit * pull(at, r, look, a - A_RECRUIT, 0) - worth_of_thrift(r, look)
    if a < A_AGAIN:
        return 1 / (w.done + worth_ground(at, r, look, a - A_RECALL))
    if a >= A_CREW and a < A_STEP:
        return 1
    if a >= A_FOLLOW and a < A_EXPLORER:
        return 2
    if a >= A_EXPLORER and a < A_DRIVE:
        return w.done * (1.2 if (a - A_EXPLORER) % KINDS == CITY else 0.5)
    if a == A_ENTER:
        return 1
    if a >= A_FACTORY and a < A_EXCHANGE:
        return w.done + r.factory_points + look.rounds * look.mark * (15 if r.income == INCOME_FACTORIES else 0) \
            - factory_price(at, r, o, a - A_FACTORY) * look.mark
    if a >= A_EXCHANGE and a < A_SELL:
        return w.exchange
    if a >= A_SELL and a < A_REMOVE:
        return w.sell
    return 1 / (w.done + pull(at, r, look, a - (A_REMOVE if a < A_REMOVE_SETTLEMENT else A_REMOVE_SETTLEMENT), 1))


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
    cdef int t, there
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
        return w.done + 1 + worth_road(at, r, look, a - A_FREE_ROAD)
    if a < A_CREW:
        return w.done + worth_road(at, r, look, a - A_ROAD)
    if a < A_EXPLORE:
        t = (a - A_STEP) // SIDES
        there = at.near[t][(a - A_STEP) % SIDES]
        if owns(look.o, there):
            return w.done + w.walk * (pull(at, r, look, there, 0) - pull(at, r, look, t, 1))
        return w.done + worth_ground(at, r, look, there)
    return w.done + worth_space(r, look)


# ---- ground -----------------------------------------------------------------------------------------

cdef float worth_ground(const Position* at, const Rules* r, const Outlook* look, int t) noexcept nogil:
    """A settlement on a tile that the owner has not."""
    cdef int kind = at.kind[t]
    cdef float worth = look.ground[kind]
    cdef bint first = False
    if r.count_links and not beside_tiles(at, t, look.starts):
        return worth                                    # out of reach of the next road
    if r.firsts or r.token_income or r.pile_land:
        first = not inhabited(at, r, t)
    if first:
        worth += (r.firsts * r.first_income[kind] + r.token_income * look.rounds) * look.mark
        worth += at.pile[t] * look.w.pile
    if kind == CITY:
        return worth + worth_city(at, r, look, t)
    worth += approach(at, look, t)
    if r.explorer and open_space(at, r, t):
        worth += look.w.site * worth_space(r, look)
    if r.plants and at.plant[t] == 0:
        worth += look.w.site * (look.plant[r.good_of[kind]] if r.good_of[kind] < GOODS else 0)
    if r.roads_each:
        worth += look.w.site * look.link[kind]
    return worth


cdef bint beside_tiles(const Position* at, int t, uint64_t tiles) noexcept nogil:
    """Whether one of these tiles lies next to tile t."""
    cdef int side
    for side in range(SIDES):
        if at.near[t][side] != NOWHERE and (tiles >> at.near[t][side]) & 1:
            return True
    return False


cdef float approach(const Position* at, const Outlook* look, int t) noexcept nogil:
    """What lies ahead of a tile: the city that is worth most for the steps to it."""
    cdef float best = 0, v
    cdef int k, steps
    for k in range(look.cities):
        steps = tiles_apart(at, t, look.city[k])
        if steps >= look.steps[k]:
            continue                                    # no nearer than the network is
        v = look.prize[k] * (0.5 + 0.5 / (1 + steps))
        if v > best:
            best = v
    return best * look.w.approach


cdef inline int tiles_apart(const Position* at, int a, int b) noexcept nogil:
    return hexes(at.q[a] - at.q[b], at.r[a] - at.r[b])


cdef float worth_city(const Position* at, const Rules* r, const Outlook* look, int t) noexcept nogil:
    """What a settlement in a city brings beside its ground."""
    cdef int number = at.number[t] - 1
    cdef float worth = 15 * look.mark if has(look.o, I_2) else 0
    if r.mark == BY_SETTLING and not (look.o.cards >> number) & 1:
        worth += look.w.card + r.card_income * (1 + popcount(look.o.cards)) * look.mark
    if r.houses:
        worth += look.w.house - house_price(at, r, look.i, t) * look.mark
    if r.factories:
        worth += look.w.factory_site * free_factories(at, number)
    if r.roads_each:
        worth += look.w.site * look.link[CITY]
    return worth


cdef inline int free_factories(const Position* at, int number) noexcept nogil:
    return (at.factory[number][0] == 0) + (at.factory[number][1] == 0) + (at.factory[number][2] == 0)


cdef float pull(const Position* at, const Rules* r, const Outlook* look, int t, int here) noexcept nogil:
    """What one more resident finds to do on an own tile; `here`: 1 if it is one of those who are there already."""
    cdef const Owner* o = look.o
    cdef int side, there, present = residents_on(o, t) - here
    cdef float best = worth_plant_job(at, r, look, t, present) if r.plants else 0, v
    for side in range(SIDES):
        there = at.near[t][side]
        if there == NOWHERE:
            if not r.explorer or not may_explore(at, r, t, side):
                continue
            v = worth_space(r, look)
        elif at.kind[there] == WATER:
            continue
        elif not owns(o, there):
            v = worth_ground(at, r, look, there)
        elif r.roads_each and not (o.road[t] >> side) & 1 and (look.starts >> t | look.starts >> there) & 1:
            v = worth_road(at, r, look, edge(at, t, side))
            v = worth_job(look, v, crew_needed(at, r, look.i, t, side), present + residents_on(o, there))
        else:
            continue
        if v > best:
            best = v
    return best


cdef inline float worth_job(const Outlook* look, float worth, int need, int present) noexcept nogil:
    """What one more resident adds where a job needs so many: nothing if there are enough, most if it is the last."""
    return look.w.gather * worth / (need - present) if present < need else 0


cdef float worth_plant_job(const Position* at, const Rules* r, const Outlook* look, int t, int present) noexcept nogil:
    """What one more resident adds to the plant that could be built on an own tile."""
    cdef int kind = at.kind[t]
    if at.plant[t] or kind == CITY or r.good_of[kind] == GOODS:
        return 0
    return worth_job(look, look.plant[r.good_of[kind]], plant_crew(r, look.o, kind), present)


cdef bint open_space(const Position* at, const Rules* r, int t) noexcept nogil:
    """Whether a space next to the tile can be explored."""
    cdef int side
    for side in range(SIDES):
        if at.near[t][side] == NOWHERE and may_explore(at, r, t, side):
            return True
    return False


cdef inline float worth_space(const Rules* r, const Outlook* look) noexcept nogil:
    """A space to explore: its points, what will lie on it, an income token."""
    return look.w.space + r.explored_points * look.w.explored + r.token_income * look.rounds * look.mark


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
    """A road: the tiles that it connects, and cities most."""
    cdef int t = e // 3, there = at.near[t][e % 3]
    cdef float worth = look.w.road
    if not (look.o.linked >> t) & 1:
        worth += look.link[at.kind[t]]
    if not (look.o.linked >> there) & 1:
        worth += look.link[at.kind[there]]
    return worth


# ---- capitals, bids, privileges ---------------------------------------------------------------------

cdef float worth_capital(const Position* at, const Rules* r, const Outlook* look, int t) noexcept nogil:
    """A city for the headquarters: by the ground around it."""
    cdef float worth = look.w.done
    cdef int side, there
    for side in range(SIDES):
        there = at.near[t][side]
        if there != NOWHERE and at.kind[there] != WATER:
            worth += look.ground[at.kind[there]]
    return worth


cdef float worth_privilege(const Position* at, const Rules* r, const Outlook* look, int p) noexcept nogil:
    """A privilege, in points: what it scores, what it earns in the rounds to come, or what tuning.py says of it."""
    cdef float worth = r.privilege_points[p] + look.w.privilege[p]
    if p == I_5:
        worth += 10 * look.rounds * look.mark
    elif p == II_12:
        worth += 20 * look.rounds * look.mark
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
