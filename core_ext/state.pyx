"""State: what a game promises the search, and the checked methods that Python sees under the same names.

The words are those of OpenSpiel (Lanctot et al., 2019), so that a reader of it feels at home.
"""
from cpython.object cimport PyTypeObject
from cpython.type cimport PyType_Modified
from libc.math cimport exp
from libc.string cimport memcmp, memcpy
from core_ext.rng cimport Keys, Stream, below, stream, unit
from core_ext.types cimport CHANCE, MAX_ACTIONS, MAX_FEATURES, MAX_SEATS, TERMINAL, action_t
from core_ext.utility cimport shares_of_best


class IllegalAction(ValueError):
    """An action that the rules do not allow here."""


class EndlessGame(ValueError):
    """A game that goes on and on."""


# Steps that a playout of a compiled game may take by the loops below: a thousand times as many as any game we know of has.
cdef enum:
    MOST_STEPS = 10_000_000


cdef uint64_t hash_bytes(const unsigned char* at, size_t size) noexcept nogil:
    """64-bit hash of a block of memory, eight bytes a step."""
    cdef uint64_t h = <uint64_t>0x9E3779B97F4A7C15 ^ size, word
    cdef size_t i = 0
    while i < size:
        word = 0
        memcpy(&word, at + i, 8 if size - i >= 8 else size - i)
        h = (h ^ word) * <uint64_t>0xFF51AFD7ED558CCD
        h ^= h >> 32
        i += 8
    return h


cdef void softmax(const double* values, int n, double* shares) noexcept nogil:
    """exp(value), scaled so that all add up to 1 (a multinomial logit of who wins). Requires n >= 1."""
    cdef double top = values[0], total = 0
    cdef int i
    for i in range(1, n):
        top = max(top, values[i])
    for i in range(n):
        shares[i] = exp(values[i] - top)
        total += shares[i]
    for i in range(n):
        shares[i] /= total


cdef int weighted(const float* weights, int n, Stream* rng) noexcept nogil:
    """Index drawn with probability proportional to its weight. Requires n >= 1 and weights > 0."""
    cdef float total = 0, mark
    cdef int i
    for i in range(n):
        total += weights[i]
    mark = <float>(unit(rng) * total)
    for i in range(n - 1):
        mark -= weights[i]
        if mark < 0:
            return i
    return n - 1


