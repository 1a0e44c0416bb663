# Phases 3C and 3D that all worlds with residents share (rules G17-G23, R2.3A.2): who is bought, who acts, what a step
# does. Included by state.pyx.


# ---- 3C: new residents (G17-G19) --------------------------------------------------------------------

cdef bint begin_recruiting(Position* at, const Rules* r) noexcept nogil:
    if recruit_tiles(at, r, 1):
        at.stage = BUY_RESIDENT
        return True
    stand_up(&at.owner[at.actor])
    return False


cdef inline int resident_cost(const Rules* r, const Owner* o) noexcept nogil:
    return r.resident_price[has(o, II_4)]


cdef inline int places_for_recruits(const Rules* r, const Owner* o, int t) noexcept nogil:
    """How many more new residents the tile takes: the capital up to its limit, others by who is there (G18)."""
    cdef int room = room_on(r, o, t)
    if o.capital == t:
        return room
    return min(room, 1 + has(o, I_1) + o.spent[t] - o.active[t])


cdef uint64_t recruit_tiles(const Position* at, const Rules* r, int enough) noexcept nogil:
    """Tiles for one more resident, none before the last one where no recall can change what they take; so many do."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef uint64_t tiles = own_tiles(o), found = 0
    cdef int t
    if o.money < resident_cost(r, o) or not (o.residents or (r.recall and (o.up | o.down))):
        return 0
    if r.recruit_limit and at.round > 1 and at.turn.bought >= plants_of(at, r, at.actor) + r.recruit_limit:
        return 0
    if at.turn.last and not r.recall:
        tiles &= ~(bit(at.turn.last - 1) - 1)
    while tiles and enough:
        t = first_bit(tiles)
        tiles &= tiles - 1
        if places_for_recruits(r, o, t) > 0:
            found |= bit(t)
            enough -= 1
    return found


cdef int list_recruits(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    """Nobody, or a tile for one more resident."""
    out[0] = A_DONE
    return list_bits(out, 1, recruit_tiles(at, r, TILES), A_RECRUIT)


cdef int recruit(Position* at, const Rules* r, action_t a) noexcept nogil:
    """Buy one resident and place it, out of the supply or from elsewhere on the board (G17, R2.3A.2)."""
    cdef Owner* o = &at.owner[at.actor]
    if a == A_DONE:
        at.turn.last = 0
        stand_up(o)
        return PASSES
    at.turn.last = 1 + a - A_RECRUIT
    if o.residents == 0:
        at.stage = RECALL_RESIDENT
        return ASKS
    o.residents -= 1
    if o.residents == 0 and r.end_pieces:               # R4.E.1, U42
        at.turn.ends |= 1
    return place_recruit(at, r)


cdef bint place_recruit(Position* at, const Rules* r) noexcept nogil:
    """The resident stands on its tile; false when nobody more can be bought."""
    cdef Owner* o = &at.owner[at.actor]
    o.money -= resident_cost(r, o)
    add_active(o, at.turn.last - 1)
    at.turn.bought += 1
    if begin_recruiting(at, r):
        return True
    at.turn.last = 0
    return False


cdef int list_resident_recalls(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return list_bits(out, 0, at.owner[at.actor].up | at.owner[at.actor].down, A_RECALL)


cdef bint recall_resident(Position* at, const Rules* r, int t) noexcept nogil:
    """A resident on the board is the one that is placed; an exhausted one first, as it is worth less."""
    cdef Owner* o = &at.owner[at.actor]
    if o.spent[t]:
        take_spent(o, t)
    else:
        take_active(o, t)
    return place_recruit(at, r)


# ---- 3D: what residents do (G20-G23) ----------------------------------------------------------------

cdef bint begin_residents(Position* at, const Rules* r) noexcept nogil:
    """The phase asks while anybody can do anything."""
    cdef Acts can
    at.stage = ACT
    if somebody_steps(at, r):
        return True
    find_acts(at, r, &can)
    if count_acts(at, r, &can) > 1 or can.fights:
        return True
    tire_all(&at.owner[at.actor])
    return False


cdef bint somebody_steps(const Position* at, const Rules* r) noexcept nogil:
    """Whether a resident can step or run to a tile next to its own: most often that tells that the phase goes on.

    Where there is room on an own tile, a resident steps there or runs, unless a run has ended on its own tile.
    """
    cdef const Owner* o = &at.owner[at.actor]
    cdef uint64_t tiles = o.up, ground
    cdef int t
    if not tiles:
        return False
    ground = enter_ground(at, r, at.actor)
    while tiles:
        if at.beside[first_bit(tiles)] & ground:
            return True
        tiles &= tiles - 1
    tiles, ground = o.up, tiles_with_room(r, o)
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        if at.beside[t] & ground and (not (at.turn.ran >> t) & 1
                                      or at.beside[t] & ground & ~free_neighbours(at, r, o, t)):
            return True
    return False


cdef int act(Position* at, const Rules* r, action_t a) noexcept nogil:
    """What one active resident does (G20, G22); at the end all others lie down (G23)."""
    cdef Owner* o = &at.owner[at.actor]
    if a == A_DONE:
        tire_all(o)
        return PASSES
    if a < A_RUN:                               # A_AGAIN: it stands up after its first action (II(11))
        take_spent(o, a - A_AGAIN)
        add_active(o, a - A_AGAIN)
        at.turn.again = 1
        somebody_tired(at)
        return DONE
    if a < A_STOP:
        at.turn.source = a - A_RUN
        at.stage = RUN
        return ASKS
    if a < A_HARVEST:
        return build_plant(at, r, a - A_PLANT if a < A_FISH_PLANT else a - A_FISH_PLANT, a >= A_FISH_PLANT)
    if a < A_FREE_ROAD:
        return harvest(at, r, a - A_HARVEST)
    if a < A_ROAD:
        return build_free_road(at, r, a - A_FREE_ROAD)
    if a < A_CREW:
        return build_road(at, r, a - A_ROAD)
    if a < A_EXPLORE:
        return step(at, r, (a - A_STEP) // SIDES, (a - A_STEP) % SIDES)
    if a < A_FOLLOW:
        return explore(at, r, (a - A_EXPLORE) // SIDES, (a - A_EXPLORE) % SIDES)
    if a < A_ASSAULT:
        return fight(at, r, a - A_FIGHT)
    return assault(at, r, (a - A_ASSAULT) // SIDES, (a - A_ASSAULT) % SIDES)


# ---- steps (G21) ------------------------------------------------------------------------------------

cdef int step(Position* at, const Rules* r, int t, int side) noexcept nogil:
    cdef Owner* o = &at.owner[at.actor]
    cdef int there = at.near[t][side]
    somebody_tired(at)
    take_active(o, t)
    if owns(o, there):
        add_spent(o, there)
        return DONE
    if opposed(at, r, at.actor, there):
        attack_tile(at, r, there)
        return DONE
    at.turn.target = there
    if o.settlements == 0:
        at.turn.settle_from = ACT
        at.stage = RECALL_SETTLEMENT
        return ASKS
    resident_settles(at, r, at.actor, there)
    return DONE


# ---- runs -------------------------------------------------------------------------------------------

cdef int stop_run(Position* at, const Rules* r, int t) noexcept nogil:
    cdef Owner* o = &at.owner[at.actor]
    take_active(o, at.turn.source)
    add_active(o, t)
    at.turn.ran |= bit(t)
    at.turn.source = 0
    at.stage = ACT
    return DONE


# ---- recalling a settlement (R2.3A.2) ---------------------------------------------------------------

cdef int list_settlement_recalls(const Position* at, const Rules* r, action_t* out) noexcept nogil:
    return list_bits(out, 0, at.owner[at.actor].settled, A_RECALL)


cdef int recall_settlement(Position* at, const Rules* r, int t) noexcept nogil:
    """The supply lacks a settlement: one comes from the board, with all own residents of its tile."""
    cdef Owner* o = &at.owner[at.actor]
    o.residents += residents_on(o, t)
    o.active[t] = o.spent[t] = at.turn.idle[t] = 0
    o.up &= ~bit(t)
    o.down &= ~bit(t)
    unsettle(at, r, at.actor, t)
    if at.turn.settle_from == ACT:
        resident_settles(at, r, at.actor, at.turn.target)
        at.turn.target = at.turn.settle_from = 0
        return DONE
    if at.turn.settle_from == FOLLOW:
        return settle_follower(at, r)
    if at.turn.settle_from == FIGHT:
        return settle_conqueror(at, r)
    return settle_from_trolley(at, r)
