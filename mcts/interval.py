"""Means over blocks with t intervals, and win shares as Elo. A block is one observation, however many games it has.

scipy is imported where it is needed: that takes longer than most commands do.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import isnan, log, nan, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

LEVEL = 0.95
ENOUGH = {"win": 200, "margin": 50}     # blocks from which the t interval of an outcome is to be trusted
DELTA = {"win": 0.02, "margin": 1.5}    # the smallest difference that matters: share of the win, points


@dataclass(frozen=True)
class Interval:
    """A mean over blocks. `low`, `high` and `stderr` are NaN where the blocks cannot say, and `note` says why."""

    estimate: float
    low: float
    high: float
    stderr: float
    level: float
    blocks: int
    note: str = ""

    @property
    def is_known(self) -> bool:
        """Whether there are bounds at all."""
        return not (isnan(self.low) or isnan(self.high))


def known(fields: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Names and values as plain data for JSON, where a number that is not known is null."""
    return {name: None if isinstance(value, float) and isnan(value) else value for name, value in fields}


def unknown(estimate: float, level: float, blocks: int, note: str = "too few blocks") -> Interval:
    """A mean without bounds, and why it has none."""
    return Interval(estimate, nan, nan, nan, level, blocks, note)


def mean_interval(values: ArrayLike, level: float = LEVEL) -> Interval:
    """The mean +- t((1 + level) / 2, B - 1) sd / sqrt(B), one value a block. Raises ValueError without values."""
    x = np.asarray(values, dtype=float)
    if not len(x):
        raise ValueError("a mean needs 1 block or more, got none")
    estimate = float(x.mean())
    if len(x) < 2:
        return unknown(estimate, level, len(x))
    stderr = float(x.std(ddof=1)) / sqrt(len(x))
    half = t_quantile(level, len(x) - 1) * stderr
    return Interval(estimate, estimate - half, estimate + half, stderr, level, len(x))


def t_quantile(level: float, degrees: float) -> float:
    """Student's t that an interval of this level reaches to, in standard errors."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, (1 + level) / 2))


def normal_quantile(level: float) -> float:
    """How many standard errors either side of the mean a normal interval of this level reaches."""
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2))


def wilson(won: int, blocks: int, level: float = LEVEL) -> tuple[float, float]:
    """Bounds of the share of blocks won, each won or lost as a whole (E. B. Wilson, 1927)."""
    z, p = normal_quantile(level), won / blocks
    middle = (2 * won + z ** 2) / (2 * (blocks + z ** 2))
    half = z * sqrt(4 * won * (1 - p) + z ** 2) / (2 * (blocks + z ** 2))
    return (middle - half if won else 0.0), (middle + half if won < blocks else 1.0)


def share_interval(values: ArrayLike, level: float = LEVEL) -> Interval:
    """The same for shares, kept within 0 and 1.

    Blocks that were all won, or all lost, have no spread for a t interval to use: then the bounds are Wilson's for as
    many trials as blocks.
    """
    found = mean_interval(values, level)
    if not found.is_known:
        return found
    if found.estimate in (0.0, 1.0):
        low, high = wilson(round(found.estimate * found.blocks), found.blocks, level)
        return Interval(found.estimate, low, high, 0.0, level, found.blocks, "Wilson")
    return replace(found, low=max(0.0, found.low), high=min(1.0, found.high))


def elo(share: float, seats: int = 2) -> float | None:
    """400 / ln 10 * ln(W (n - 1) / (1 - W)): the rating of one against n - 1 equals; None at shares of 0 and 1."""
    if not 0 < share < 1:
        return None
    return 400 / log(10) * log(share * (seats - 1) / (1 - share))


def elo_interval(share: Interval, seats: int = 2) -> Interval | None:
    """The bounds of a win share as Elo; None where the share itself is 0 or 1, no bound where only the bound is."""
    middle = elo(share.estimate, seats)
    if middle is None:
        return None
    low, high = (nan if (found := elo(bound, seats)) is None else found for bound in (share.low, share.high))
    slope = 400 / log(10) / (share.estimate * (1 - share.estimate))
    return Interval(middle, low, high, slope * share.stderr, share.level, share.blocks)
