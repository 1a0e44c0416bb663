"""The Castles of Burgundy: the rules. Rule numbers (B1-B53) are those of the tests in tests/games/burgundy/.

The position is one struct, `at`; the numbers are another, `rules`, filled by setup.py from tables.py. Every effect of a
placed tile is the last thing its action does, so no stack of pending effects is needed: `stage` says what comes next.
"""
from libc.math cimport tanh
from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from core_ext.bits cimport first_bit, nth_bit, popcount, ring_distance
from core_ext.rng cimport Keys, Stream, below, keyed, keyed_below, logical
from core_ext.state cimport State, hash_bytes
from core_ext.types cimport CHANCE, MAX_ACTIONS, TERMINAL, action_t
from games.burgundy.packing cimport fill_rules, position_dict, position_from_dict

cdef enum Purpose:              # names of the keyed draws
    KEY_GOODS = 1, KEY_START, KEY_BOARDS, KEY_SUPPLY, KEY_DARK, KEY_DICE, KEY_WHITE

cdef enum:
    NOWHERE = 255

# Tile types of each hex colour: TYPES[colour] <= type < TYPES[colour + 1].
cdef int* TYPES = [1, 9, 21, 47, 48, 49, 50]


cdef uint8_t COLOUR_OF[TILE_TYPES]      # hex colour of a tile type; NO_TILE has none
cdef uint8_t HELPER_OF[COLOURS]         # the knowledge tile that turns a die freely when this colour is placed
for _colour in range(COLOURS):
    for _tile in range(TYPES[_colour], TYPES[_colour + 1]):
        COLOUR_OF[_tile] = _colour
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
    """The type of the nth tile of a supply laid out in order of type. Eight types a step while nth lies further on:
    the product holds the sum of eight bytes in its highest (each is at most 31, which setup.py sees to)."""
    cdef uint64_t eight
    cdef int i = first, many
    while end - i >= 8:
        memcpy(&eight, supply + i, 8)
        many = (eight * <uint64_t>0x0101010101010101) >> 56
        if nth < many:
            break
        nth -= many
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
    return r.tile[8] if has(r, s, 8) else 1


cdef inline int free_steps(const Rules* r, const Seat* s, int tile) noexcept nogil:
    """Free turns of a die by knowledge tile 9-12; `tile` 0: a sale, which has none."""
    if tile == 0 or not has(r, s, tile):
        return 0
    if r.tile8_widens_free and has(r, s, 8):
        return r.tile[tile] * r.tile[8]
    return r.tile[tile]


cdef inline int reach(const Rules* r, const Seat* s, int tile) noexcept nogil:
    """How many steps this seat can turn a die for a use that knowledge tile `tile` helps: 0-3."""
    cdef int paid = s.workers * steps_per_worker(r, s), free = free_steps(r, s, tile)
    cdef int steps = paid + free if r.free_adds else (paid if paid > free else free)
    return 3 if steps > 3 else steps


cdef inline int cost(const Rules* r, const Seat* s, int face, int target, int tile) noexcept nogil:
    """Workers that turning a die from `face` to `target` costs (B27)."""
    cdef int distance = ring_distance(face, target), free = free_steps(r, s, tile), p = steps_per_worker(r, s)
    if distance <= free:
        return 0
    if r.free_adds:
        distance -= free
    return (distance + p - 1) // p


cdef inline int helper_tile(int colour) noexcept nogil:
    return HELPER_OF[colour]


cdef inline void use_die(Seat* s, int die) noexcept nogil:
    if die == 0:
        s.dice[0] = s.dice[1]
    s.dice[1] = 0


# ---- placing (B29, B30) --------------------------------------------------------------------------

cdef uint64_t spaces_for(const Rules* r, const Seat* s, int tile) noexcept nogil:
    """Empty hexes that a tile may go to, whatever their number."""
    cdef const Board* b = &r.board[s.board]
    cdef uint64_t free = s.open & b.of_colour[colour_of(tile)], same
    cdef int hex
    if tile <= WATCHTOWER and free and s.kinds >> tile & 1 and not has(r, s, 1):
        same = s.filled & b.of_colour[BUILDING]
        while same:
            hex = first_bit(same)
            same &= same - 1
            if s.tiles[hex] == tile:
                free &= ~b.region[hex]
    return free


cdef bint can_place_any(const Rules* r, const Seat* s) noexcept nogil:
    cdef int i
    for i in range(STORAGE):
        if s.storage[i] and spaces_for(r, s, s.storage[i]):
            return True
    return False


cdef int animal_points(const Rules* r, const Seat* s, int tile, int hex) noexcept nogil:
    """Points of an animal tile just laid on `hex`: all of its species in the pasture (B35), one more each by tile 7."""
    cdef uint64_t pasture = s.filled & r.board[s.board].region[hex]
    cdef int species = (tile - FIRST_ANIMAL) // 3, other, points = 0, more = r.tile[7] if has(r, s, 7) else 0
    while pasture:
        other = s.tiles[first_bit(pasture)]
        pasture &= pasture - 1
        if (other - FIRST_ANIMAL) // 3 == species:
            points += (other - FIRST_ANIMAL) % 3 + 2 + more
    return points


cdef void put(const Rules* r, Seat* s, int tile, int hex) noexcept nogil:
    """A tile lies on a hex from now on."""
    cdef uint64_t bit = <uint64_t>1 << hex
    s.tiles[hex] = tile
    if tile <= WATCHTOWER:
        s.kinds |= 1 << tile
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


