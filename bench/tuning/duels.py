"""Games of two searching agents of which each has its own numbers of the heuristics, for all seats it thinks about."""
from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core_ext.state import State
from mcts.agents import Agent, make
from mcts.table import Table


@dataclass(frozen=True)
class Weighing:
    """An agent that thinks with its own numbers of the heuristics."""

    agent: Agent
    numbers: dict[str, Any]

    @property
    def name(self) -> str:
        """That of the agent."""
        return self.agent.name

    @property
    def reproducible(self) -> bool:
        """Whether the agent is."""
        return self.agent.reproducible

    def choose(self, state: State, seed: int) -> int:
        """What the agent chooses where the heuristics have these numbers."""
        own = state.copy()
        own.set_heuristic_weights(self.numbers)
        return self.agent.choose(own, seed)


def game(start: State, weights: tuple[dict[str, Any], ...], specs: tuple[str, ...], first: int, block: int,
         seed: int) -> list[float]:
    """One game in which the first agent has seat `first` and the second all others. The luck is that of (seed, block)
    and stays with the seats, so that over a block the first has the luck of each. Returns the first's points, the mean
    of the others', and the first's share of the win.
    """
    sides = [Weighing(make(spec), numbers) for spec, numbers in zip(specs, weights, strict=True)]
    agents = [sides[seat != first] for seat in range(start.seats)]
    state = Table(start.copy(), agents, seed, block).play_out().state
    points = state.scores()
    others = [points[seat] for seat in range(start.seats) if seat != first]
    return [points[first], sum(others) / len(others), state.win_shares()[first]]


def duel_of_searches(start: State, weights: tuple[dict[str, Any], ...], specs: tuple[str, ...], n: int,
                     seed: int) -> str:
    """So many games, in blocks in which the first agent has each seat once: its wins and margin, with errors."""
    found: list[NDArray[np.float64]] = []
    for block in range(max(1, n // start.seats)):
        found.append(np.array([game(start, weights, specs, first, block, seed) for first in range(start.seats)]))
        if sys.stderr.isatty():
            print("\r" + summary(np.array(found)), end="", file=sys.stderr)
    return summary(np.array(found))


def summary(found: NDArray[np.float64]) -> str:
    """`found` are points, points of the others and shares of the win (block, game, which); a block is one
    observation.
    """
    blocks, games, _ = found.shape
    margins, wins = (found[:, :, 0] - found[:, :, 1]).mean(axis=1), found[:, :, 2].mean(axis=1)
    error = blocks**0.5
    return (f"{blocks * games} games: margin {margins.mean():+.2f} +- {margins.std() / error:.2f}, "
            f"wins {wins.mean():.3f} +- {wins.std() / error:.3f}, scores {found[:, :, :2].mean(axis=(0, 1)).round(1)}")
