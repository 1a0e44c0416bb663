# Phases 3C and 3D that all worlds with residents share (rules G17-G23, R2.3A.2, R2.3D.1). Included by state.pyx.


# ---- 3C: new residents (G17-G19) --------------------------------------------------------------------

cdef bint begin_recruiting(Position* at, const Rules* r) noexcept nogil:
    cdef action_t out[MAX_ACTIONS]
    if list_recruits(at, r, out) > 1:
        at.stage = BUY_RESIDENT
        return True
    stand_up(&at.owner[at.actor])
    return False


cdef inline int resident_cost(const Rules* r, const Owner* o) noexcept nogil:
    return r.resident_price[has(o, II_4)]


cdef int places_for_recruits(const Position* at, const Rules* r, const Owner* o, int t) noexcept nogil:
    """How many more new residents the tile takes: the capital up to its limit, others by who is there (G18)."""
    cdef int room = room_on(r, o, t)
    if o.capital == t:
        return room
    return min(room, 1 + has(o, I_1) + o.spent[t] - o.active[t])


cdef int list_recruits(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Tiles for one more resident, ascending where no recall can change what they take."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef uint64_t tiles = own_tiles(o)
    cdef int t, n = 1
    out[0] = A_DONE
    if o.money < resident_cost(r, o) or not (o.residents or (r.recall and (o.up | o.down))):
        return n
    if r.recruit_limit and at.round > 1 and at.turn.bought >= plants_of(at, r, at.actor) + r.recruit_limit:
        return n
    if at.turn.last and not r.recall:
        tiles &= ~(bit(at.turn.last - 1) - 1)
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        if places_for_recruits(at, r, o, t) > 0:
            out[n] = A_RECRUIT + t
            n += 1
    return n


cdef void recruit(Position* at, const Rules* r, action_t a) noexcept nogil:
    """Buy one resident and place it, out of the supply or from elsewhere on the board (G17, R2.3A.2)."""
    cdef Owner* o = &at.owner[at.actor]
    if a == A_DONE:
        at.turn.last = 0
        stand_up(o)
        go_on(at, r)
        return
    at.turn.last = 1 + a - A_RECRUIT
    if o.residents == 0:
        at.stage = RECALL_RESIDENT
        return
    o.residents -= 1
    place_recruit(at, r)


cdef void place_recruit(Position* at, const Rules* r) noexcept nogil:
    cdef Owner* o = &at.owner[at.actor]
    o.money -= resident_cost(r, o)
    add_active(o, at.turn.last - 1)
    at.turn.bought += 1
    if not begin_recruiting(at, r):
        at.turn.last = 0
        go_on(at, r)


cdef int list_resident_recalls(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return list_bits(out, 0, at.owner[at.actor].up | at.owner[at.actor].down, A_RECALL)


cdef void recall_resident(Position* at, const Rules* r, int t) noexcept nogil:
    """A resident on the board is the one that is placed; an exhausted one first, as it is worth less."""
    cdef Owner* o = &at.owner[at.actor]
    if o.spent[t]:
        take_spent(o, t)
    else:
        take_active(o, t)
    place_recruit(at, r)


# ---- 3D: what residents do (G20-G23) ----------------------------------------------------------------

cdef bint begin_residents(Position* at, const Rules* r) noexcept nogil:
    """The phase asks while anybody can do anything."""
    cdef action_t out[MAX_ACTIONS]
    at.stage = ACT
    if list_steps(at, r, out, 1) > 1 or list_acts(at, r, out) > 1:
        return True
    tire_all(&at.owner[at.actor])
    return False


cdef void ask_again(Position* at, const Rules* r) noexcept nogil:
    """An action is over: the next one is asked for, or the phase ends."""
    if not begin_residents(at, r):
        go_on(at, r)


cdef void somebody_tired(Position* at) noexcept nogil:
    """Residents may run anew: what is in reach has changed."""
    at.turn.ran = 0


cdef int list_acts(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Everything that the owner's residents can do now, ascending."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef uint64_t tiles
    cdef int n = 1
    out[0] = A_DONE
    if has(o, II_11) and not at.turn.again:
        n = list_bits(out, n, o.down, A_AGAIN)
    if o.up and (r.hurry or r.roads_each):
        tiles = o.up & ~at.turn.ran
        while tiles:
            if can_run(at, r, o, first_bit(tiles)):
                out[n] = A_RUN + first_bit(tiles)
                n += 1
            tiles &= tiles - 1
    if r.plants:
        n = list_plants(at, r, out, n)
        n = list_fish_plants(at, r, out, n)
    if r.pile_land:
        n = list_harvests(at, r, out, n)
    if r.roads_each:
        n = list_free_roads(at, r, out, n)
        n = list_roads(at, r, out, n)
    n = list_steps(at, r, out, n)
    if r.explorer:
        n = list_explorations(at, r, out, n)
    return n


cdef void act(Position* at, const Rules* r, action_t a) noexcept nogil:
    """What one active resident does (G20, G22); at the end all others lie down (G23)."""
    cdef Owner* o = &at.owner[at.actor]
    if a == A_DONE:
        tire_all(o)
        go_on(at, r)
    elif a < A_RUN:                             # A_AGAIN: it stands up after its first action (II(11))
        take_spent(o, a - A_AGAIN)
        add_active(o, a - A_AGAIN)
        at.turn.again = 1
        somebody_tired(at)
        ask_again(at, r)
    elif a < A_STOP:
        at.turn.source = a - A_RUN
        at.stage = RUN
    elif a < A_HARVEST:
        build_plant(at, r, a - A_PLANT if a < A_FISH_PLANT else a - A_FISH_PLANT, a >= A_FISH_PLANT)
    elif a < A_FREE_ROAD:
        harvest(at, r, a - A_HARVEST)
    elif a < A_ROAD:
        build_free_road(at, r, a - A_FREE_ROAD)
    elif a < A_CREW:
        build_road(at, r, a - A_ROAD)
    elif a < A_EXPLORE:
        step(at, r, (a - A_STEP) // SIDES, (a - A_STEP) % SIDES)
    else:
        explore(at, r, (a - A_EXPLORE) // SIDES, (a - A_EXPLORE) % SIDES)


# ---- steps (G21) ------------------------------------------------------------------------------------

cdef bint runs_free(const Position* at, const Rules* r, const Owner* o, int t, int side) noexcept nogil:
    """Whether a resident stays active when it goes to the neighbour on that side (R2.3D.1, R6.3D.1)."""
    if (o.road[t] >> side) & 1:
        return True
    return r.hurry and o.spent[at.near[t][side]] > 0


cdef int list_steps(const Position* at, const Rules* r, action_t* out, int n) noexcept nogil:
    """Steps that tire: on to an own tile with room, or on to another tile, where a settlement is laid."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef uint64_t tiles = o.up
    cdef int t, side, there
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        for side in range(SIDES):
            there = at.near[t][side]
            if there == NOWHERE or at.kind[there] == WATER:
                continue
            if owns(o, there):
                if runs_free(at, r, o, t, side) or room_on(r, o, there) <= 0:
                    continue
            elif not may_settle(at, r, at.actor, there):
                continue
            out[n] = A_STEP + SIDES * t + side
            n += 1
    return n


cdef void step(Position* at, const Rules* r, int t, int side) noexcept nogil:
    cdef Owner* o = &at.owner[at.actor]
    cdef int there = at.near[t][side]
    somebody_tired(at)
    take_active(o, t)
    if owns(o, there):
        add_spent(o, there)
        ask_again(at, r)
        return
    at.turn.target = there
    if o.settlements == 0:
        at.turn.settle_from = ACT
        at.stage = RECALL_SETTLEMENT
        return
    resident_settles(at, r, at.actor, there)
    ask_again(at, r)


# ---- runs -------------------------------------------------------------------------------------------
# A resident that runs free goes at once to any tile in reach. After somebody has tired it may do so once: a tile where
# a run has ended sends nobody on until then. Residents of an owner are alike, and where one can go in two runs it can
# go in one, so every distribution of residents is reached by runs from tiles that lose to tiles that win, and no chain of
# runs is longer than the number of residents.

cdef uint64_t run_reach(const Position* at, const Rules* r, const Owner* o, int source) noexcept nogil:
    """The tiles where an active resident can come without tiring, without the one it starts from."""
    cdef uint64_t seen = bit(source), open = bit(source), reach = 0
    cdef int t, side, there
    while open:
        t = first_bit(open)
        open &= open - 1
        for side in range(SIDES):
            there = at.near[t][side]
            if there == NOWHERE or (seen >> there) & 1 or not owns(o, there) or not runs_free(at, r, o, t, side):
                continue
            if room_on(r, o, there) > 0:
                reach |= bit(there)
            elif not r.full_tiles_open:
                continue
            seen |= bit(there)
            open |= bit(there)
    return reach


cdef bint can_run(const Position* at, const Rules* r, const Owner* o, int source) noexcept nogil:
    """Whether run_reach has any tile: most often one next to the source shows it."""
    cdef int side, there
    for side in range(SIDES):
        there = at.near[source][side]
        if there != NOWHERE and owns(o, there) and runs_free(at, r, o, source, side) and room_on(r, o, there) > 0:
            return True
    return r.full_tiles_open and run_reach(at, r, o, source) != 0


cdef int list_stops(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return list_bits(out, 0, run_reach(at, r, &at.owner[at.actor], at.turn.source), A_STOP)


cdef void stop_run(Position* at, const Rules* r, int t) noexcept nogil:
    cdef Owner* o = &at.owner[at.actor]
    take_active(o, at.turn.source)
    add_active(o, t)
    at.turn.ran |= bit(t)
    at.turn.source = 0
    at.stage = ACT
    ask_again(at, r)


# ---- recalling a settlement (R2.3A.2) ---------------------------------------------------------------

cdef int list_settlement_recalls(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return list_bits(out, 0, at.owner[at.actor].settled, A_RECALL)


cdef void recall_settlement(Position* at, const Rules* r, int t) noexcept nogil:
    """The supply lacks a settlement: one comes from the board, with all own residents of its tile."""
    cdef Owner* o = &at.owner[at.actor]
    o.residents += residents_on(o, t)
    o.active[t] = o.spent[t] = 0
    o.up &= ~bit(t)
    o.down &= ~bit(t)
    unsettle(at, r, at.actor, t)
    if at.turn.settle_from == ACT:
        resident_settles(at, r, at.actor, at.turn.target)
        at.turn.target = at.turn.settle_from = 0
        ask_again(at, r)
    elif at.turn.settle_from == FOLLOW:
        settle_follower(at, r)
    else:
        settle_from_trolley(at, r)
