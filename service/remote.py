"""Searches on the workers of a cluster: each is one call there, which says what it knows and asks whether to go on.

What a worker that is lost had begun, another one does from the beginning. What a server that is lost had asked for,
a worker ends at its next look.
"""
from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import games
from games.api import InputError
from games.fields import one_line
from mcts import cluster
from mcts.advice import advise
from mcts.course import Course, Ended
from mcts.redeals import resampled
from mcts.simulate import Player
from service.analyze import reporter

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game
    from mcts.course import SoFar
    from mcts.params import SearchParams

COUNT = 2.0                 # seconds between two counts of the workers, while there is something to search
DESERTED = 60.0             # seconds without a worker, or an answer of the scheduler, after which a search fails
LOOK = 0.3                  # seconds between two looks whether a search is still wanted, on both sides
PATIENCE = 5.0              # seconds that a worker has to end a search and say what it found
TELL = 0.25                 # seconds between two words on progress
Document = dict[str, Any]


@dataclass(frozen=True)
class Order:
    """What a worker is to search."""

    player: Player              # the game and the program that it is asked for
    position: Document
    params: SearchParams
    query: str
    seconds: float              # of work at most
    every: float | None         # seconds between two reports
    topic: str                  # under which it says what it knows


class Watched(Course):
    """The course of a search on a worker."""

    slice = 0.05

    def __init__(self, order: Order, report: Callable[[SoFar, float], None]) -> None:
        self.order, self.report = order, report
        self.begun = self.looked = self.told = perf_counter()
        self._ended = False

    @property
    def stopping(self) -> bool:
        """Nobody wants it any more, or it has worked for as long as it may."""
        now = perf_counter()
        return self._ended or now >= self.begun + self.order.seconds

    def pause(self, so_far: Callable[[], SoFar]) -> None:
        """Look whether it is still wanted, and report if it is time to."""
        now = perf_counter()
        if now >= self.looked + LOOK:
            self._ended, self.looked = cluster.ended(self.order.topic), now
        if self.order.every is not None and now >= self.told + self.order.every and not self._ended:
            self.report(so_far(), now - self.begun)
            self.told = now


def search_there(order: Order) -> Document:
    """What a worker does: advice, as a document."""
    try:
        game = games.load(order.player.game)
    except InputError as error:
        raise InputError(f"a worker lacks what it is to search: {one_line(error)}") from None
    order.player.check()
    state = game.notation.position_from_json(order.position, True)
    told = perf_counter()

    def progress(share: float) -> None:
        nonlocal told
        if perf_counter() >= told + TELL:
            told = perf_counter()
            cluster.say(order.topic, {"progress": share})

    report = reporter(game, state, order.params, order.query,
                      lambda found: cluster.say(order.topic, {"report": found}))
    found = advise(game, state, order.params, order.query, progress, Watched(order, report))
    return found.document | ({"terminated": True} if found.stopped else {})


class Counts:
    """How many threads the workers of a scheduler have, counted in a thread that may wait for its answer."""

    def __init__(self, address: str) -> None:
        self.address, self.workers = address, 1
        self.manned = self.answered = perf_counter()
        self._users, self._lock, self._wake = 0, threading.Lock(), threading.Event()
        self._thread: threading.Thread | None = None

    @contextmanager
    def of(self, at: cluster.Cluster) -> Iterator[None]:
        """They are counted as long as this lasts."""
        with self._lock:
            self._users += 1
            if self._thread is None or not self._thread.is_alive():
                self.manned = self.answered = perf_counter()
                self._thread = threading.Thread(target=self._counting, args=(at,), daemon=True, name="workers")
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._users -= 1

    def check(self) -> None:
        """Raises ClusterLost where there has been no worker, or no answer, for long."""
        now = perf_counter()
        if now > self.answered + DESERTED:
            raise cluster.ClusterLost(f"scheduler {self.address}: has not answered for {DESERTED:.0f} s")
        if now > self.manned + DESERTED:
            raise cluster.ClusterLost(f"scheduler {self.address}: has had no worker for {DESERTED:.0f} s")

    def _counting(self, at: cluster.Cluster) -> None:
        while True:
            try:
                found = at.counted()
            except cluster.ClusterLost:         # those who wait for it learn that by themselves
                return
            self.answered = perf_counter()
            self.workers = max(1, found)
            if found:
                self.manned = self.answered
            self._wake.wait(COUNT)
            with self._lock:
                if not self._users:
                    self._thread = None
                    return


