# What a list of actions is weighed by: what things are worth to the actor in this position. Included by state.pyx.

cdef enum:
    FAR = 99                    # steps to a tile that cannot be reached

cdef struct Ways:               # all that `cell`, `ahead` and `nearest` follow from, so that they can be kept
    uint64_t own                # from where ways begin
    uint64_t wanted             # cities
    uint64_t rim                # tiles from where to explore, where that is hoped for
    int tiles                   # on the board; 0: nothing is known yet
    uint8_t nearest[CITIES + 1] # steps to each city from what the owner has

cdef struct Outlook:            # worked out once for a list of actions; `ways` lasts longer
    const Owner* o
    const HeuristicWeights* w
    int i                       # the actor
    float rounds                # to come, this one included
    float mark                  # one Mark
    float army                  # where residents are bought: one more, whatever it finds to do
    float spare                 # how freely settlements may go elsewhere than to cities, 0 to 1
    float ground[KINDS]         # a settlement on another tile, by kind: what the table of majorities and growth give
    float plant[GOODS]          # one more plant of the good
    float link[TERRAINS]        # one more tile connected by roads
    uint64_t starts             # bit tile: a road may begin there
    bint goal_cities            # the owner's own cities end the game
    int missing                 # of them
    bint by_road                # cities must be connected, not only settled
    bint hope                   # more cities than are known are wanted, and can be explored
    int cities                  # that the owner has not and wants
    int city[CITIES]            # their tiles
    float prize[CITIES + 1]     # what each is worth; behind them a tile from where to explore
    uint8_t lead[CITIES + 1]    # steps to it from what the owner has
    uint8_t target              # the one of these cities that is next, where only one at a time is; NOWHERE: none
    int lacking                 # residents that the next road and the settlement at its end take, but for those at hand
    uint8_t cell[TILES]         # which of these cities is nearest to a tile; NOWHERE: none
    uint8_t ahead[TILES]        # steps to it
    Ways ways                   # what they were found for
    uint64_t pull_known[2]      # bit tile: what follows is known for it
    uint64_t ground_known
    float pulls[2][TILES]       # `pull` of a tile for one resident more, and for one who is there
    float grounds[TILES]        # `worth_ground`


