"""A cluster behind `mcts.workers`: Dask shares out the batches, and repeats on another worker what a dead one had.

Scheduler and workers need this program of the same version beside them, since batches are calls of its functions.
joblib's own Dask backend is not used: its results cannot be held back when they are read more slowly than they come.
"""
from __future__ import annotations

import logging
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from time import monotonic
from types import TracebackType
from typing import Any

from games.api import InputError

CONNECT = 10.0          # seconds within which the scheduler has to answer, and to have a worker
LOOK = 2.0              # seconds after which the workers are counted again: some may have come or gone
DESERTED = 120.0        # seconds that a cluster may be without any worker
EXTRA = "backend: dask is not installed here; expected the extra: in a clone, pip install '.[cluster]'"


class ClusterLost(InputError, ConnectionError):
    """A cluster that was there is gone, or cannot do what it was given; the program can do nothing about it."""


class Cluster:
    """The workers of one scheduler, all that it has at the time. Raises InputError where there are none."""

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError as error:
            raise InputError(EXTRA) from error
        self.address = address
        self._quiet = _quiet()
        self._quiet.__enter__()
        try:
            self._client = self._connected(distributed.Client)
        except BaseException:
            self._quiet.__exit__(None, None, None)
            raise
        self._counted = self._manned = monotonic()
        self._workers = sum(self._client.nthreads().values())

    def _connected(self, kind: Any) -> Any:
        from distributed.comm import get_address_host_port

        try:
            get_address_host_port(self.address)        # refuses what is no address
            client = kind(self.address, timeout=CONNECT, set_as_default=False, name="ludosoph")
        except (OSError, ValueError) as error:
            raise InputError(f"scheduler: found {self.address[:60]!r}, where none answers: {_short(error)}") from error
        try:
            client.wait_for_workers(1, timeout=CONNECT)
        except TimeoutError as error:
            client.close()
            raise InputError(f"scheduler: {self.address[:60]} has no workers; start some with: dask worker "
                             f"{self.address[:60]} --nthreads 1") from error
        except BaseException:
            client.close()
            raise
        return client

    @property
    def workers(self) -> int:
        """Threads of all workers, 1 at least: without any, work waits for the next to come."""
        if monotonic() - self._counted > LOOK:
            self._workers, self._counted = self._count(), monotonic()
        return max(1, self._workers)

    def counted(self) -> int:
        """Threads of all workers, counted now; it waits for the scheduler. Raises ClusterLost."""
        return self._count()

    def _count(self) -> int:
        with self._named():
            try:
                found = sum(self._client.nthreads().values())
            except OSError as error:        # also while Dask looks whether the scheduler comes back
                raise ClusterLost(f"scheduler {self.address}: does not answer") from error
        if found:
            self._manned = monotonic()
        return found

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Batch:
        """Hand a call to the scheduler."""
        packed = pickle.dumps(arguments)    # or Dask would look through every argument for tasks of its own
        with self._named():
            return Batch(self, self._client.submit(_call, function, packed, pure=False))

    @contextmanager
    def heard(self, topic: str, hear: Callable[[Any], None]) -> Iterator[None]:
        """`hear` is called with all that calls say under this topic (`say`), from a thread of Dask's."""
        with self._named():
            self._client.subscribe_topic(topic, lambda event: hear(event[1]))
        try:
            yield
        finally:
            with suppress(OSError, ValueError):     # it is gone, or says no more
                self._client.unsubscribe_topic(topic)

    def end(self, topic: str) -> None:
        """Tell the calls that look at this topic (`ended`) to end."""
        from distributed import Event

        with self._named():
            Event(topic, client=self._client).set()

    def forget(self, topic: str) -> None:
        """Nothing more is said under this topic: the scheduler keeps none of it."""
        with self._named():
            self._client.run_on_scheduler(_forget, topic)

    @property
    def lost(self) -> bool:
        """Its scheduler was gone for CONNECT seconds; what is at its address by now needs a cluster of its own."""
        return self._client.status in ("closing", "closed")

    def wait(self, future: Any) -> Any:
        """What the call gave or raised. Raises ClusterLost where the cluster is lost."""
        from distributed import wait

        while not future.done():
            with self._named(), self._client.as_current(), suppress(TimeoutError):
                wait([future], timeout=LOOK)
            if not future.done() and not self._count() and monotonic() - self._manned > DESERTED:
                raise ClusterLost(f"scheduler {self.address}: has had no worker for {DESERTED:.0f} s")
        with self._named():
            return future.result()

    @contextmanager
    def _named(self) -> Iterator[None]:
        """What Dask raises, in words that name the scheduler."""
        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        try:
            yield
        except InputError:
            raise
        except (CancelledError, CommClosedError) as error:
            raise ClusterLost(f"scheduler {self.address}: was lost on the way") from error
        except KilledWorker as error:
            raise ClusterLost(f"scheduler {self.address}: the same work took down {error.args[2] + 1} workers; "
                                  "see their logs, and whether they have enough memory") from error
        except (ModuleNotFoundError, AttributeError, RuntimeError) as error:
            if not _unread(error):
                raise
            raise InputError(f"scheduler {self.address}: expected ludosoph of this version beside it and every worker: "
                             f"{_short(error)}") from error

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        try:
            self._client.close()        # the scheduler drops what this client asked for
        finally:
            self._quiet.__exit__(None, None, None)


