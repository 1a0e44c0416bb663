"""How fast a game and the search run on this machine: each figure next to the one it is to be judged by."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from core_ext.playout import playouts, recorded
from games.api import InputError
from games.frozen import frozen
from mcts.limits import MOST_THREADS
from mcts.params import SearchParams
from mcts.search import search

if TYPE_CHECKING:
    from core_ext.state import State

TREE_SIMULATIONS = 10_000       # tree throughput is quoted at this many simulations, or fewer where time is short
LEAST_TREE = 10                 # simulations a thread; fewer are never measured
LEAST_GAMES = 4                 # the same of playouts
LEAST_ROUNDS = 3                # a median of fewer says little
WHOLE: dict[str, Any] = {"cutoff": 0, "playout": "heuristic"}   # of searches set against bare playouts
SLICE = 0.25                    # seconds of playouts in one measurement, at most
PART = 24                       # one measurement of playouts takes a 24th of all the time at most: trees get half of it
TAPE_PART = 8                   # part of all the time that random games may be recorded for, which takes longer


@frozen
class Threads:
    """Simulations a second with this many threads, and how many times one thread's that is."""

    threads: int
    simulations_per_second: float
    speedup: float


@frozen
class Bench:
    """Median rates of one game from one position, on one core unless said otherwise.

    A decision is a choice by a seat, forced ones included; a step is a decision or a chance outcome.
    """

    game: str
    version: int
    seats: int
    state_bytes: int
    steps_per_game: float               # in uniform random play
    decisions_per_game: float
    random_playouts_per_second: float   # uniform random moves
    decisions_per_second: float         # in those
    floor_games_per_second: float       # recorded random games re-applied, legal actions never asked for
    playout_over_floor: float           # time a step of a uniform random playout / time a step of the floor
    playouts_per_second: float          # heuristic playouts, to the end of the game
    simulations_per_second: float       # tree search of `tree_simulations`, one thread
    whole_simulations_per_second: float     # the same with every playout to the end of the game and no value function
    tree_over_playouts: float           # whole_simulations_per_second / playouts_per_second
    tree_simulations: int
    threads: tuple[Threads, ...]
    rounds: int                         # measurements of each kind; their medians are above
    seed: int
    seconds: float                      # the whole bench


