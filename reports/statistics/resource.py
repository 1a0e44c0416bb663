"""Prices in the game's own resource: where the curve through its tokens meets the worth of an item.

Worth need not grow evenly with the quantity, so the curve is monotone and else free (Fritsch & Carlson, 1980, as
scipy's PchipInterpolator), and its interval comes from a bootstrap over blocks.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from math import inf, isinf

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from reports.statistics import contrasts, regression
from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Floats
from reports.statistics.regression import TooLittleData

STEPS = 512         # of the curve between no token and the largest
CHUNK = 50          # draws weighed at a time, at most: their weights of all blocks are held in memory,
WEIGHTS = 5_000_000     # so many of them at most, or those of one draw


@dataclass(frozen=True)
class ResourcePrice:
    """A quantity of the resource; minus or plus infinity where it lies outside the range of the tokens."""

    value: float
    low: float
    high: float
    most: float         # the largest token: nothing above it can be told apart
    level: float
    unit: str = ""

    def __str__(self) -> str:
        """`2.3 (1.8 to 2.9) silver`, `more than 4 silver`, `less than 0 silver`."""
        def said(x: float) -> str:
            return f"{x:.1f}" if not isinf(x) else f"more than {self.most:g}" if x > 0 else "less than 0"
        unit = f" {self.unit}" if self.unit else ""
        if isinf(self.value) and self.low == self.high:
            return said(self.value) + unit
        return f"{said(self.value)} ({said(self.low)} to {said(self.high)}){unit}"


def resource_prices(items: ArrayLike, values: ArrayLike, count: int, null: int, tokens: Mapping[int, float],
                    level: float = LEVEL, draws: int = 400, seed: int = 0, unit: str = "") -> list[ResourcePrice]:
    """Each item's price in the resource from items[block, place] and values[block, place] (`contrasts.holders`).

    `tokens` says which items are tokens of the resource, and of how much. The interval is that of the percentiles over
    `draws` draws of blocks, with replacement.
    """
    x, y, block = contrasts.design(items, values, count, null)
    free = np.delete(np.arange(count), null)
    at = sorted((i for i in tokens if i != null), key=lambda i: tokens[i])
    if not at or min(tokens[i] for i in at) <= 0:
        raise TooLittleData("a price in a resource needs tokens of it, each of a quantity above 0")
    quantities = np.array([tokens[i] for i in at], dtype=np.float64)
    taus = np.zeros((draws + 1, count))
    taus[:, free] = _refits(x, y, block, draws, seed)
    found = _meet(taus, *_curve(quantities, taus[:, at]))
    tail = (1 - level) / 2
    # nearest-rank percentiles: between a number and an infinity there is nothing to interpolate
    low, high = np.quantile(found[1:], [tail, 1 - tail], axis=0, method="nearest")
    return [ResourcePrice(float(found[0, i]), float(low[i]), float(high[i]), float(quantities[-1]), level, unit)
            for i in range(count)]


def _refits(x: Floats, y: Floats, block: np.ndarray, draws: int, seed: int) -> Floats:
    """Coefficients of the blocks as they are, then of each draw of blocks."""
    size, blocks = x.shape[1], int(block.max()) + 1
    # rows that hold the same items are alike, and few: a draw is known by how often it has each, and their sums of y
    kinds, kind = np.unique(x, axis=0, return_inverse=True)
    one = sparse.csr_matrix((np.ones(len(x)), (np.arange(len(x)), kind.reshape(-1))), shape=(len(x), len(kinds)))
    outer = (kinds[:, :, None] * kinds[:, None, :]).reshape(len(kinds), -1)
    rng, share = np.random.default_rng(seed), np.full(blocks, 1 / blocks)
    # as many blocks as are left after fitting (J. N. K. Rao & C. F. J. Wu, 1988): whole samples would vary too little
    drawn, chunk = max(1, blocks - size), max(1, min(CHUNK, WEIGHTS // blocks))
    grams, moments = [], []
    for weights in chain([np.ones((1, blocks))], (rng.multinomial(drawn, share, size=min(chunk, draws - done))
                                                  for done in range(0, draws, chunk))):
        rows = np.asarray(weights, dtype=np.float64)[:, block]
        grams.append((one.T @ rows.T).T @ outer)
        moments.append((one.T @ (rows * y).T).T @ kinds)
    gram, moment = np.concatenate(grams).reshape(-1, size, size), np.concatenate(moments)
    regression.inverse(gram[0])
    # a draw may lack an item by chance; a sliver of the whole sample keeps it solvable and moves nothing else
    gram[1:] += 1e-6 * gram[0]
    moment[1:] += 1e-6 * moment[0]
    return np.asarray(np.linalg.solve(gram, moment[:, :, None])[:, :, 0], dtype=np.float64)


def _curve(quantities: Floats, worths: Floats) -> tuple[Floats, Floats]:
    """Quantities along the curve, and the worth at each for every row; what noise made fall is made level."""
    knots = np.concatenate([[0.0], quantities])
    heights = np.maximum.accumulate(np.column_stack([np.zeros(len(worths)), worths]), axis=1)
    along = np.linspace(0.0, knots[-1], STEPS + 1)
    from scipy.interpolate import PchipInterpolator  # seldom wanted, and long to import

    return along, PchipInterpolator(knots, heights, axis=1)(along)


def _meet(taus: Floats, along: Floats, heights: Floats) -> Floats:
    """The quantity at which each row's curve reaches each worth of the row; infinite outside the curve."""
    out = np.empty_like(taus)
    for row, (tau, curve) in enumerate(zip(taus, heights, strict=True)):
        # the first of a level stretch: a worth reached there is reached by no less
        keep = np.concatenate([[True], np.diff(curve) > 0])
        out[row] = np.interp(tau, curve[keep], along[keep], left=-inf, right=inf)
    return out
