"""Estimates with intervals, where the unit of analysis is the block and nothing smaller.

A block is all games that share chance keys: its games, and the seats within a game, are not independent of each
other. Every function here therefore takes the block of each value. Those that count rows refuse two rows of one block;
those that cluster add the rows of a block up first. Blocks enter in ascending order, so a result does not depend on
the order in which games were finished.
"""
from __future__ import annotations

from collections.abc import Sequence
from math import ceil, isnan, nan, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from mcts import interval
from mcts.interval import ALIKE, Interval, t_quantile, unknown
from mcts.interval import DELTA as DELTA
from mcts.interval import ENOUGH as ENOUGH
from mcts.interval import LEVEL as LEVEL

EQUIVALENCE_LEVEL = 0.90    # of the interval that must lie within +-delta to call something balanced
FEW = 10                # blocks from which pages show a number, and a verdict where an effect is clear beyond doubt:
CLEAR_LEVEL = 0.9999    # the interval of this level lies beyond delta
Q = 0.10                # false discovery rate within one family of comparisons
ROUNDING = 1e-12        # a spread below this times the size of the values is rounding, not variation

Blocks = Sequence[Any] | NDArray[Any]


def block_means(blocks: Blocks, values: ArrayLike) -> tuple[NDArray[Any], NDArray[np.float64]]:
    """The blocks in ascending order, and the mean of the values of each. Raises ValueError where lengths differ."""
    labels, numbers = _columns(blocks, values)
    names, index, counts = np.unique(labels, return_inverse=True, return_counts=True)
    return names, np.bincount(index, weights=numbers, minlength=len(names)) / counts


def mean_interval(blocks: Blocks, values: ArrayLike, level: float = LEVEL) -> Interval:
    """Mean of one value a block with its t interval; none where the blocks do not differ.

    Raises ValueError where two values share a block: average them first (`block_means`), or the interval would be
    that of a run with more games than were played.
    """
    numbers = _one_a_block(blocks, values)
    if not len(numbers):
        return unknown(nan, level, 0)
    found = interval.mean_interval(numbers, level)
    same = found.is_known and _is_rounding(found.stderr, numbers)
    return unknown(found.estimate, level, len(numbers), ALIKE) if same else found


def share_interval(blocks: Blocks, values: ArrayLike, level: float = LEVEL) -> Interval:
    """The same for shares, kept within 0 and 1, or Wilson's interval where every block says 0 or all say 1.

    A t interval needs blocks that differ. Blocks that were all won (or all lost) are B trials with one outcome, for
    which Wilson's interval holds. Blocks that all say the same share in between have none.
    """
    found = mean_interval(blocks, values, level)
    if found.is_known or found.blocks >= 2 and found.estimate in (0.0, 1.0):
        return interval.share_interval(_one_a_block(blocks, values), level)
    return found


def clustered_mean(blocks: Blocks, values: ArrayLike, level: float = LEVEL) -> Interval:
    """Mean over rows, any number of them a block, with an interval clustered by block.

    With S_b the sum and N_b the number of rows of block b, the mean m = sum S_b / sum N_b is a ratio, and its error,
    to first order, that of the block sums of (value - m):

        se = sqrt(B / (B - 1) * sum (S_b - m N_b)^2) / sum N_b
    """
    labels, numbers = _columns(blocks, values)
    names, index, rows = np.unique(labels, return_inverse=True, return_counts=True)
    count = len(names)
    if count == 0:
        return unknown(nan, level, 0)
    sums = np.bincount(index, weights=numbers, minlength=count)
    value = float(sums.sum() / rows.sum())
    if count < 2:
        return unknown(value, level, count)
    stderr = sqrt(count / (count - 1) * float(np.sum((sums - value * rows) ** 2))) / float(rows.sum())
    if _is_rounding(stderr, numbers):
        return unknown(value, level, count, ALIKE)
    half = t_quantile(level, count - 1) * stderr
    return Interval(value, value - half, value + half, stderr, level, count)