cdef void survey(const Position* at, const Rules* r, Outlook* look) noexcept nogil:
    """What the settings make of things, and what the owner has of them so far."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef const HeuristicWeights* w = &r.heuristics[decider(at, r)]
    cdef float left = w.usual_rounds[r.goal] - at.round
    look.o, look.w, look.i = o, w, at.actor
    look.pull_known[0] = look.pull_known[1] = look.ground_known = 0
    look.rounds = max(left, <float>1)
    look.by_road = r.goal == CITIES_CONNECTED and not r.road_pool
    look.goal_cities = look.by_road or r.goal == CITY_CARDS or r.houses
    look.missing = missing_cities(at, r, look)
    look.mark = w.mark * min(<float>1, look.rounds / w.saving) / (1 + o.money / w.rich)
    look.army = worth_of_army(at, r, look) if r.end_pieces and at.stage == BUY_RESIDENT else 0
    survey_ground(at, r, look)
    if r.plants:
        survey_plants(at, r, look)
    if has_roads(r):
        survey_links(at, r, look)
    survey_cities(at, r, look)


cdef void survey_cities(const Position* at, const Rules* r, Outlook* look) noexcept nogil:
    """Cities that the owner wants to settle or, where roads decide, to connect; and the ways there."""
    cdef uint64_t had = look.o.linked if look.by_road and look.o.linked else own_tiles(look.o)
    cdef uint64_t wanted = 0
    cdef int number, t
    look.cities = 0
    look.target, look.lacking = NOWHERE, 0
    if r.houses or r.factories or has_roads(r) or r.mark == BY_SETTLING:
        for number in range(CITIES):
            t = at.city_at[number]
            if t != NOWHERE and not (had >> t) & 1:
                look.city[look.cities] = t
                look.prize[look.cities] = look.ground[CITY] + worth_city(at, r, look, t)
                look.cities += 1
                wanted |= bit(t)
    look.hope = at.stack[CITY] and (r.explorer or r.cart_explores) and look.cities < look.missing
    if not r.people or not (look.cities or look.hope):
        memset(look.cell, NOWHERE, TILES)
        look.ways.tiles = 0
        return
    if look.hope:
        look.prize[look.cities] = look.w.hope
    find_ways(at, look, wanted)
    memcpy(look.lead, look.ways.nearest, sizeof(look.lead))
    if look.by_road or look.spare < <float>0.2:
        choose_target(look)
    if look.by_road and look.target != NOWHERE:
        find_next_road(at, r, look)


cdef void find_ways(const Position* at, Outlook* look, uint64_t wanted) noexcept nogil:
    """Which of these cities is nearest to each tile over land, how far it is, and how far from what the owner has.

    Nothing is done where all that they follow from is as it was.
    """
    cdef uint64_t own = look.starts if look.by_road else own_tiles(look.o), rim = at.rim if look.hope else 0
    cdef uint64_t[CITIES + 1] edge
    cdef uint64_t left = land(at), found, met = 0
    cdef int k, t, steps = 0
    if look.ways.tiles == at.tiles and look.ways.own == own and look.ways.wanted == wanted and look.ways.rim == rim:
        return
    look.ways.tiles, look.ways.own, look.ways.wanted, look.ways.rim = at.tiles, own, wanted, rim
    memset(look.cell, NOWHERE, TILES)
    memset(look.ways.nearest, FAR, sizeof(look.ways.nearest))
    for k in range(look.cities):
        edge[k] = bit(look.city[k])
    edge[look.cities] = rim & left & ~wanted
    for k in range(look.cities + 1):
        left &= ~edge[k]
        met |= edge[k]
    while met:
        met = 0
        for k in range(look.cities + 1):
            if edge[k] & own and look.ways.nearest[k] == FAR:
                look.ways.nearest[k] = steps
            found = 0
            while edge[k]:
                t = first_bit(edge[k])
                edge[k] &= edge[k] - 1
                look.cell[t], look.ahead[t] = k, steps
                found |= at.beside[t]
            edge[k] = found & left
            left &= ~found
            met |= edge[k]
        steps += 1


cdef void choose_target(Outlook* look) noexcept nogil:
    """Where roads or settlements are scarce the nearest city is next; the ways to others do not count until then."""
    cdef int k, best = FAR
    for k in range(look.cities + look.hope):
        if look.lead[k] < best:
            best, look.target = look.lead[k], k
    for k in range(look.cities + look.hope):
        if k != look.target:
            look.lead[k] = 0


cdef void find_next_road(const Position* at, const Rules* r, Outlook* look) noexcept nogil:
    """Of the roads that bring the network nearer to that city the one that takes fewest residents: how many it lacks."""
    cdef const Owner* o = look.o
    cdef uint64_t tiles = look.starts
    cdef int t, side, there, need, hands = 0, best = FAR, end = NOWHERE
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        hands += residents_on(o, t)
        if look.cell[t] != look.target or look.ahead[t] != look.lead[look.target]:
            continue
        for side in range(SIDES):
            there = at.near[t][side]
            if there == NOWHERE or not leads_on(look, t, there):
                continue
            need = crew_needed(at, r, look.i, t, side) + 2 * (not owns(o, there))
            if need < best:
                best, end = need, there
    if end != NOWHERE:
        look.lacking = best - (not owns(o, end)) - hands - residents_on(o, end)


cdef void survey_ground(const Position* at, const Rules* r, Outlook* look) noexcept nogil:
    """Ground of each kind: room to grow, majorities, and being first where that pays whoever was there before."""
    cdef const HeuristicWeights* w = look.w
    cdef int kind
    for kind in range(KINDS):
        look.ground[kind] = w.growth
        if r.goal == EMPIRE:
            look.ground[kind] += r.empire_points[kind] * <float>0.5
        if r.income == INCOME_TILES:
            look.ground[kind] += r.tile_income[has(look.o, III_5)] * look.rounds * look.mark * <float>0.5
    if r.table == SETTLEMENTS:
        survey_majorities(at, r, look)
    look.spare = spare_settlements(r, look)


cdef float worth_of_army(const Position* at, const Rules* r, const Outlook* look) noexcept nogil:
    """Where the last resident bought ends the game (R4.E.1): who is ahead wants that end, and others do not."""
    cdef int i, own = land_points(at, r, look.o)
    for i in range(r.owners):
        if i != look.i and land_points(at, r, &at.owner[i]) >= own:
            return 0 if look.o.residents > 1 else -look.w.army
    return look.w.army


cdef float spare_settlements(const Rules* r, const Outlook* look) noexcept nogil:
    """Where cities end the game: how freely settlements may go elsewhere, from 0 to 1."""
    cdef int left = look.o.settlements
    if r.goal == GOODS_DELIVERED and r.plants and not r.house_delivery:
        return max(<float>0, min(<float>1, (left - look.w.plots) * <float>0.1))
    if not look.goal_cities:
        return 1
    if look.by_road:
        left = min(left, <int>look.o.roads)
    return max(<float>0, min(<float>1, (left - look.w.way * look.missing) / 10))


cdef int missing_cities(const Position* at, const Rules* r, const Outlook* look) noexcept nogil:
    """Cities that the owner still lacks for the end of the game, where its own cities decide that."""
    if r.goal == CITY_CARDS:
        return r.end_cards - popcount(look.o.cards)
    if r.goal == CITIES_CONNECTED:
        return r.end_links - connected_cities(at, r, look.i)
    if r.goal == TRADING_HOUSES:
        return r.end_houses - houses_of(at, look.o)
    if r.goal == GOODS_DELIVERED and r.house_delivery:
        return CITIES - houses_of(at, look.o)
    if r.goal == GOODS_DELIVERED and at.stack[CITY]:
        return CITIES                                   # their demand ends it
    if r.goal == ALL_FACTORIES:
        return (r.end_factories - all_factories(at, r) - open_places(at, look.o) + 2) // 3
    return 0


cdef int open_places(const Position* at, const Owner* o) noexcept nogil:
    """Factories that can still be built in the owner's cities."""
    cdef int number, n = 0
    for number in range(CITIES):
        if at.city_at[number] != NOWHERE and owns(o, at.city_at[number]):
            n += 3 - factories_in(at, number)
    return n


