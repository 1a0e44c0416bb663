"""A state whose rules are methods of a Python object (games/simple.py).

The search calls it as it calls a compiled game; each call takes the interpreter's lock. What such a method raises cannot
pass through compiled code that has no exceptions: it is kept here, the game counts as over, and whoever ran the playouts
raises it as soon as it is out of them.
"""
import json
from contextlib import contextmanager
from dataclasses import asdict
from math import copysign, log1p
from operator import index
from random import Random
from threading import local
from zlib import crc32

from cpython.object cimport PyTypeObject
from cpython.type cimport PyType_Modified
from libc.limits cimport INT_MAX
from libc.stdint cimport uint64_t
from core_ext.judged cimport MAX_ACTIVE, JudgedState
from core_ext.rng cimport Keys, Stream, draw64, keyed, unit
from core_ext.state cimport State, hash_bytes
from core_ext.state import METHODS, EndlessGame, hides
from core_ext.types cimport CHANCE, MAX_ACTIONS, MAX_SEATS, TERMINAL, action_t

cdef enum:
    UNASKED = -99               # no answer of current_player

CODES = 1 << 26                 # action codes lie below this
HASHED = 1 << 15                # numbers of the inputs of a net
MAX_SIZE = 1e300                # of a number that is told by its size; others, such as infinity, by what they are
COUNTED = 24                    # whole numbers up to this size are told step by step


# ---- what a position answers, checked ----------------------------------------------------------------

class OutOfTimeError(Exception):
    """The clock of whoever searches has run out within a playout: see `patience`."""


def short(found) -> str:
    """An answer, for an error."""
    text = repr(found)
    return text if len(text) <= 60 else text[:57] + "..."


def call(position, method: str, *given):
    return getattr(position, method)(*given)


def player(position, seats: int) -> int:
    found = position.current_player()
    if not isinstance(found, int) or not TERMINAL <= found < seats:
        raise ValueError(f"current_player: found {short(found)}, expected a seat below {seats}, CHANCE or TERMINAL")
    return found


def codes(found, method: str) -> list:
    try:
        found = [index(code) for code in found]
    except TypeError:
        raise ValueError(f"{method}: found {short(found)}, expected whole numbers") from None
    if not 0 < len(found) <= MAX_ACTIONS:
        raise ValueError(f"{method}: found {len(found)} codes, expected 1 to {MAX_ACTIONS}")
    if found != sorted(set(found)) or min(found) < 0 or max(found) >= CODES:
        raise ValueError(f"{method}: found {found[:20]}, expected numbers from 0 to {CODES - 1} in ascending order")
    return found


def legal(position) -> list:
    return codes(position.legal_actions(), "legal_actions")


def outcomes(position) -> list:
    answer = position.chance_outcomes()
    try:
        found = [(outcome, float(p)) for outcome, p in answer]
    except (TypeError, ValueError):
        raise ValueError(f"chance_outcomes: found {short(answer)}, expected pairs of an outcome and its chance") from None
    codes([outcome for outcome, _ in found], "chance_outcomes")
    if min(p for _, p in found) <= 0 or abs(sum(p for _, p in found) - 1) > 1e-9:
        raise ValueError(f"chance_outcomes: found {found[:20]}, expected probabilities above 0 that sum to 1")
    return found


def outcome_at(position, mark: float) -> int:
    """The outcome at this point of [0, 1)."""
    for outcome, probability in outcomes(position):
        mark -= probability
        if mark < 0:
            break
    return outcome


def applied(position, action: int) -> int:
    """Applies it; how many draws of chance that was."""
    drawn = position.current_player() == CHANCE
    position.apply_action(action)
    return drawn


def played_out(position, seed: int) -> tuple:
    """Plays it to its end by a method of its own; how many decisions and draws that took."""
    found = position.play_out(seed)
    try:
        decisions, draws = map(index, found)
    except (TypeError, ValueError):
        raise ValueError(f"play_out: found {short(found)}, expected how many decisions and draws it took") from None
    if decisions < 0 or draws < 0:
        raise ValueError(f"play_out: found {short(found)}, expected numbers from 0")
    if position.current_player() != TERMINAL:
        raise ValueError("play_out: found a game that is not over")
    return decisions, draws


def copied(position):
    found = position.copy()
    if type(found) is not type(position):
        raise ValueError(f"copy: found {short(found)}, expected a {type(position).__name__}")
    return found


def numbers(position, method: str, count: int, *given) -> list:
    answer = getattr(position, method)(*given)
    try:
        found = [float(number) for number in answer]
    except (TypeError, ValueError):
        raise ValueError(f"{method}: found {short(answer)}, expected {count} numbers") from None
    if len(found) != count:
        raise ValueError(f"{method}: found {short(answer)}, expected {count} numbers")
    return found


