"""Boards: which is worth most, and does one beat another beyond its worth? Boards are assigned, not chosen.

Blocks draw distinct boards and rotate them over seats and keys: margin = beta_i - beta_j + gamma_ij.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from reports.statistics import contrasts, shrinkage
from reports.statistics.blocks import LEVEL
from reports.statistics.contrasts import Worths
from reports.statistics.effects import Effect, Floats, Ints
from reports.statistics.regression import FTest
from reports.statistics.shrinkage import Shrunk


@dataclass(frozen=True)
class Boards:
    """Worth of each board off their mean, the same drawn to the mean, the test of gamma, and who met whom."""

    worths: Worths
    effects: list[Effect]
    shrunk: Shrunk
    gamma: FTest
    matrix: Floats          # mean outcome of the row's board where it met the column's
    met: Ints               # in so many blocks


def boards(held: ArrayLike, outcomes: ArrayLike, count: int, par: float = 0.0, level: float = LEVEL) -> Boards:
    """From held[block, place] and outcomes[block, rotation, seat], place l sitting in seat (l + r) mod n."""
    values = contrasts.holders(outcomes, par)
    found = contrasts.from_games(held, outcomes, count, None, par)
    effects = [found.effect(i, level) for i in range(count)]
    errors = np.sqrt(np.maximum(0.0, np.diag(found.covariance)))
    matrix, met = contrasts.matrix(held, values, count)
    return Boards(found, effects, shrinkage.shrink(found.values, errors), contrasts.additivity(held, values, count),
                  matrix, met)
