"""Looking while games run: a confidence sequence holds at every look, a t interval does not.

The sequence and the e-values are those of a normal mixture over the true mean, with the sd of the blocks seen so far
(I. Waudby-Smith et al., "Time-uniform central limit theory", 2021). A sequential test that decides a match, and does
not estimate, is in `mcts.interval`.
"""
from __future__ import annotations

from math import isnan, log, nan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mcts.interval import SMALLEST_VARIANCE, Interval, unknown
from reports.statistics.effects import Effect, Floats
from reports.statistics.verdicts import SEQUENCE

ALPHA = 0.05
FIRST, EVERY = 200, 50      # blocks before the first look, and between looks
CHANGES = 40                # of value from a block to the next before there is an interval: some 20 rare blocks; fewer
                            # say too little of the sd: at a win rate of 1 %, 9 % of runs missed it at some look


def tuning(expected: int, alpha: float = ALPHA) -> float:
    """The r = (-2 ln alpha + ln(-2 ln alpha) + 1) / N: makes the sequence narrowest at about N blocks."""
    if expected < 1:
        raise ValueError(f"found {expected} blocks expected, expected 1 or more")
    return (-2 * log(alpha) + log(-2 * log(alpha)) + 1) / expected


def half_width(sd: ArrayLike, blocks: ArrayLike, r: float, alpha: float = ALPHA) -> Floats:
    """Half the interval: sd * sqrt(2 (N r + 1) / (N^2 r) * ln(sqrt(N r + 1) / alpha))."""
    n = np.asarray(blocks, dtype=np.float64)
    reach = np.sqrt(2 * (n * r + 1) / (n ** 2 * r) * np.log(np.sqrt(n * r + 1) / alpha))
    return np.asarray(sd, dtype=np.float64) * reach


def looks(blocks: int, first: int = FIRST, every: int = EVERY) -> np.ndarray:
    """Numbers of blocks after which one looks: 200, 250, ... up to those there are."""
    return np.arange(first, blocks + 1, every)


def running(values: ArrayLike, at: ArrayLike) -> tuple[Floats, Floats]:
    """Mean and sd of the first N block values for each N of `at`; blocks are the last axis, in block order."""
    d, n = np.asarray(values, dtype=np.float64), np.asarray(at, dtype=np.intp)
    centre = d[..., :1]         # sums of squares about a value of the sample lose no digits
    total, squares = np.cumsum(d - centre, axis=-1), np.cumsum((d - centre) ** 2, axis=-1)
    mean, square = total[..., n - 1] / n, squares[..., n - 1]
    variance = np.maximum(0.0, square - n * mean ** 2) / (n - 1)
    return mean + centre, np.sqrt(variance)


def changes(values: ArrayLike, at: ArrayLike) -> NDArray[np.intp]:
    """How often the first N block values change from a block to the next, for each N of `at`."""
    d, n = np.asarray(values, dtype=np.float64), np.asarray(at, dtype=np.intp)
    return np.cumsum(np.diff(d, prepend=d[..., :1]) != 0, axis=-1)[..., n - 1]


def confidence_sequence(values: ArrayLike, expected: int, at: ArrayLike | None = None,
                        alpha: float = ALPHA) -> tuple[np.ndarray, Floats, Floats, Floats]:
    """(N, mean, low, high) at each look; whatever the look at which one stops, the interval covers with 1 - alpha.

    There is none, NaN, while the blocks hardly differ (CHANGES). `expected` is the number of blocks the run was planned
    for, named before the first. Blocks are the last axis. Raises ValueError for a look before the first allowed.
    """
    d = np.asarray(values, dtype=np.float64)
    n = looks(d.shape[-1]) if at is None else np.asarray(at, dtype=np.intp)
    if len(n) and n.min() < FIRST:
        raise ValueError(f"found a look at {n.min()} blocks, expected {FIRST} or more: the sd is not known well before")
    mean, sd = running(d, n)
    half = np.where(changes(d, n) < CHANGES, nan, half_width(sd, n, tuning(expected, alpha), alpha))
    return n, mean, mean - half, mean + half


