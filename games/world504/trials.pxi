# Random playouts: what a resident does in phase 3D, drawn by trial. Included by state.pyx.
#
# Each tile with active residents has the same number of places: one a side for steps, roads and explorations, one for
# each action that a tile alone names, and one to be done with it, which counts on the first tile only. A place is drawn,
# and again while nothing can be done there. So every action is as likely as any other, and what most residents could do
# need not be found out.

cdef enum:
    TRIALS = 16                 # then the actions are counted


cdef action_t tried_act(const Position* at, const Rules* r, Stream* rng) noexcept nogil:
    """One of the list of acts, each alike."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef uint32_t tiles = popcount(o.up)
    cdef bint paves = r.roads_each and (o.roads or not r.roads_limited)
    cdef bint explores = r.explorer and o.up & at.rim
    cdef uint32_t places = SIDES + 5 + (SIDES if paves else 0) + (SIDES if explores else 0)
    cdef uint64_t draw
    cdef int trial, t, place
    if not tiles or r.war or r.trade == PRIVATE or has(o, II_11) or has(o, III_9):
        return random_action(at, r, rng)        # there are actions that have no place
    for trial in range(TRIALS):
        draw = draw64(rng)
        t = nth_bit(o.up, <int>((draw >> 32) * tiles >> 32))
        place = <int>(<uint64_t><uint32_t>draw * places >> 32)
        if place == <int>places - 1:
            if t == first_bit(o.up):
                return A_DONE
        elif act_at(at, r, o, t, place, paves, explores, &draw):
            return <action_t>draw
    return random_act(at, r, rng)


cdef inline bint act_at(const Position* at, const Rules* r, const Owner* o, int t, int place, bint paves, bint explores,
                        uint64_t* found) noexcept nogil:
    """Whether the action can be done for which this place of a tile with active residents stands; `found`: its code.

    `paves`, `explores`: there are places for roads, for explorations.
    """
    cdef int kind
    if place < SIDES:
        found[0] = A_STEP + SIDES * t + place
        return can_step(at, r, o, t, place)
    place -= SIDES
    if paves:
        if place < SIDES:
            found[0] = A_ROAD + edge(at, t, place)
            return can_pave(at, r, o, t, place)
        place -= SIDES
    if explores:
        if place < SIDES:
            found[0] = A_EXPLORE + SIDES * t + place
            return may_explore(at, r, t, place)
        place -= SIDES
    found[0] = TILE_ACT_CODES[RUNS + place] + t
    if place == 0:
        return (r.hurry or r.roads_each) and can_run(at, r, o, t)
    if place == HARVESTS - RUNS:
        return r.pile_land and at.pile[t]
    kind = at.kind[t]
    if not r.plants or at.plant[t] or kind == CITY:
        return False
    if place == FISH_HERE - RUNS:
        return o.active[t] >= r.fish_cost and beside_kind(at, t, WATER)
    return r.good_of[kind] < GOODS and o.active[t] >= plant_crew(r, o, kind)


cdef bint can_step(const Position* at, const Rules* r, const Owner* o, int t, int side) noexcept nogil:
    """Whether a resident can step there so that it tires (step_targets)."""
    cdef int there = at.near[t][side]
    if there == NOWHERE:
        return False
    if not owns(o, there):
        return may_settle(at, r, at.actor, there)
    if r.hurry and o.spent[there] or (o.road[t] >> side) & 1:
        return False
    return room_on(r, o, there) > 0


cdef bint can_run(const Position* at, const Rules* r, const Owner* o, int t) noexcept nogil:
    """Whether a resident can run from the tile (find_runners)."""
    cdef uint64_t tiles
    if (at.turn.ran >> t) & 1:
        return False
    tiles = free_neighbours(at, r, o, t) & own_tiles(o)
    while tiles:
        if room_on(r, o, first_bit(tiles)) > 0:
            return True
        tiles &= tiles - 1
    return r.full_tiles_open and run_reach(at, r, o, t) != 0


cdef bint can_pave(const Position* at, const Rules* r, const Owner* o, int t, int side) noexcept nogil:
    """Whether a road can be built on that side (find_crewed_roads); of two tiles that have a place for it the lower."""
    cdef int other = at.near[t][side], hands, e
    cdef uint64_t starts
    if other == NOWHERE or not owns(o, other) or (o.road[t] >> side) & 1 or (other < t and o.active[other]):
        return False
    hands = o.active[t] + o.active[other]
    if hands < road_cost(r, o, at.kind[t]) or hands < road_cost(r, o, at.kind[other]):
        return False
    e = edge(at, t, side)
    if hands < crew_needed(at, r, at.actor, e // HALF, e % HALF):
        return False
    starts = road_starts(r, o)
    return (starts >> t | starts >> other) & 1
