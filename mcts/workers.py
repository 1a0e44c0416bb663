"""Many tasks spread over processes, threads or the machines of a cluster; results come in the order of the tasks.

joblib's loky runs the processes, Dask the cluster. Here tasks are made up into batches and handed on a few ahead of
the one whose results are due, so that memory depends on the number of workers and never on the number of tasks.
"""
from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from time import perf_counter, sleep
from types import TracebackType
from typing import Any, Protocol, TypeVar

from joblib import effective_n_jobs
from joblib.externals.loky import get_reusable_executor

from games.api import InputError
from games.faults import told_truly

BACKENDS = ("loky", "threading", "dask")
AHEAD = 4                   # batches that wait, run or are done but not yet due, for each worker
BATCH = 0.25                # seconds of work aimed at in a batch, so that handing it over costs little beside it
LARGEST = 500               # tasks of a batch
IDLE = 60                   # seconds after which processes without work end
GRACE = 2.0                 # seconds
WATCH = 0.5                 # seconds between two looks whether the parent is there
Task = TypeVar("Task")
Result = TypeVar("Result")


class Handed(Protocol):
    """A batch that some worker has, as every kind of future is."""

    def result(self) -> Any: ...


class Pool(Protocol):
    """Workers of one kind."""

    @property
    def workers(self) -> int: ...
    def submit(self, function: Callable[..., Any], *arguments: Any) -> Handed: ...
    def __enter__(self) -> Pool: ...
    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None: ...


def in_order(function: Callable[[Task], Result], tasks: Iterable[Task], jobs: int = 1, backend: str = "loky",
             scheduler: str | None = None) -> Generator[Result, None, None]:
    """function(task) for each task, in their order whichever is done first.

    `jobs` workers (-1: one a core) of this machine do them; or, with `dask`, all that the scheduler at this address
    has at the time, and `jobs` says nothing. A task whose worker on a cluster dies is done by another one. Closing
    the iterator, as Ctrl-C does, stops the workers. Raises InputError for jobs, a backend or a scheduler that there
    is not, and ClusterLost where a cluster is lost on the way.
    """
    check(jobs, backend, scheduler)
    if backend != "dask" and effective_n_jobs(jobs) == 1:
        yield from map(function, tasks)
        return
    with _pool(jobs, backend, scheduler) as pool:
        yield from _flow(pool, function, iter(tasks))


def check(jobs: int, backend: str, scheduler: str | None = None) -> None:
    """Raises InputError for jobs, a backend or a scheduler that there is not."""
    if jobs < 1 and jobs != -1:
        raise InputError(f"jobs: found {jobs}, expected 1 or more, or -1 for one a core")
    if backend not in BACKENDS:
        raise InputError(f"backend: found {backend[:40]!r}, expected one of {', '.join(BACKENDS)}")
    if backend == "dask" and not scheduler:
        raise InputError("scheduler: is missing; the backend dask expects an address, such as tcp://127.0.0.1:8786")
    if backend != "dask" and scheduler:
        raise InputError(f"scheduler: found {scheduler[:60]!r} with the backend {backend}; only dask has a scheduler")


def _pool(jobs: int, backend: str, scheduler: str | None) -> Pool:
    if backend == "dask":
        from mcts.cluster import Cluster

        return Cluster(scheduler or "")
    return (Processes if backend == "loky" else Threads)(effective_n_jobs(jobs))


def _flow(pool: Pool, function: Callable[[Task], Result], tasks: Iterator[Task]) -> Iterator[Result]:
    handed: deque[Handed] = deque()
    size = 1
    while True:
        while len(handed) < AHEAD * pool.workers and (batch := list(islice(tasks, size))):
            handed.append(pool.submit(do_batch, function, batch))
        if not handed:
            return
        results, seconds = handed.popleft().result()
        size = _next_size(size, len(results), seconds)
        yield from results


def do_batch(function: Callable[[Task], Result], batch: Sequence[Task]) -> tuple[list[Result], float]:
    """What a worker does: the results of a batch, and the seconds it took.

    Raises InputError for what the rules of a game of others raise: their own exceptions may not travel.
    """
    begun = perf_counter()
    with told_truly():
        return [function(task) for task in batch], perf_counter() - begun


def _next_size(size: int, done: int, seconds: float) -> int:
    """Tasks of a batch, now that `done` tasks took so long. It grows by steps, as the first tasks may be odd ones."""
    fitting = LARGEST if seconds <= 0 else int(done * BATCH / seconds)
    return max(1, min(fitting, 2 * size, LARGEST))


class Threads:
    """Threads of this process."""

    def __init__(self, jobs: int) -> None:
        self.workers = jobs
        self._executor = ThreadPoolExecutor(jobs)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Handed:
        """Hand a call to the next thread that is free."""
        return self._executor.submit(function, *arguments)

    def __enter__(self) -> Threads:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._executor.shutdown(wait=True, cancel_futures=True)     # what runs cannot be stopped


class Processes:
    """Processes of this machine. They are kept for a while, for the next call."""

    def __init__(self, jobs: int) -> None:
        self.workers = jobs
        self._executor = get_reusable_executor(max_workers=jobs, timeout=IDLE, initializer=_begin,
                                               initargs=(os.getpid(),))

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Handed:
        """Hand a call to the next process that is free."""
        handed: Handed = self._executor.submit(function, *arguments)
        return handed

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if kind is not None:
            with _managers_end_quietly():
                self._executor.shutdown(wait=True, kill_workers=True)


def _begin(parent: int) -> None:
    """What a process does first. It ends when its parent does, even if that is killed.

    A terminal sends Ctrl-C to every process; the one that shares out the work stops the others.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """Watch for the parent's end: the system then gives an orphan another parent.

    The system's own signal for this (PR_SET_PDEATHSIG) comes too early, when the thread ends that began the process.
    """
    while os.getppid() == parent:
        sleep(WATCH)
    os._exit(1)         # whatever the process is at: nobody is left to take its results


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