def estimate_now(values: ArrayLike, expected: int, alpha: float = ALPHA) -> Interval:
    """The confidence sequence after all blocks so far, as an estimate; without interval where that has none."""
    d = np.asarray(values, dtype=np.float64)
    count = len(d)
    if count < FIRST:
        return unknown(float(d.mean()) if count else nan, 1 - alpha, count)
    _, mean, low, high = confidence_sequence(d, expected, [count], alpha)
    if isnan(low[0]):
        return unknown(float(mean[0]), 1 - alpha, count)
    stderr = float(d.std(ddof=1)) / count ** 0.5
    return Interval(float(mean[0]), float(low[0]), float(high[0]), stderr, 1 - alpha, count, SEQUENCE)


def effect_now(values: ArrayLike, expected: int, games: int, luck_left: float = nan, alpha: float = ALPHA) -> Effect:
    """The same as an effect; its p is 1 / e, which is valid at every look.

    The q values that Benjamini and Hochberg make of such p are those of e-BH, so a family may be watched, too.
    """
    found = estimate_now(values, expected, alpha)
    if not found.is_known:
        return Effect(found, 1.0, games, luck_left)
    e = float(e_values(values, expected, [found.blocks], alpha)[0])
    return Effect(found, min(1.0, 1 / e) if e > 0 else 1.0, games, luck_left)


def likelihood_ratios(values: ArrayLike, delta: float) -> tuple[float, float]:
    """How many times likelier a mean of delta, and of -delta, make these block values than a mean of 0 does.

    exp(B delta (2 x - delta) / (2 v)), x and v being mean and variance of B normal values (the GSPRT). Where the mean
    is 0 the expected ratio is about 1 at whatever look one stops, and where it is delta so is that of its inverse.
    """
    d = np.asarray(values, dtype=np.float64)
    v = max(SMALLEST_VARIANCE, float(d.var(ddof=1)))
    with np.errstate(over="ignore"):
        return tuple(float(np.exp(len(d) * delta * (side * 2 * d.mean() - delta) / (2 * v)))    # type: ignore[return-value]
                     for side in (1, -1))


def e_selected(evidence: ArrayLike, q: float, alpha: float = ALPHA) -> NDArray[np.bool_]:
    """Which of several claims stand, from the evidence for each: e-BH, and no claim with an error above alpha.

    The k with the most evidence, where the k-th has m / (k q) or more (R. Wang & A. Ramdas, 2022): the false discovery
    rate is at most q, however the claims depend on each other and whenever one looks. Of a single claim the evidence
    must be 1 / alpha.
    """
    e = np.asarray(evidence, dtype=np.float64)
    falling, k = -np.sort(-e), np.arange(1, len(e) + 1)
    count = int(np.max(np.where(falling >= len(e) / (k * q), k, 0), initial=0))
    least = falling[count - 1] if count else np.inf
    return np.asarray((e >= least) & (e >= 1 / alpha))


def e_values(values: ArrayLike, expected: int, at: ArrayLike, alpha: float = ALPHA) -> Floats:
    """Evidence against a mean of 0 at each look: exp(r S^2 / (2 sd^2 (1 + N r))) / sqrt(1 + N r), S the sum.

    Without an effect its mean is about 1 at every look; blocks that never differ and sum to 0 are no evidence.
    """
    n = np.asarray(at, dtype=np.float64)
    mean, sd = running(values, at)
    r = tuning(expected, alpha)
    ratio = np.divide(n * mean, sd, out=np.where(mean == 0, 0.0, np.inf), where=sd > 0)
    with np.errstate(over="ignore"):
        return np.exp(r * ratio ** 2 / (2 * (1 + n * r))) / np.sqrt(1 + n * r)