cdef class State:
    """A position of a game, and the rules it is played by. Subclasses set `seats`, `memory` and `size`."""

    cdef int current_player(self) noexcept nogil:
        return TERMINAL

    cdef int legal_actions(self, action_t* out) noexcept nogil:
        return 0

    cdef action_t random_action(self, Stream* rng) noexcept nogil:
        cdef action_t actions[MAX_ACTIONS]
        cdef int n = self.legal_actions(actions)
        return actions[0] if n == 1 else actions[below(rng, n)]

    cdef int random_playout(self, Stream* rng, int* decisions) noexcept nogil:
        cdef int steps = 0, who = self.current_player()
        while who != TERMINAL:
            if who == CHANCE:
                self.apply_action(self.sample_chance(rng))
            else:
                self.apply_action(self.random_action(rng))
                decisions[0] += 1
            steps += 1
            if steps == MOST_STEPS:
                self.failed = True
                break
            who = self.current_player()
        return steps

    cdef void apply_action(self, action_t action) noexcept nogil:
        pass

    cdef action_t sample_chance(self, Stream* rng) noexcept nogil:
        return 0

    cdef action_t keyed_chance(self, const Keys* keys) noexcept nogil:
        return 0

    cdef int chance_outcomes(self, action_t* out, double* probs) noexcept nogil:
        return 0

    cdef void returns(self, double* utilities) noexcept nogil:
        self.win_shares(utilities)

    cdef void win_shares(self, double* shares) noexcept nogil:
        """The plain rule: most points wins, equals share. Games with tie-breaks say otherwise."""
        cdef double points[MAX_SEATS]
        self.scores(points)
        shares_of_best(points, self.seats, shares)

    cdef void scores(self, double* points) noexcept nogil:
        pass

    cdef bint hides(self) noexcept nogil:
        return self.may_hide

    cdef void resample(self, int seat, Stream* rng) noexcept nogil:
        pass

    cdef uint64_t information_state_key(self, int seat) noexcept nogil:
        return hash_bytes(<const unsigned char*>self.memory, self.size)

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        cdef int i
        for i in range(n):
            out[i] = 1.0

    cdef action_t weighted_action(self, Stream* rng) noexcept nogil:
        cdef action_t actions[MAX_ACTIONS]
        cdef float weights[MAX_ACTIONS]
        cdef int n = self.legal_actions(actions)
        if n == 1:
            return actions[0]
        self.action_weights(actions, n, weights)
        return actions[weighted(weights, n, rng)]

    cdef int weighted_step(self, Stream* rng) noexcept nogil:
        self.apply_action(self.weighted_action(rng))
        return 1

    cdef int weighted_playout(self, Stream* rng, int* decisions, int until) noexcept nogil:
        cdef int steps = 0, made, who = self.current_player()
        while who != TERMINAL and decisions[0] < until:
            if who == CHANCE:
                self.apply_action(self.sample_chance(rng))
                made = 1
            else:
                made = self.weighted_step(rng)
                decisions[0] += made
            steps += made
            if steps >= MOST_STEPS:
                self.failed = True
                break
            who = self.current_player()
        return steps

    cdef int features(self, int seat, float* out) noexcept nogil:
        return 0

    cdef void utilities_of(self, const double* values, double* utilities) noexcept nogil:
        softmax(values, self.seats, utilities)

    cdef void copy_from(self, State other) noexcept nogil:
        memcpy(self.memory, other.memory, self.size)
        self.failed = other.failed

    cdef void resampled(self, int seat) noexcept nogil:
        pass

    cdef int reraise(self) except -1:
        if self.failed:
            raise EndlessGame(f"{type(self).__name__}: a playout was not over after {MOST_STEPS:,} steps")
        return 0

    def __init__(self, int seats, dict options):
        self.seats, self.options = seats, options

    cpdef State blank(self):
        """Enough for a game whose rules take no numbers."""
        cdef State other = type(self).__new__(type(self))
        other.seats, other.options, other.may_hide = self.seats, self.options, self.may_hide
        return other

    # ---- methods for Python alone; those that compiled code has too are at the end of this file --------

    def copy(self) -> State:
        """An independent copy."""
        cdef State other = self.blank()
        other.copy_from(self)
        return other

    def is_chance_node(self) -> bool:
        return self.current_player() == CHANCE

    def is_terminal(self) -> bool:
        return self.current_player() == TERMINAL

    def search_settings(self) -> dict:
        """Settings of the search that measured strongest for this game, by their names in mcts.params; none by default."""
        return {}

    def sources(self) -> list:
        """Each seat's score by source, named as in the game's `sources`; by default one source, `points`."""
        return [{"points": points} for points in scores(self)]

    def rounds(self) -> int:
        """How many rounds were played; 0, the default, where the game has none to count."""
        return 0

    def placed(self) -> list:
        """For each seat how many of each item it has placed, by name; nothing by default."""
        return [{} for _ in range(self.seats)]

    def seat_facts(self) -> list:
        """What else a row of a simulation tells of each seat, by column, such as its board; nothing by default."""
        return [{} for _ in range(self.seats)]

    def set_heuristic_weights(self, numbers, seat: int = -1) -> None:
        """Use other numbers in `action_weights` for one seat, or for all (-1): for tuning. They are no part of the position."""
        raise TypeError(f"{type(self).__name__} has no heuristic weights that can be set")

    def raw(self) -> dict:
        """The fields of the position by name, as the rules hold them."""
        raise TypeError(f"{type(self).__name__} does not show its fields")

    def load(self, raw) -> None:
        """Take on a position given as `raw` gives it; the fields are trusted to fit together."""
        raise TypeError(f"{type(self).__name__} does not take its fields")

    def to_bytes(self) -> bytes:
        """The packed position."""
        return (<const char*>self.memory)[:self.size]

    def __eq__(self, other) -> bool:
        if not isinstance(other, State) or (<State>other).size != self.size:
            return NotImplemented
        return memcmp(self.memory, (<State>other).memory, self.size) == 0

    def __hash__(self):
        return hash(self.to_bytes())

    def __reduce__(self):
        raise TypeError("a state is saved as a position (notation) or as bytes, not pickled")


# ---- what Python sees: the words of the contract, checked -------------------------------------------
# A compiled method and a Python method of one class cannot share a name. These functions become methods of State below,
# before anything has looked one up; tests/core_ext/test_methods.py asks each promised Python whether that is sound.

def current_player(State self) -> int:
    """The seat to act, CHANCE (-1) or TERMINAL (-2)."""
    return self.current_player()


def legal_actions(State self) -> list:
    """Legal actions of the seat to act, or the possible outcomes of a chance node, ascending."""
    cdef action_t actions[MAX_ACTIONS]
    cdef double probs[MAX_ACTIONS]
    cdef int n = 0, who = self.current_player()
    if who == CHANCE:
        n = self.chance_outcomes(actions, probs)
    elif who >= 0:
        n = self.legal_actions(actions)
    return [actions[i] for i in range(n)]


def chance_outcomes(State self) -> list:
    """(outcome, probability) pairs of a chance node, ascending by outcome."""
    cdef action_t actions[MAX_ACTIONS]
    cdef double probs[MAX_ACTIONS]
    check_chance(self)
    cdef int n = self.chance_outcomes(actions, probs)
    return [(actions[i], probs[i]) for i in range(n)]