cdef class BurgundyState(State):
    """A position of The Castles of Burgundy. Made by games.burgundy.setup.new_state."""

    def __cinit__(self):
        self.memory, self.size = <void*>&self.at, sizeof(Position)
        memset(&self.at, 0, sizeof(Position))
        memset(&self.rules, 0, sizeof(Rules))

    def __init__(self, int seats, dict options, dict numbers, table):
        """`numbers` has the fields of the Rules struct (setup.py makes it); `table` is the dict they came from."""
        self.seats, self.options, self.table = seats, options, table
        fill_rules(&self.rules, numbers)
        self.begin()

    cpdef State blank(self):
        cdef BurgundyState other = BurgundyState.__new__(BurgundyState)
        other.seats, other.options, other.table = self.seats, self.options, self.table
        memcpy(&other.rules, &self.rules, sizeof(Rules))
        return other

    # ---- set-up (B8-B15) -------------------------------------------------------------------------

    cdef void begin(self) noexcept nogil:
        cdef Position* at = &self.at
        cdef int i, castles
        memcpy(at.supply, self.rules.supply, TILE_TYPES)
        memcpy(at.dark, self.rules.dark, TILE_TYPES)
        castles = at.supply[CASTLE_TILE] - self.seats
        at.supply[CASTLE_TILE] = castles if castles > 0 else 0
        count_left(at)
        at.large = at.small = 0x3F
        for i in range(6):
            at.goods_supply[i] = self.rules.goods_copies
        for i in range(self.seats):
            at.seat[i].castle = NOWHERE
        for i in range(self.seats, 4):
            at.order[i] = NOWHERE
        at.stage, at.cursor, at.actor = START_GOODS, 0, 0

    cdef void goods_dealt(self) noexcept nogil:
        self.at.cursor = 0
        if self.rules.start == NOWHERE:
            self.at.stage, self.at.actor = START_SEAT, 0
        else:
            self.seat_starts(self.rules.start)

    cdef void seat_starts(self, int first) noexcept nogil:
        """Clockwise from the start player: workers (B12) and the tower on the track (B13)."""
        cdef Position* at = &self.at
        cdef int i, s
        for i in range(self.seats):
            s = (first + i) % self.seats
            at.order[i] = s
            at.height[s] = self.seats - 1 - i
            at.seat[s].workers = self.rules.start_workers[i]
            at.seat[s].silver = self.rules.start_silver
            at.seat[s].board = self.rules.given_board[s]
        at.cursor = 0
        at.stage = DEAL_BOARD
        if self.rules.choose_boards or at.seat[0].board:
            self.next_choice()
        else:
            at.actor = at.order[0]

    cdef void next_choice(self) noexcept nogil:
        """Each seat in play order settles its board and its start castle (B10, B14); then phase A begins."""
        cdef Position* at = &self.at
        cdef int hex
        while at.cursor < self.seats:
            at.actor = at.order[at.cursor]
            if at.seat[at.actor].board == 0:
                at.stage = CHOOSE_BOARD
                return
            hex = self.fixed_castle(at.actor)
            if hex == NOWHERE:
                at.stage = CHOOSE_CASTLE
                return
            self.start_castle(hex)
        if self.rules.castle_scores:
            self.score_castles()
        self.begin_phase(0)

    cdef int fixed_castle(self, int seat) noexcept nogil:
        """Where the seat's start castle stands without a choice, or NOWHERE."""
        if self.at.seat[seat].board == 1 and self.rules.basic_castle != NOWHERE:
            return self.rules.basic_castle
        return self.rules.given_castle[seat]

    cdef void start_castle(self, int hex) noexcept nogil:
        """Set up, not played: no action and no points (B15)."""
        cdef Seat* s = &self.at.seat[self.at.actor]
        s.castle = hex
        put(&self.rules, s, CASTLE_TILE, hex)
        self.at.cursor += 1

    cdef void score_castles(self) noexcept nogil:
        """castle_scores=yes (A1): a start castle that fills its region is paid for it, in phase A."""
        cdef int i, hex
        cdef Seat* s
        for i in range(self.seats):
            s = &self.at.seat[i]
            hex = s.castle
            if self.rules.board[s.board].size[hex] == 1:
                s.sources[FROM_START] += self.rules.region_points[1] + self.rules.phase_points[0]

    # ---- phases and rounds (B16-B24) -------------------------------------------------------------

    cdef void begin_phase(self, int phase) noexcept nogil:
        """Clear the depots of hex tiles, not of goods (B17, B19), and refill."""
        cdef Position* at = &self.at
        at.phase, at.round, at.turn, at.white = phase, 0, 0, 0
        memset(at.depot, 0, sizeof(at.depot))
        memset(at.black, 0, sizeof(at.black))
        at.stock, at.cursor, at.stage, at.actor = 0, 0, FILL_DEPOT, 0
        self.refill()

    cdef int slot_colour(self, int slot) noexcept nogil:
        if slot == self.rules.mine_slot and self.rules.mine_phases >> self.at.phase & 1:
            return MINE                                             # B21
        return self.rules.slot_colour[slot]

    cdef void fill_slot(self, int slot, int tile) noexcept nogil:
        cdef int colour = colour_of(tile)
        self.at.supply[tile] -= 1
        if colour < CASTLE:
            self.at.left[colour] -= 1
        self.at.depot[slot] = tile
        self.at.stock |= <uint32_t>1 << slot

    cdef void refill(self) noexcept nogil:
        """Go on from `cursor` until chance must speak: depots (B20), black depot (B22), goods (B17)."""
        cdef Position* at = &self.at
        cdef int colour
        while at.stage == FILL_DEPOT:
            if at.cursor == 24:
                at.stage, at.cursor = FILL_BLACK, 0
                break
            colour = self.slot_colour(at.cursor)
            if self.rules.slot_active[at.cursor]:
                if colour >= CASTLE:
                    if at.supply[TYPES[colour]]:
                        self.fill_slot(at.cursor, TYPES[colour])
                elif at.left[colour]:
                    return
            at.cursor += 1
        if at.stage == FILL_BLACK:
            if at.cursor < self.rules.black_slots and at.left[DARK_LEFT]:
                return
            at.stage, at.cursor = FILL_GOODS, 0
        if at.cursor < 5 and total(at.goods_supply, 0, 6):
            return
        at.cursor = 0
        self.begin_round()

    cdef void begin_round(self) noexcept nogil:
        """The order is read off the track and holds for this round (B23, B51)."""
        cdef Position* at = &self.at
        order_of_play(at, self.seats, at.order)
        at.stage, at.cursor, at.turn, at.white = ROLL, 0, 0, 0
        at.actor = at.order[0]

    cdef void white_rolled(self, int face) noexcept nogil:
        """The round's goods go to the depot that the white die names (B23)."""
        cdef Position* at = &self.at
        at.white = face
        if at.coming[at.round]:
            at.goods[6 * (face - 1) + at.coming[at.round] - 1] += 1
            at.coming[at.round] = 0
        at.cursor = 0
        self.begin_turn(0)

    cdef void begin_turn(self, int turn) noexcept nogil:
        self.at.turn, self.at.actor, self.at.bought = turn, self.at.order[turn], 0
        self.at.stage = MAIN

    cdef void end_turn(self) noexcept nogil:
        cdef Position* at = &self.at
        at.bought = 0
        if at.turn + 1 < self.seats:
            self.begin_turn(at.turn + 1)
        elif at.round < 4:
            at.round += 1
            self.begin_round()
        else:
            self.end_phase()

    cdef void end_phase(self) noexcept nogil:
        """Silver for mines, workers by tile 2 (B24, B44); after phase E too."""
        cdef Position* at = &self.at
        cdef Seat* s
        cdef int i, mines
        for i in range(self.seats):
            s = &at.seat[i]
            mines = popcount(s.filled & self.rules.board[s.board].of_colour[MINE])
            s.silver += mines * self.rules.mine_silver
            if has(&self.rules, s, 2):
                s.workers += mines * self.rules.tile[2]
        if at.phase < 4:
            self.begin_phase(at.phase + 1)
        else:
            self.score_end()
            at.stage = OVER

    cdef bint can_buy(self) noexcept nogil:
        """A purchase is still possible this turn (B33)."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int i
        if at.bought or s.silver < self.rules.purchase or (s.storage[2] and not self.rules.buy_discard):
            return False
        if at.stock and has(&self.rules, s, 6):
            return True
        for i in range(BLACK_SLOTS):
            if at.black[i]:
                return True
        return False

    cdef void action_done(self) noexcept nogil:
        """One action and all it triggered is complete."""
        cdef Position* at = &self.at
        at.taking = at.allowed = at.cleared = at.cursor = 0
        if at.seat[at.actor].dice[0] or self.can_buy():
            at.stage = MAIN
        else:
            self.end_turn()

    # ---- what an action does ---------------------------------------------------------------------

    cdef void take(self, int source) noexcept nogil:
        """The tile of `source` (1 + slot, or 25 + black space) goes to storage; a full one is cleared first (B28)."""
        cdef Seat* s = &self.at.seat[self.at.actor]
        if s.storage[2]:
            self.at.taking, self.at.stage = source, DISCARD
        else:
            self.store(source)

    cdef void store(self, int source) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int space = stored(s), back_to_castle = at.cursor
        if source > 24:
            s.storage[space] = at.black[source - 25]
            at.black[source - 25] = NO_TILE
        else:
            s.storage[space] = at.depot[source - 1]
            at.depot[source - 1] = NO_TILE
            at.stock &= ~(<uint32_t>1 << (source - 1))
        if back_to_castle:
            at.taking, at.cursor, at.stage = 0, 0, CASTLE_ACTION
        else:
            self.action_done()

    cdef void buy(self, int source) noexcept nogil:
        cdef Position* at = &self.at
        at.seat[at.actor].silver -= self.rules.purchase
        at.bought = 1
        at.cursor = at.stage == CASTLE_ACTION
        self.take(source)

    cdef void sell(self, int colour) noexcept nogil:
        """All goods of one colour (B31); tiles 3 and 4 (B44, B46)."""
        cdef Seat* s = &self.at.seat[self.at.actor]
        s.sources[FROM_SALES] += s.goods[colour] * self.rules.sold_goods
        s.sold[colour] += s.goods[colour]
        s.goods[colour] = 0
        s.holding &= ~(1 << colour)
        s.silver += self.rules.tile[3] if has(&self.rules, s, 3) else self.rules.sale_silver
        if has(&self.rules, s, 4):
            s.workers += self.rules.tile[4]
        self.action_done()

    cdef void gain_workers(self) noexcept nogil:
        """The workers action (B32) with tiles 13 and 14."""
        cdef Seat* s = &self.at.seat[self.at.actor]
        s.workers += self.rules.tile[14] if has(&self.rules, s, 14) else self.rules.workers
        if has(&self.rules, s, 13):
            s.silver += self.rules.tile[13]
        self.action_done()

    cdef void place(self, int space, int hex) noexcept nogil:
        """A stored tile goes to the duchy: its points, region, colour bonus, then what it lets its owner do (B43)."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef const Rules* r = &self.rules
        cdef const Board* b = &r.board[s.board]
        cdef int tile = s.storage[space], colour = colour_of(tile), bit = 1 << colour
        unstore(s, space)
        put(r, s, tile, hex)
        if colour == ANIMAL:
            s.sources[FROM_ANIMALS] += animal_points(r, s, tile, hex)
        elif tile == WATCHTOWER:
            s.sources[FROM_WATCHTOWERS] += r.watchtower_points
        if not b.region[hex] & ~s.filled:                           # B41
            s.sources[FROM_REGIONS] += r.region_points[b.size[hex]]
            s.sources[FROM_PHASES] += r.phase_points[at.phase]
            if not b.of_colour[colour] & ~s.filled:                 # B42
                if at.large & bit:
                    at.large ^= bit
                    s.large |= bit
                    s.sources[FROM_BONUSES] += r.large_bonus
                elif at.small & bit:
                    at.small ^= bit
                    s.small |= bit
                    s.sources[FROM_BONUSES] += r.small_bonus
        self.tile_effect(tile)

    cdef void tile_effect(self, int tile) noexcept nogil:
        """Rules B34-B39. A 'may' that cannot be used is not asked."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        if tile == CASTLE_TILE:
            at.stage, at.allowed, at.cursor = CASTLE_ACTION, 0, 0
            return
        if tile == SHIP_TILE:
            self.ship_arrives()
            return
        if FIRST_KNOWLEDGE <= tile < CASTLE_TILE:
            s.knowledge |= <uint32_t>1 << (tile - FIRST_KNOWLEDGE + 1)
        elif tile == BOARDING_HOUSE:
            s.workers += self.rules.boarding_workers
        elif tile == BANK:
            s.silver += self.rules.bank_silver
        elif tile == WAREHOUSE and total(s.goods, 0, 6):
            at.stage = SELL_FREE
            return
        elif tile == CITY_HALL and can_place_any(&self.rules, s):
            at.stage = PLACE_FREE
            return
        elif tile == CARPENTER and self.offer(1 << BUILDING):
            return
        elif tile == CHURCH and self.offer(1 << MINE | 1 << KNOWLEDGE | 1 << CASTLE):
            return
        elif tile == MARKET and self.offer(1 << SHIP | 1 << ANIMAL):
            return
        self.action_done()

    cdef bint offer(self, int colours) noexcept nogil:
        """A building lets its owner take a tile of these colours from a numbered depot, if there is one."""
        cdef int slot
        for slot in range(24):
            if self.at.depot[slot] and colours >> colour_of(self.at.depot[slot]) & 1:
                self.at.stage, self.at.allowed = TAKE_FREE, colours
                return True
        return False

    # ---- ships (B34, B47) ------------------------------------------------------------------------

    cdef bint depot_eligible(self, int depot) noexcept nogil:
        return self.rules.empty_ship_depot or total(&self.at.goods[6 * depot], 0, 6) > 0

    cdef void ship_arrives(self) noexcept nogil:
        cdef int d
        self.at.allowed, self.at.cleared, self.at.cursor = 0, 0, 0
        for d in range(DEPOTS):
            if self.depot_eligible(d):
                self.at.stage = SHIP_DEPOT
                return
        self.marker_moves()

    cdef void clear(self, int depots) noexcept nogil:
        """Take from these depots all goods that fit: three stacks, each of one colour."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int colour, fresh = 0, free = 3
        for colour in range(6):
            if s.goods[colour]:
                self.bring_aboard(depots, colour)
                free -= 1
            elif self.lying(depots, colour):
                fresh |= 1 << colour
        if popcount(fresh) <= free:
            for colour in range(6):
                if fresh >> colour & 1:
                    self.bring_aboard(depots, colour)
        elif free > 0:
            at.stage, at.allowed = SHIP_COLOUR, fresh
            return
        self.cleared_depots()

    cdef int lying(self, int depots, int colour) noexcept nogil:
        cdef int d, n = 0
        for d in range(DEPOTS):
            if depots >> d & 1:
                n += self.at.goods[6 * d + colour]
        return n

    cdef void bring_aboard(self, int depots, int colour) noexcept nogil:
        cdef int d
        cdef Seat* s = &self.at.seat[self.at.actor]
        for d in range(DEPOTS):
            if depots >> d & 1:
                s.goods[colour] += self.at.goods[6 * d + colour]
                self.at.goods[6 * d + colour] = 0
        s.holding |= (s.goods[colour] != 0) << colour

    cdef void load_choice(self, int colour) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        self.bring_aboard(1 << (at.cursor - 1) if at.cursor else at.cleared, colour)
        at.allowed ^= 1 << colour
        if popcount(<uint64_t>s.holding) >= 3:
            self.cleared_depots()

    cdef void cleared_depots(self) noexcept nogil:
        """One clearing is complete; tile 5 with tile5_joint=no may go on to a neighbour."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        at.allowed = 0
        if not self.rules.tile5_joint and at.cursor == 0 and has(&self.rules, s, 5) and self.neighbours(first_bit(at.cleared)):
            at.stage = SHIP_SECOND
        else:
            self.marker_moves()

    cdef int neighbours(self, int d) noexcept nogil:
        """Depots that may be cleared together with depot d: bit depot."""
        cdef int left = (d + 5) % 6, right = (d + 1) % 6
        return (self.depot_eligible(left) << left) | (self.depot_eligible(right) << right)

    cdef void marker_moves(self) noexcept nogil:
        """One space forward, on top of any markers there (B34)."""
        cdef Position* at = &self.at
        cdef int me = at.actor, s, above = 0
        if at.track[me] < 6:
            for s in range(self.seats):
                if s != me and at.track[s] == at.track[me] and at.height[s] > at.height[me]:
                    at.height[s] -= 1
                elif s != me and at.track[s] == at.track[me] + 1:
                    above += 1
            at.track[me] += 1
            at.height[me] = above
        self.action_done()

    # ---- the end (B52, B53) ----------------------------------------------------------------------

    cdef void score_end(self) noexcept nogil:
        cdef int i
        cdef Seat* s
        for i in range(self.seats):
            s = &self.at.seat[i]
            s.sources[FROM_GOODS] += total(s.goods, 0, 6) * self.rules.end_goods
            s.sources[FROM_SILVER] += s.silver * self.rules.end_silver
            if self.rules.end_workers:
                s.sources[FROM_WORKERS] += s.workers // self.rules.end_workers
            s.sources[FROM_KNOWLEDGE] += self.knowledge_points(s)

    cdef int knowledge_points(self, const Seat* s) noexcept nogil:
        """Tiles 15-26 (B45)."""
        cdef const Rules* r = &self.rules
        cdef int i, n, hex, points = 0, species = 0
        cdef uint8_t count[TILE_TYPES]
        memset(count, 0, TILE_TYPES)
        for hex in range(HEXES):
            count[s.tiles[hex]] += 1
        for i in range(4):
            species += total(count, FIRST_ANIMAL + 3 * i, FIRST_ANIMAL + 3 * i + 3) > 0
        for i in range(15, 27):
            if not has(r, s, i):
                continue
            if i == 15:
                n = 0
                for hex in range(6):
                    n += s.sold[hex] > 0
            elif i < 24:
                n = count[r.pays_for[i]]
            elif i == 24:
                n = species
            elif i == 25:
                n = total(s.sold, 0, 6)
            else:
                n = popcount(s.large) + popcount(s.small)
            points += n * r.tile[i]
        return points

    # ---- the contract ----------------------------------------------------------------------------

    cdef int current_player(self) noexcept nogil:
        if self.at.stage == OVER:
            return TERMINAL
        if self.at.stage < CHOOSE_BOARD:
            return CHANCE
        return self.at.actor

    cdef void apply(self, action_t a) noexcept nogil:
        if self.at.stage < CHOOSE_BOARD:
            self.apply_chance(a)
        elif a < A_PLACE:
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

    cdef void apply_take(self, int die, int slot) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        if die < 2:
            s.workers -= cost(&self.rules, s, s.dice[die], slot // 4 + 1, 12)
            use_die(s, die)
        self.at.cursor = self.at.allowed = 0
        self.take(1 + slot)

    cdef void apply_place(self, int die, int space, int hex) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef int number
        if die < 2:
            number = self.rules.board[s.board].die[hex]
            s.workers -= cost(&self.rules, s, s.dice[die], number, helper_tile(colour_of(s.storage[space])))
            use_die(s, die)
        self.place(space, hex)

    cdef void apply_sell(self, int die, int colour) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        if die < 2:
            s.workers -= cost(&self.rules, s, s.dice[die], colour + 1, 0)
            use_die(s, die)
        self.sell(colour)

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
            at.black[at.cursor] = a
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

    # ---- legal actions, ascending ----------------------------------------------------------------

    cdef int legal_actions(self, action_t* out) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int n = 0
        if at.stage == MAIN:
            return self.legal_main(out)
        if at.stage == CASTLE_ACTION:
            n = list_bits(out, n, self.unique_stock(), A_TAKE + 48)
            n = self.list_free_places(out, n)
            n = self.list_sales(out, n)
            out[n] = A_WORKERS + 2
            n += 1
            if self.rules.buy_anytime:
                n = self.list_purchases(out, n)
            return n
        if at.stage == TAKE_FREE:
            return self.decline(out, list_bits(out, 0, self.unique_stock() & self.stock_of(at.allowed), A_TAKE + 48))
        if at.stage == PLACE_FREE:
            return self.decline(out, self.list_free_places(out, 0))
        if at.stage == SELL_FREE:
            return self.decline(out, self.list_sales(out, 0))
        return self.legal_rare(out)

    cdef int decline(self, action_t* out, int n) noexcept nogil:
        out[n] = A_DECLINE
        return n + 1

    cdef void main_choices(self, Choices* c) noexcept nogil:
        """What MAIN offers, as bit sets: the list and the random choice both read them."""
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef const Rules* r = &self.rules
        cdef const Board* b = &r.board[s.board]
        cdef int i, steps, a = s.dice[0], z = 0 if s.dice[1] == a else s.dice[1]    # nothing is within reach of face 0
        cdef uint32_t stock = self.unique_stock()
        cdef uint64_t spaces
        c.dice = (a != 0) + (z != 0)
        steps = reach(r, s, 12)
        c.set[0], c.set[1] = stock & r.slots_within[a][steps], stock & r.slots_within[z][steps]
        for i in range(STORAGE):
            spaces = 0
            if s.storage[i] and not self.stored_before(s, i):
                spaces = spaces_for(r, s, s.storage[i])
            if spaces:
                steps = reach(r, s, helper_tile(colour_of(s.storage[i])))
            c.set[2 + i], c.set[5 + i] = spaces & b.within[a][steps], spaces & b.within[z][steps]
        steps = reach(r, s, 0)
        c.set[8], c.set[9] = s.holding & r.goods_within[a][steps], s.holding & r.goods_within[z][steps]
        c.others = self.list_others(c.other, c.dice)

    cdef int list_others(self, action_t* out, int dice) noexcept nogil:
        """Purchases and the rare moves of MAIN: what follows the workers actions in a list."""
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef int die, n = self.list_purchases(out, 0)
        if self.rules.free_discard and s.storage[2]:
            n = self.list_discards(out, n)
        if not dice:
            out[n] = A_END
            n += 1
        elif self.rules.pass_die:
            for die in range(dice):
                out[n] = A_IDLE + die
                n += 1
        return n

    cdef int legal_main(self, action_t* out) noexcept nogil:
        cdef Choices c
        cdef int n = 0, i
        self.main_choices(&c)
        for i in range(SETS):
            n = list_bits(out, n, c.set[i], FIRST_CODE[i])
        for i in range(c.dice):
            out[n] = A_WORKERS + i
            n += 1
        for i in range(c.others):
            out[n] = c.other[i]
            n += 1
        return n

    cdef action_t random_action(self, Stream* rng) noexcept nogil:
        """The contract's uniform draw; in MAIN the sets are counted, not listed."""
        cdef Choices c
        cdef action_t actions[MAX_ACTIONS]
        cdef int many[SETS]
        cdef int n, i
        if self.at.stage != MAIN:
            n = self.legal_actions(actions)
            return actions[0] if n == 1 else actions[below(rng, n)]
        self.main_choices(&c)
        n = c.others + c.dice
        for i in range(SETS):
            many[i] = popcount(c.set[i])
            n += many[i]
        n = 0 if n == 1 else below(rng, n)
        for i in range(SETS):
            if n < many[i]:
                return FIRST_CODE[i] + nth_bit(c.set[i], n)
            n -= many[i]
        return A_WORKERS + n if n < c.dice else c.other[n - c.dice]

    cdef bint stored_before(self, const Seat* s, int space) noexcept nogil:
        """An equal tile lies on an earlier storage space; that one stands for both."""
        cdef int tile = s.storage[space]
        return (space > 0 and s.storage[0] == tile) or (space > 1 and s.storage[1] == tile)

    cdef uint32_t stock_of(self, int colours) noexcept nogil:
        cdef uint32_t slots = 0
        cdef int slot
        for slot in range(24):
            if self.at.depot[slot] and colours >> colour_of(self.at.depot[slot]) & 1:
                slots |= <uint32_t>1 << slot
        return slots

    cdef uint32_t unique_stock(self) noexcept nogil:
        """Slots with a tile; of equal tiles in one depot the first stands for all."""
        cdef uint32_t slots = self.at.stock, unique = slots
        if self.rules.twins:
            while slots:
                if self.twin_before(first_bit(slots)):
                    unique &= ~(<uint32_t>1 << first_bit(slots))
                slots &= slots - 1
        return unique

    cdef bint twin_before(self, int slot) noexcept nogil:
        """An equal tile lies on an earlier space of the same depot."""
        cdef int i
        for i in range(slot & ~3, slot):
            if self.at.depot[i] == self.at.depot[slot]:
                return True
        return False

    cdef int list_free_places(self, action_t* out, int n) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef int i
        for i in range(STORAGE):
            if s.storage[i] and not self.stored_before(s, i):
                n = list_bits(out, n, spaces_for(&self.rules, s, s.storage[i]), A_PLACE + 222 + 37 * i)
        return n

    cdef int list_sales(self, action_t* out, int n) noexcept nogil:
        """Sales that need no die."""
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef int colour
        for colour in range(6):
            if s.goods[colour]:
                out[n] = A_SELL + 12 + colour
                n += 1
        return n

    cdef int list_purchases(self, action_t* out, int n) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int i, j
        if at.bought or s.silver < self.rules.purchase or (s.storage[2] and not self.rules.buy_discard):
            return n
        for i in range(self.rules.black_slots):
            if at.black[i]:
                for j in range(i):
                    if at.black[j] == at.black[i]:
                        break
                else:
                    out[n] = A_BUY_BLACK + i
                    n += 1
        if has(&self.rules, s, 6):
            n = list_bits(out, n, self.unique_stock(), A_BUY)
        return n

    cdef int list_discards(self, action_t* out, int n) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef int i
        for i in range(STORAGE):
            if s.storage[i] and not self.stored_before(s, i):
                out[n] = A_DISCARD + i
                n += 1
        return n

    cdef int legal_rare(self, action_t* out) noexcept nogil:
        cdef Position* at = &self.at
        cdef Seat* s = &at.seat[at.actor]
        cdef int n = 0, i
        if at.stage == DISCARD:
            return self.list_discards(out, n)
        if at.stage == SHIP_DEPOT:
            return self.list_depots(out)
        if at.stage == SHIP_SECOND:
            for i in range(DEPOTS):
                if self.neighbours(first_bit(at.cleared)) >> i & 1:
                    out[n] = A_CLEAR + i
                    n += 1
            return self.decline(out, n) if self.rules.tile5_one else n
        if at.stage == SHIP_COLOUR:
            for i in range(6):
                if at.allowed >> i & 1:
                    out[n] = A_LOAD + i
                    n += 1
        elif at.stage == CHOOSE_BOARD:
            for i in range(1, 10):
                if i == 1 or not self.board_used(i):
                    out[n] = A_BOARD + i
                    n += 1
        elif at.stage == CHOOSE_CASTLE:
            n = list_bits(out, n, self.rules.board[s.board].of_colour[CASTLE], A_START_CASTLE)
        return n

    cdef bint board_used(self, int board) noexcept nogil:
        """Another seat has this board, as far as the actor may know."""
        cdef int i
        if not self.rules.distinct or (self.rules.secret and self.at.stage == CHOOSE_BOARD):
            return False
        for i in range(self.seats):
            if self.at.seat[i].board == board:
                return True
        return False

    cdef int list_depots(self, action_t* out) noexcept nogil:
        """Any depot (B34); with tile 5 pairs of neighbours too (B44, B47). With tile5_one=no a depot stands alone only
        where no neighbour may be cleared with it."""
        cdef bint pairs = self.rules.tile5_joint and has(&self.rules, &self.at.seat[self.at.actor], 5)
        cdef int d, n = 0
        for d in range(DEPOTS):
            if self.depot_eligible(d) and not (pairs and not self.rules.tile5_one and self.neighbours(d)):
                out[n] = A_CLEAR + d
                n += 1
        if pairs:
            for d in range(DEPOTS):
                if self.depot_eligible(d) and self.depot_eligible((d + 1) % 6):
                    out[n] = A_CLEAR_PAIR + d
                    n += 1
        return n

    # ---- chance ----------------------------------------------------------------------------------

    cdef action_t sample_chance(self, Stream* rng) noexcept nogil:
        cdef Position* at = &self.at
        cdef int colour, a, b, n
        if at.stage == ROLL:
            a, b = below(rng, 6), below(rng, 6)
            return 6 * a + b if a <= b else 6 * b + a
        if at.stage == ROLL_WHITE:
            return below(rng, 6)
        if at.stage == FILL_DEPOT:
            colour = self.slot_colour(at.cursor)
            return pick(at.supply, TYPES[colour], TYPES[colour + 1], below(rng, at.left[colour]))
        if at.stage == FILL_BLACK:
            return pick(at.dark, 1, TILE_TYPES, below(rng, at.left[DARK_LEFT]))
        if at.stage == START_SEAT:
            return below(rng, self.seats)
        if at.stage == DEAL_BOARD:
            n = below(rng, self.boards_left())
            for a in range(1, 10):
                if not self.board_used(a):
                    if n == 0:
                        return a
                    n -= 1
        return pick(at.goods_supply, 0, 6, below(rng, total(at.goods_supply, 0, 6)))

    cdef int boards_left(self) noexcept nogil:
        cdef int b, n = 0
        for b in range(1, 10):
            n += not self.board_used(b)
        return n

    cdef int chance_outcomes(self, action_t* out, double* probs) noexcept nogil:
        cdef Position* at = &self.at
        cdef int a, b, n = 0
        if at.stage == ROLL:
            for a in range(6):
                for b in range(a, 6):
                    out[n], probs[n] = 6 * a + b, (1 if a == b else 2) / 36.0
                    n += 1
            return n
        if at.stage == ROLL_WHITE or at.stage == START_SEAT:
            n = 6 if at.stage == ROLL_WHITE else self.seats
            for a in range(n):
                out[a], probs[a] = a, 1.0 / n
            return n
        if at.stage == DEAL_BOARD:
            for a in range(1, 10):
                if not self.board_used(a):
                    out[n], probs[n] = a, 1.0 / self.boards_left()
                    n += 1
            return n
        if at.stage == FILL_DEPOT:
            a = self.slot_colour(at.cursor)
            return shares(at.supply, TYPES[a], TYPES[a + 1], out, probs)
        if at.stage == FILL_BLACK:
            return shares(at.dark, 1, TILE_TYPES, out, probs)
        return shares(at.goods_supply, 0, 6, out, probs)

    cdef action_t keyed_chance(self, const Keys* k) noexcept nogil:
        """Dice belong to (logical player, round, die); of a supply the tile with the lowest key comes next."""
        cdef Position* at = &self.at
        cdef int a, b, when = 5 * at.phase + at.round
        if at.stage == ROLL:
            a = keyed_below(k, KEY_DICE, logical(k, at.actor), 2 * when, 6)
            b = keyed_below(k, KEY_DICE, logical(k, at.actor), 2 * when + 1, 6)
            return 6 * a + b if a <= b else 6 * b + a
        if at.stage == ROLL_WHITE:
            return keyed_below(k, KEY_WHITE, 0, when, 6)
        if at.stage == FILL_DEPOT:
            a = self.slot_colour(at.cursor)
            return next_tile(k, KEY_SUPPLY, at.supply, self.rules.supply, TYPES[a], TYPES[a + 1])
        if at.stage == FILL_BLACK:
            return next_tile(k, KEY_DARK, at.dark, self.rules.dark, 1, TILE_TYPES)
        if at.stage == START_SEAT:
            return (keyed_below(k, KEY_START, 0, 0, self.seats) + k.rotation) % self.seats
        if at.stage == DEAL_BOARD:
            return self.keyed_board(k)
        if at.stage == START_GOODS:
            return self.keyed_goods(k, 3 * logical(k, at.actor) + at.cursor % 3)
        return self.keyed_goods(k, 3 * self.seats + 5 * at.phase + at.cursor)

    cdef action_t keyed_board(self, const Keys* k) noexcept nogil:
        """The boards are shuffled once; logical player l gets the l-th."""
        cdef int who = logical(k, self.at.actor), b, other, rank, best = 0
        cdef uint64_t mine
        if not self.rules.distinct:
            return 1 + keyed_below(k, KEY_BOARDS, 1 + who, 0, 9)
        for b in range(1, 10):
            mine, rank = keyed(k, KEY_BOARDS, 0, b), 0
            for other in range(1, 10):
                rank += keyed(k, KEY_BOARDS, 0, other) < mine
            if rank == who and not self.board_used(b):
                return b
            if best == 0 and not self.board_used(b):
                best = b
        return best                                                 # the l-th is gone: this deal was not all by these keys

    cdef action_t keyed_goods(self, const Keys* k, int position) noexcept nogil:
        """The goods tile at this position of the shuffled stack; if none of it is left, the next that is."""
        cdef uint64_t key[64]
        cdef uint8_t colour[64]
        cdef int n = 0, i, j, c
        cdef uint64_t h
        for c in range(6):
            for i in range(self.rules.goods_copies):
                if n == 64:
                    break
                h, j = keyed(k, KEY_GOODS, c, i), n
                while j > 0 and key[j - 1] > h:
                    key[j], colour[j] = key[j - 1], colour[j - 1]
                    j -= 1
                key[j], colour[j] = h, c
                n += 1
        for i in range(n):
            c = colour[(position + i) % n]
            if self.at.goods_supply[c]:
                return c
        return pick(self.at.goods_supply, 0, 6, 0)

    # ---- hidden choices (secret=yes, B14) --------------------------------------------------------

    cdef bint hides(self, int other, int seat) noexcept nogil:
        """`seat` may not see what `other` chose: choosing is still going on, and in secret."""
        return (self.rules.secret and other != seat and other < self.seats
                and (self.at.stage == CHOOSE_BOARD or self.at.stage == CHOOSE_CASTLE))

    cdef uint64_t info_key(self, int seat) noexcept nogil:
        cdef Position seen
        cdef int i
        if not self.rules.secret:
            return hash_bytes(<const unsigned char*>&self.at, sizeof(Position))
        seen = self.at
        for i in range(self.seats):
            if self.hides(i, seat):
                seen.seat[i].filled = seen.seat[i].open = 0
                seen.seat[i].castle = NOWHERE
                memset(seen.seat[i].tiles, 0, HEXES)
                if self.rules.choose_boards:
                    seen.seat[i].board = 0
        if self.rules.secret and self.at.actor != seat and self.at.stage == CHOOSE_CASTLE and self.rules.choose_boards:
            seen.stage = CHOOSE_BOARD
        return hash_bytes(<const unsigned char*>&seen, sizeof(Position))

    cdef void determinize(self, int seat, Stream* rng) noexcept nogil:
        cdef int i, nth
        cdef Seat* s
        cdef uint64_t castles
        for i in range(self.seats):
            s = &self.at.seat[i]
            if not self.hides(i, seat) or s.board == 0:
                continue
            if self.rules.choose_boards:
                s.board = 1 + below(rng, 9)
                while s.castle == NOWHERE and self.fixed_castle(i) != NOWHERE:
                    s.board = 2 + below(rng, 8)                     # its castle is still being chosen: not a fixed one
            if s.castle == NOWHERE:
                continue
            castles = self.rules.board[s.board].of_colour[CASTLE]
            for nth in range(<int>below(rng, popcount(castles))):
                castles &= castles - 1
            memset(s.tiles, 0, HEXES)
            s.filled = s.open = 0
            s.castle = first_bit(castles) if self.fixed_castle(i) == NOWHERE else self.fixed_castle(i)
            put(&self.rules, s, CASTLE_TILE, s.castle)

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

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        cdef Seat* s = &self.at.seat[self.at.actor]
        cdef int i
        cdef float v
        for i in range(n):
            v = self.worth(s, actions[i])
            out[i] = v * v * v

    cdef float worth(self, const Seat* s, action_t a) noexcept nogil:
        """What an action is worth at a glance, in points or so; always above 0. The weights are stated here and only here."""
        cdef int die, tile
        cdef float v
        if a < A_PLACE:
            die = a // 24
            tile = self.at.depot[a % 24]
            v = self.worth_taking(s, tile)
            if die < 2:
                v -= 0.6 * cost(&self.rules, s, s.dice[die], a % 24 // 4 + 1, 12)
            return v if v > 0.3 else 0.3
        if a < A_SELL:
            a -= A_PLACE
            die, tile = a // 111, s.storage[a % 111 // 37]
            v = 5 + self.worth_placing(s, tile, a % 37)
            if die < 2:
                v -= 0.6 * cost(&self.rules, s, s.dice[die], self.rules.board[s.board].die[a % 37],
                                helper_tile(colour_of(tile)))
            return v if v > 0.5 else 0.5
        if a < A_WORKERS:
            a -= A_SELL
            v = 2 + s.goods[a % 6] * self.rules.sold_goods
            if a < 12:
                v -= 0.6 * cost(&self.rules, s, s.dice[a // 6], a % 6 + 1, 0)
            return v if v > 0.5 else 0.5
        if a < A_BUY_BLACK:
            return 2.4 if s.workers < 2 else 1.2
        if a < A_BUY:
            v = self.worth_taking(s, self.at.black[a - A_BUY_BLACK]) - 0.5
            return v if v > 0.3 else 0.3
        if a < A_DISCARD:
            v = self.worth_taking(s, self.at.depot[a - A_BUY]) - 0.5
            return v if v > 0.3 else 0.3
        if a < A_CLEAR:
            return 6.0 / (1 + self.worth_taking(s, s.storage[a - A_DISCARD]))
        if a < A_LOAD:
            return self.worth_clearing(s, a)
        if a < A_BOARD:
            return 1 + self.lying(self.at.cleared, a - A_LOAD)
        return 1.0 if a != A_DECLINE else 0.2

    cdef float worth_clearing(self, const Seat* s, action_t a) noexcept nogil:
        cdef int colour, depots, lying
        cdef float v = 1
        depots = 1 << (a - A_CLEAR) if a < A_CLEAR_PAIR else 1 << (a - A_CLEAR_PAIR) | 1 << (a - A_CLEAR_PAIR + 1) % 6
        for colour in range(6):
            lying = self.lying(depots, colour)
            v += lying * (2.5 if s.goods[colour] else 1.5)
        return v

    cdef float worth_placing(self, const Seat* s, int tile, int hex) noexcept nogil:
        """Points at once, the region's points in part as it fills, and what the tile goes on to give."""
        cdef const Board* b = &self.rules.board[s.board]
        cdef int left = popcount(b.region[hex] & ~s.filled), size = b.size[hex]
        cdef float region = self.rules.region_points[size] + self.rules.phase_points[self.at.phase]
        cdef float v = region if left == 1 else 0.25 * region * (size - left + 1) / size
        cdef int phases = 5 - self.at.phase
        if tile == WATCHTOWER:
            return v + 4
        if tile <= WATCHTOWER:
            return v + 2.5
        if tile < FIRST_KNOWLEDGE:
            return v + animal_points(&self.rules, s, tile, hex) + (tile - FIRST_ANIMAL) % 3 + 2
        if tile < CASTLE_TILE:
            return v + (3 if tile - FIRST_KNOWLEDGE + 1 >= 15 else 0.8 * phases)
        if tile == CASTLE_TILE:
            return v + 4.5
        if tile == MINE_TILE:
            return v + phases
        return v + 2.5

    cdef float worth_taking(self, const Seat* s, int tile) noexcept nogil:
        """A share of the best placement there is for it now; little where nothing is open."""
        cdef uint64_t here = spaces_for(&self.rules, s, tile)
        cdef float best = 0, v
        cdef int full = stored(s)
        while here:
            v = self.worth_placing(s, tile, first_bit(here))
            here &= here - 1
            if v > best:
                best = v
        v = 1.5 + 0.5 * best if best > 0 else 0.8
        return v * (1.0 if full < 2 else (0.7 if full == 2 else 0.35))

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

    def raw(self) -> dict:
        """The Position struct as plain numbers and lists, by field name."""
        return position_dict(&self.at)

    def load(self, raw: dict) -> None:
        """Set the position from such a dict. Checks no rule; derived fields (filled, open, knowledge, kinds, holding, stock, left) are remade."""
        cdef Position at
        memset(&at, 0, sizeof(Position))
        position_from_dict(&at, raw)
        cdef int i, hex
        cdef Seat* s
        for i in range(self.seats):
            s = &at.seat[i]
            s.filled = s.open = s.knowledge = s.kinds = s.holding = 0
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
