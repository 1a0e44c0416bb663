# Who holds a tile, what defends it, who may settle there or attack (rules R4.3D, R4.3G, R9.SR.8). Nothing is changed
# here. Included by state.pyx.
#
# Attackers lie exhausted on a tile that is not their owner's. No such tile is left when a turn is over.


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


cdef int other_cities(const Position* at, const Owner* o) noexcept nogil:
    """Cities with the owner's settlement, its capital not among them."""
    cdef int number, n = 0
    for number in range(CITIES):
        if at.city_at[number] != NOWHERE:
            n += (o.settled >> at.city_at[number]) & 1
    return n


cdef inline bint sheltered(const Position* at, const Rules* r, int i) noexcept nogil:
    """Whether the owner is a company in its first operating round, which nobody may attack (R9.SR.8)."""
    return r.shelter and (at.young >> i) & 1


cdef bint at_risk(const Position* at, const Rules* r, int t) noexcept nogil:
    """Whether the tile may be attacked, as far as capitals are safe (R4.3D.3, R4.3D.7, R4.3D.9, R4.3D.14, R4.3D.15),
    and companies in their first operating round (R9.SR.8)."""
    cdef int i = holder(at, r, t)
    if i < OWNERS and sheltered(at, r, i):
        return False
    if i >= OWNERS or at.owner[i].capital != t or r.siege == AT_RISK:
        return True
    return r.siege == UNLESS_LAST and other_cities(at, &at.owner[i]) > 0


# ---- on to a tile that is not one's own (G21, R4.3D.5) ----------------------------------------------

cdef bint may_settle(const Position* at, const Rules* r, int i, int t) noexcept nogil:
    """Whether the owner, who does not own this tile, could lay a settlement there: supply or recall, and the price."""
    cdef const Owner* o = &at.owner[i]
    if at.kind[t] == WATER or house_price(at, r, i, t) > o.money:
        return False
    return o.settlements or (r.recall and o.settled)


cdef uint64_t settle_ground(const Position* at, const Rules* r, int i) noexcept nogil:
    """The tiles that the owner does not own and where may_settle allows a settlement; cities alone can be too dear."""
    cdef const Owner* o = &at.owner[i]
    cdef uint64_t ground, cities
    cdef int t
    if not o.settlements and not (r.recall and o.settled):
        return 0
    ground = land(at) & ~own_tiles(o)
    if r.houses and o.money < r.house_cost[r.owners - 1 + r.war]:
        cities = ground & at.of_kind[CITY]
        while cities:
            t = first_bit(cities)
            cities &= cities - 1
            if not may_settle(at, r, i, t):
                ground &= ~bit(t)
    return ground


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


cdef bint may_enter(const Position* at, const Rules* r, int i, int t) noexcept nogil:
    """Whether a resident of the owner may go on to this tile, which is not its own: to settle, or to attack."""
    if opposed(at, r, i, t):
        return may_attack(at, r, i, t)
    return may_settle(at, r, i, t)


cdef uint64_t enter_ground(const Position* at, const Rules* r, int i) noexcept nogil:
    """The tiles, not its own, on to which a resident of the owner may go, as may_enter says."""
    cdef const Owner* o = &at.owner[i]
    cdef uint64_t ground = settle_ground(at, r, i), foes, safe = at.turn.barred, doubtful, capitals = 0
    cdef int j, t
    if not r.war or not ground:
        return ground
    foes = at.barracks | at.militia
    for j in range(r.owners):
        if j != i:
            foes |= own_tiles(&at.owner[j])
            safe |= safe_tiles(at, r, j)
            capitals |= own_tiles(&at.owner[j]) & ~at.owner[j].settled
    if r.city_peace:
        foes &= ~at.of_kind[CITY]
    ground &= ~(foes & safe)
    doubtful = o.up | o.down                            # room may be short
    if r.fights != BY_DICE:
        doubtful |= capitals                            # they need defenders that can be beaten
    doubtful &= foes & ground
    while doubtful:
        t = first_bit(doubtful)
        doubtful &= doubtful - 1
        if not may_attack(at, r, i, t):
            ground &= ~bit(t)
    return ground


cdef inline uint64_t safe_tiles(const Position* at, const Rules* r, int i) noexcept nogil:
    """The owner's tiles that may not be attacked: all that at_risk excepts."""
    cdef const Owner* o = &at.owner[i]
    if sheltered(at, r, i):
        return own_tiles(o)
    if o.capital == NOWHERE or r.siege == AT_RISK or (r.siege == UNLESS_LAST and other_cities(at, o) > 0):
        return 0
    return bit(o.capital)


# ---- what can be done while attackers stand somewhere -----------------------------------------------

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


# ---- three on a headquarters (R4.3D.15, R4.3D.9) ----------------------------------------------------

cdef int list_assaults(const Position* at, const Rules* r, action_t* out, int n) noexcept nogil:
    """From where the first of three residents goes on to a headquarters that no other army defends (R4.3D.15)."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef uint64_t targets = 0
    cdef int i, t
    if not (o.settlements or (r.recall and o.settled)):
        return n
    for i in range(r.owners):
        t = at.owner[i].capital
        if i != at.actor and t != NOWHERE and residents_on(&at.owner[i], t) == 0 and at_risk(at, r, t):
            targets |= bit(t)
    return list_sources(at, r, targets, r.capital_armies, out, n) if targets else n


cdef int list_sources(const Position* at, const Rules* r, uint64_t targets, int needed, action_t* out,
                      int n) noexcept nogil:
    """Append steps on to these capitals by tile and side, where from that tile on `needed` active residents are left."""
    cdef const Owner* o = &at.owner[at.actor]
    cdef uint64_t tiles = o.up
    cdef int t, side
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        if t + 1 < at.turn.last:
            continue
        for side in range(SIDES):
            if at.near[t][side] == NOWHERE or not (targets >> at.near[t][side]) & 1:
                continue
            if residents_beside(at, o, at.near[t][side], t) >= needed:
                out[n] = A_ASSAULT + SIDES * t + side
                n += 1
    return n


cdef int residents_beside(const Position* at, const Owner* o, int t, int least) noexcept nogil:
    """Active residents on neighbours of the tile with at least this number."""
    cdef int side, n = 0
    for side in range(SIDES):
        if at.near[t][side] != NOWHERE and at.near[t][side] >= least:
            n += o.active[at.near[t][side]]
    return n
