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

TREE_SIMULATIONS = 10_000       # tree throughput is quoted at this many simulations
LEAST_ROUNDS = 3                # a median of fewer says little
WHOLE: dict[str, Any] = {"cutoff": 0, "playout": "heuristic"}   # of searches set against bare playouts
SLICE = 0.25                    # seconds of playouts in one measurement


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
          clock: Callable[[], float] = perf_counter) -> Bench:
    """Time playouts, the floor and the search from `state`, for `seconds` or LEAST_ROUNDS rounds if that is longer.

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
    n_random, n_heuristic = (_games_in(SLICE, state, seed, heuristic, clock) for heuristic in (False, True))
    games = playouts(state, n_random, seed, heuristic=False)        # counts only: every round plays the same games
    steps, decisions = int(games["steps"]), int(games["decisions"])
    tape = recorded(state, n_random, seed)
    tape_steps = int(tape.apply_all())
    kinds: dict[str, Callable[[], Any]] = {
        "random": lambda: playouts(state, n_random, seed, heuristic=False),
        "floor": tape.apply_all,
        "heuristic": lambda: playouts(state, n_heuristic, seed, heuristic=True),
        "whole": _grow(state, 1, seed, **WHOLE),
        **{f"tree {k}": _grow(state, k, seed) for k in counts},
    }
    times = _interleaved(kinds, begun + seconds, progress, clock)
    took = {kind: median(values) for kind, values in times.items()}
    tree = {k: TREE_SIMULATIONS * k / took[f"tree {k}"] for k in counts}
    heuristic_rate, whole_rate = n_heuristic / took["heuristic"], TREE_SIMULATIONS / took["whole"]
    return Bench(
        game=game, version=version, seats=state.seats, state_bytes=state.size,
        steps_per_game=steps / n_random, decisions_per_game=decisions / n_random,
        random_playouts_per_second=n_random / took["random"], decisions_per_second=decisions / took["random"],
        floor_games_per_second=n_random / took["floor"],
        playout_over_floor=(took["random"] / steps) / (took["floor"] / tape_steps),
        playouts_per_second=heuristic_rate, simulations_per_second=tree[1],
        whole_simulations_per_second=whole_rate, tree_over_playouts=whole_rate / heuristic_rate,
        tree_simulations=TREE_SIMULATIONS,
        threads=tuple(Threads(k, tree[k], tree[k] / tree[1]) for k in counts),
        rounds=len(times["random"]), seed=seed, seconds=clock() - begun)


def _grow(state: State, threads: int, seed: int, **settings: Any) -> Callable[[], Any]:
    """A search of TREE_SIMULATIONS a thread, so that each thread's tree is as large as the single one."""
    params = SearchParams(simulations=TREE_SIMULATIONS * threads, threads=threads, seed=seed, **settings)

    def run() -> None:
        if search(state, params).stopped:
            raise KeyboardInterrupt     # the search has swallowed it

    return run


def _interleaved(kinds: dict[str, Callable[[], Any]], until: float,
                 progress: Callable[[float], None], clock: Callable[[], float]) -> dict[str, list[float]]:
    """Seconds each kind of work took, once a round, round after round until the clock shows `until`."""
    times: dict[str, list[float]] = {kind: [] for kind in kinds}
    begun, done = clock(), 0
    while done < LEAST_ROUNDS or clock() < until:
        for kind, work in kinds.items():
            start = clock()
            work()
            times[kind].append(clock() - start)
        done += 1
        now = clock()
        end = max(until, begun + LEAST_ROUNDS * (now - begun) / done)
        progress(min(1.0, (now - begun) / (end - begun)))
    return times


def _games_in(seconds: float, state: State, seed: int, heuristic: bool, clock: Callable[[], float]) -> int:
    """How many playouts take about this long: doubled until they take a tenth of it, then scaled up."""
    n = 16
    while True:
        start = clock()
        playouts(state, n, seed, heuristic=heuristic)
        took = clock() - start
        if took >= seconds / 10:
            return max(16, int(n * seconds / took))
        n *= 2


def thread_counts(text: str) -> list[int]:
    """Numbers of threads: those in `1,2,16`, or for one number 1, 2, 4, ... and itself. Raises InputError."""
    parts = text.split(",")
    if not all(part.isdecimal() and len(part) < 4 and 1 <= int(part) <= MOST_THREADS for part in parts):
        raise InputError(f"--threads: found {text[:40]!r}, expected a number from 1 to {MOST_THREADS}, or several "
                         "separated by commas")
    given = {int(part) for part in parts}
    return sorted(given | ({1 << k for k in range(max(given).bit_length())} if len(parts) == 1 else set()))
