"""Items against the mean of their kind: the worth of each less the mean worth of all, itself among them.

Any gift beats nothing, so that all items of a kind may be worth something. Whether one is worth more than its like is a
contrast: its error is that of the difference, with the covariance of the worths that one fit gives.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import ArrayLike

from reports.statistics.blocks import LEVEL
from reports.statistics.contrasts import Worths
from reports.statistics.effects import Effect, Floats, coefficient, quantile
from reports.statistics.prices import Price
from reports.statistics.regression import TooLittleData


def weights(count: int, items: Sequence[int], item: int) -> Floats:
    """Of `count` worths, the weights that make one item's less the mean of `items`."""
    out = np.zeros(count)
    out[list(items)] = -1 / len(items)
    out[item] += 1
    return out


def scale(count: int, tokens: Mapping[int, float]) -> Floats:
    """The weights that make the worth of one unit: the slope through 0 of the tokens' worths on their quantities."""
    out, square = np.zeros(count), sum(k * k for k in tokens.values())
    if not square:
        raise TooLittleData("a price needs a token of 1 or more among the items")
    for at, k in tokens.items():
        out[at] = k / square
    return out


def deviations(worths: Worths, items: Sequence[int], exposures: Sequence[int], level: float = LEVEL) -> list[Effect]:
    """Each item against the mean of all of them; `exposures` are the blocks that held it.

    Its own games make nearly all of the error, so that t has no more degrees of freedom than they have.
    """
    count, out = len(worths.values), []
    for item, blocks in zip(items, exposures, strict=True):
        w = weights(count, items, item)
        variance = max(0.0, float(w @ worths.covariance @ w))
        out.append(coefficient(float(w @ worths.values), variance ** 0.5, min(worths.degrees, int(blocks) - 1),
                               int(blocks), worths.games, level, worths.luck_left))
    return out


def independent(values: ArrayLike, stderrs: ArrayLike, blocks: Sequence[int], games: Sequence[int],
                level: float = LEVEL) -> list[Effect]:
    """The same where every item was measured in blocks of its own; degrees of freedom after Welch and Satterthwaite."""
    x, v = np.asarray(values, dtype=np.float64), np.asarray(stderrs, dtype=np.float64) ** 2
    left, out = np.maximum(1, np.asarray(blocks) - 1), []
    for item in range(len(x)):
        parts = weights(len(x), range(len(x)), item) ** 2 * v
        spread = float((parts ** 2 / left).sum())
        degrees = int(parts.sum() ** 2 / spread) if spread > 0 else 0
        out.append(coefficient(float(x[item] - x.mean()), float(parts.sum()) ** 0.5, degrees, int(blocks[item]),
                               int(games[item]), level))
    return out


def ratio(worths: Worths, above: ArrayLike, below: ArrayLike, level: float = LEVEL) -> Price:
    """One weighted sum of worths in units of another; error by the delta method with the full covariance."""
    a, b = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    unit, value = float(b @ worths.values), float(a @ worths.values)
    if not abs(unit) > 0 or worths.degrees < 1:
        return Price(nan, nan, nan, nan, level)
    gradient = a / unit - value / unit ** 2 * b
    stderr = max(0.0, float(gradient @ worths.covariance @ gradient)) ** 0.5
    half = quantile(level, worths.degrees) * stderr
    return Price(value / unit, stderr, value / unit - half, value / unit + half, level)


@dataclass(frozen=True)
class Shrunk:
    """Estimates after shrinkage, their standard deviations given the spread, and the spread (a variance)."""

    values: Floats
    stderrs: Floats
    spread: float


def shrink(values: ArrayLike, stderrs: ArrayLike) -> Shrunk:
    """Noisy estimates of many like things drawn towards 0 by as much as their errors ask for: value t2 / (t2 + se^2).

    t2 = max(0, Var(values) - mean squared error) is how much the true values differ. Values without an error stay.
    """
    x, se = np.asarray(values, dtype=np.float64), np.asarray(stderrs, dtype=np.float64)
    known = np.isfinite(x) & np.isfinite(se)
    t2 = max(0.0, float(np.var(x[known], ddof=1) - np.mean(se[known] ** 2))) if known.sum() > 1 else 0.0
    total = t2 + np.where(known, se, 0.0) ** 2
    weight = np.divide(t2, total, out=np.ones_like(total), where=total > 0)
    return Shrunk(np.where(known, x * weight, x), np.sqrt(weight) * se, t2)
