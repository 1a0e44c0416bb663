# Tiles, roads of view between them, and the pieces of owners on them (rules G5-G16). Included by state.pyx.
# `at` is the position, `r` the rules, `i` an owner, `o` its pieces, `t` a tile.


cdef inline uint64_t bit(int t) noexcept nogil:
    return <uint64_t>1 << t


cdef inline int opposite(int side) noexcept nogil:
    return side + 3 if side < 3 else side - 3


cdef inline int edge(const Position* at, int t, int side) noexcept nogil:
    """The number of the edge between a tile and its neighbour on that side."""
    return 3 * t + side if side < 3 else 3 * at.near[t][side] + side - 3


cdef inline bint has(const Owner* o, int privilege) noexcept nogil:
    """Whether the owner has this privilege, which goes before the rule that asks (G3)."""
    return (o.privileges >> privilege) & 1


# ---- tiles ------------------------------------------------------------------------------------------

cdef inline int side_q(int side) noexcept nogil:
    return 1 if side == 0 or side == 5 else (-1 if side == 2 or side == 3 else 0)


cdef inline int side_r(int side) noexcept nogil:
    return 1 if side == 1 or side == 2 else (-1 if side == 4 or side == 5 else 0)


cdef inline int hexes(int q, int r) noexcept nogil:
    """Steps between two spaces that differ by q and r in axial coordinates."""
    return max(max(abs(q), abs(r)), abs(q + r))


cdef inline int side_of(int q, int r) noexcept nogil:
    """On which side a tile lies that differs by q and r in axial coordinates; SIDES: it is no neighbour."""
    cdef int side
    if hexes(q, r) == 1:
        for side in range(SIDES):
            if side_q(side) == q and side_r(side) == r:
                return side
    return SIDES


cdef int lay_tile(Position* at, const Rules* r, int kind, int q, int row) noexcept nogil:
    """Put a tile of this kind on the board, out of its stack; cities come in ascending number (G7, R1.S.7)."""
    cdef int t = at.tiles, side, other, number = 0
    at.tiles += 1
    at.q[t], at.r[t] = q, row
    know_kind(at, t, kind)
    for other in range(t):
        side = side_of(at.q[other] - q, at.r[other] - row)
        if side < SIDES:
            at.near[t][side], at.near[other][opposite(side)] = other, t
            at.beside[t] |= bit(other)
            at.beside[other] |= bit(t)
    if kind == CITY:
        while at.city_at[number] != NOWHERE:
            number += 1
        place_city(at, r, t, number)
    at.stack[kind] -= 1
    find_rim(at, r)
    return t


cdef inline void know_kind(Position* at, int t, int kind) noexcept nogil:
    at.kind[t] = kind
    at.of_kind[kind] |= bit(t)


cdef void derive(Position* at, const Rules* r) noexcept nogil:
    """Put the fields right that follow from the tiles: who lies beside whom, the tiles of a kind, the rim."""
    cdef int t, side
    memset(at.beside, 0, sizeof(at.beside))
    memset(at.of_kind, 0, sizeof(at.of_kind))
    for t in range(at.tiles):
        if at.kind[t] < KINDS:
            know_kind(at, t, at.kind[t])
        for side in range(SIDES):
            if at.near[t][side] != NOWHERE:
                at.beside[t] |= bit(at.near[t][side])
    find_rim(at, r)


cdef void find_rim(Position* at, const Rules* r) noexcept nogil:
    """Which tiles lie next to a space that can be explored: it changes when a tile is laid, so it is kept."""
    cdef int t
    at.rim = 0
    if r.explorer or r.cart_explores:
        for t in range(at.tiles):
            if popcount(at.beside[t]) < SIDES and has_space(at, r, t):
                at.rim |= bit(t)


cdef void place_city(Position* at, const Rules* r, int t, int number) noexcept nogil:
    """Tile t is the city of this number (from 0), with its demand and its goods (G7a, R1.S.5, R1.S.7, R5.S.8)."""
    at.city_at[number], at.number[t] = t, number + 1
    if r.goods_in_cities:
        at.demand[number] = ((1 << GOODS) - 1) & ~(1 << r.offers[number])
        at.stock[number] = r.city_stock
        at.supply[r.offers[number]] -= r.city_stock


cdef inline uint64_t land(const Position* at) noexcept nogil:
    """All tiles on the board but waters."""
    return (bit(at.tiles) - 1) & ~at.of_kind[WATER]


cdef inline bint beside_kind(const Position* at, int t, int kind) noexcept nogil:
    """Whether a tile of this kind lies next to tile t."""
    return at.beside[t] & at.of_kind[kind] != 0


cdef void count_kinds(const Position* at, uint64_t tiles, int* counts) noexcept nogil:
    """How many of the tiles are of each kind; `counts` has KINDS places.

    Water is no column of any table, but no tile may count beside it.
    """
    memset(counts, 0, KINDS * sizeof(int))
    while tiles:
        counts[at.kind[first_bit(tiles)]] += 1
        tiles &= tiles - 1


# ---- who is where -----------------------------------------------------------------------------------

cdef inline bint owns(const Owner* o, int t) noexcept nogil:
    """Whether the tile is the owner's: its settlement or headquarters is there (G11)."""
    return (o.settled >> t) & 1 or o.capital == t


cdef inline uint64_t own_tiles(const Owner* o) noexcept nogil:
    return o.settled | (bit(o.capital) if o.capital != NOWHERE else 0)


cdef inline int residents_on(const Owner* o, int t) noexcept nogil:
    return o.active[t] + o.spent[t]


