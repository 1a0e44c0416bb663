"""What the moves of a position are truly worth, for games with an exact solution."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mcts.result import MoveInfo
from mcts.walks import Position
from tests.games.connect_four import solver
from tests.games.pig import optimal

EXACT_FROM = {"connect_four": 14, "pig": 0}     # actions made: positions before are too hard to solve


@dataclass(frozen=True)
class Truth:
    """What the moves of a position are worth, in the order of a search: win chances, errors, shares of the best."""

    win: Sequence[float]
    stderr: Sequence[float]
    best: Sequence[float]


def solvable(game: str, position: Position) -> bool:
    """Whether `exact` knows this position."""
    return game in EXACT_FROM and len(position.actions) >= EXACT_FROM[game]


def exact(game: str, position: Position, moves: Sequence[MoveInfo]) -> Truth:
    """By the solver of Connect Four, or the optimum of Pig. Equally good moves share the best."""
    if game == "connect_four":
        known = solver.values(position.actions)
        worth = {a: (value + 1) / 2 for a, value in enumerate(known) if value is not None}
    else:
        worth = optimal.choice_values(position.state)
    wins = [worth[info.action] for info in moves]
    best = np.array([abs(x - max(wins)) < 1e-9 for x in wins])
    return Truth(wins, [0.0] * len(wins), list(best / best.sum()))
