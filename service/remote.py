"""Searches on the workers of a cluster: each is one call there, which says what it knows and asks whether to go on.

What a worker that is lost had begun, another one does from the beginning.
"""
from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import games
from mcts import cluster
from mcts.advice import advise
from mcts.course import Course
from mcts.pairs import resampled
from service.analyze import reporter

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game
    from mcts.course import SoFar
    from mcts.params import SearchParams

LOOK = 0.3                  # seconds between two looks whether a search is still wanted, on both sides
TELL = 0.25                 # seconds between two words on progress
Document = dict[str, Any]


@dataclass(frozen=True)
class Order:
    """What a worker is to search."""

    game: str
    version: int
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
    game = games.load(order.game)
    if game.version != order.version:
        raise RuntimeError(f"a worker has {order.game} version {game.version}, expected {order.version}")
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


class Workers:
    """The workers of a scheduler, as those who search."""

    def __init__(self, address: str) -> None:
        """Raises InputError where there are none."""
        self.cluster = cluster.Cluster(address)

    @property
    def threads(self) -> int:
        """How many searches they do at a time."""
        return self.cluster.workers

    def search(self, game: Game, state: State, params: SearchParams, query: str, seconds: float, every: float | None,
               hear: Callable[[Document], None], unwanted: Callable[[], bool]) -> Document:
        """Advice, from one of them. `hear` is told progress and reports. Raises ClusterLost."""
        known = resampled(state, state.current_player(), params.seed)
        topic = f"ludosoph-{secrets.token_hex(8)}"
        order = Order(game.name, game.version, game.notation.position_to_json(known), params, query, seconds, every,
                      topic)
        with self.cluster.heard(topic, hear):
            batch, told = self.cluster.submit(search_there, order), False
            while not batch.done(LOOK):
                if unwanted() and not told:
                    self.cluster.end(topic)
                    told = True
            found: Document = batch.result()
        return found
