# Supplies, storage, dice, workers and duchies: what the rules ask of them and do to them. Included by state.pyx.

cdef enum Purpose:              # names of the keyed draws
    KEY_GOODS = 1, KEY_START, KEY_BOARDS, KEY_SUPPLY, KEY_DARK, KEY_DICE, KEY_WHITE

cdef enum:
    NOWHERE = 255
    TURNS_FREELY = 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12     # the knowledge tiles with free steps
    PAYS_AT_END = (1 << 27) - (1 << 15)     # those with points at the end

cdef uint64_t ONES = 0x0101010101010101
cdef uint64_t HIGH_BITS = 0x8080808080808080

# Tile types of each hex colour: TYPES[colour] <= type < TYPES[colour + 1].
cdef int* TYPES = [1, 9, 21, 47, 48, 49, 50]


cdef uint8_t DISTANCE[7][7]             # steps from one face to another; none from no face
for _face in range(1, 7):
    for _other in range(1, 7):
        DISTANCE[_face][_other] = ring_distance(_face, _other)
cdef uint64_t HERD[TILE_TYPES]          # an animal tile's animals in the byte of its species, and a 1 four bytes above
cdef uint8_t COLOUR_OF[TILE_TYPES]      # hex colour of a tile type; NO_TILE has none
cdef uint8_t BUILDING_TYPE[TILE_TYPES]  # of a building its type, of others 0
for _tile in range(WAREHOUSE, FIRST_ANIMAL):
    BUILDING_TYPE[_tile] = _tile
cdef uint8_t HELPER_OF[COLOURS]         # the knowledge tile that turns a die freely when this colour is placed
for _colour in range(COLOURS):
    for _tile in range(TYPES[_colour], TYPES[_colour + 1]):
        COLOUR_OF[_tile] = _colour