def weights(position, actions: list) -> list:
    found = numbers(position, "action_weights", len(actions), actions)
    if min(found) <= 0:
        raise ValueError(f"action_weights: found {found}, expected numbers above 0")
    return found


def written(position, draws: int) -> bytes:
    """The position as JSON."""
    return json.dumps([draws, asdict(position)], sort_keys=True).encode()


def described(position, who: int) -> list:
    """Inputs of a net, (number, value) pairs: who is to act, and what the fields of the position hold, each under a
    number that its name and value hash to (feature hashing: Weinberger et al., 2009)."""
    found = {}
    if who >= 0:
        found[who] = 1.0
    describe(found, asdict(position), "")
    return sorted(found.items())[:MAX_ACTIVE]


cdef int describe(dict found, value, str place) except -1:
    if isinstance(value, dict):
        for name, each in value.items():
            describe(found, each, f"{place}.{name}")
    elif isinstance(value, (list, tuple)):
        for i, each in enumerate(value):
            describe(found, each, f"{place}.{i}")
        note_input(found, f"{place}#{len(value)}", 1.0)
    elif isinstance(value, (int, float)) and not isinstance(value, bool) and -MAX_SIZE <= value <= MAX_SIZE:
        if -COUNTED <= value <= COUNTED and value == int(value):
            for i in range(1, abs(int(value)) + 1):         # how far it reaches, and what it is
                note_input(found, f"{place}{'>' if value > 0 else '<'}{i}", 1.0)
            note_input(found, f"{place}={int(value)}", 1.0)
        else:
            note_input(found, place, copysign(log1p(abs(value)) / 4, value))
    elif value:
        note_input(found, f"{place}={value}", 1.0)
    return 0


cdef int note_input(dict found, str text, double value) except -1:
    found[MAX_SEATS + crc32(text.encode()) % HASHED] = value
    return 0


cdef object patient = local()   # of each thread: a function that says whether its time is over, or nothing


@contextmanager
def patience(over):
    """In here a playout of this thread raises OutOfTimeError at its first step for which `over()` is true.

    A game in plain Python takes its steps so slowly, and may take so many, that one playout can be longer than all the
    time there is.
    """
    before = getattr(patient, "over", None)
    patient.over = over
    try:
        yield
    finally:
        patient.over = before