def p_value(found: Interval, par: float) -> float:
    """Two-sided p of the t test that the true mean is `par`; NaN without an interval.

    Where every block said 0, or every block 1, it is the exact binomial p, as `stderr` is 0 there.
    """
    if not found.is_known:
        return nan
    if found.note == "Wilson":
        from scipy.stats import binomtest  # seldom wanted, and long to import

        return float(binomtest(round(found.estimate * found.blocks), found.blocks, par).pvalue)
    return float(2 * special.stdtr(found.blocks - 1, -abs(found.estimate - par) / found.stderr))


def q_values(p: Sequence[float]) -> list[float]:
    """The q of each p of one family (Benjamini & Hochberg, 1995); NaN stays NaN and is not counted."""
    given = np.asarray(p, dtype=np.float64)
    known = np.flatnonzero(~np.isnan(given))
    rising = known[np.argsort(given[known], kind="stable")]
    ranks = np.arange(1, len(known) + 1)
    scaled = given[rising] * (len(known) / ranks)
    out = np.full(len(given), nan)
    out[rising] = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1)
    return out.tolist()


def verdict(found: Interval, par: float, delta: float, q: float, enough: int) -> str:
    """What may be said of an estimate against par, in a word or two.

    Where the interval leaves par out, and q is at most 0.10: `strong` or `weak` if it is all beyond `delta`, so that
    this much is shown; `slight` if the 90 % interval is all within it; else `above` or `below`, shown on one side of
    par, but not by how much. `balanced`: not away from par, and the 90 % interval lies within `delta`; `no difference`:
    par exactly, in every block, as where the games of a block are one game with the seats renamed; else `not settled`.
    With fewer than `enough` blocks `too few blocks`: not significant is never balanced, and neither is untried. An
    effect that is clear beyond doubt (`is_clear`) does not wait for them.
    """
    if found.blocks < enough and not is_clear(found, par, delta):
        return "too few blocks"
    if not found.is_known:
        return "no difference" if abs(found.estimate - par) < ROUNDING else "not settled"
    away = found.estimate - par
    half = t_quantile(EQUIVALENCE_LEVEL, found.blocks - 1) * found.stderr
    within = found.stderr > 0 and abs(away) + half < delta
    if not found.low <= par <= found.high and q <= Q:
        beyond = min(abs(found.low - par), abs(found.high - par)) >= delta
        if within or beyond:
            return "slight" if within else "strong" if away > 0 else "weak"
        return "above" if away > 0 else "below"
    return "balanced" if within else "not settled"


def is_clear(found: Interval, par: float, delta: float) -> bool:
    """Whether the effect is beyond `delta` without doubt: from FEW blocks on, by an interval of CLEAR_LEVEL.

    A t interval of few skewed blocks misses more often than it says, but by that level no more than others do by 95 %.
    """
    if found.blocks < FEW or not found.is_known:
        return False
    half = t_quantile(CLEAR_LEVEL, found.blocks - 1) * found.stderr
    low, high = min(found.low, found.estimate - half), max(found.high, found.estimate + half)
    return low > par + delta or high < par - delta


def blocks_needed(found: Interval, delta: float) -> int:
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


def _one_a_block(blocks: Blocks, values: ArrayLike) -> NDArray[np.float64]:
    """The values in the order of their blocks. Raises ValueError where two share a block."""
    labels, numbers = _columns(blocks, values)
    names, counts = np.unique(labels, return_counts=True)
    if len(names) and counts.max() > 1:
        raise ValueError(f"block {names[counts.argmax()]} has {counts.max()} rows, but rows that share a block are not"
                         " independent: average them with block_means, or use clustered_mean")
    return numbers[np.argsort(labels, kind="stable")]


def _is_rounding(spread: float, numbers: NDArray[np.float64]) -> bool:
    return spread <= ROUNDING * max(1.0, float(np.max(np.abs(numbers))))