def bench(game: str, version: int, state: State, seconds: float = 20.0, threads: Sequence[int] = (1, 2),
          seed: int = 0, progress: Callable[[float], None] = lambda share: None,
          clock: Callable[[], float] = perf_counter, simulations: int | None = None) -> Bench:
    """Time playouts, the floor and the search from `state`, for about `seconds`; at least LEAST_ROUNDS rounds.

    A tree has so many `simulations`; by default TREE_SIMULATIONS, or as many as fit into that time.

    `clock` tells seconds: those of the wall, or with one thread `time.process_time`, for which others on the machine
    count less.

    The kinds take turns within a round, so that a machine that slows down slows all of them, and the median over
    rounds is quoted. `progress` is called with the share done. Raises ValueError.
    """
    if seconds <= 0:
        raise InputError(f"seconds: found {seconds}, expected more than 0")
    if not threads or min(threads) < 1:
        raise InputError(f"threads: found {list(threads)}, expected numbers from 1")
    begun = clock()
    counts = sorted({1, *threads})
    part = min(SLICE, seconds / PART)
    n_random = _as_many_as_fit(part, lambda n: playouts(state, n, seed, heuristic=False), clock, LEAST_GAMES)
    n_heuristic = _as_many_as_fit(part, lambda n: playouts(state, n, seed, heuristic=True), clock, LEAST_GAMES)
    games = playouts(state, n_random, seed, heuristic=False)        # counts only: every round plays the same games
    steps, decisions = int(games["steps"]), int(games["decisions"])
    n_taped = _as_many_as_fit(seconds / TAPE_PART, lambda n: recorded(state, n, seed), clock, LEAST_GAMES)
    n_tape = min(n_random, n_taped)
    tape, times_over = recorded(state, n_tape, seed), -(-n_random // n_tape)
    tape_steps = int(tape.apply_all())
    trees = {"whole": (1, WHOLE), **{f"tree {k}": (k, dict[str, Any]()) for k in counts}}
    of_tree = simulations or _fitting(trees, state, seed, seconds / 2 / LEAST_ROUNDS, clock)
    kinds: dict[str, Callable[[], Any]] = {
        "random": lambda: playouts(state, n_random, seed, heuristic=False),
        "floor": lambda: [tape.apply_all() for _ in range(times_over)],
        "heuristic": lambda: playouts(state, n_heuristic, seed, heuristic=True),
        **{kind: _grow(state, k, seed, of_tree, **settings) for kind, (k, settings) in trees.items()},
    }
    times = _interleaved(kinds, begun, seconds, progress, clock)
    took = {kind: median(values) for kind, values in times.items()}
    tree = {k: of_tree * k / took[f"tree {k}"] for k in counts}
    heuristic_rate, whole_rate = n_heuristic / took["heuristic"], of_tree / took["whole"]
    return Bench(
        game=game, version=version, seats=state.seats, state_bytes=state.size,
        steps_per_game=steps / n_random, decisions_per_game=decisions / n_random,
        random_playouts_per_second=n_random / took["random"], decisions_per_second=decisions / took["random"],
        floor_games_per_second=n_tape * times_over / took["floor"],
        playout_over_floor=(took["random"] / steps) / (took["floor"] / (tape_steps * times_over)),
        playouts_per_second=heuristic_rate, simulations_per_second=tree[1],
        whole_simulations_per_second=whole_rate, tree_over_playouts=whole_rate / heuristic_rate,
        tree_simulations=of_tree,
        threads=tuple(Threads(k, tree[k], tree[k] / tree[1]) for k in counts),
        rounds=len(times["random"]), seed=seed, seconds=clock() - begun)


def _grow(state: State, threads: int, seed: int, simulations: int, **settings: Any) -> Callable[[], Any]:
    """A search of so many simulations a thread, so that each thread's tree is as large as the single one."""
    params = SearchParams(simulations=simulations * threads, threads=threads, seed=seed, **settings)

    def run() -> None:
        if search(state, params).stopped:
            raise KeyboardInterrupt     # the search has swallowed it

    return run


def _fitting(trees: dict[str, tuple[int, dict[str, Any]]], state: State, seed: int, seconds: float,
             clock: Callable[[], float]) -> int:
    """How many simulations a thread all these trees can have in so many seconds together."""
    def grown(simulations: int) -> None:
        for threads, settings in trees.values():
            _grow(state, threads, seed, simulations, **settings)()

    return min(TREE_SIMULATIONS, _as_many_as_fit(seconds, grown, clock, LEAST_TREE))


def _interleaved(kinds: dict[str, Callable[[], Any]], begun: float, seconds: float,
                 progress: Callable[[float], None], clock: Callable[[], float]) -> dict[str, list[float]]:
    """Seconds each kind of work took, once a round, until so many have gone since the clock showed `begun`; the last
    round is the one that ends nearest to that. Progress counts from `begun`, too.
    """
    times: dict[str, list[float]] = {kind: [] for kind in kinds}
    first, done = clock(), 0
    while done < LEAST_ROUNDS or clock() + (clock() - first) / done / 2 < begun + seconds:
        for kind, work in kinds.items():
            start = clock()
            work()
            times[kind].append(clock() - start)
        done += 1
        now = clock()
        end = max(begun + seconds, first + LEAST_ROUNDS * (now - first) / done)
        progress(min(1.0, (now - begun) / (end - begun)))
    return times


def _as_many_as_fit(seconds: float, work: Callable[[int], Any], clock: Callable[[], float], least: int) -> int:
    """How much `work` takes about this long: from the least, doubled until it takes a tenth of it, then scaled up."""
    n = least
    while True:
        start = clock()
        work(n)
        took = clock() - start
        if took >= seconds / 10:
            return max(least, int(n * seconds / took))
        n *= 2


def thread_counts(text: str) -> list[int]:
    """Numbers of threads: those in `1,2,16`, or for one number 1, 2, 4, ... and itself. Raises InputError."""
    parts = text.split(",")
    if not all(part.isdecimal() and len(part) < 4 and 1 <= int(part) <= MOST_THREADS for part in parts):
        raise InputError(f"--threads: found {text[:40]!r}, expected a number from 1 to {MOST_THREADS}, or several "
                         "separated by commas")
    given = {int(part) for part in parts}
    return sorted(given | ({1 << k for k in range(max(given).bit_length())} if len(parts) == 1 else set()))