cdef class PythonState(JudgedState):
    """A position, an object of a subclass of games.simple.Rules, as the search knows it."""
    cdef readonly object position
    cdef public int draws       # of chance so far: names the next one, where luck is drawn by key
    cdef readonly int limit     # steps after which a game that is not over counts as one that never ends; 0: none
    cdef bint at_once           # playouts are one call: the position has a method for a whole one,
    cdef int who                # and what it last said of whose turn it is holds until it changes; UNASKED: nothing yet
    cdef int steps              # moves and draws since the position was made or read
    cdef object failure         # what a method of the position raised

    def __init__(self, position, seats: int, hides: bool, options=None, limit: int = 0):
        self.position, self.seats, self.may_hide = position, seats, hides
        self.options, self.limit = dict(options or {}), limit
        self.at_once, self.who = hasattr(position, "play_out"), UNASKED

    cpdef State blank(self):
        return PythonState(None, self.seats, self.may_hide, self.options, self.limit)

    cdef object ask(self, question, tuple given=()):
        """The answer of the position; None from when it has raised something."""
        try:
            return None if self.failed else question(self.position, *given)
        except BaseException as error:
            if isinstance(error, Exception):
                error.rules = type(self.position)       # games/faults.py says whose answer it was
            self.failed, self.failure = True, error

    cdef int reraise(self) except -1:
        if self.failed:
            raise self.failure
        return 0

    cdef void copy_from(self, State other) noexcept nogil:
        with gil:
            self.position, self.draws = (<PythonState>other).position, (<PythonState>other).draws
            self.failed, self.failure = other.failed, (<PythonState>other).failure
            self.steps, self.at_once = (<PythonState>other).steps, (<PythonState>other).at_once
            self.who = (<PythonState>other).who
            self.position = self.ask(copied)

    cdef int current_player(self) noexcept nogil:
        if self.at_once and self.who != UNASKED and not self.failed:
            return self.who
        with gil:
            found = self.ask(player, (self.seats,))
            self.who = TERMINAL if found is None else found
            return self.who

    cdef int legal_actions(self, action_t* out) noexcept nogil:
        cdef int i
        with gil:
            found = self.ask(legal) or [0]      # after a failure an action that is never made
            for i in range(len(found)):
                out[i] = found[i]
            return <int>len(found)

    cdef void apply_action(self, action_t action) noexcept nogil:
        with gil:
            if self.at_once and self.who >= 0:      # a decision, and no draw
                self.ask(call, ("apply_action", action))
            else:
                self.draws += self.ask(applied, (action,)) or 0
            self.who = UNASKED
            self.steps += 1
            if not self.failed:
                self.ask(self.not_endless)

    cdef int whole_playout(self, Stream* rng, int* decisions) noexcept nogil:
        with gil:
            made, draws = self.ask(played_out, (draw64(rng) >> 33,)) or (0, 0)
            self.who = TERMINAL
            decisions[0] += made
            self.draws += draws
            self.steps += made + draws
            if not self.failed:
                self.ask(self.not_endless)
            return made + draws

    cdef int random_playout(self, Stream* rng, int* decisions) noexcept nogil:
        return self.whole_playout(rng, decisions) if self.at_once else State.random_playout(self, rng, decisions)

    cdef int weighted_playout(self, Stream* rng, int* decisions, int until) noexcept nogil:
        if self.at_once and until == INT_MAX:
            return self.whole_playout(rng, decisions)
        return State.weighted_playout(self, rng, decisions, until)

    def not_endless(self, position):
        """Raises an error for a game that has gone on too long, and where the time to look at it is over."""
        if self.limit and self.steps >= self.limit:
            raise EndlessGame(f"a game was not over after {self.steps:,} moves and draws; if its games can be so long, "
                              f"raise that limit with --option limit={10 * self.limit}")
        over = getattr(patient, "over", None)
        if over is not None and over():
            raise OutOfTimeError(f"{self.steps:,}")

    cdef int chance_outcomes(self, action_t* out, double* probs) noexcept nogil:
        cdef int i
        with gil:
            found = self.ask(outcomes) or [(0, 1)]
            for i in range(len(found)):
                out[i], probs[i] = found[i]
            return <int>len(found)

    cdef action_t sample_chance(self, Stream* rng) noexcept nogil:
        with gil:
            return self.ask(outcome_at, (unit(rng),)) or 0

    cdef action_t keyed_chance(self, const Keys* keys) noexcept nogil:
        cdef Stream named
        named.state = keyed(keys, 0, 0, self.draws)
        return self.sample_chance(&named)

    cdef void answer(self, str method, double* out) noexcept:
        """A number of each seat; 0 after a failure."""
        found = self.ask(numbers, (method, self.seats)) or [0] * self.seats
        for i in range(self.seats):
            out[i] = found[i]

    cdef void scores(self, double* points) noexcept nogil:
        with gil:
            self.answer("scores", points)

    cdef void win_shares(self, double* shares) noexcept nogil:
        with gil:
            self.answer("win_shares", shares)

    cdef void returns(self, double* utilities) noexcept nogil:
        with gil:
            self.answer("returns", utilities)

    cdef void action_weights(self, const action_t* actions, int n, float* out) noexcept nogil:
        cdef int i
        with gil:
            found = self.ask(weights, ([actions[i] for i in range(n)],)) or [1] * n
            for i in range(n):
                out[i] = found[i]

    cdef int inputs_of_net(self, int* which, float* values) noexcept nogil:
        cdef int i, who = self.current_player()
        with gil:
            found = self.ask(described, (who,)) or []
            for i in range(len(found)):
                which[i], values[i] = found[i]
            return <int>len(found)

    cdef bint hides(self) noexcept nogil:
        if not self.may_hide:
            return False
        with gil:
            return self.ask(call, ("hides",)) is not False      # after a failure nothing counts

    cdef void resample(self, int seat, Stream* rng) noexcept nogil:
        if self.hides():
            with gil:
                self.ask(call, ("resample", seat, Random(draw64(rng))))
                self.who = UNASKED

    cdef uint64_t information_state_key(self, int seat) noexcept nogil:
        with gil:
            if self.may_hide:
                known = repr(self.ask(call, ("view", seat))).encode()
            else:
                known = self.ask(written, (self.draws,)) or b""
            return hash_bytes(<const unsigned char*><bytes>known, len(known))

    def to_bytes(self) -> bytes:
        """The position as JSON."""
        return written(self.position, self.draws)

    def __eq__(self, other) -> bool:
        return isinstance(other, PythonState) and type(self.position) is type((<PythonState>other).position) \
            and self.to_bytes() == other.to_bytes()

    def __hash__(self):
        return hash(self.to_bytes())


def raising(method):
    """A method of State that Python sees, for PythonState: what the position's rules raised comes out of it."""
    def checked(self, *given, **named):
        try:
            return method(self, *given, **named)
        finally:
            (<PythonState>self).reraise()
    checked.__name__, checked.__doc__ = method.__name__, method.__doc__
    return checked


cdef dict own = <dict>(<PyTypeObject*>PythonState).tp_dict
for function in (*METHODS, State.copy, State.is_chance_node, State.is_terminal, State.sources):
    own[function.__name__] = raising(function)
own["hides"] = property(raising(hides))
own["size"] = property(lambda self: len(self.to_bytes()))
PyType_Modified(PythonState)
