# What is there: tiles, the pieces of owners on them and in supply, what is built, the phase (rules G5-G16). What
# follows from laying and losing pieces: settling.pxi. Included by state.pyx.
#
# `at` is the position, `r` the rules, `i` an owner, `o` its pieces, `t` a tile.

cdef enum:                      # what a deed says of what comes next; a phase that is entered says one of the first two
    PASSES                      # its phase is over
    ASKS                        # somebody or chance is asked: `stage` says what
    DONE                        # the deed is over, and its phase may ask for another one


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


cdef void somebody_tired(Position* at) noexcept nogil:
    """Residents may run anew: what is in reach has changed."""
    at.turn.ran = 0


# ---- money ------------------------------------------------------------------------------------------

cdef inline void earn(Owner* o, int sum) noexcept nogil:
    o.money += sum


# ---- plants, factories and neutral roads ------------------------------------------------------------

cdef inline int plant_of(int good, int i) noexcept nogil:
    """What a tile says whose plant makes this good for this owner."""
    return 1 + good + 8 * i


cdef inline int good_made(int plant) noexcept nogil:
    return (plant - 1) & 7


cdef inline bint makes_for(int plant, int i) noexcept nogil:
    """Whether there is a plant and it is owner i's (NOBODY: a plant without an owner)."""
    return plant != 0 and (plant - 1) >> 3 == i


cdef int plants_of(const Position* at, const Rules* r, int i) noexcept nogil:
    """An owner's plants, for its recruits (R8.3C.1) and for ties (R8.T.1); all are on tiles with its settlement."""
    cdef uint64_t tiles = at.owner[i].settled
    cdef int n = 0
    while tiles:
        n += makes_for(at.plant[first_bit(tiles)], i)
        tiles &= tiles - 1
    return n


cdef inline int factories_in(const Position* at, int number) noexcept nogil:
    return (at.factory[number][0] != 0) + (at.factory[number][1] != 0) + (at.factory[number][2] != 0)


cdef inline int own_factories_in(const Position* at, int i, int number) noexcept nogil:
    return ((at.factory[number][0] == 1 + i) + (at.factory[number][1] == 1 + i)
            + (at.factory[number][2] == 1 + i))


cdef int own_factories(const Position* at, const Rules* r, int i) noexcept nogil:
    """Factories that the owner has now (R3.3H.2)."""
    cdef int number, n = 0
    for number in range(CITIES):
        n += own_factories_in(at, i, number)
    return n


cdef int all_factories(const Position* at, const Rules* r) noexcept nogil:
    """Factories on the board, those of nobody too (R3.E.1)."""
    cdef int number, n = 0
    for number in range(CITIES):
        n += factories_in(at, number)
    return n


cdef inline bint neutral_road(const Position* at, int t, int side) noexcept nogil:
    """Whether a neutral road leaves the tile on that side."""
    return at.near[t][side] != NOWHERE and at.neutral[edge(at, t, side)] == POOL_ROAD


cdef uint64_t pool_neighbours(const Position* at, int t) noexcept nogil:
    """The tiles to which neutral roads lead from a tile."""
    cdef uint64_t found = 0
    cdef int side
    for side in range(SIDES):
        if neutral_road(at, t, side):
            found |= bit(at.near[t][side])
    return found


# ---- residents that attack --------------------------------------------------------------------------

cdef inline uint64_t battlefields(const Owner* o) noexcept nogil:
    """Tiles where attackers of this owner stand."""
    return (o.up | o.down) & ~own_tiles(o)


# ---- the supply -------------------------------------------------------------------------------------

cdef void give_pieces(Position* at, const Rules* r, int i) noexcept nogil:
    """The supply with which an owner begins (G6a, G6b, G6c, R6.S.2)."""
    at.owner[i].residents = r.residents_each - (r.parked if r.people else 0)
    at.owner[i].settlements = r.settlements_each
    at.owner[i].roads = r.roads_each


# ---- the phase --------------------------------------------------------------------------------------

cdef inline int phase_of(const Position* at, const Rules* r) noexcept nogil:
    """The phase that the game is in."""
    return r.phases[at.phase]


cdef void finish(Position* at) noexcept nogil:
    at.stage, at.actor, at.cursor = OVER, 0, 0
    memset(&at.turn, 0, sizeof(Turn))
