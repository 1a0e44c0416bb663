"""Many tasks over the processes or threads of this machine, their results in the order of the tasks."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, TypeVar

from joblib import Parallel, delayed, effective_n_jobs

from games.api import InputError

BACKENDS = ("loky", "threading")
# Tasks that wait or run, for each worker. loky holds 2 a worker ready; with more, stopping it early can make its
# manager thread look for a task that is gone, and print a traceback.
AHEAD = 2
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
    stopped = False

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
                return
            yield result
    finally:
        stopped = True
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*have been cancelled")      # that is what closing is for
            results.close()


def check(jobs: int, backend: str) -> None:
    """Raises InputError for jobs or a backend that there is not."""
    if jobs < 1 and jobs != -1:
        raise InputError(f"jobs: found {jobs}, expected 1 or more, or -1 for one a core")
    if backend not in BACKENDS:
        raise InputError(f"backend: found {backend[:40]!r}, expected one of {', '.join(BACKENDS)}")
