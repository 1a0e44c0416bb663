"""Means over blocks with t intervals, win shares as Elo, and a sequential test of two means (GSPRT).

A block is one observation, however many games it has. The test takes the variance from the blocks and decides with few
games which of two means is nearer the truth. It does not estimate: a match that it stops looks stronger than it is.

scipy is imported where it is needed: that takes longer than most commands do.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import isnan, log, nan, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from games.api import InputError
from games.frozen import frozen

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Z95 = 1.959964      # half width of a 95 % normal interval, in standard errors
LEVEL = 0.95
ENOUGH = {"win": 200, "margin": 50}     # blocks from which the t interval of an outcome is to be trusted
DELTA = {"win": 0.02, "margin": 1.5}    # the smallest difference that matters: share of the win, points
ALIKE = "blocks do not differ"          # so that nothing says how far their mean may be off
SMALLEST_VARIANCE = 1e-4    # of a block score: below it ten equal blocks would decide anything


@frozen
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
    """The mean +- t((1 + level) / 2, B - 1) sd / sqrt(B), one value a block; no bounds where the blocks do not differ.

    Raises ValueError without values.
    """
    x = np.asarray(values, dtype=float)
    if not len(x):
        raise ValueError("a mean needs 1 block or more, got none")
    estimate = float(x.mean())
    if len(x) < 2:
        return unknown(estimate, level, len(x))
    if (x == x[0]).all():
        return unknown(estimate, level, len(x), ALIKE)
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


def wilson(won: float, blocks: float, level: float = LEVEL) -> tuple[float, float]:
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
    if found.blocks > 1 and found.estimate in (0.0, 1.0):
        low, high = wilson(round(found.estimate * found.blocks), found.blocks, level)
        return Interval(found.estimate, low, high, 0.0, level, found.blocks, "Wilson")
    if not found.is_known:
        return found
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


# ---- deciding --------------------------------------------------------------------------------


@frozen
class Sprt:
    """Is the mean block score s0 or s1? Raises InputError for a test that cannot be made."""

    s0: float                   # refuted when the match is won by enough
    s1: float                   # refuted when it is not
    alpha: float = 0.05         # chance to accept s1 when s0 is true
    beta: float = 0.05          # chance to accept s0 when s1 is true
    every: int = 50             # blocks between looks
    first: int = 100            # blocks before the first look

    def __post_init__(self) -> None:
        if not 0 <= self.s0 < self.s1 <= 1:
            raise InputError(f"sprt: found s0 {self.s0:g} and s1 {self.s1:g}, expected 0 <= s0 < s1 <= 1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise InputError(f"sprt: found alpha {self.alpha:g} and beta {self.beta:g}, expected above 0, below 0.5")
        if self.every < 1 or self.first < 2:
            raise InputError(f"sprt: found looks every {self.every} blocks from {self.first}, "
                             "expected every 1 or more, from 2 or more")

    @property
    def lower(self) -> float:
        """Log likelihood ratio at which s0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Log likelihood ratio at which s1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def looks_at(self, blocks: int) -> bool:
        """Whether the test looks after this many blocks."""
        return blocks >= self.first and (blocks - self.first) % self.every == 0

    def ratio(self, scores: Sequence[float]) -> float:
        """Log likelihood ratio of s1 to s0: B (s1 - s0) (2 x - s0 - s1) / (2 v); x, v: mean, variance of B blocks."""
        if len(scores) < 2:
            raise ValueError(f"a variance needs 2 blocks or more, got {len(scores)}")
        x, v = float(np.mean(scores)), max(SMALLEST_VARIANCE, float(np.var(scores, ddof=1)))
        return len(scores) * (self.s1 - self.s0) * (2 * x - self.s0 - self.s1) / (2 * v)

    def verdict(self, ratio: float) -> str:
        """`s1` or `s0`, or `` while neither is settled."""
        return "s1" if ratio >= self.upper else "s0" if ratio <= self.lower else ""


@frozen
class Decision:
    """What a sequential test said after so many blocks: `s1`, `s0`, or `` if the blocks ran out first.

    `ratio` is the log likelihood ratio at the end, 0 for fewer than two blocks.
    """

    test: Sprt
    accepted: str
    ratio: float
    blocks: int


def sequential(test: Sprt, scores: Iterable[float]) -> Decision:
    """Take block scores in block order until the test decides or there are no more."""
    seen: list[float] = []
    for score in scores:
        seen.append(score)
        if test.looks_at(len(seen)):
            ratio = test.ratio(seen)
            if accepted := test.verdict(ratio):
                return Decision(test, accepted, ratio, len(seen))
    return Decision(test, "", test.ratio(seen) if len(seen) > 1 else 0.0, len(seen))