class Batch:
    """A call that the scheduler has."""

    def __init__(self, cluster: Cluster, future: Any) -> None:
        self._cluster, self._future = cluster, future

    def done(self, seconds: float) -> bool:
        """Wait so long at most; whether the call is over. Raises ClusterLost."""
        from distributed import wait

        with self._cluster._named(), self._cluster._client.as_current(), suppress(TimeoutError):
            wait([self._future], timeout=seconds)
        return bool(self._future.done())

    def result(self) -> Any:
        """What the call gave or raised."""
        return self._cluster.wait(self._future)

    def drop(self) -> None:
        """Nobody wants it any more: it does not begin, or learns that it is to end (`ended`), or is forgotten."""
        self._future.release()


def say(topic: str, what: Any) -> None:
    """Called by a worker: something that JSON can hold, for who has asked for the work."""
    from distributed import get_worker

    get_worker().log_event(topic, what)


def ended(topic: str) -> bool:
    """Called by a worker: whether it is to end, as somebody says so or nobody waits for it any more.

    Dask lets go of a call whose client has died or dropped it, but cannot end it.
    """
    from distributed import Event, get_worker, worker_client

    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    if task is None or task.state != "executing":
        return True
    with worker_client(separate_thread=False) as client:
        return bool(Event(topic, client=client).is_set())


def _forget(topic: str, dask_scheduler: Any) -> None:
    """What the scheduler does, which by itself keeps the last thousand words of every topic for good."""
    dask_scheduler.extensions["events"].event_clear(topic)
    dask_scheduler._broker._topics.pop(topic, None)


def _call(function: Callable[..., Any], packed: bytes) -> Any:
    """What a worker of the cluster does."""
    return function(*pickle.loads(packed))


@contextmanager
def _quiet() -> Iterator[None]:
    """Leaves it to our own messages to say what goes wrong with a cluster: Dask's log would print tracebacks."""
    logger = logging.getLogger("distributed")
    names = [logger, *(logging.getLogger(f"distributed.{name}") for name in ("client", "core", "comm", "batched"))]
    before = [each.level for each in names]
    for each in names:
        each.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for each, level in zip(names, before, strict=True):
            each.setLevel(level)


def _unread(error: BaseException) -> bool:
    """Whether a scheduler or a worker could not read what it was sent, as where it lacks our modules."""
    return isinstance(error, ModuleNotFoundError) or "deserializ" in str(error) or "Can't get attribute" in str(error)


def _short(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 160 else text[:157] + "..."