def apply_action(State self, action: int) -> None:
    """Apply an action or a chance outcome in place. Raises IllegalAction."""
    legal = legal_actions(self)
    if action not in legal:
        raise IllegalAction(f"action {action} is not legal here; legal: {legal[:20]}")
    self.apply_action(<action_t>action)


def sample_chance(State self, seed: int, number: int) -> int:
    """A chance outcome drawn from stream (seed, number)."""
    check_chance(self)
    cdef Stream s = stream(<uint64_t>seed, <uint64_t>number)
    return self.sample_chance(&s)


def keyed_chance(State self, seed: int, block: int = 0, rotation: int = 0) -> int:
    """The chance outcome that (seed, block) give this node; rotation r gives seat s the luck of s - r."""
    check_chance(self)
    cdef Keys k
    k.seed, k.block, k.rotation, k.seats = seed, block, rotation % self.seats, self.seats
    return self.keyed_chance(&k)


def scores(State self) -> list:
    """Score of each seat so far, in the game's own points."""
    cdef double out[MAX_SEATS]
    self.scores(out)
    return [out[s] for s in range(self.seats)]


def win_shares(State self) -> list:
    """Share of the win of each seat; the game must be over."""
    cdef double out[MAX_SEATS]
    check_over(self)
    self.win_shares(out)
    return [out[s] for s in range(self.seats)]


def returns(State self) -> list:
    """Utility of each seat in [0, 1]; the game must be over."""
    cdef double out[MAX_SEATS]
    check_over(self)
    self.returns(out)
    return [out[s] for s in range(self.seats)]


def random_action(State self, seed: int, number: int) -> int:
    """A uniformly random legal action, drawn from stream (seed, number)."""
    check_turn(self)
    cdef Stream s = stream(<uint64_t>seed, <uint64_t>number)
    return self.random_action(&s)


def action_weights(State self) -> list:
    """Heuristic weight of each legal action, in their order."""
    cdef action_t actions[MAX_ACTIONS]
    cdef float out[MAX_ACTIONS]
    check_turn(self)
    cdef int n = self.legal_actions(actions)
    self.action_weights(actions, n, out)
    return [out[i] for i in range(n)]


def weighted_action(State self, seed: int, number: int) -> int:
    """A legal action drawn in proportion to its heuristic weight, from stream (seed, number)."""
    check_turn(self)
    cdef Stream s = stream(<uint64_t>seed, <uint64_t>number)
    return self.weighted_action(&s)


def weighted_step(State self, seed: int, number: int) -> int:
    """Make the next step of a weighted playout, in place, from stream (seed, number); how many decisions it was."""
    check_turn(self)
    cdef Stream s = stream(<uint64_t>seed, <uint64_t>number)
    return self.weighted_step(&s)


def features(State self, seat: int) -> list:
    """Inputs of a value function as this seat sees the position; empty where the game has none."""
    cdef float out[MAX_FEATURES]
    check_seat(self, seat)
    cdef int n = self.features(seat, out)
    return [out[i] for i in range(n)]


def information_state_key(State self, seat: int) -> int:
    """64-bit key of what this seat knows."""
    check_seat(self, seat)
    return self.information_state_key(seat)


def resample(State self, seat: int, seed: int) -> None:
    """Replace in place what `seat` cannot know, drawn from stream (seed, 0)."""
    check_seat(self, seat)
    cdef Stream s = stream(<uint64_t>seed, 0)
    self.resample(seat, &s)
    self.resampled(seat)


def hides(State self) -> bool:
    """Whether a seat may not know all, in this position or one that follows."""
    return self.hides()


cdef int check_chance(State state) except -1:
    if state.current_player() != CHANCE:
        raise IllegalAction("this is no chance node")
    return 0


cdef int check_turn(State state) except -1:
    if state.current_player() < 0:
        raise ValueError("no seat is to act here")
    return 0


cdef int check_over(State state) except -1:
    if state.current_player() != TERMINAL:
        raise ValueError("the game is not over")
    return 0


cdef int check_seat(State state, seat) except -1:
    if not 0 <= seat < state.seats:
        raise ValueError(f"seat {seat} of a game with seats 0 to {state.seats - 1}")
    return 0


METHODS = (current_player, legal_actions, chance_outcomes, apply_action, sample_chance, keyed_chance, scores, win_shares,
           returns, random_action, action_weights, weighted_action, weighted_step, features, information_state_key, resample)
for function in METHODS:
    (<dict>(<PyTypeObject*>State).tp_dict)[function.__name__] = function
(<dict>(<PyTypeObject*>State).tp_dict)["hides"] = property(hides)
PyType_Modified(State)
