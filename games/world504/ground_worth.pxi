# What ground, roads and plants are worth at a glance: heuristics that the others build on. Included by state.pyx.

cdef float LEAST = 0.005         # no action is worth less


# ---- settlements ------------------------------------------------------------------------------------

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


# ---- residents --------------------------------------------------------------------------------------

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


# ---- plants and roads -------------------------------------------------------------------------------

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
