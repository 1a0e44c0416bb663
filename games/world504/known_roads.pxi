# Where roads lead, where one may begin and how many residents it takes; how far residents run free (rules R6.3D,
# R2.3D.1). Nothing is changed here. Included by state.pyx.


# ---- where own roads lead (R6.3D.1, R6.3D.8) --------------------------------------------------------

cdef inline uint64_t road_neighbours(const Position* at, const Rules* r, const Owner* o, int t) noexcept nogil:
    """Tiles to which a road leads from an own one: the owner's, or a neutral one (R6.3D.8). Branches take longer."""
    cdef uint64_t found = 0, sides = o.road[t]
    cdef int side
    if r.road_pool:
        return pool_neighbours(at, t) & own_tiles(o)
    for side in range(SIDES):
        found |= (sides >> side & 1) << (at.near[t][side] & 63)
    return found


cdef inline uint64_t free_neighbours(const Position* at, const Rules* r, const Owner* o, int t) noexcept nogil:
    """Own tiles next to one to which a resident stays active: where one lies exhausted, along roads (R2.3D.1, R6.3D.1)."""
    return road_neighbours(at, r, o, t) | (at.beside[t] & o.down if r.hurry else 0)


# ---- where a road may begin, what it takes (R6.3D.2-5) ----------------------------------------------

cdef uint64_t tiles_on_roads(const Owner* o) noexcept nogil:
    """Tiles that own roads lead to."""
    cdef uint64_t tiles = own_tiles(o), found = 0
    cdef int t
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        found |= <uint64_t>(o.road[t] != 0) << t
    return found


cdef uint64_t road_starts(const Rules* r, const Owner* o) noexcept nogil:
    """Tiles of which a new road must touch one: the capital, then the network; at TOP III all (R6.3D.4, R6.3D.5)."""
    cdef uint64_t network
    if not r.road_network:
        return ~<uint64_t>0
    network = tiles_on_roads(o)
    return network if network or o.capital == NOWHERE else bit(o.capital)


cdef inline int road_cost(const Rules* r, const Owner* o, int kind) noexcept nogil:
    """Residents for a road on this terrain (R6.3D.2), with the privileges I(9), II(7) and II(8)."""
    if kind == MOUNTAIN and r.mountain_roads_as_meadow and has(o, II_7):
        kind = MEADOW
    elif kind == FOREST and has(o, I_9) or kind == CITY and has(o, II_8):
        return 1
    return r.road_cost[kind]


cdef int crew_needed(const Position* at, const Rules* r, int i, int t, int side) noexcept nogil:
    """Residents for a road: the dearer terrain's and one for each opponents' road there (R6.3D.2, R6.3D.3)."""
    cdef const Owner* o = &at.owner[i]
    cdef int j, n = max(road_cost(r, o, at.kind[t]), road_cost(r, o, at.kind[at.near[t][side]]))
    for j in range(r.owners):
        if j != i:
            n += (at.owner[j].road[t] >> side) & 1
    return n


# ---- the networks of neutral roads (R6.3D.9-11) -----------------------------------------------------

cdef uint64_t home_network(const Position* at, const Rules* r, const Owner* o) noexcept nogil:
    """The capital and the own tiles that neutral roads over own tiles join with it (R6.3D.9-11)."""
    cdef uint64_t own = own_tiles(o), found, open, more
    if o.capital == NOWHERE:
        return 0
    found = open = bit(o.capital)
    while open:
        more = pool_neighbours(at, first_bit(open)) & own & ~found
        found |= more
        open = open & (open - 1) | more
    return found


cdef uint64_t pool_starts(const Position* at, const Rules* r, const Owner* o) noexcept nogil:
    """Tiles of which a new road must touch one: joined with the capital (R6.3D.9, R6.3D.4); or all (R6.3D.5).

    With 4 at TOP III a capital may have left its network, which then goes on. That is so if the owner counts tiles,
    where these stay counted; else if capitals can move.
    """
    cdef uint64_t own = own_tiles(o), tiles = own, found = 0, home
    if not (r.home_network or r.road_network):
        return own
    home = home_network(at, r, o)
    if r.home_network or home & (home - 1) or not (o.linked if r.links_kept else r.move_capital):
        return home
    while tiles:
        if pool_neighbours(at, first_bit(tiles)) & own:
            found |= bit(first_bit(tiles))
        tiles &= tiles - 1
    return found if found else home
