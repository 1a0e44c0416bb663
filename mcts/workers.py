"""Many tasks over the processes or threads of this machine, their results in the order of the tasks."""
from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from joblib import Parallel, delayed, effective_n_jobs

from games.api import InputError

BACKENDS = ("loky", "threading")
# Tasks that wait or run, for each worker. loky holds 2 a worker ready; with more, stopping it early can make its
# manager thread look for a task that is gone, and print a traceback.
AHEAD = 2
GRACE = 2.0                 # seconds
Task = TypeVar("Task")
Result = TypeVar("Result")


def in_order(function: Callable[[Task], Result], tasks: Iterable[Task], jobs: int = 1,
             backend: str = "loky") -> Generator[Result, None, None]:
    """function(task) for each task, in their order whichever is done first, by `jobs` workers (-1: one a core).

    Only a few tasks a worker are taken ahead. Closing the iterator, as Ctrl-C does, stops the workers. Raises
    InputError for jobs or a backend that there is not.
    """
    check(jobs, backend)
    if effective_n_jobs(jobs) == 1:
        yield from map(function, tasks)
        return
    stopped = ended = False

    def feed() -> Iterator[Any]:
        for task in tasks:
            if stopped:
                return
            yield delayed(function)(task)

    parallel = Parallel(n_jobs=jobs, backend=backend, return_as="generator", batch_size=1,
                        pre_dispatch=f"{AHEAD} * n_jobs")
    results = parallel(feed())
    try:
        while True:     # no `yield from`, which would close the results before their warning is silenced
            try:
                result = next(results)
            except StopIteration:
                ended = True
                return
            yield result
    finally:
        stopped = True
        if not ended:
            _close(results)


def _close(results: Generator[Any, None, None]) -> None:
    """Stop the workers without a word."""
    with warnings.catch_warnings(), _managers_end_quietly():
        warnings.filterwarnings("ignore", message=".*have been cancelled")      # that is what closing is for
        results.close()


@contextmanager
def _managers_end_quietly() -> Iterator[None]:
    """Says nothing of a task that loky's manager thread misses when it is stopped early; it would print a traceback.

    Waits for those threads that end within GRACE seconds.
    """
    managers = [t for t in threading.enumerate() if t.name.startswith("ExecutorManagerThread")]
    before = threading.excepthook

    def hook(args: threading.ExceptHookArgs) -> None:
        if args.thread not in managers:
            before(args)

    threading.excepthook = hook
    try:
        yield
        for thread in managers:
            thread.join(GRACE)
    finally:
        threading.excepthook = before


def check(jobs: int, backend: str) -> None:
    """Raises InputError for jobs or a backend that there is not."""
    if jobs < 1 and jobs != -1:
        raise InputError(f"jobs: found {jobs}, expected 1 or more, or -1 for one a core")
    if backend not in BACKENDS:
        raise InputError(f"backend: found {backend[:40]!r}, expected one of {', '.join(BACKENDS)}")
