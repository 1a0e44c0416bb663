"""Backgammon: the rules. Rule numbers (G1-G14) are those of README.md and of the tests in tests/games/backgammon/.

The position is one struct, `at`. What a seat may do is worked out once, when it comes to that, and kept in
`at.moves`: listing, counting and drawing legal moves is then a matter of reading bits.
"""
cimport cython
from libc.stdint cimport int8_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset
from core_ext.bits cimport first_bit, nth_bit, popcount
from core_ext.inputs cimport Inputs, put, thermometer
from core_ext.judged cimport JudgedState
from core_ext.rng cimport Keys, Stream, below, keyed_below, logical
from core_ext.state cimport State
from core_ext.types cimport CHANCE, TERMINAL, action_t

cdef extern from * nogil:
    int leading_zeros "__builtin_clz" (uint32_t bits)       # requires bits != 0

cdef enum Purpose:              # names of the keyed draws
    KEY_OPENING = 1, KEY_ROLL

cdef enum:
    CHECKERS = 15

include "moves.pxi"
include "heuristics.pxi"
include "judgement.pxi"


@cython.final
cdef class BackgammonState(JudgedState):
    """A position of backgammon. Made by games.backgammon.setup.new_state."""

    cdef Position at
    cdef int8_t start[PLACES]       # checkers of either seat at the start
    cdef bint for_points            # utilities follow the points won, not the win alone

    def __cinit__(self):
        self.memory, self.size = <void*>&self.at, sizeof(Position)
        memset(&self.at, 0, sizeof(Position))

    def __init__(self, dict options, dict start, bint for_points):
        """`start`: number of checkers by point; both seats begin alike."""
        cdef int s, p
        self.seats, self.options, self.for_points = 2, options, for_points
        for p in range(PLACES):
            self.start[p] = start.get(p, 0)
        self.at.stage = OPENING
        for s in range(2):
            memcpy(self.at.count[s], self.start, PLACES)
            for p in range(1, PLACES):
                mark(&self.at, s, p)

    cpdef State blank(self):
        cdef BackgammonState other = BackgammonState.__new__(BackgammonState)
        other.seats, other.options, other.for_points = self.seats, self.options, self.for_points
        memcpy(other.start, self.start, PLACES)
        return other

    # ---- the contract ----------------------------------------------------------------------------

    cdef int current_player(self) noexcept nogil:
        if self.at.stage == PLAY:
            return self.at.seat
        return TERMINAL if self.at.stage == OVER else CHANCE

    cdef int legal_actions(self, action_t* out) noexcept nogil:
        cdef int n = 0, i
        cdef uint32_t places
        for i in range(1, -1, -1):                      # the smaller die first: codes ascend
            places = self.at.moves[i]
            while places:
                out[n] = 32 * self.at.dice[i] + first_bit(places)
                n += 1
                places &= places - 1
        return n

    cdef action_t random_action(self, Stream* rng) noexcept nogil:
        cdef int low = popcount(self.at.moves[1]), n = low + popcount(self.at.moves[0])
        cdef int pick = below(rng, n) if n > 1 else 0
        if pick < low:
            return 32 * self.at.dice[1] + nth_bit(self.at.moves[1], pick)
        return 32 * self.at.dice[0] + nth_bit(self.at.moves[0], pick - low)

    cdef int random_playout(self, Stream* rng, int* decisions) noexcept nogil:
        """The contract's loop with direct calls: 12 % more random playouts a second."""
        cdef int steps = 0
        while self.at.stage != OVER:
            if self.at.stage == PLAY:
                self.apply_move(self.random_action(rng))
                decisions[0] += 1
            else:
                self.apply_chance(self.sample_chance(rng))
            steps += 1
        return steps

    cdef void apply_action(self, action_t a) noexcept nogil:
        if self.at.stage == PLAY:
            self.apply_move(a)
        else:
            self.apply_chance(a)

    @cython.final
    cdef void apply_move(self, action_t a) noexcept nogil:
        """One checker by one die; then the next move of the turn, the next turn, or the end."""
        cdef Position* at = &self.at
        cdef int s = at.seat, place = a & 31, die = a >> 5, to = place - die, by_low = die != at.dice[0]
        cdef uint32_t then = 0
        if by_low and at.left == 2:
            then = only_after(at, place, die, at.dice[0])
        at.played[at.done] = place + 32 * by_low
        at.count[s][place] -= 1
        mark(at, s, place)
        if to <= OFF:
            at.count[s][OFF] += 1
            if at.count[s][OFF] == CHECKERS:
                self.end_game()
                return
        else:
            at.count[s][to] += 1
            mark(at, s, to)
            if at.single[1 - s] & bit(to):                          # G6: a hit
                at.played[at.done] += HIT
                at.count[1 - s][BAR - to] -= 1
                at.count[1 - s][BAR] += 1
                mark(at, 1 - s, BAR - to)
                mark(at, 1 - s, BAR)
        at.done += 1
        at.left -= 1
        if at.left == 0:
            self.end_turn()
        elif at.dice[0] == at.dice[1]:
            double_moves(at, place)
        elif by_low:
            at.moves[0], at.moves[1] = then, 0
        else:
            at.moves[0], at.moves[1] = 0, then_low(at, place)

    @cython.final
    cdef void apply_chance(self, action_t a) noexcept nogil:
        """Dice are on the table. A seat that cannot move has ended its turn with that (G12)."""
        cdef Position* at = &self.at
        cdef int first = a // 6 + 1, second = a % 6 + 1
        if at.stage == OPENING:
            at.seat = 0 if first > second else 1
        at.dice[0] = first if first > second else second
        at.dice[1] = second if first > second else first
        at.stage = PLAY
        at.turns[at.seat] += 1
        begin_play(at)
        if at.left == 0:
            self.end_turn()

    @cython.final
    cdef void clear_turn(self) noexcept nogil:
        cdef Position* at = &self.at
        at.dice[0] = at.dice[1] = at.left = at.done = 0
        at.moves[0] = at.moves[1] = 0
        memset(at.played, 0, sizeof(at.played))

    @cython.final
    cdef void end_turn(self) noexcept nogil:
        self.clear_turn()
        self.at.seat = 1 - self.at.seat
        self.at.stage = ROLL

    @cython.final
    cdef void end_game(self) noexcept nogil:
        self.clear_turn()
        self.at.stage = OVER

    # ---- chance ----------------------------------------------------------------------------------

    cdef action_t sample_chance(self, Stream* rng) noexcept nogil:
        cdef int two = below(rng, 30 if self.at.stage == OPENING else 36), first, second
        if self.at.stage == OPENING:
            first, second = two // 5, two % 5
            return 6 * first + second + (second >= first)           # five faces are left for the other seat
        first, second = two // 6, two % 6
        return 6 * first + second if first > second else 6 * second + first

    cdef action_t keyed_chance(self, const Keys* k) noexcept nogil:
        """The n-th roll of a seat is its own; in the opening each seat has its own die, thrown again while equal."""
        cdef int s = self.at.seat, first = 0, second = 0, throw = 0
        if self.at.stage == OPENING:
            while first == second:
                first = keyed_below(k, KEY_OPENING, logical(k, 0), throw, 6)
                second = keyed_below(k, KEY_OPENING, logical(k, 1), throw, 6)
                throw += 1
            return 6 * first + second
        first = keyed_below(k, KEY_ROLL, logical(k, s), 2 * self.at.turns[s], 6)
        second = keyed_below(k, KEY_ROLL, logical(k, s), 2 * self.at.turns[s] + 1, 6)
        return 6 * first + second if first > second else 6 * second + first

    cdef int chance_outcomes(self, action_t* out, double* probs) noexcept nogil:
        cdef int first, second, n = 0
        for first in range(6):
            for second in range(6):
                if self.at.stage == OPENING and first != second:
                    out[n], probs[n] = 6 * first + second, 1.0 / 30
                    n += 1
                elif self.at.stage == ROLL and second <= first:
                    out[n], probs[n] = 6 * first + second, 1.0 / 36 if first == second else 1.0 / 18
                    n += 1
        return n

    # ---- results (G13, G14) ------------------------------------------------------------------------

    @cython.final
    cdef int points_won(self) noexcept nogil:
        """1, or 2 for a gammon, or 3 for a backgammon; 0 while the game is on."""
        cdef int loser = 1 - self.at.seat
        if self.at.stage != OVER:
            return 0
        if self.at.count[loser][OFF]:
            return 1
        return 3 if self.at.own[loser] >> 19 else 2

    cdef void scores(self, double* points) noexcept nogil:
        points[0] = points[1] = 0
        points[self.at.seat] = self.points_won()

    cdef void win_shares(self, double* won) noexcept nogil:
        won[self.at.seat], won[1 - self.at.seat] = 1, 0

    cdef void returns(self, double* utilities) noexcept nogil:
        """scoring=win: 1 and 0. scoring=points: -3 to 3 points become 0 to 1."""
        cdef double half = self.points_won() / 6.0 if self.for_points else 0.5
        utilities[self.at.seat], utilities[1 - self.at.seat] = 0.5 + half, 0.5 - half

    # ---- what looks good ---------------------------------------------------------------------------

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        weigh(&self.at, actions, n, out)

    cdef int features(self, int seat, float* out) noexcept nogil:
        return inputs_of(&self.at, seat, out)

    cdef int inputs_of_net(self, int* which, float* values) noexcept nogil:
        return net_inputs_of(&self.at, which, values)

    cdef int seat_of_net(self) noexcept nogil:
        return self.at.seat

    cdef bint ready_for_net(self) noexcept nogil:
        """Before a roll: all of the position is then on the board."""
        return self.at.stage == ROLL

    cdef bint utilities_by_net(self, const double* shares, const double* points, double* utilities) noexcept nogil:
        """What `returns` says, on average."""
        utilities[0] = 0.5 + (points[0] - points[1]) / 6 if self.for_points else shares[0]
        utilities[1] = 1 - utilities[0]
        return True

    def search_settings(self) -> dict:
        """What matches found strongest."""
        from games.backgammon.tuning import SEARCH
        return dict(SEARCH)

    # ---- what Python sees ----------------------------------------------------------------------------

    def raw(self) -> dict:
        """The position as plain numbers and lists; `played` as (place left, index of the die, whether it hit)."""
        cdef int i
        return {
            "count": [[self.at.count[s][p] for p in range(PLACES)] for s in range(2)],
            "turns": [self.at.turns[0], self.at.turns[1]], "dice": [self.at.dice[0], self.at.dice[1]],
            "stage": self.at.stage, "seat": self.at.seat, "left": self.at.left,
            "played": [(self.at.played[i] & 31, self.at.played[i] >> 5 & 1, bool(self.at.played[i] & HIT))
                       for i in range(self.at.done)],
        }

    def load(self, raw: dict) -> None:
        """Set a position in which nothing of a turn has been played yet: count, turns, dice, stage and seat of `raw`.

        Checks no rule. What may be played is worked out; where that is nothing, `left` is 0 and the position is no
        decision.
        """
        cdef Position at
        cdef int s, p
        memset(&at, 0, sizeof(Position))
        for s in range(2):
            at.turns[s], at.dice[s] = raw["turns"][s], raw["dice"][s]
            for p in range(PLACES):
                at.count[s][p] = raw["count"][s][p]
            for p in range(1, PLACES):
                mark(&at, s, p)
        at.stage, at.seat = raw["stage"], raw["seat"]
        if at.stage == PLAY:
            begin_play(&at)
        self.at = at

    def start_count(self) -> list:
        """Checkers of either seat by place at the start."""
        return [self.start[p] for p in range(PLACES)]

    def pip_counts(self) -> list:
        """Pips that each seat has to move."""
        return [pips(&self.at, s) for s in range(2)]

    def sources(self) -> list:
        """Points of each seat by where they came from."""
        points = [0, 0]
        points[self.at.seat] = self.points_won()
        return [{name: int(n > i) for i, name in enumerate(("win", "gammon", "backgammon"))} for n in points]
