"""Estimates with intervals, where the unit of analysis is the block and nothing smaller.

A block is all games that share chance keys: its games, and the seats within a game, are not independent of each
other. Every function here therefore takes the block of each value. Those that count rows refuse two rows of one block;
those that cluster add the rows of a block up first. Blocks enter in ascending order, so a result does not depend on
the order in which games were finished.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isnan, nan, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from mcts.interval import LEVEL as LEVEL
from mcts.interval import t_quantile, wilson

EQUIVALENCE_LEVEL = 0.90    # of the interval that must lie within +-delta to call something balanced
Q = 0.10                # false discovery rate within one family of comparisons
ROUNDING = 1e-12        # a spread below this times the size of the values is rounding, not variation

Blocks = Sequence[Any] | NDArray[Any]


@dataclass(frozen=True)
class Estimate:
    """A mean over blocks. `stderr`, `low` and `high` are NaN where the blocks cannot say, and `note` says why."""

    value: float
    stderr: float
    low: float
    high: float
    level: float
    blocks: int
    note: str = ""

    @property
    def has_interval(self) -> bool:
        """Whether there is an interval at all."""
        return not (isnan(self.low) or isnan(self.high))


def block_means(blocks: Blocks, values: ArrayLike) -> tuple[NDArray[Any], NDArray[np.float64]]:
    """The blocks in ascending order, and the mean of the values of each. Raises ValueError where lengths differ."""
    labels, numbers = _columns(blocks, values)
    names, index, counts = np.unique(labels, return_inverse=True, return_counts=True)
    return names, np.bincount(index, weights=numbers, minlength=len(names)) / counts


def mean_interval(blocks: Blocks, values: ArrayLike, level: float = LEVEL) -> Estimate:
    """Mean of one value a block with its t interval: mean +- t((1 + level) / 2, B - 1) sd / sqrt(B).

    Raises ValueError where two values share a block: average them first (`block_means`), or the interval would be
    that of a run with more games than were played.
    """
    labels, numbers = _columns(blocks, values)
    _refuse_shared_blocks(labels)
    numbers = numbers[np.argsort(labels, kind="stable")]
    count = len(numbers)
    value = float(np.mean(numbers)) if count else nan
    if count < 2:
        return _without_interval(value, level, count, "too few blocks")
    stderr = float(np.std(numbers, ddof=1)) / sqrt(count)
    if _is_rounding(stderr, numbers):
        return _without_interval(value, level, count, "blocks do not differ")
    half = t_quantile(level, count - 1) * stderr
    return Estimate(value, stderr, value - half, value + half, level, count)


def share_interval(blocks: Blocks, values: ArrayLike, level: float = LEVEL) -> Estimate:
    """Mean of one share a block: the t interval kept within 0 and 1, or Wilson's where every block says 0 or all say 1.

    A t interval needs blocks that differ. Blocks that were all won (or all lost) are B trials with one outcome, for
    which Wilson's interval holds. Blocks that all say the same share in between have none.
    """
    numbers = np.asarray(values, dtype=np.float64)
    found = mean_interval(blocks, numbers, level)
    if found.has_interval:
        return Estimate(found.value, found.stderr, max(0.0, found.low), min(1.0, found.high), level, found.blocks)
    if found.blocks >= 2 and (np.all(numbers == 0.0) or np.all(numbers == 1.0)):
        return wilson_interval(blocks, numbers, level)
    return found


def wilson_interval(blocks: Blocks, outcomes: ArrayLike, level: float = LEVEL) -> Estimate:
    """Share of blocks whose outcome is 1, with Wilson's score interval (E. B. Wilson, 1927).

    Raises ValueError where two outcomes share a block, or one is neither 0 nor 1.
    """
    labels, numbers = _columns(blocks, outcomes)
    _refuse_shared_blocks(labels)
    if not np.all((numbers == 0.0) | (numbers == 1.0)):
        odd = numbers[(numbers != 0.0) & (numbers != 1.0)][0]
        raise ValueError(f"Wilson's interval counts outcomes of 0 or 1 a block, got {odd}")
    count = len(numbers)
    if count == 0:
        return _without_interval(nan, level, 0, "too few blocks")
    share = float(numbers.mean())
    return Estimate(share, sqrt(share * (1 - share) / count), *wilson(int(numbers.sum()), count, level), level, count,
                    "Wilson")


def clustered_mean(blocks: Blocks, values: ArrayLike, level: float = LEVEL) -> Estimate:
    """Mean over rows, any number of them a block, with an interval clustered by block.

    With S_b the sum and N_b the number of rows of block b, the mean m = sum S_b / sum N_b is a ratio, and its error,
    to first order, that of the block sums of (value - m):

        se = sqrt(B / (B - 1) * sum (S_b - m N_b)^2) / sum N_b
    """
    labels, numbers = _columns(blocks, values)
    names, index, rows = np.unique(labels, return_inverse=True, return_counts=True)
    count = len(names)
    if count == 0:
        return _without_interval(nan, level, 0, "too few blocks")
    sums = np.bincount(index, weights=numbers, minlength=count)
    value = float(sums.sum() / rows.sum())
    if count < 2:
        return _without_interval(value, level, count, "too few blocks")
    stderr = sqrt(count / (count - 1) * float(np.sum((sums - value * rows) ** 2))) / float(rows.sum())
    if _is_rounding(stderr, numbers):
        return _without_interval(value, level, count, "blocks do not differ")
    half = t_quantile(level, count - 1) * stderr
    return Estimate(value, stderr, value - half, value + half, level, count)


def p_value(found: Estimate, par: float) -> float:
    """Two-sided p of the t test that the true mean is `par`; NaN without an interval.

    Where every block said 0, or every block 1, it is the exact binomial p, as `stderr` is 0 there.
    """
    if not found.has_interval:
        return nan
    if found.note == "Wilson":
        from scipy.stats import binomtest  # seldom wanted, and long to import

        return float(binomtest(round(found.value * found.blocks), found.blocks, par).pvalue)
    return float(2 * special.stdtr(found.blocks - 1, -abs(found.value - par) / found.stderr))


def q_values(p: Sequence[float], together: bool = True) -> list[float]:
    """The q of each p of one family; NaN stays NaN and is not counted.

    Benjamini & Hochberg (1995) for items of one run; Benjamini & Yekutieli (2001) where they were not run together.
    """
    given = np.asarray(p, dtype=np.float64)
    known = np.flatnonzero(~np.isnan(given))
    rising = known[np.argsort(given[known], kind="stable")]
    ranks = np.arange(1, len(known) + 1)
    scaled = given[rising] * (len(known) / ranks) * (1 if together else np.sum(1 / ranks))
    out = np.full(len(given), nan)
    out[rising] = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1)
    return out.tolist()


def verdict(found: Estimate, par: float, delta: float, q: float, enough: int) -> str:
    """What may be said of an estimate against par, in a word or two.

    `strong` or `weak`: away from par (interval without par, and q at most 0.10) by `delta` or more; `slight`: away, by
    less; `balanced`: the 90 % interval lies within `delta` of par; `no difference`: par exactly, in every block, as
    where the games of a block are one game with the seats renamed; else `not settled`. With fewer than `enough` blocks
    `too few blocks`, whatever the numbers: not significant is never balanced, and neither is untried.
    """
    if found.blocks < enough:
        return "too few blocks"
    if not found.has_interval:
        return "no difference" if abs(found.value - par) < ROUNDING else "not settled"
    away = found.value - par
    if not found.low <= par <= found.high and q <= Q:
        if abs(away) < delta:
            return "slight"
        return "strong" if away > 0 else "weak"
    half = t_quantile(EQUIVALENCE_LEVEL, found.blocks - 1) * found.stderr
    return "balanced" if found.stderr > 0 and abs(away) + half < delta else "not settled"


def blocks_needed(found: Estimate, delta: float) -> int:
    """Blocks for which an effect of `delta` is seen with power 80 % at a two-sided 5 %.

    0 where the spread is unknown.
    """
    if isnan(found.stderr) or found.stderr == 0:
        return 0
    return ceil(7.85 * found.stderr ** 2 * found.blocks / delta ** 2)


def _columns(blocks: Blocks, values: ArrayLike) -> tuple[NDArray[Any], NDArray[np.float64]]:
    labels, numbers = np.asarray(blocks), np.asarray(values, dtype=np.float64)
    if labels.shape != numbers.shape or numbers.ndim != 1:
        raise ValueError(f"one block a value: got {labels.shape} blocks for {numbers.shape} values")
    if not np.all(np.isfinite(numbers)):
        raise ValueError("a value is missing or infinite; leave such rows out before estimating")
    return labels, numbers


def _refuse_shared_blocks(labels: NDArray[Any]) -> None:
    names, counts = np.unique(labels, return_counts=True)
    if len(names) and counts.max() > 1:
        raise ValueError(f"block {names[counts.argmax()]} has {counts.max()} rows, but rows that share a block are not"
                         " independent: average them with block_means, or use clustered_mean")


def _is_rounding(spread: float, numbers: NDArray[np.float64]) -> bool:
    return spread <= ROUNDING * max(1.0, float(np.max(np.abs(numbers))))


def _without_interval(value: float, level: float, count: int, note: str) -> Estimate:
    return Estimate(value, nan, nan, nan, level, count, note)
