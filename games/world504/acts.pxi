# Phase 3D, what residents can do now (rules G20-G22), as sets of tiles (act_sets.pxi). Lists are made of them, and a
# random action is drawn from them without a list. Included by state.pyx.


cdef void find_acts(const Position* at, const Rules* r, Acts* can) noexcept nogil:
    """All that the actor's residents can do."""
    cdef const Owner* o = &at.owner[at.actor]
    memset(can, 0, sizeof(Acts) - sizeof(can.roads))
    if has(o, II_11) and not at.turn.again:
        can.tiles[AGAIN] = tiles_of_the_tired(at, o)
    find_road_neighbours(at, r, o, can)
    if r.fight_at_once and battlefields(o):
        find_acts_before_fight(at, r, can)
        return
    if has_roads(r) and has(o, III_9) and not at.turn.free_road & 1:
        find_free_roads(at, r, NOWHERE, can.free_road)
    if not o.up:
        return
    can.up = o.up
    can.room = tiles_with_room(r, o)
    if r.hurry or has_roads(r):
        can.tiles[RUNS] = find_runners(at, r, o, can)
    if r.plants:
        find_plants(at, r, o, can)
    if r.pile_land:
        can.tiles[HARVESTS] = harvest_sites(at, o)
    if has_roads(r):
        find_crewed_roads(at, r, o, can)
    if r.hurry:
        can.room &= ~o.down
    can.ground = enter_ground(at, r, at.actor)
    if r.explorer:
        can.rim = o.up & at.rim


cdef uint64_t tiles_of_the_tired(const Position* at, const Owner* o) noexcept nogil:
    """Own tiles where a resident lies that has acted, and may so act again (II(11))."""
    cdef uint64_t tiles = o.down & own_tiles(o), found = 0
    while tiles:
        if o.spent[first_bit(tiles)] > at.turn.idle[first_bit(tiles)]:
            found |= tiles & -tiles
        tiles &= tiles - 1
    return found


cdef inline bint has_roads(const Rules* r) noexcept nogil:
    return r.roads_each or r.road_pool


cdef void find_road_neighbours(const Position* at, const Rules* r, const Owner* o, Acts* can) noexcept nogil:
    """Where roads lead to from each tile with active residents."""
    cdef uint64_t tiles = o.up
    while tiles:
        can.roads[first_bit(tiles)] = road_neighbours(at, r, o, first_bit(tiles)) if has_roads(r) else 0
        tiles &= tiles - 1


cdef inline uint64_t step_targets(const Position* at, const Acts* can, int t) noexcept nogil:
    """Where a resident on the tile can step so that it tires (G21): not where an own road leads, there it runs."""
    return at.beside[t] & (can.room & ~can.roads[t] | can.ground)


cdef int count_acts(const Position* at, const Rules* r, const Acts* can) noexcept nogil:
    """How many actions that is, to leave it at that included."""
    cdef action_t assaults[SIDES * TILES]
    cdef uint64_t tiles = can.up
    cdef int k, n = 1
    if can.fights:
        n = popcount(can.fights)
    elif r.fights == MAN_TO_MAN and r.siege != SAFE:
        n += list_assaults(at, r, assaults, 0)
    for k in range(TILE_ACTS):
        n += popcount(can.tiles[k])
    if has_roads(r):
        for k in range(HALF):
            n += popcount(can.free_road[k]) + popcount(can.road[k])
    while tiles:
        n += popcount(step_targets(at, can, first_bit(tiles)))
        tiles &= tiles - 1
    tiles = can.rim
    while tiles:
        n += popcount(spaces_beside(at, r, first_bit(tiles)))
        tiles &= tiles - 1
    return n


# ---- as a list --------------------------------------------------------------------------------------

cdef int list_acts(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Everything that the owner's residents can do now, ascending."""
    cdef Acts can
    cdef uint64_t tiles
    cdef int k, t, n = 0
    find_acts(at, r, &can)
    if not can.fights:
        out[0] = A_DONE
        n = 1
    for k in range(TILE_ACTS):
        n = list_bits(out, n, can.tiles[k], TILE_ACT_CODES[k])
    if has_roads(r):
        n = list_edges(out, n, can.free_road, A_FREE_ROAD)
        n = list_edges(out, n, can.road, A_ROAD)
    tiles = can.up
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        n = list_sides(out, n, sides_towards(at, t, step_targets(at, &can, t)), A_STEP + SIDES * t)
    tiles = can.rim
    while tiles:
        n = list_spaces(at, r, first_bit(tiles), out, n)
        tiles &= tiles - 1
    n = list_bits(out, n, can.fights, A_FIGHT)
    if r.fights == MAN_TO_MAN and r.siege != SAFE:
        n = list_assaults(at, r, out, n)
    return n


# ---- one at random ----------------------------------------------------------------------------------

cdef action_t random_act(const Position* at, const Rules* r, Stream* rng) noexcept nogil:
    """One of the list, each alike, with no draw where there is one."""
    cdef Acts can
    cdef int n
    find_acts(at, r, &can)
    n = count_acts(at, r, &can)
    return nth_act(at, r, &can, 0 if n == 1 else below(rng, n))


cdef action_t nth_act(const Position* at, const Rules* r, const Acts* can, int nth) noexcept nogil:
    """The nth action of the list, from 0. Requires nth < count_acts."""
    cdef action_t assaults[SIDES * TILES]
    cdef uint64_t tiles = can.up, targets
    cdef int k, t, n
    if not can.fights:
        if nth == 0:
            return A_DONE
        nth -= 1
    for k in range(TILE_ACTS):
        n = popcount(can.tiles[k])
        if nth < n:
            return TILE_ACT_CODES[k] + nth_bit(can.tiles[k], nth)
        nth -= n
    if has_roads(r):
        n = popcount(can.free_road[0]) + popcount(can.free_road[1]) + popcount(can.free_road[2])
        if nth < n:
            return A_FREE_ROAD + nth_edge(can.free_road, nth)
        nth -= n
        n = popcount(can.road[0]) + popcount(can.road[1]) + popcount(can.road[2])
        if nth < n:
            return A_ROAD + nth_edge(can.road, nth)
        nth -= n
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        targets = step_targets(at, can, t)
        n = popcount(targets)
        if nth < n:
            return A_STEP + SIDES * t + nth_bit(sides_towards(at, t, targets), nth)
        nth -= n
    tiles = can.rim
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        k = spaces_beside(at, r, t)
        n = popcount(k)
        if nth < n:
            return A_EXPLORE + SIDES * t + nth_bit(k, nth)
        nth -= n
    if can.fights:
        return A_FIGHT + nth_bit(can.fights, nth)
    list_assaults(at, r, assaults, 0)
    return assaults[nth]
