"""The Castles of Burgundy: the rules. Rule numbers (B1-B53) are those of the tests in tests/games/burgundy/.

The position is one struct, `at`; the numbers are another, `rules`, filled by setup.py from tables.py. Every effect of a
placed tile is the last thing its action does, so no stack of pending effects is needed: `stage` says what comes next.
"""
cimport cython
from libc.math cimport exp, sqrt, tanh
from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from core_ext.bits cimport first_bit, nth_bit, popcount, ring_distance
from core_ext.rng cimport Keys, Stream, below, keyed, keyed_below, logical, unit
from core_ext.state cimport State, hash_bytes, softmax
from core_ext.types cimport CHANCE, MAX_ACTIONS, TERMINAL, action_t
from games.burgundy.packing cimport fill_rules, fill_taste, position_dict, position_from_dict

include "pieces.pxi"
include "worths.pxi"

# ---- the rules, one class upon the other --------------------------------------------------------------

include "course.pxi"
include "effects.pxi"
include "legal.pxi"
include "chance.pxi"
include "heuristics.pxi"
include "features.pxi"
include "actions.pxi"


cdef class BurgundyState(Actions):
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
        cdef double w = self.rules.margin_weight
        cdef int i
        self.win_shares(utilities)
        self.scores(points)
        for i in range(self.seats):
            utilities[i] = (1 - w) * utilities[i] + w * 0.5 * (1 + tanh(self.lead(i, points, self.rules.usual_points) / 30))

    cdef double lead(self, int seat, const double* numbers, double usual) noexcept nogil:
        """A seat's number less the mean of the others', or so much of that as its `rivalry` says and of a usual one for the
        rest: with 0 a seat is its own rival."""
        cdef double others = 0
        cdef int i
        for i in range(self.seats):
            others += numbers[i]
        others = (others - numbers[seat]) / (self.seats - 1)
        return numbers[seat] - self.rules.rivalry[seat] * others - (1 - self.rules.rivalry[seat]) * usual

    cdef void utilities_of(self, const double* worths, double* utilities) noexcept nogil:
        """Softmax; where a seat's rivalry is less than 1, a logit of each seat by itself."""
        cdef int i
        if self.rules.rivals:
            softmax(worths, self.seats, utilities)
            return
        for i in range(self.seats):
            utilities[i] = 1 / (1 + exp(-self.lead(i, worths, self.rules.usual_worth[rounds_played(&self.at)])))

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
