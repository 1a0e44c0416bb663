"""The Castles of Burgundy: the rules. Rule numbers (B1-B53) are those of the tests in tests/games/burgundy/.

The position is one struct, the numbers in force are another, which setup.py fills from tables.py. The rules are functions
over these two, cut by subject: pieces.pxi (supplies, storage, dice, duchies), course.pxi (set-up, phases, rounds, turns,
the end), actions.pxi (what an action does), legal.pxi (what may be done), chance.pxi (chance and hidden choices),
worths.pxi and heuristics.pxi (what looks good), features.pxi (a value function's inputs). `at` is the position, `r` the
rules, `s` a seat, `b` a board. Every effect of a placed tile is the last thing its action does, so no stack of pending
effects is needed: `stage` says what comes next.
"""
from libc.math cimport exp, sqrt
from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from core_ext.bits cimport first_bit, list_bits, nth_bit, popcount, ring_distance
from core_ext.counts cimport list_alike, list_shares, ranked_key, total
from core_ext.rng cimport Keys, Stream, below, keyed, keyed_below, logical, unit
from core_ext.state cimport State, hash_bytes, softmax
from core_ext.types cimport CHANCE, MAX_ACTIONS, TERMINAL, action_t, uint8_t
from core_ext.utility cimport mean_of_others, win_and_margin
from games.burgundy.names import TILE_NAMES

include "pieces.pxi"
include "course.pxi"
include "actions.pxi"
include "legal.pxi"
include "chance.pxi"
include "worths.pxi"
include "heuristics.pxi"
include "features.pxi"


cdef int current_player(const Position* at, const Rules* r) noexcept nogil:
    """The seat to act, CHANCE or TERMINAL."""
    if at.stage == OVER:
        return TERMINAL
    return CHANCE if at.stage < CHOOSE_BOARD else <int>at.actor


cdef void apply_action(Position* at, const Rules* r, action_t action) noexcept nogil:
    """A decision, or at a chance node its outcome."""
    if at.stage < CHOOSE_BOARD:
        apply_chance(at, r, action)
    else:
        apply_decision(at, r, action)


include "core_ext/contract.pxi"


cdef class BurgundyState(RuledState):
    """A position of The Castles of Burgundy. Made by games.burgundy.setup.new_state."""

    def __init__(self, int seats, dict options, dict numbers, table):
        """`numbers` has the fields of the Rules struct (setup.py makes it); `table` is the dict they came from."""
        self.seats, self.options, self.table = seats, options, table
        self.rules = dict(numbers, heuristics=[numbers["heuristics"] | NO_TABLES] * 4)
        self.set_heuristic_weights(numbers["heuristics"])
        self.may_hide = self.rules.secret
        set_up(&self.at, &self.rules)

    cpdef State blank(self):
        cdef BurgundyState other = BurgundyState.__new__(BurgundyState)
        other.seats, other.options, other.table = self.seats, self.options, self.table
        other.may_hide = self.may_hide
        memcpy(&other.rules, &self.rules, sizeof(Rules))
        return other

    # ---- the contract, as far as it is not that of any such state (core_ext/contract.pxi) -----------

    cdef action_t random_action(self, Stream* rng) noexcept nogil:
        return random_action(&self.at, &self.rules, rng)

    cdef int random_playout(self, Stream* rng, int* decisions) noexcept nogil:
        """The contract's loop with direct calls: 5 % more random playouts a second."""
        cdef int steps = 0
        while self.at.stage != OVER:
            if self.at.stage < CHOOSE_BOARD:
                apply_chance(&self.at, &self.rules, sample_chance(&self.at, &self.rules, rng))
            else:
                apply_decision(&self.at, &self.rules, random_action(&self.at, &self.rules, rng))
                decisions[0] += 1
            steps += 1
        return steps

    cdef action_t weighted_action(self, Stream* rng) noexcept nogil:
        return weighted_action(&self.at, &self.rules, rng)

    cdef int weighted_playout(self, Stream* rng, int* decisions, int until) noexcept nogil:
        return weighted_playout(&self.at, &self.rules, rng, decisions, until)

    cdef int features(self, int seat, float* out) noexcept nogil:
        return features(&self.at, &self.rules, seat, out)

    cdef void utilities_of(self, const double* worths, double* utilities) noexcept nogil:
        utilities_of(&self.at, &self.rules, worths, utilities)

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

    def set_heuristic_weights(self, numbers: dict, seat: int = -1) -> None:
        """The numbers of the heuristics (as tuning.HEURISTICS has them) for one seat, or for all. The position stays."""
        cdef HeuristicWeights weights = numbers | NO_TABLES
        cdef int i
        fill_effects(&weights, numbers["early"], numbers["late"])
        fill_regions(&weights, &self.rules)
        for i in range(4):
            if seat < 0 or seat == i:
                self.rules.heuristics[i] = weights

    def search_settings(self) -> dict:
        """What tuning.py found strongest."""
        from games.burgundy.tuning import SEARCH, TWO_SEATS
        return SEARCH | TWO_SEATS if self.seats == 2 else dict(SEARCH)

    def load(self, raw: dict) -> None:
        """Set the position from such a dict. Checks no rule; derived fields are remade."""
        cdef Position at = raw
        derive_fields(&at, &self.rules)
        self.at = at

    def sorted_stores(self) -> bytes:
        """The position with the tiles of each storage in order: in which order they came there makes no difference."""
        cdef Position at = self.at
        for s in range(self.seats):
            for i, tile in enumerate(sorted(self.at.seat[s].storage, reverse=True)):
                at.seat[s].storage[i] = tile
        return (<char*>&at)[:sizeof(Position)]

    def sources(self) -> list:
        """Points of each seat by where they came from."""
        from games.burgundy.names import SOURCE_NAMES
        return [{name: self.at.seat[s].sources[i] for i, name in enumerate(SOURCE_NAMES)} for s in range(self.seats)]

    def tile_points(self, seat: int) -> dict:
        """What each knowledge tile 15-26 of a seat brings at the end for what it has now, by number (B45)."""
        if not 0 <= seat < self.seats:
            raise ValueError(f"seat {seat} is none of 0 to {self.seats - 1}")
        cdef Seat* s = &self.at.seat[<int>seat]
        cdef uint32_t tiles = s.knowledge & self.rules.live & PAYS_AT_END
        return {number: points_of_knowledge(&self.rules, s, number) for number in range(27) if tiles >> number & 1}

    def rounds(self) -> int:
        """Rounds played to the end, 0-25."""
        return rounds_played(&self.at)

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
