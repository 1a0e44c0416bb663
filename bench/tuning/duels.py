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
    """Scores of the two agents in one game in which agent `first` has seat 0; the luck is that of (seed, block)."""
    agents = [Weighing(make(specs[who]), weights[who]) for who in (first, 1 - first)]
    points = Table(start.copy(), agents, seed, block, first).play_out().state.scores()
    return [points[first], points[1 - first]]


def duel_of_searches(start: State, weights: tuple[dict[str, Any], ...], specs: tuple[str, ...], n: int,
                     seed: int) -> str:
    """So many games of two seats, a pair a block with the seats swapped: wins and margin of the first, with errors."""
    pairs: list[NDArray[np.float64]] = []
    for block in range(n // 2):
        pairs.append(np.array([game(start, weights, specs, first, block, seed) for first in (0, 1)]))
        if sys.stderr.isatty():
            print("\r" + summary(np.array(pairs)), end="", file=sys.stderr)
    return summary(np.array(pairs))


def summary(pairs: NDArray[np.float64]) -> str:
    """`pairs` are scores (block, game, agent); a block is one observation."""
    margins = pairs[:, :, 0] - pairs[:, :, 1]
    wins = ((np.sign(margins) + 1) / 2).mean(axis=1)
    error = len(pairs)**0.5
    return (f"{2 * len(pairs)} games: margin {margins.mean():+.2f} +- {margins.mean(axis=1).std() / error:.2f}, "
            f"wins {wins.mean():.3f} +- {wins.std() / error:.3f}, scores {pairs.mean(axis=(0, 1)).round(1)}")
