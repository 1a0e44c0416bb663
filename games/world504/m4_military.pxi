# Module 4, military: garrisons, attacks and losses, what tiles bring (rules R4; who holds a tile: known_war.pxi,
# capitals that fall: m4_capitals.pxi, dice: m4_fights.pxi, neutral roads: m4_roads.pxi). Included by state.pyx.


# ---- garrisons (R4.S.5-7) ---------------------------------------------------------------------------

cdef void lay_garrison(Position* at, const Rules* r, int t) noexcept nogil:
    """A free city gets barracks and, where the world has it, militia, as long as the box has some (R4.S.5-7, R5.S.9)."""
    if r.barracks and popcount(at.barracks) < r.barracks:
        at.barracks |= bit(t)
    if r.militia:
        lay_militia(at, r, t)


cdef void lay_militia(Position* at, const Rules* r, int t) noexcept nogil:
    if popcount(at.militia) < r.militia:
        at.militia |= bit(t)


cdef void lay_garrisons(Position* at, const Rules* r) noexcept nogil:
    """All cities that are nobody's capital (R4.S.5)."""
    cdef int number, t
    for number in range(CITIES):
        t = at.city_at[number]
        if t != NOWHERE and not inhabited(at, r, t):
            lay_garrison(at, r, t)


# ---- 3D, 3E: on to an opponent's tile ---------------------------------------------------------------

cdef void attack_tile(Position* at, const Rules* r, int t) noexcept nogil:
    """A resident of the actor, who has left its own tile or the trolley, is on an opponent's tile (R4.3D.4, R4.3D.8)."""
    cdef Owner* o = &at.owner[at.actor]
    reach_city(at, r, at.actor, t)
    if r.fights == BY_DICE or r.unloaded_wait and phase_of(at, r) == TROLLEY:
        add_spent(o, t)
        return
    o.residents += 1
    at.turn.foe = 1 + holder(at, r, t)
    remove_armies(at, r, t, 1)
    at.turn.foe = 0


cdef void reach_city(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The first resident on an opponent's city brings another one of the supply on to its card (R2.3D.5)."""
    cdef Owner* o = &at.owner[i]
    if r.card_by_attack and at.kind[t] == CITY and not on_card(at, o, t) and o.residents:
        o.residents -= 1
        mark_card(at, o, t)


cdef void remove_armies(Position* at, const Rules* r, int t, int hits) noexcept nogil:
    """So many armies of turn.foe fall: residents, settlement, headquarters; militia, barracks (U27)."""
    cdef int foe = at.turn.foe - 1
    cdef Owner* o
    if foe == GARRISON:
        if hits and (at.militia >> t) & 1:
            at.militia &= ~bit(t)
            hits -= 1
            if at.kind[t] == MOUNTAIN:
                at.turn.earned += r.militia_income      # R4.3H.2
        if hits:
            at.barracks &= ~bit(t)
        if not ((at.militia | at.barracks) >> t) & 1:
            at.turn.fallen |= bit(t)
            if at.kind[t] == CITY:
                at.turn.freed |= 1 << (at.number[t] - 1)
        return
    o = &at.owner[foe]
    while hits and residents_on(o, t):
        remove_resident(o, t)
        hits -= 1
    if o.capital == t:
        if hits >= r.capital_armies:                # R4.3G.4
            fell_capital(at, r, foe)
    elif hits:
        lose_tile(at, r, foe, t, True)


cdef void remove_resident(Owner* o, int t) noexcept nogil:
    if o.spent[t]:
        take_spent(o, t)
    else:
        take_active(o, t)
    o.residents += 1


cdef void fell_capital(Position* at, const Rules* r, int i) noexcept nogil:
    """The headquarters leaves the board; settle_capital says what becomes of its owner once the fight is over."""
    cdef int t = at.owner[i].capital
    at.owner[i].capital = NOWHERE
    at.turn.beaten = 1 + i
    lose_tile(at, r, i, t, True)


cdef void lose_tile(Position* at, const Rules* r, int i, int t, bint destroyed) noexcept nogil:
    """The last army of an owner has left the tile, which is neutral (R4.3D.8, U47); in a city one factory may go."""
    at.turn.fallen |= bit(t)
    if (at.owner[i].settled >> t) & 1:
        unsettle(at, r, i, t)
    else:
        leave_factories(at, r, i, t)
        recount_links(at, r)
    if destroyed and at.kind[t] == CITY:
        destroy_factory(at, at.number[t] - 1)


cdef void destroy_factory(Position* at, int number) noexcept nogil:
    """The last one built in the city that is nobody's now goes back to the box (R4.3D.13, R4.3G.9, R3.3F.4)."""
    cdef int place
    for place in range(2, -1, -1):
        if at.factory[number][place] == 1 + NOBODY:
            at.factory[number][place] = 0
            return


# ---- the end of a fight -----------------------------------------------------------------------------

cdef inline void clear_battle(Position* at) noexcept nogil:
    at.turn.battle = at.turn.foe = at.turn.dice = at.turn.last = at.turn.target = 0


cdef inline int end_battle(Position* at) noexcept nogil:
    """A fight is over, or what a fallen capital brings: the phase goes on."""
    clear_battle(at)
    return DONE


# ---- income and scoring (R4.3H, R4.F, R4.T) ---------------------------------------------------------

cdef int terrains_owned(const Position* at, const Owner* o) noexcept nogil:
    """Different kinds of land with the owner's settlement; cities are none."""
    cdef uint64_t tiles = o.settled
    cdef int kinds = 0
    while tiles:
        kinds |= 1 << at.kind[first_bit(tiles)]
        tiles &= tiles - 1
    return popcount(kinds & ~(1 << CITY))


cdef int land_points(const Position* at, const Rules* r, const Owner* o) noexcept nogil:
    """Points for own tiles, cities included (R4.F.1)."""
    cdef uint64_t tiles = own_tiles(o)
    cdef int kind, points = 0
    for kind in range(KINDS):
        points += r.empire_points[kind] * popcount(tiles & at.of_kind[kind])
    return points


cdef int armies_of(const Rules* r, const Owner* o) noexcept nogil:
    """All armies of an owner on the board (R4.T.1)."""
    return residents_on_board(o) + popcount(o.settled) + (r.capital_armies if o.capital != NOWHERE else 0)
