"""The core estimator: a block is played once with the treatment in each seat, and counts as one observation.

    d_b = mean over rotations of outcome[b, r] - par,    estimate = mean(d_b),    se = sd(d_b) / sqrt(B)

Par is known (1 / seats of the win, 0 of the margin), so no games without the treatment are needed.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from mcts.interval import ALIKE, Interval, unknown
from mcts.interval import t_quantile as quantile
from mcts.margins import margins as margins
from reports.statistics import blocks as estimate
from reports.statistics.blocks import LEVEL, Blocks

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@dataclass(frozen=True)
class Effect:
    """An estimate as distance from par, from so many games.

    `p` is two-sided against no effect: 1 where every block said exactly none, NaN where the blocks cannot say.
    `luck_left` times the variance of a single game, over the number of games, is the squared error of the estimate: 1
    for rotation alone, small where shared luck does its work; NaN where it was not measured.
    """

    interval: Interval
    p: float
    games: int
    luck_left: float = nan


def par(outcome: str, seats: int) -> float:
    """What a seat gets when nothing favours anybody: 1 / seats of the `win`, 0 of the `margin`."""
    if outcome not in ("win", "margin"):
        raise ValueError(f"found outcome {outcome!r}, expected win or margin")
    return 1 / seats if outcome == "win" else 0.0


def win_shares(scores: ArrayLike) -> Floats:
    """1 / k for each of the k seats level at the top, where no tie-break is left; seats are the last axis."""
    x = np.asarray(scores, dtype=np.float64)
    top = x == x.max(axis=-1, keepdims=True)
    return top / top.sum(axis=-1, keepdims=True)


def outcome_table(outcomes: ArrayLike) -> Floats:
    """The outcomes as (blocks, rotations), checked. Raises ValueError for another shape, or a value that is missing."""
    table = np.asarray(outcomes, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] < 1:
        raise ValueError(f"found outcomes of shape {table.shape}, expected (blocks, rotations)")
    if not np.all(np.isfinite(table)):
        raise ValueError("an outcome is missing or infinite; leave such blocks out before estimating")
    return table


def block_values(outcomes: ArrayLike, par: float = 0.0) -> Floats:
    """d_b: the mean over the rotations of each block, less par."""
    return outcome_table(outcomes).mean(axis=1) - par


def luck_left(outcomes: ArrayLike) -> float:
    """Rotations * Var(d_b) / Var(single game); NaN with fewer than two blocks or games that do not differ."""
    table = outcome_table(outcomes)
    if len(table) < 2:
        return nan
    single = float(np.var(table, ddof=1))
    return table.shape[1] * float(np.var(table.mean(axis=1), ddof=1)) / single if single > 0 else nan


def rotated(outcomes: ArrayLike, par: float = 0.0, level: float = LEVEL) -> Effect:
    """The effect of a treatment from outcomes[block, rotation] of whoever had it, with its t interval."""
    table = outcome_table(outcomes)
    return from_blocks(block_values(table, par), games=table.size, luck_left=luck_left(table), level=level)


def from_blocks(values: ArrayLike, games: int, luck_left: float = nan, level: float = LEVEL) -> Effect:
    """The mean of one value a block, already off par, as an effect."""
    d = np.asarray(values, dtype=np.float64)
    return effect(estimate.mean_interval(np.arange(len(d)), d, level), games, luck_left)


def clustered(blocks: Blocks, values: ArrayLike, games: int, luck_left: float = nan, level: float = LEVEL) -> Effect:
    """The mean over rows, any number of them a block, with an error clustered by block."""
    return effect(estimate.clustered_mean(blocks, values, level), games, luck_left)


def effect(found: Interval, games: int, luck_left: float = nan) -> Effect:
    """An estimate off par with its p."""
    p = estimate.p_value(found, 0.0)
    if not found.is_known and found.blocks > 1 and abs(found.estimate) < estimate.ROUNDING:
        p = 1.0
    return Effect(found, p, games, luck_left)


def coefficient(value: float, stderr: float, degrees: int, blocks: int, games: int, level: float = LEVEL,
                luck_left: float = nan) -> Effect:
    """An effect whose error was estimated with so many degrees of freedom, by regression say."""
    if not stderr > 0 or degrees < 1:
        note = ALIKE if degrees > 0 else "too few blocks"
        return effect(unknown(value, level, blocks, note), games, luck_left)
    half = quantile(level, degrees) * stderr
    p = float(2 * special.stdtr(degrees, -abs(value) / stderr))
    return Effect(Interval(value, value - half, value + half, stderr, level, blocks), p, games, luck_left)


def difference(a: Effect, b: Effect, level: float = LEVEL) -> Effect:
    """The difference a - b of two effects from different blocks, with Welch's degrees of freedom."""
    va, vb = a.interval.stderr ** 2, b.interval.stderr ** 2
    spread = va ** 2 / max(1, a.interval.blocks - 1) + vb ** 2 / max(1, b.interval.blocks - 1)
    degrees = int((va + vb) ** 2 / spread) if spread > 0 else 0
    one, other = a.interval, b.interval
    return coefficient(one.estimate - other.estimate, sqrt(va + vb), degrees, one.blocks + other.blocks,
                       a.games + b.games, level)