def _aside(call: Callable[[], None]) -> None:
    """Tell the scheduler something that nobody waits for: it may hang, or be gone."""
    def told() -> None:
        with suppress(cluster.ClusterLost, OSError):
            call()

    threading.Thread(target=told, daemon=True).start()


class Workers:
    """The workers of a scheduler, as those who search."""

    def __init__(self, address: str) -> None:
        """Raises InputError where there are none."""
        self.address, self._cluster = address, cluster.Cluster(address)
        self._connecting = threading.Lock()
        self._counts = Counts(address)
        self._there = list[object]()        # searches that are at the workers or wait for a place, in their order
        self._changed = threading.Condition()

    def search(self, game: Game, state: State, params: SearchParams, query: str, seconds: float, every: float | None,
               hear: Callable[[Document], None], unwanted: Callable[[], bool]) -> Document:
        """Advice, from one of them. `hear` is told progress and reports.

        Raises ClusterLost, and Ended where it was unwanted before anything came of it.
        """
        known = resampled(state, state.current_player(), params.seed)
        topic = f"ludosoph-{secrets.token_hex(8)}"
        player = Player.here(game.name, game.version)
        order = Order(player, game.notation.position_to_json(known), params, query, seconds, every, topic)
        at = self._connected()
        with self._counts.of(at), self._place(unwanted), at.heard(topic, hear):
            found = self._waited(at, at.submit(search_there, order), topic, unwanted)
        _aside(lambda: at.forget(topic))        # what was found is there
        return found

    @property
    def counted(self) -> int:
        """Threads of all workers, as last counted."""
        return self._counts.workers

    def trouble(self) -> str:
        """Why nothing could be searched now; empty: it could. It may take as long as the scheduler takes to answer."""
        try:
            return "" if self._connected().counted() else f"scheduler {self.address} has no workers"
        except (InputError, cluster.ClusterLost) as error:
            return one_line(error)

    def _connected(self) -> cluster.Cluster:
        """The cluster; once its scheduler was lost for good, that which is at the address now. Raises InputError."""
        with self._connecting:
            if self._cluster.lost:
                self._cluster = cluster.Cluster(self.address)
            return self._cluster

    @contextmanager
    def _place(self, unwanted: Callable[[], bool]) -> Iterator[None]:
        """Wait for a place: there are as many as the workers have threads, so that servers that share them take turns.

        Raises Ended where it is unwanted before it has one, and ClusterLost where there are no workers for long.
        """
        mine = object()
        with self._changed:
            self._there.append(mine)
        try:
            while True:
                self._counts.check()
                places = self._counts.workers
                with self._changed:
                    if self._there.index(mine) < places:
                        break
                    self._changed.wait(LOOK)
                if unwanted():
                    raise Ended
            yield
        finally:
            with self._changed:
                self._there.remove(mine)
                self._changed.notify_all()

    def _waited(self, at: cluster.Cluster, batch: cluster.Batch, topic: str, unwanted: Callable[[], bool]) -> Document:
        """What a worker found. One that does not say what it knows when it is told to end is not waited for."""
        until = None
        try:
            while not batch.done(LOOK):
                self._counts.check()
                if until is None and unwanted():
                    until = perf_counter() + PATIENCE
                    _aside(lambda: at.end(topic))       # a scheduler that hangs does not answer
                elif until is not None and perf_counter() > until:
                    raise Ended
            found: Document = batch.result()
            return found
        finally:
            batch.drop()        # or cluster and worker would keep it until Python collects its garbage
