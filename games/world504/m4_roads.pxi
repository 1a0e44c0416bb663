# Module 6 with module 4: neutral roads out of one pool (rules R6.S.3, R6.3D.8-11). Included by state.pyx.


cdef void find_pool_roads(const Position* at, const Rules* r, bint free, int there, uint64_t* edges) noexcept nogil:
    """As roads of owners: between own tiles, and once on to each tile that own residents attack (R6.3D.8, R6.3D.9)."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef uint64_t own = own_tiles(o), fields = 0, starts, others, tiles
    cdef int t, side, other
    if r.roads_limited and at.roads_left == 0:
        return
    starts = pool_starts(at, r, o)
    if r.road_to_fight and there == NOWHERE:
        fields = battlefields(o) & ~at.turn.paved
        if r.fight_at_once and battlefields(o):
            own = 0                             # before the fight only roads to it
    tiles = own | starts | fields
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        others = 0
        if (own >> t) & 1:
            others = own if (starts >> t) & 1 else own & starts
        if (starts >> t) & 1:
            others |= fields
        if (fields >> t) & 1:
            others |= starts
        others &= at.beside[t]
        if not free and not (o.up >> t) & 1:
            others &= o.up
        if there != NOWHERE and t != there:
            others &= bit(there)
        for side in range(HALF if others else 0):
            other = at.near[t][side]
            if other == NOWHERE or not (others >> other) & 1 or at.neutral[HALF * t + side]:
                continue
            if free or o.active[t] + o.active[other] >= crew_needed(at, r, at.actor, t, side):
                edges[side] |= bit(t)


cdef void lay_pool_road(Position* at, const Rules* r, int t, int side) noexcept nogil:
    """A road of the pool comes on the edge (R6.S.3); an attacked tile can have no second one this turn."""
    cdef uint64_t fields = battlefields(&at.owner[at.actor])
    at.neutral[edge(at, t, side)] = POOL_ROAD
    if at.roads_left:                           # none left: a substitute (U32)
        at.roads_left -= 1
    at.turn.paved |= fields & (bit(t) | bit(at.near[t][side]))
    if r.count_links and r.links_kept:
        if not at.owner[at.actor].linked:               # the first road
            count_built(at, r, at.owner[at.actor].capital)
        if at.kind[t] != CITY:
            count_built(at, r, t)
        if at.kind[at.near[t][side]] != CITY:
            count_built(at, r, at.near[t][side])
    recount_links(at, r)


cdef void count_built(Position* at, const Rules* r, int t) noexcept nogil:
    """The builder of a road counts the land at its ends that nobody has counted, with its first its capital (R6.3D.10)."""
    cdef Owner* o = &at.owner[at.actor]
    cdef int i
    for i in range(r.owners):
        if (at.owner[i].linked >> t) & 1 and (at.kind[t] != CITY or i == at.actor):
            return
    o.linked |= bit(t)
    if r.award:
        award_link(at, r, at.actor, t)


cdef void recount_links(Position* at, const Rules* r) noexcept nogil:
    """What each owner counts, after a road was built or a tile has changed hands; the actor comes first."""
    cdef int k
    if not (r.road_pool and r.count_links):
        return
    for k in range(r.owners):
        recount_owner(at, r, (at.actor + k) % r.owners)


cdef void recount_owner(Position* at, const Rules* r, int i) noexcept nogil:
    """All tiles joined with the capital by roads (R6.3D.11); where counted tiles stay, further cities (R6.3D.10)."""
    cdef Owner* o = &at.owner[i]
    cdef uint64_t tiles = home_network(at, r, o), counted = 0
    cdef int t
    if not tiles or not pool_neighbours(at, o.capital) or (r.links_kept and tiles == bit(o.capital)):
        tiles = 0
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        if at.kind[t] == CITY or not r.links_kept and (r.link_deserts or at.kind[t] != DESERT):
            counted |= bit(t)
    if not r.links_kept:
        o.linked = counted
        return
    counted &= ~o.linked
    while counted:
        t = first_bit(counted)
        counted &= counted - 1
        o.linked |= bit(t)
        if r.award:
            award_link(at, r, i, t)


cdef int pool_roads(const Position* at) noexcept nogil:
    """Neutral roads on the board (R6.E.2)."""
    cdef int e, n = 0
    for e in range(EDGES):
        n += at.neutral[e] == POOL_ROAD
    return n