for _tile in range(FIRST_ANIMAL, FIRST_KNOWLEDGE):
    HERD[_tile] = <uint64_t>((_tile - FIRST_ANIMAL) % 3 + 2 | 1 << 32) << 8 * ((_tile - FIRST_ANIMAL) // 3)
HELPER_OF[BUILDING], HELPER_OF[ANIMAL], HELPER_OF[SHIP] = 9, 10, 10
HELPER_OF[KNOWLEDGE] = HELPER_OF[CASTLE] = HELPER_OF[MINE] = 11

# The bit sets of Choices in the order of their action codes, and the first code of each.
cdef int* FIRST_CODE = [A_TAKE, A_TAKE + 24, A_PLACE, A_PLACE + 37, A_PLACE + 74, A_PLACE + 111, A_PLACE + 148,
                        A_PLACE + 185, A_SELL, A_SELL + 6]


cdef inline int colour_of(int tile) noexcept nogil:
    return COLOUR_OF[tile]


cdef inline int pick(const uint8_t* supply, int first, int end, int nth) noexcept nogil:
    """The type of the nth tile of a supply laid out in order of type. Requires that there are more than nth.

    Eight types a step: times ONES, each byte of a word becomes the sum of itself and all before it. A byte of those
    sums that is above nth keeps its high bit when nth + 1 is taken away. Requires counts of at most 15, which setup.py
    sees to.
    """
    cdef uint64_t sums, above
    cdef int i = first
    while end - i >= 8:
        memcpy(&sums, supply + i, 8)
        sums *= ONES
        if nth < <int>(sums >> 56):
            above = ((sums | HIGH_BITS) - (nth + 1) * ONES) & HIGH_BITS
            return i + (first_bit(above) >> 3)
        nth -= <int>(sums >> 56)
        i += 8
    while i < end - 1:
        nth -= supply[i]
        if nth < 0:
            break
        i += 1
    return i


cdef inline int rounds_played(const Position* at) noexcept nogil:
    return 25 if at.stage == OVER else 5 * at.phase + at.round


cdef inline int stored(const Seat* s) noexcept nogil:
    return (s.storage[0] != 0) + (s.storage[1] != 0) + (s.storage[2] != 0)


cdef inline void unstore(Seat* s, int space) noexcept nogil:
    """Take a tile out of storage; the others move up."""
    cdef int i
    for i in range(space, STORAGE - 1):
        s.storage[i] = s.storage[i + 1]
    s.storage[STORAGE - 1] = NO_TILE


cdef inline bint has(const Rules* r, const Seat* s, int tile) noexcept nogil:
    """Knowledge tile `tile` works for this seat: it lies in the duchy (B48) and its number is not 0."""
    return (s.knowledge & r.live) >> tile & 1


# ---- dice and workers (B26, B27) --------------------------------------------------------------------

cdef inline int steps_per_worker(const Rules* r, const Seat* s) noexcept nogil:
    return 1 + has(r, s, 8) * (r.tile[8] - 1)


cdef inline int free_steps(const Rules* r, const Seat* s, int tile) noexcept nogil:
    """Free turns of a die by knowledge tile 9-12; `tile` 0: a sale, which has none."""
    cdef int free = has(r, s, tile) * r.tile[tile]
    return free * r.tile[8] if r.tile8_widens_free and has(r, s, 8) else free


cdef inline int reach(const Rules* r, const Seat* s, int tile) noexcept nogil:
    """How many steps this seat can turn a die for a use that knowledge tile `tile` helps: 0-3."""
    cdef int paid = s.workers * steps_per_worker(r, s), free = free_steps(r, s, tile)
    cdef int steps = paid + free if r.free_adds else (paid if paid > free else free)
    return 3 if steps > 3 else steps


cdef inline int cost_of_steps(const Rules* r, const Seat* s, int distance, int tile) noexcept nogil:
    """Workers that turning a die by so many steps costs."""
    cdef int free = free_steps(r, s, tile), p = steps_per_worker(r, s), paid = distance if distance > free else 0
    distance = (distance if distance > free else free) - free if r.free_adds else paid
    return distance if p == 1 else (distance + p - 1) // p


cdef inline int cost(const Rules* r, const Seat* s, int face, int target, int tile) noexcept nogil:
    """Workers that turning a die from `face` to `target` costs (B27)."""
    return cost_of_steps(r, s, ring_distance(face, target), tile)


cdef inline int helper_tile(int colour) noexcept nogil:
    return HELPER_OF[colour]


cdef inline void use_die(Seat* s, int die) noexcept nogil:
    s.dice[0] = s.dice[1 - die]
    s.dice[1] = 0


cdef inline void spend_die(const Rules* r, Seat* s, int die, int number, int helper) noexcept nogil:
    """Die 0 or 1 is turned to `number` and used; knowledge tile `helper` helps. Die 2: the action needs none."""
    if die < 2:
        s.workers -= cost(r, s, s.dice[die], number, helper)
        use_die(s, die)


# ---- placing (B29, B30) -----------------------------------------------------------------------------

cdef inline uint64_t spaces_for(const Rules* r, const Seat* s, int tile) noexcept nogil:
    """Empty hexes that a tile may go to, whatever their number."""
    cdef const Board* b = &r.board[s.board]
    cdef uint64_t free = s.open & b.of_colour[colour_of(tile)]
    return free & ~(s.barred[BUILDING_TYPE[tile]] & (<uint64_t>has(r, s, 1) - 1))


cdef bint can_place_any(const Rules* r, const Seat* s) noexcept nogil:
    cdef int i
    for i in range(STORAGE):
        if s.storage[i] and spaces_for(r, s, s.storage[i]):
            return True
    return False


cdef inline uint64_t herd(const Seat* s, uint64_t pasture) noexcept nogil:
    """The animals in a pasture, a byte a species; then in four more bytes the tiles with them."""
    cdef uint64_t animals = 0
    pasture &= s.filled
    while pasture:
        animals += HERD[s.tiles[first_bit(pasture)]]
        pasture &= pasture - 1
    return animals


cdef inline int points_of_herd(const Rules* r, const Seat* s, uint64_t animals, int tile) noexcept nogil:
    """Points of an animal tile that now belongs to this herd: all of its species (B35), one more a tile by tile 7."""
    animals >>= 8 * ((tile - FIRST_ANIMAL) // 3)
    return (animals & 255) + (r.tile[7] * (animals >> 32 & 255) if has(r, s, 7) else 0)


cdef inline int species_of(const Seat* s, const Board* b) noexcept nogil:
    """How many species the duchy has."""
    cdef uint64_t animals = herd(s, b.of_colour[ANIMAL])
    cdef int i, n = 0
    for i in range(4):
        n += animals >> 8 * i & 255 != 0
    return n


cdef void put(const Rules* r, Seat* s, int tile, int hex) noexcept nogil:
    """A tile lies on a hex from now on."""
    cdef uint64_t bit = <uint64_t>1 << hex
    s.tiles[hex] = tile
    if tile <= WATCHTOWER:
        s.barred[tile] |= r.board[s.board].region[hex]
    s.filled |= bit
    s.open = (s.open | r.near[hex]) & ~s.filled


cdef void order_of_play(const Position* at, const Rules* r, uint8_t* order) noexcept nogil:
    """Highest space first, in a tower from top to bottom (B50)."""
    cdef int i, j, s
    for i in range(r.seats):
        s, j = i, i
        while j > 0 and 8 * at.track[order[j - 1]] + at.height[order[j - 1]] < 8 * at.track[s] + at.height[s]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = s


# ---- supplies ---------------------------------------------------------------------------------------


cdef int next_tile(const Keys* k, int purpose, const uint8_t* left, const uint8_t* printed,
                   int first, int end) noexcept nogil:
    """Each tile has a key of its own; copies of a type leave in order of theirs; the lowest waiting key is next."""
    cdef uint64_t h, lowest = 0
    cdef int t, gone, best = -1
    for t in range(first, end):
        if left[t]:
            gone = printed[t] - left[t]
            h = ranked_key(k, purpose, t, 0, printed[t] if gone > 0 else left[t], gone if gone > 0 else 0)
            if best < 0 or h < lowest:
                lowest, best = h, t
    return best


# ---- derived fields ----------------------------------------------------------------------------------

cdef void count_left(Position* at) noexcept nogil:
    """Remake `left` from the supplies."""
    cdef int colour
    for colour in range(CASTLE):
        at.left[colour] = total(at.supply + TYPES[colour], TYPES[colour + 1] - TYPES[colour])
    at.left[DARK_LEFT] = total(at.dark + 1, TILE_TYPES - 1)


cdef void derive_fields(Position* at, const Rules* r) noexcept nogil:
    """Remake filled, open, barred, knowledge, holding, stock and left from the other fields."""
    cdef int i, hex
    cdef Seat* s
    for i in range(r.seats):
        s = &at.seat[i]
        s.filled = s.open = s.holding = 0
        memset(s.barred, 0, sizeof(s.barred))
        s.knowledge = r.gift_knowledge[i]
        for hex in range(6):
            s.holding |= (s.goods[hex] != 0) << hex
        for hex in range(HEXES):
            if s.tiles[hex]:
                put(r, s, s.tiles[hex], hex)
                if FIRST_KNOWLEDGE <= s.tiles[hex] < CASTLE_TILE:
                    s.knowledge |= <uint32_t>1 << (s.tiles[hex] - FIRST_KNOWLEDGE + 1)
    count_left(at)
    at.stock = 0
    for i in range(24):
        if at.depot[i]:
            at.stock |= <uint32_t>1 << i
