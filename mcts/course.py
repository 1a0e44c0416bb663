"""The course of a search: its clock, and what comes between two pieces of its work: a report, a pause, an early end."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import repeat
from math import inf
from operator import call
from time import perf_counter
from typing import TYPE_CHECKING

from games.frozen import frozen

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from mcts.result import MoveInfo


@frozen
class PlanSoFar:
    """A plan that is being valued."""

    actions: tuple[int, ...]
    utility: float
    simulations: int            # of its own
    won: float | None = None    # share of the win
    games: float = 0.0          # in so many (mcts/plans.py)


@frozen
class SoFar:
    """What a search has found up to now; looking at it changes nothing."""

    moves: Sequence[MoveInfo]       # best first, as the trees say
    visits: int
    nodes: int
    plans: Sequence[PlanSoFar] = ()     # best first; none while the trees are still looking for them


class Ended(Exception):
    """The course ended work of which a part is worth nothing."""


class Course:
    """That of a search which has the processor to itself and is never asked to stop.

    A service derives its own: one that shares threads among many searches, reports while they run, and ends them.
    """

    slice = inf             # seconds of work between two pauses

    @property
    def stopping(self) -> bool:
        """The search is to end soon, with what has been found."""
        return False

    def now(self) -> float:
        """Seconds on the search's own clock, which stands still while it waits for its turn."""
        return perf_counter()

    def pause(self, so_far: Callable[[], SoFar]) -> None:
        """Called between two pieces of work, while none of the search's threads runs."""


ALONE = Course()
_threads: Executor | None = None


def work_in(threads: Executor | None) -> None:
    """From now on slices of all searches of this process run in these threads; None: in threads of their own.

    A service gives them less of the processor than those that answer. They are apart from those that ask for searches,
    which have Python's lock for longer: whoever has it is never to wait for the processor.
    """
    global _threads
    _threads = threads


@contextmanager
def threads_for(workers: int) -> Iterator[Executor | None]:
    """Threads for so many workers; None for one, who works in the thread that asks."""
    if workers == 1:
        yield None
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(workers) as pool:
        yield pool


def in_slices(course: Course, pool: Executor | None, workers: Sequence[Callable[[float], bool]],
              so_far: Callable[[], SoFar]) -> None:
    """Call each worker with the time at which its slice ends, again and again until it returns True: it is done.

    The workers of a slice run side by side in the pool; without a pool there is one, and this thread calls it.
    """
    pool, left = _threads or pool, list(workers)
    while left:
        until = course.now() + course.slice
        done = [left[0](until)] if pool is None else list(pool.map(call, left, repeat(until)))
        left = [work for work, over in zip(left, done, strict=True) if not over]
        if left or course.slice < inf:
            course.pause(so_far)
