"""The Castles of Burgundy: the rules. Rule numbers (B1-B53) are those of the tests in tests/games/burgundy/.

The position is one struct, `at`; the numbers are another, `rules`, filled by setup.py from tables.py. Every effect of a
placed tile is the last thing its action does, so no stack of pending effects is needed: `stage` says what comes next.
"""
cimport cython
from libc.math cimport sqrt, tanh
from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from core_ext.bits cimport first_bit, nth_bit, popcount, ring_distance
from core_ext.rng cimport Keys, Stream, below, keyed, keyed_below, logical, unit
from core_ext.state cimport State, hash_bytes
from core_ext.types cimport CHANCE, MAX_ACTIONS, TERMINAL, action_t
from games.burgundy.packing cimport fill_rules, fill_taste, position_dict, position_from_dict

cdef enum Purpose:              # names of the keyed draws
    KEY_GOODS = 1, KEY_START, KEY_BOARDS, KEY_SUPPLY, KEY_DARK, KEY_DICE, KEY_WHITE

cdef enum:
    NOWHERE = 255
    TURNS_FREELY = 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12     # the knowledge tiles with free steps

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
cdef int* FIRST_CODE = [A_TAKE, A_TAKE + 24, A_PLACE, A_PLACE + 37, A_PLACE + 74, A_PLACE + 111, A_PLACE + 148, A_PLACE + 185,
                        A_SELL, A_SELL + 6]


cdef inline int colour_of(int tile) noexcept nogil:
    return COLOUR_OF[tile]


cdef inline int total(const uint8_t* supply, int first, int end) noexcept nogil:
    cdef int i, n = 0
    for i in range(first, end):
        n += supply[i]
    return n


