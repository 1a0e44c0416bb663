# Module 4, military: who holds a tile, garrisons, attacks, what they bring (rules R4; capitals that fall: m4_capitals.pxi,
# dice: m4_fights.pxi, neutral roads: m4_roads.pxi). Included by state.pyx.
#
# Attackers lie exhausted on a tile that is not their owner's. No such tile is left when a turn is over.


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


# ---- who holds a tile (R4.3D.1) ---------------------------------------------------------------------

cdef int holder(const Position* at, const Rules* r, int t) noexcept nogil:
    """The only owner of the tile, GARRISON, or NOBODY; there are no opponents in cities that are at peace (R4.3D.2)."""
    cdef int i
    if r.city_peace and at.kind[t] == CITY:
        return NOBODY
    for i in range(r.owners):
        if owns(&at.owner[i], t):
            return i
    return GARRISON if ((at.barracks | at.militia) >> t) & 1 else NOBODY


cdef inline bint opposed(const Position* at, const Rules* r, int i, int t) noexcept nogil:
    """Whether the tile is an opponent's: another owner's, or a garrison's."""
    cdef int who
    if not r.war:
        return False
    who = holder(at, r, t)
    return who != NOBODY and who != i


cdef int armies_on(const Position* at, const Rules* r, int t) noexcept nogil:
    """Armies that defend the tile: residents, a settlement, a headquarters as three; militia, barracks (R4.3D.1)."""
    cdef int i = holder(at, r, t)
    if i == NOBODY:
        return 0
    if i == GARRISON:
        return ((at.barracks >> t) & 1) + ((at.militia >> t) & 1)
    return residents_on(&at.owner[i], t) + (r.capital_armies if at.owner[i].capital == t else 1)


cdef inline uint64_t battlefields(const Owner* o) noexcept nogil:
    """Tiles where attackers of this owner stand."""
    return (o.up | o.down) & ~own_tiles(o)


cdef int other_cities(const Position* at, const Owner* o) noexcept nogil:
    """Cities with the owner's settlement, its capital not among them."""
    cdef int number, n = 0
    for number in range(CITIES):
        if at.city_at[number] != NOWHERE:
            n += (o.settled >> at.city_at[number]) & 1
    return n


cdef bint at_risk(const Position* at, const Rules* r, int t) noexcept nogil:
    """Whether the tile may be attacked, as far as capitals are safe (R4.3D.3, R4.3D.7, R4.3D.9, R4.3D.14, R4.3D.15),
    and companies in their first operating round (R9.SR.8)."""
    cdef int i = holder(at, r, t)
    if i < OWNERS and sheltered(at, r, i):
        return False
    if i >= OWNERS or at.owner[i].capital != t or r.siege == AT_RISK:
        return True
    return r.siege == UNLESS_LAST and other_cities(at, &at.owner[i]) > 0


# ---- 3D, 3E: on to an opponent's tile ---------------------------------------------------------------

cdef bint may_enter(const Position* at, const Rules* r, int i, int t) noexcept nogil:
    """Whether a resident of the owner may go on to this tile, which is not its own: to settle, or to attack."""
    if opposed(at, r, i, t):
        return may_attack(at, r, i, t)
    return may_settle(at, r, i, t)


cdef bint may_attack(const Position* at, const Rules* r, int i, int t) noexcept nogil:
    """With a settlement to be had (U25), room, and where no defender has survived this turn (R4.3D.5, R1.3E.13)."""
    cdef const Owner* o = &at.owner[i]
    cdef int who
    if (at.turn.barred >> t) & 1 or not at_risk(at, r, t) or room_on(r, o, t) <= 0:
        return False
    if not (o.settlements or (r.recall and o.settled)):
        return False
    if r.fights == BY_DICE:
        return True
    who = holder(at, r, t)
    return who >= OWNERS or at.owner[who].capital != t or residents_on(&at.owner[who], t) > residents_on(o, t)


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


cdef void win_tile(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The owner lays a settlement on a tile whose armies fell this turn: what stands there is its own at once.

    That is the plant (R4.3D.10, R4.3G.10) and the factories (R4.3D.13, R4.3G.9); a free city may bring an award (R2.Z.4).
    """
    if not (at.turn.fallen >> t) & 1:
        return
    if at.kind[t] != CITY:
        if makes_for(at.plant[t], NOBODY):
            take_plant(at, r, i, t)
        return
    pass_factories(at, at.number[t] - 1, NOBODY, i)
    award_factory(at, r, i)
    if (at.turn.freed >> (at.number[t] - 1)) & 1:
        at.turn.freed &= ~(1 << (at.number[t] - 1))
        award_free_city(at, r, i)


cdef uint64_t enter_ground(const Position* at, const Rules* r, int i) noexcept nogil:
    """The tiles, not its own, on to which a resident of the owner may go, as may_enter says."""
    cdef uint64_t ground = settle_ground(at, r, i), tiles
    cdef int j, t
    if not r.war or not ground:
        return ground
    tiles = at.barracks | at.militia
    for j in range(r.owners):
        if j != i:
            tiles |= own_tiles(&at.owner[j])
    if r.city_peace:
        tiles &= ~at.of_kind[CITY]
    tiles &= ground
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        if not may_attack(at, r, i, t):
            ground &= ~bit(t)
    return ground


cdef void find_acts_before_fight(const Position* at, const Rules* r, Acts* can) noexcept nogil:
    """While attackers stand on a tile: more of them, runs, a road to it, or the fight (R4.3D.5, R6.3D.9).

    Requires no acts but where roads lead to.
    """
    cdef const Owner* o = &at.owner[at.actor]
    cdef int there = first_bit(battlefields(o))
    can.tiles[AGAIN] = 0
    can.fights = bit(there)
    can.room = tiles_with_room(r, o)
    can.tiles[RUNS] = find_runners(at, r, o, can)
    can.room = 0                                # no other steps
    if r.road_pool:
        if has(o, III_9) and not at.turn.free_road & 1:
            find_pool_roads(at, r, True, NOWHERE, can.free_road)
        find_pool_roads(at, r, False, NOWHERE, can.road)
    if may_attack(at, r, at.actor, there):
        can.up, can.ground = o.up, can.fights


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


cdef bint lays_last(const Position* at, const Rules* r) noexcept nogil:
    """Whether a settlement laid now, the last one, ends the game: in 3D, by the corrections in fights too (R4.E.2)."""
    cdef int phase = phase_of(at, r)
    return r.end_pieces and (phase == RESIDENTS or (r.end_in_fights and phase == FIGHTS)) and not at.turn.settle_from


cdef inline void end_after_turn(Position* at, const Rules* r) noexcept nogil:
    """The game is over after this turn; by the corrections no more is fought if this is laid in a fight (R4.E.2)."""
    at.turn.ends |= 2 if phase_of(at, r) == FIGHTS else 1
