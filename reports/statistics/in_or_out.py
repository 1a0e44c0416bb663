"""In or out of the supply: what does an item do to the game as a whole?

Each item is in, or a blank is in its place, by a fair coin of its own, all items at once: every main effect comes from
the same games. Outcomes are of the whole game: mean score, spread, seat effect, length, drama. Nobody's mean win
moves, by symmetry.
"""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from reports.statistics import regression
from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Effect, coefficient


def coins(items: int, blocks: int, seed: int) -> np.ndarray:
    """in_supply[block, item], by fair coins; block b is the same however many blocks are drawn."""
    return np.stack([np.random.default_rng([seed, block]).random(items) < 0.5 for block in range(blocks)])


def in_or_out(in_supply: ArrayLike, outcome: ArrayLike, block: ArrayLike | None = None,
              level: float = LEVEL) -> list[Effect]:
    """The effect of each item's presence from in_supply[game, item] and outcome[game]; error about 2 sd / sqrt(N).

    Games of one block share their coins and their luck: give `block` and their errors are clustered.
    """
    present, y = np.asarray(in_supply, dtype=np.float64), np.asarray(outcome, dtype=np.float64)
    if present.ndim != 2 or not np.all((present == 0) | (present == 1)):
        raise ValueError("in_supply: expected a table of 0 and 1, a row a game and a column an item")
    found = regression.fit(np.column_stack([np.ones(len(y)), present - 0.5]), y, block)
    errors = np.sqrt(np.diag(found.covariance))
    return [coefficient(float(found.coefficients[i]), float(errors[i]), found.degrees, found.blocks, len(y), level)
            for i in range(1, present.shape[1] + 1)]