cdef inline int pick(const uint8_t* supply, int first, int end, int nth) noexcept nogil:
    """The type of the nth tile of a supply laid out in order of type. Requires that there are more than nth.

    Eight types a step: times ONES, each byte of a word becomes the sum of itself and all before it. A byte of those sums
    that is above nth keeps its high bit when nth + 1 is taken away. Needs counts of at most 15, which setup.py sees to.
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


cdef void count_left(Position* at) noexcept nogil:
    """Remake `left` from the supplies."""
    cdef int colour
    for colour in range(CASTLE):
        at.left[colour] = total(at.supply, TYPES[colour], TYPES[colour + 1])
    at.left[DARK_LEFT] = total(at.dark, 1, TILE_TYPES)


cdef inline int list_bits(action_t* out, int n, uint64_t bits, int first) noexcept nogil:
    """Append first + b for each bit b; returns the new length."""
    while bits:
        out[n] = first + first_bit(bits)
        bits &= bits - 1
        n += 1
    return n


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


# ---- dice and workers (B26, B27) -------------------------------------------------------------------

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


# ---- placing (B29, B30) --------------------------------------------------------------------------

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


cdef void order_of_play(const Position* at, int seats, uint8_t* order) noexcept nogil:
    """Highest space first, in a tower from top to bottom (B50)."""
    cdef int i, j, s
    for i in range(seats):
        s, j = i, i
        while j > 0 and 8 * at.track[order[j - 1]] + at.height[order[j - 1]] < 8 * at.track[s] + at.height[s]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = s


# ---- supplies ----------------------------------------------------------------------------------------

cdef int shares(const uint8_t* supply, int first, int end, action_t* out, double* probs) noexcept nogil:
    """Types in a supply with their probabilities."""
    cdef int i, n = 0, all = total(supply, first, end)
    for i in range(first, end):
        if supply[i]:
            out[n], probs[n] = i, <double>supply[i] / all
            n += 1
    return n


cdef int next_tile(const Keys* k, int purpose, const uint8_t* left, const uint8_t* printed,
                   int first, int end) noexcept nogil:
    """Each tile has a key of its own; copies of a type leave in order of theirs; the lowest waiting key is next."""
    cdef uint64_t key[32]
    cdef uint64_t h, lowest = 0
    cdef int t, i, j, n, gone, best = -1
    for t in range(first, end):
        if not left[t]:
            continue
        n = printed[t] if printed[t] < 32 else 32
        for i in range(n):
            h, j = keyed(k, purpose, t, i), i
            while j > 0 and key[j - 1] > h:
                key[j] = key[j - 1]
                j -= 1
            key[j] = h
        gone = n - left[t]
        h = key[gone if 0 <= gone < n else 0]
        if best < 0 or h < lowest:
            lowest, best = h, t
    return best


include "worths.pxi"

# ---- the rules, one class upon the other --------------------------------------------------------------

include "course.pxi"
include "effects.pxi"
include "legal.pxi"
include "chance.pxi"
include "heuristics.pxi"
include "features.pxi"


cdef class BurgundyState(Features):
    """A position of The Castles of Burgundy. Made by games.burgundy.setup.new_state."""

    def __cinit__(self):
        self.memory, self.size = <void*>&self.at, sizeof(Position)
        memset(&self.at, 0, sizeof(Position))
        memset(&self.rules, 0, sizeof(Rules))

    def __init__(self, int seats, dict options, dict numbers, table):
        """`numbers` has the fields of the Rules struct (setup.py makes it); `table` is the dict they came from."""
        self.seats, self.options, self.table = seats, options, table
        fill_rules(&self.rules, numbers)
        self.set_taste(numbers["taste"])
        self.hides = self.rules.secret
        self.begin()

    cpdef State blank(self):
        cdef BurgundyState other = BurgundyState.__new__(BurgundyState)
        other.seats, other.options, other.table = self.seats, self.options, self.table
        other.hides = self.hides
        memcpy(&other.rules, &self.rules, sizeof(Rules))
        return other

    # ---- the contract ----------------------------------------------------------------------------

    cdef int current_player(self) noexcept nogil:
        if self.at.stage == OVER:
            return TERMINAL
        if self.at.stage < CHOOSE_BOARD:
            return CHANCE
        return self.at.actor

    cdef int random_playout(self, Stream* rng, int* decisions) noexcept nogil:
        """The contract's loop with direct calls: here it is a tenth of a random game."""
        cdef int steps = 0
        while self.at.stage != OVER:
            if self.at.stage < CHOOSE_BOARD:
                self.apply_chance(self.sample_chance(rng))
            else:
                self.apply_action(self.random_action(rng))
                decisions[0] += 1
            steps += 1
        return steps

    cdef int weighted_playout(self, Stream* rng, Stream* luck, int* decisions, int until) noexcept nogil:
        """The contract's loop: one glance for all decisions, as much of it holds from one to the next."""
        cdef Glance g
        cdef int steps = 0
        first_look(&g)
        while self.at.stage != OVER and decisions[0] < until:
            if self.at.stage < CHOOSE_BOARD:
                self.apply_chance(self.sample_chance(luck))
            else:
                self.apply_action(self.draw_weighted(&g, rng))
                decisions[0] += 1
            steps += 1
        return steps

    cdef void apply(self, action_t a) noexcept nogil:
        if self.at.stage < CHOOSE_BOARD:
            self.apply_chance(a)
        else:
            self.apply_action(a)

    @cython.final
    cdef void apply_action(self, action_t a) noexcept nogil:
        if a < A_PLACE:
            self.apply_take(a // 24, a % 24)
        elif a < A_SELL:
            self.apply_place((a - A_PLACE) // 111, (a - A_PLACE) % 111 // 37, (a - A_PLACE) % 37)
        elif a < A_WORKERS:
            self.apply_sell((a - A_SELL) // 6, (a - A_SELL) % 6)
        elif a < A_BUY_BLACK:
            if a - A_WORKERS < 2:
                use_die(&self.at.seat[self.at.actor], a - A_WORKERS)
            self.gain_workers()
        elif a < A_DISCARD:
            self.buy(25 + a - A_BUY_BLACK if a < A_BUY else 1 + a - A_BUY)
        else:
            self.apply_rare(a)

    @cython.final
    cdef void apply_take(self, int die, int slot) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        if die < 2:
            s.workers -= cost(&self.rules, s, s.dice[die], slot // 4 + 1, 12)
            use_die(s, die)
        self.at.cursor = self.at.allowed = 0
        self.take(1 + slot)

    @cython.final
    cdef void apply_place(self, int die, int space, int hex) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef int number
        if die < 2:
            number = self.rules.board[s.board].die[hex]
            s.workers -= cost(&self.rules, s, s.dice[die], number, helper_tile(colour_of(s.storage[space])))
            use_die(s, die)
        self.place(space, hex)

    @cython.final
    cdef void apply_sell(self, int die, int colour) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        if die < 2:
            s.workers -= cost(&self.rules, s, s.dice[die], colour + 1, 0)
            use_die(s, die)
        self.sell(colour)

    @cython.final
    cdef void apply_rare(self, action_t a) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        if a < A_CLEAR:
            unstore(s, a - A_DISCARD)
            if at.stage == DISCARD:
                self.store(at.taking)
        elif a < A_CLEAR_PAIR:
            if at.stage == SHIP_SECOND:
                at.cursor = 1 + a - A_CLEAR
            at.cleared |= 1 << (a - A_CLEAR)
            self.clear(1 << (a - A_CLEAR))
        elif a < A_LOAD:
            at.cleared = 1 << (a - A_CLEAR_PAIR) | 1 << (a - A_CLEAR_PAIR + 1) % 6
            self.clear(at.cleared)
        elif a < A_BOARD:
            self.load_choice(a - A_LOAD)
        elif a < A_START_CASTLE:
            s.board = a - A_BOARD
            self.next_choice()
        elif a < A_END:
            self.start_castle(a - A_START_CASTLE)
            self.next_choice()
        elif a == A_END:
            self.end_turn()
        elif a == A_DECLINE:
            if at.stage == SHIP_SECOND:
                self.marker_moves()
            else:
                self.action_done()
        else:
            use_die(s, a - A_IDLE)
            self.action_done()

    @cython.final
    cdef void apply_chance(self, action_t a) noexcept nogil:
        cdef Position* at = &self.at
        if at.stage == ROLL:
            at.seat[at.actor].dice[0] = a // 6 + 1
            at.seat[at.actor].dice[1] = a % 6 + 1
            at.cursor += 1
            if at.cursor < self.seats:
                at.actor = at.order[at.cursor]
            else:
                at.stage, at.cursor, at.actor = ROLL_WHITE, 0, at.order[0]
        elif at.stage == ROLL_WHITE:
            self.white_rolled(a + 1)
        elif at.stage == FILL_DEPOT:
            self.fill_slot(at.cursor, a)
            at.cursor += 1
            self.refill()
        elif at.stage == FILL_BLACK:
            at.dark[a] -= 1
            at.left[DARK_LEFT] -= 1
            at.black[at.cursor] = NO_TILE if self.rules.left_out >> a & 1 else a
            at.cursor += 1
            self.refill()
        elif at.stage == FILL_GOODS:
            at.goods_supply[a] -= 1
            at.coming[at.cursor] = a + 1
            at.cursor += 1
            self.refill()
        elif at.stage == START_GOODS:
            at.goods_supply[a] -= 1
            at.seat[at.actor].goods[a] += 1
            at.seat[at.actor].holding |= 1 << a
            at.cursor += 1
            at.actor = at.cursor // 3
            if at.cursor == 3 * self.seats:
                self.goods_dealt()
        elif at.stage == START_SEAT:
            self.seat_starts(a)
        else:
            at.seat[at.actor].board = a
            at.cursor += 1
            if at.cursor < self.seats:
                at.actor = at.order[at.cursor]
            else:
                at.cursor = 0
                self.next_choice()

    # ---- results ---------------------------------------------------------------------------------

    cdef void scores(self, double* points) noexcept nogil:
        cdef int i, j
        for i in range(self.seats):
            points[i] = 0
            for j in range(SOURCES):
                points[i] += self.at.seat[i].sources[j]

    cdef void win_shares(self, double* won) noexcept nogil:
        """Most points; then more empty spaces; then later in turn order as the track stands (B53)."""
        cdef double points[4]
        cdef uint8_t order[4]
        cdef int i, s, best
        order[0] = 0
        self.scores(points)
        order_of_play(&self.at, self.seats, order)
        best = order[0]
        for i in range(self.seats):
            s = order[i]
            won[s] = 0.0
            if points[s] > points[best] or (points[s] == points[best] and
                    popcount(self.at.seat[s].filled) <= popcount(self.at.seat[best].filled)):
                best = s
        won[best] = 1.0

    cdef void returns(self, double* utilities) noexcept nogil:
        """(1 - w) win share + w (1 + tanh(margin / 30)) / 2, margin against the mean of the others."""
        cdef double points[4]
        cdef double total_points = 0, margin, w = self.rules.margin_weight
        cdef int i
        self.win_shares(utilities)
        self.scores(points)
        for i in range(self.seats):
            total_points += points[i]
        for i in range(self.seats):
            margin = points[i] - (total_points - points[i]) / (self.seats - 1)
            utilities[i] = (1 - w) * utilities[i] + w * 0.5 * (1 + tanh(margin / 30))

    # ---- what Python sees ------------------------------------------------------------------------

    def cost(self, action: int) -> int:
        """Workers that a MAIN action with a die costs; 0 for any other action."""
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef int a = action, die
        if a < A_TAKE or a >= A_WORKERS or self.at.stage != MAIN:
            return 0
        if a < A_PLACE:
            die = a // 24
            return cost(&self.rules, s, s.dice[die], a % 24 // 4 + 1, 12) if die < 2 else 0
        if a < A_SELL:
            a -= A_PLACE
            die = a // 111
            return cost(&self.rules, s, s.dice[die], self.rules.board[s.board].die[a % 37],
                        helper_tile(colour_of(s.storage[a % 111 // 37]))) if die < 2 else 0
        a -= A_SELL
        die = a // 6
        return cost(&self.rules, s, s.dice[die], a % 6 + 1, 0) if die < 2 else 0

    def acquires(self, int action) -> int:
        """Type of the tile that a legal action takes from a depot; 0 for any other action, and at chance nodes."""
        if self.current_player() < 0:
            return NO_TILE
        if A_TAKE <= action < A_PLACE:
            return self.at.depot[(action - A_TAKE) % 24]
        if A_BUY_BLACK <= action < A_BUY:
            return self.at.black[action - A_BUY_BLACK]
        return self.at.depot[action - A_BUY] if A_BUY <= action < A_DISCARD else NO_TILE

    def left_out(self, int tile) -> bool:
        """This tile type is left out of the game: drawn from a supply, it is a blank."""
        return 0 < tile < TILE_TYPES and self.rules.left_out >> tile & 1

    def set_taste(self, numbers: dict, seat: int = -1) -> None:
        """The numbers of the heuristics (as tuning.TASTE has them) for one seat, or for all. The position stays."""
        cdef int i
        for i in range(4):
            if seat < 0 or seat == i:
                fill_taste(&self.rules.taste[i], &self.rules, numbers)

    def search_settings(self) -> dict:
        """What tuning.py found strongest."""
        from games.burgundy.tuning import SEARCH, TWO_SEATS
        return SEARCH | TWO_SEATS if self.seats == 2 else dict(SEARCH)

    def raw(self) -> dict:
        """The Position struct as plain numbers and lists, by field name."""
        return position_dict(&self.at)

    def load(self, raw: dict) -> None:
        """Set the position from such a dict. Checks no rule; derived fields (filled, open, barred, knowledge, holding, stock, left) are remade."""
        cdef Position at
        memset(&at, 0, sizeof(Position))
        position_from_dict(&at, raw)
        cdef int i, hex
        cdef Seat* s
        for i in range(self.seats):
            s = &at.seat[i]
            s.filled = s.open = s.holding = 0
            memset(s.barred, 0, sizeof(s.barred))
            s.knowledge = self.rules.gift_knowledge[i]
            for hex in range(6):
                s.holding |= (s.goods[hex] != 0) << hex
            for hex in range(HEXES):
                if s.tiles[hex]:
                    put(&self.rules, s, s.tiles[hex], hex)
                    if FIRST_KNOWLEDGE <= s.tiles[hex] < CASTLE_TILE:
                        s.knowledge |= <uint32_t>1 << (s.tiles[hex] - FIRST_KNOWLEDGE + 1)
        count_left(&at)
        at.stock = 0
        for i in range(24):
            if at.depot[i]:
                at.stock |= <uint32_t>1 << i
        self.at = at

    def rules_table(self) -> dict:
        """The numbers in force, as in tables.RULES."""
        return self.table

    def sources(self) -> list:
        """Points of each seat by where they came from."""
        from games.burgundy.names import SOURCE_NAMES
        return [{name: self.at.seat[s].sources[i] for i, name in enumerate(SOURCE_NAMES)} for s in range(self.seats)]

    def rounds(self) -> int:
        """Rounds played to the end, 0-25."""
        return 25 if self.at.stage == OVER else 5 * self.at.phase + self.at.round

    def placed(self) -> list:
        """Tiles in each duchy by name, the start castle not counted."""
        from games.burgundy.names import TILE_NAMES
        counts = []
        for s in range(self.seats):
            mine = {}
            for hex in range(HEXES):
                if self.at.seat[s].tiles[hex] and hex != self.at.seat[s].castle:
                    name = TILE_NAMES[self.at.seat[s].tiles[hex]]
                    mine[name] = mine.get(name, 0) + 1
            counts.append(mine)
        return counts

    def seat_facts(self) -> list:
        """What reports tell seats apart by: the board and the start castle."""
        from games.burgundy.names import HEX_NAMES
        return [{"board": self.at.seat[s].board,
                 "castle": HEX_NAMES[self.at.seat[s].castle] if self.at.seat[s].castle != NOWHERE else ""}
                for s in range(self.seats)]
