"""Prices in the game's own resource: where the curve through its tokens meets the worth of an item.

Worth need not grow evenly with the quantity, so the curve is monotone and else free (Fritsch & Carlson, 1980, as
scipy's PchipInterpolator), and its interval comes from a bootstrap over blocks.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isinf

import numpy as np
from numpy.typing import ArrayLike

from reports.statistics import contrasts, patterns, regression
from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Floats
from reports.statistics.regression import Pooled, TooLittleData

STEPS = 512         # of the curve between no token and the largest
AT_ONCE = 1 << 22   # numbers of draws, and of a design, that are held at a time


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


def resource_prices(items: ArrayLike, outcomes: Sequence[ArrayLike], count: int, null: int, tokens: Mapping[int, float],
                    level: float = LEVEL, draws: int = 400, seed: int = 0, unit: str = "") -> list[list[ResourcePrice]]:
    """Each item's price in the resource by each outcome, from items[block, place] and values[block, place] of each
    (`contrasts.holders`).

    `tokens` says which items are tokens of the resource, and of how much. The interval is that of the percentiles over
    `draws` draws of blocks, with replacement: the same for all outcomes, as a draw takes longer than what is done with
    it.
    """
    pooled = [contrasts.pooled(items, values, count, null) for values in outcomes]
    free = np.delete(np.arange(count), null)
    at = sorted((i for i in tokens if i != null), key=lambda i: tokens[i])
    if not at or min(tokens[i] for i in at) <= 0:
        raise TooLittleData("a price in a resource needs tokens of it, each of a quantity above 0")
    quantities = np.array([tokens[i] for i in at], dtype=np.float64)
    out = []
    for fitted in _refits(pooled, draws, seed):
        taus = np.zeros((draws + 1, count))
        taus[:, free] = fitted
        found = _meet(taus, *_curve(quantities, taus[:, at]))
        tail = (1 - level) / 2
        # nearest-rank percentiles: between a number and an infinity there is nothing to interpolate
        low, high = np.quantile(found[1:], [tail, 1 - tail], axis=0, method="nearest")
        out.append([ResourcePrice(float(found[0, i]), float(low[i]), float(high[i]), float(quantities[-1]), level, unit)
                    for i in range(count)])
    return out


def _refits(pooled: Sequence[Pooled], draws: int, seed: int) -> list[Floats]:
    """Of each outcome the coefficients of the blocks as they are, then of each draw of blocks."""
    one, size = pooled[0], pooled[0].columns
    blocks = len(one.which)
    rng, share = np.random.default_rng(seed), np.full(blocks, 1 / blocks)
    # as many blocks as are left after fitting (J. N. K. Rao & C. F. J. Wu, 1988): whole samples would vary too little
    drawn = max(1, blocks - size)
    grams, moments = np.empty((draws + 1, size, size)), np.empty((len(pooled), draws + 1, size))
    step = max(1, AT_ONCE // (one.count * (1 + sum(each.y.shape[1] for each in pooled))))
    for first in range(0, draws + 1, step):
        part = slice(first, min(draws + 1, first + step))
        counts, sums = _weighed(pooled, (rng.multinomial(drawn, share).astype(np.float64) if draw else np.ones(blocks)
                                         for draw in range(part.start, part.stop)))
        grams[part], moments[:, part] = 0.0, 0.0
        for some in one.parts(size ** 2):
            x = one.rows(some)
            outer = (x.transpose(0, 2, 1) @ x).reshape(len(x), -1)
            grams[part] += (counts[:, some] @ outer).reshape(-1, size, size)
            for number, each in enumerate(sums):
                moments[number, part] += each[:, some].reshape(len(each), -1) @ x.reshape(-1, size)
    regression.inverse(grams[0])
    # a draw may lack an item by chance; a sliver of the whole sample keeps it solvable and moves nothing else
    grams[1:] += 1e-6 * grams[0]
    moments[:, 1:] += 1e-6 * moments[:, :1]
    return [np.asarray(np.linalg.solve(grams, each[:, :, None])[:, :, 0], dtype=np.float64) for each in moments]


def _weighed(pooled: Sequence[Pooled], draws: Iterator[Floats]) -> tuple[Floats, list[Floats]]:
    """Blocks of each pattern by draw, and of each outcome the sums [draw, pattern, row]."""
    which, count = pooled[0].which, pooled[0].count
    counts, sums = list[Floats](), [list[Floats]() for _ in pooled]
    for weights in draws:
        counts.append(patterns.sums(weights[:, None], which, count)[:, 0])
        for each, own in zip(pooled, sums, strict=True):
            own.append(patterns.sums(each.y * weights[:, None], which, count))
    return np.stack(counts), [np.stack(own) for own in sums]


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
