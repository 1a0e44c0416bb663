# Module 6, roads (rules R6; where roads lead and what they take: known_roads.pxi). Included by state.pyx.
#
# An edge is named by the tile that it leaves to the east, southeast or southwest, and that side. `crew` is a road's
# residents: 2 * how many come from the edge's first tile + 1 if the one that returns to the supply is of the other.


# ---- 3D: where a road may be built ------------------------------------------------------------------

cdef void find_crewed_roads(const Position* at, const Rules* r, const Owner* o, Acts* can) noexcept nogil:
    """Roads between two own tiles for which enough active residents stand there (R6.3D.2-5)."""
    cdef uint64_t own = own_tiles(o), tiles = own & o.up, starts, others
    cdef int t, other, cost, hands, e
    if r.road_pool:
        find_pool_roads(at, r, False, NOWHERE, can.road)
        return
    if r.roads_limited and o.roads == 0:
        return
    starts = road_starts(r, o)
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        others = at.beside[t] & own & ~can.roads[t]
        if not (starts >> t) & 1:
            others &= starts
        cost = road_cost(r, o, at.kind[t])
        while others:
            other = first_bit(others)
            others &= others - 1
            hands = o.active[t] + o.active[other]
            if hands < cost or hands < road_cost(r, o, at.kind[other]):
                continue                                # as most often
            e = edge(at, t, side_towards(at, t, other))
            if hands >= crew_needed(at, r, at.actor, e // HALF, e % HALF):
                can.road[e % HALF] |= bit(e // HALF)


cdef void find_free_roads(const Position* at, const Rules* r, int there, uint64_t* edges) noexcept nogil:
    """Roads that may be built without residents: once a turn with privilege III(9), and by the trolley (R6.3E.1).

    By side: bit tile from which the edge leaves. One end is on the tile `there` where it is not NOWHERE. Requires three
    sets without a tile.
    """
    cdef const Owner* o = &at.owner[at.actor]
    cdef uint64_t own = own_tiles(o), tiles = own if there == NOWHERE else own & bit(there), starts, others
    cdef int t, e
    if r.road_pool:
        find_pool_roads(at, r, True, there, edges)
        return
    if r.roads_limited and o.roads == 0:
        return
    starts = road_starts(r, o)
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        others = at.beside[t] & own & ~road_neighbours(at, r, o, t)
        if not (starts >> t) & 1:
            others &= starts
        while others:
            e = edge(at, t, side_towards(at, t, first_bit(others)))
            edges[e % HALF] |= bit(e // HALF)
            others &= others - 1


# ---- building it ------------------------------------------------------------------------------------

cdef int list_crews(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Who builds the road on edge `target`: how many of its first tile, and who returns to the supply (R6.3D.4)."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef int t = at.turn.target // 3, side = at.turn.target % 3, x, n = 0
    cdef int need = crew_needed(at, r, at.actor, t, side)
    for x in range(max(0, need - o.active[at.near[t][side]]), min(need, o.active[t]) + 1):
        if x or not r.road_returns:
            out[n] = A_CREW + 2 * x
            n += 1
        if r.road_returns and x < need:
            out[n] = A_CREW + 2 * x + 1
            n += 1
    return n


cdef int build_road(Position* at, const Rules* r, int e) noexcept nogil:
    """A road on this edge; who builds it is asked where it can be more than one crew."""
    cdef action_t out[MAX_ACTIONS]
    at.turn.target = e
    if list_crews(at, r, out) > 1:
        at.stage = ROAD_CREW
        return ASKS
    return choose_crew(at, r, out[0] - A_CREW)


cdef int choose_crew(Position* at, const Rules* r, int crew) noexcept nogil:
    """The crew lies down, and where roads cost a resident one of it returns to the supply (R6.3D.4, R6.3D.5)."""
    cdef Owner* o = &at.owner[at.actor]
    cdef int t = at.turn.target // 3, side = at.turn.target % 3, k
    cdef int other = at.near[t][side], need = crew_needed(at, r, at.actor, t, side)
    for k in range(need):
        tire(o, t if k < crew // 2 else other)
    if r.road_returns:
        take_spent(o, other if crew & 1 else t)
        o.residents += 1
    at.turn.target = 0
    lay_road(at, r, at.actor, t, side)
    somebody_tired(at)
    return DONE


cdef int build_free_road(Position* at, const Rules* r, int e) noexcept nogil:
    at.turn.free_road |= 1
    lay_road(at, r, at.actor, e // 3, e % 3)
    somebody_tired(at)
    return DONE


cdef void lay_road(Position* at, const Rules* r, int i, int t, int side) noexcept nogil:
    """A road of the owner's supply comes on the edge; both ends are counted now (R6.3D.6)."""
    cdef Owner* o = &at.owner[i]
    cdef int other = at.near[t][side]
    if r.road_pool:
        lay_pool_road(at, r, t, side)
        return
    o.road[t] |= 1 << side
    o.road[other] |= 1 << opposite(side)
    if o.roads:                                 # none left: a substitute (U32)
        o.roads -= 1
    if r.count_links:
        count_link(at, r, i, t)
        count_link(at, r, i, other)


cdef void count_link(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The owner counts a tile that its roads reach for the first time, deserts as the world says (R6.3D.6, R6.S.4)."""
    cdef Owner* o = &at.owner[i]
    if (o.linked >> t) & 1 or (at.kind[t] == DESERT and not r.link_deserts):
        return
    o.linked |= bit(t)
    if r.award:
        award_link(at, r, i, t)


# ---- roads of nobody (R6.3D.7) ----------------------------------------------------------------------

cdef void leave_roads(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The owner's settlement has left the tile: its roads there are nobody's, and it counts it no longer (R6.3D.7)."""
    cdef Owner* o = &at.owner[i]
    cdef int side, e
    if r.road_pool:
        return
    for side in range(SIDES):
        if (o.road[t] >> side) & 1:
            e = edge(at, t, side)
            o.road[at.near[t][side]] &= ~(1 << opposite(side))
            if (at.neutral[e] >> i) & 1:        # its second one there
                o.roads += 1
            at.neutral[e] |= 1 << i
    o.road[t] = 0
    o.linked &= ~bit(t)


cdef void take_roads(Position* at, const Rules* r, int i) noexcept nogil:
    """Roads of nobody become the owner's where it has both ends, no road yet, and another leads there (R6.3D.7)."""
    cdef int e
    cdef bint more = not r.road_pool
    while more:
        more = False
        for e in range(3 * at.tiles):
            if at.neutral[e] and may_take_road(at, r, i, e // 3, e % 3):
                take_road(at, r, i, e)
                more = True


cdef bint may_take_road(const Position* at, const Rules* r, int i, int t, int side) noexcept nogil:
    cdef const Owner* o = &at.owner[i]
    cdef int other = at.near[t][side]
    if not (owns(o, t) and owns(o, other)) or (o.road[t] >> side) & 1 or not (o.road[t] or o.road[other]):
        return False
    return o.roads or not r.roads_limited or (at.neutral[edge(at, t, side)] >> i) & 1


cdef void take_road(Position* at, const Rules* r, int i, int e) noexcept nogil:
    """An own road replaces one of nobody, which goes back to its former owner's supply; the own one goes first."""
    cdef int former = i if (at.neutral[e] >> i) & 1 else first_bit(at.neutral[e])
    at.neutral[e] &= ~(1 << former)
    at.owner[former].roads += 1
    lay_road(at, r, i, e // 3, e % 3)


# ---- 3E: the road of the trolley (R6.3E.1) ----------------------------------------------------------

cdef int list_cart_roads(const Position* at, const Rules* r, action_t* out, int n) noexcept nogil:
    """Once a turn a free road from the trolley's tile, if that tile and the next carry own settlements."""
    cdef uint64_t[HALF] edges
    if not r.cart_road or at.turn.free_road & 2:
        return n
    edges[0] = edges[1] = edges[2] = 0
    find_free_roads(at, r, at.owner[at.actor].trolley, edges)
    return list_edges(out, n, edges, A_FREE_ROAD)


cdef void build_cart_road(Position* at, const Rules* r, int e) noexcept nogil:
    """Lays it; the trolley's phase asks on."""
    at.turn.free_road |= 2
    lay_road(at, r, at.actor, e // 3, e % 3)


# ---- what roads bring -------------------------------------------------------------------------------

cdef inline int linked_sets(const int* counts) noexcept nogil:
    """Sets of city, meadow, forest, field and mountain."""
    return min(min(min(counts[CITY], counts[MEADOW]), min(counts[FOREST], counts[FIELD])), counts[MOUNTAIN])


cdef int connected_cities(const Position* at, const Rules* r, int i) noexcept nogil:
    """Cities that the owner counts, its capital among them (R6.E.1)."""
    cdef int counts[KINDS]
    count_kinds(at, at.owner[i].linked, counts)
    return counts[CITY]


cdef int road_income(const Position* at, const Rules* r, int i) noexcept nogil:
    """R6.3H.1 without the base income: further cities, for each city a tile of each terrain, and sets."""
    cdef const Owner* o = &at.owner[i]
    cdef int counts[KINDS]
    cdef int kind, sum
    count_kinds(at, o.linked, counts)
    sum = r.link_income[CITY] * (counts[CITY] - ((o.linked & own_tiles(o) & ~o.settled) != 0)) + r.link_income_set * linked_sets(counts)
    for kind in range(MEADOW, TERRAINS):
        sum += r.link_income[kind] * min(counts[kind], counts[CITY])
    return sum


cdef int road_points(const Position* at, const Rules* r, int i) noexcept nogil:
    """R6.F.1: each tile counted by its terrain, and sets."""
    cdef int counts[KINDS]
    cdef int kind, points
    count_kinds(at, at.owner[i].linked, counts)
    points = r.link_set * linked_sets(counts)
    for kind in range(TERRAINS):
        points += r.link_points[kind] * counts[kind]
    return points


cdef int residents_on_roads(const Position* at, const Rules* r, int i) noexcept nogil:
    """Residents on tiles with own roads (R6.T.1), or with neutral ones (R6.T.2)."""
    cdef const Owner* o = &at.owner[i]
    cdef uint64_t tiles = o.up | o.down
    cdef int t, side, n = 0
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        for side in range(SIDES):
            if (o.road[t] >> side) & 1 or r.road_pool and neutral_road(at, t, side):
                n += residents_on(o, t)
                break
    return n