cdef inline int room_on(const Rules* r, const Owner* o, int t) noexcept nogil:
    """How many more residents of the owner its tile can take (G14)."""
    return r.town_limit[o.capital == t] - residents_on(o, t)


cdef uint64_t tiles_with_room(const Rules* r, const Owner* o) noexcept nogil:
    """The owner's tiles that can take another one of its residents."""
    cdef uint64_t room = own_tiles(o), tiles
    cdef int t
    if not crowded(o, r.town_limit[0]):
        return room
    tiles = room & (o.up | o.down)
    while tiles:
        t = first_bit(tiles)
        tiles &= tiles - 1
        if room_on(r, o, t) <= 0:
            room &= ~bit(t)
    return room


cdef inline bint crowded(const Owner* o, int many) noexcept nogil:
    """Whether so many residents of the owner or more stand and lie on any tile: eight tiles at a time, a byte each."""
    cdef uint64_t ones = 0x0101010101010101, up, down, found = 0
    cdef int k, first
    for k in range(8):
        first = min(8 * k, TILES - 8)
        memcpy(&up, o.active + first, 8)
        memcpy(&down, o.spent + first, 8)
        found |= up + down + (128 - many) * ones        # bit 7 of a byte: that many
    return found & (ones << 7) != 0


cdef bint inhabited(const Position* at, const Rules* r, int t) noexcept nogil:
    """Whether anybody has a settlement or a headquarters there."""
    cdef int i
    for i in range(r.owners):
        if owns(&at.owner[i], t):
            return True
    return False


cdef int residents_on_board(const Owner* o) noexcept nogil:
    cdef uint64_t tiles = o.up | o.down
    cdef int n = 0
    while tiles:
        n += residents_on(o, first_bit(tiles))
        tiles &= tiles - 1
    return n


cdef inline void add_active(Owner* o, int t) noexcept nogil:
    o.active[t] += 1
    o.up |= bit(t)


cdef inline void add_spent(Owner* o, int t) noexcept nogil:
    o.spent[t] += 1
    o.down |= bit(t)


cdef inline void add_idle(Position* at, Owner* o, int t) noexcept nogil:
    """An exhausted resident comes with land to the owner whose turn it is."""
    add_spent(o, t)
    at.turn.idle[t] += 1


cdef inline void take_active(Owner* o, int t) noexcept nogil:
    o.active[t] -= 1
    if o.active[t] == 0:
        o.up &= ~bit(t)


cdef inline void take_spent(Owner* o, int t) noexcept nogil:
    o.spent[t] -= 1
    if o.spent[t] == 0:
        o.down &= ~bit(t)


cdef inline void tire(Owner* o, int t) noexcept nogil:
    """An active resident on the tile lies down (G15)."""
    take_active(o, t)
    add_spent(o, t)


cdef void tire_all(Owner* o) noexcept nogil:
    cdef int t
    while o.up:
        t = first_bit(o.up)
        o.spent[t] += o.active[t]
        o.active[t] = 0
        o.down |= bit(t)
        o.up &= o.up - 1


cdef void stand_up(Owner* o) noexcept nogil:
    """All residents on the board become active (G19)."""
    cdef int t
    while o.down:
        t = first_bit(o.down)
        o.active[t] += o.spent[t]
        o.spent[t] = 0
        o.up |= bit(t)
        o.down &= o.down - 1


# ---- settlements ------------------------------------------------------------------------------------

cdef void settle(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The acting owner lays a settlement of its supply on a tile that it does not own (G21). What follows is here."""
    cdef Owner* o = &at.owner[i]
    cdef bint first = not inhabited(at, r, t)
    o.settlements -= 1
    o.settled |= bit(t)
    if r.war:
        if o.settlements == 0 and lays_last(at, r):
            end_after_turn(at, r)
        win_tile(at, r, i, t)
        recount_links(at, r)
    if at.kind[t] == CITY:
        at.turn.cities += 1
        pay_house(at, r, i, t)
    if first:
        gain_for_first(at, r, i, t)
        gain_first_settlement(at, r, i, t)
    if r.award:
        award_settlement(at, r, i)


cdef void resident_settles(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """A resident that left its tile or the trolley becomes a settlement; it goes to the supply or to a city card."""
    cdef Owner* o = &at.owner[i]
    settle(at, r, i, t)
    if not mark_by_settling(at, r, i, t):
        o.residents += 1


cdef void unsettle(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The owner's settlement leaves the tile for the supply; what stood on it is lost (G16)."""
    cdef Owner* o = &at.owner[i]
    o.settled &= ~bit(t)
    o.settlements += 1
    if r.lost_buildings:
        leave_factories(at, r, i, t)
        leave_plant(at, r, i, t)
        leave_roads(at, r, i, t)
    leave_house(at, r, i, t)
    if r.war:
        recount_links(at, r)


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


# ---- money ------------------------------------------------------------------------------------------

cdef inline void earn(Owner* o, int sum) noexcept nogil:
    o.money += sum


# ---- the start of an owner --------------------------------------------------------------------------

cdef void found_capital(Position* at, const Rules* r, int i, int t) noexcept nogil:
    """The owner's headquarters comes on this city (G5), with what starts there (R1.S.9, R1.S.10, R2.S.3, R2.S.5)."""
    cdef Owner* o = &at.owner[i]
    o.capital = t
    if r.carts:
        o.trolley, o.holds = t, r.cart_holds
    if r.first_load:
        load_first(at, r, i)
    if r.mark != NO_CARDS:
        o.cards |= 1 << (at.number[t] - 1)
        o.residents -= r.capital_resident
        o.settlements -= r.capital_settlement
