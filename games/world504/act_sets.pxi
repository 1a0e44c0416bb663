# What residents can do in phase 3D as sets of tiles and of edges, by kind of action, and how lists are made of them.
# Included by state.pyx.

cdef enum:                      # kinds of actions that a tile alone names, in the order of their codes
    AGAIN, RUNS, PLANTS_HERE, FISH_HERE, HARVESTS
    TILE_ACTS
    HALF = 3                    # sides on which an edge leaves its tile

cdef struct Acts:
    uint64_t tiles[TILE_ACTS]   # bit tile
    uint64_t free_road[HALF]    # by side: bit tile from which the edge leaves
    uint64_t road[HALF]
    uint64_t up                 # own active residents are there
    uint64_t room               # own tiles with room, where a resident that steps there tires
    uint64_t ground             # tiles where it lays a settlement
    uint64_t rim                # active residents there can explore
    uint64_t fights             # attackers there may fight now: nothing else but what helps them can be done before
    uint64_t roads[TILES]       # of the tiles with active residents: where own roads lead from there

cdef int[TILE_ACTS] TILE_ACT_CODES = [A_AGAIN, A_RUN, A_PLANT, A_FISH_PLANT, A_HARVEST]


cdef int list_edges(action_t* out, int n, const uint64_t* edges, int first) noexcept nogil:
    """Append first + edge for every edge of the set."""
    cdef uint64_t tiles = edges[0] | edges[1] | edges[2]
    cdef int t, side
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        for side in range(HALF):
            if (edges[side] >> t) & 1:
                out[n] = first + HALF * t + side
                n += 1
    return n


cdef int nth_edge(const uint64_t* edges, int nth) noexcept nogil:
    """The nth edge of a set, in the order of their numbers. Requires so many."""
    cdef uint64_t tiles = edges[0] | edges[1] | edges[2]
    cdef int t, side
    while True:
        t = first_bit(tiles)
        tiles &= tiles - 1
        for side in range(HALF):
            if (edges[side] >> t) & 1:
                if nth == 0:
                    return HALF * t + side
                nth -= 1


cdef inline int list_sides(action_t* out, int n, int sides, int first) noexcept nogil:
    """Append first + side for every side of the set."""
    while sides:
        out[n] = first + first_bit(sides)
        sides &= sides - 1
        n += 1
    return n


cdef inline int sides_towards(const Position* at, int t, uint64_t tiles) noexcept nogil:
    """Bit side: a tile of this set lies there. NOWHERE counts as a tile that no set has."""
    cdef int side, found = 0
    for side in range(SIDES):
        found |= <int>((tiles >> (at.near[t][side] & 63)) & 1) << side
    return found


cdef inline int side_towards(const Position* at, int t, int other) noexcept nogil:
    """The side on which a neighbour lies."""
    cdef int side = 0
    while at.near[t][side] != other:
        side += 1
    return side