cdef void survey_majorities(const Position* at, const Rules* r, Outlook* look) noexcept nogil:
    """One more settlement on a terrain: most where it decides who has the majority."""
    cdef int counts[OWNERS][KINDS]
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
            stake += r.majority_each * look.rounds * look.mark
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
        if r.goods_on_plants and needs_demand(r) and not demanded(at, r, good):
            look.plant[good] *= look.w.unasked
        if r.table == PLANTS:
            look.plant[good] += look.w.majority * 2
        if r.income == INCOME_SALES:
            look.plant[good] += look.w.yearly * look.rounds * look.mark


cdef bint demanded(const Position* at, const Rules* r, int good) noexcept nogil:
    """Whether more cities demand the good than there are plants with one ready."""
    cdef uint64_t ripe = at.ripe
    cdef int number, n = 0
    for number in range(CITIES):
        n += (at.demand[number] >> good) & 1
    while ripe:
        n -= good_made(at.plant[first_bit(ripe)]) == good
        ripe &= ripe - 1
    return n > 0


cdef void survey_links(const Position* at, const Rules* r, Outlook* look) noexcept nogil:
    """One more tile connected by roads."""
    cdef int kind
    look.starts = pool_starts(at, r, look.o) if r.road_pool else road_starts(r, look.o)
    for kind in range(TERRAINS):
        look.link[kind] = look.w.link
        if r.goal == CITIES_CONNECTED:
            look.link[kind] += look.w.link_goal * r.link_points[kind] + (look.w.link_city if kind == CITY else 0)
        if r.income == INCOME_ROADS:
            look.link[kind] += r.link_income[kind] * look.rounds * look.mark * look.w.link_pay
        if r.table == CONNECTED:
            look.link[kind] += look.w.majority * 2


cdef inline bint leads_on(const Outlook* look, int t, int there) noexcept nogil:
    """Whether a road from a tile of the network is the next one on the way to the city to be connected."""
    return (look.starts >> t) & 1 and look.cell[t] == look.target and look.ahead[t] == look.lead[look.target] \
        and look.cell[there] == look.target and look.ahead[there] < look.ahead[t]


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
