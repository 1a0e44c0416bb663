"""What is measured: one position of one game, and how each side works on it."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from bench.peers import ours, yardsticks
from bench.peers.games import Pairing
from bench.peers.interleave import Task
from bench.peers.table import OURS, PEER, PLAIN_C
from bench.peers.worker import Worker
from core_ext.state import State

WORKS = ("search", "playouts")
START = "start"


@dataclass(frozen=True)
class Subject:
    """A position on both sides, how much is done there, and with which constant and seed."""

    pairing: Pairing
    label: str
    actions: list[int]          # OpenSpiel's, that lead there
    state: State
    count: int                  # simulations, or playouts
    exploration: float          # for utilities in [0, 1]
    seed: int

    def request(self, work: str, count: int) -> dict[str, Any]:
        """What OpenSpiel's worker is asked for."""
        asked = {"game": self.pairing.name, "actions": self.actions, "seed": self.seed}
        if work == "search":
            return asked | {"do": work, "simulations": count, "exploration": self.pairing.exploration(self.exploration)}
        return asked | {"do": work, "n": count}

    def plain_c(self, work: str, count: int) -> list[str] | None:
        """The command of the yardstick, where there is one that can do this."""
        return yardsticks.command(self.pairing.name,
                                  yardsticks.Ask(work, self.actions, count, self.seed, self.exploration))

    def task(self, work: str, peer: Worker) -> Task:
        """How each side does this work once."""
        sides: dict[str, Callable[[], float]] = {
            OURS: partial(ours.seconds, work, self.state, self.count, self.exploration, self.seed),
            PEER: partial(peer_seconds, peer, self.request(work, self.count))}
        line = self.plain_c(work, self.count)
        if line is not None:
            sides[PLAIN_C] = partial(yardsticks.seconds, line)
        return Task(self.pairing.name, self.label, work, self.count, sides)


def peer_seconds(peer: Worker, request: dict[str, Any]) -> float:
    """Seconds that the peer's clock shows."""
    return float(peer.ask(**request)["seconds"])


def subjects(pairing: Pairing, peer: Worker, count: int | None, exploration: float, seed: int) -> list[Subject]:
    """The positions of a game, with `count` pieces of work each, or as many as suit the game."""
    found = []
    for label, position in pairing.positions.items():
        actions = position.walk(peer, pairing.name)
        found.append(Subject(pairing, label, actions, pairing.ours(actions, peer), count or pairing.simulations,
                             exploration, seed))
    return found
