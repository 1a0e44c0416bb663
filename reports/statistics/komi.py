"""Komi: the handicap in points after which the seat with the item, or the first seat, wins its share and no more.

From games already played: mean win(score - kappa) = par. The interval holds every kappa of a grid that a t test on the
block values does not reject. The handicap is hidden from the players, so it prices what they did without it.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import inf, nan

import numpy as np
from numpy.typing import ArrayLike

from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Floats, quantile


@dataclass(frozen=True)
class Komi:
    """The fair handicap; bounds are infinite where the grid's end is not rejected."""

    value: float
    low: float
    high: float
    level: float
    blocks: int


def grid(own: ArrayLike, others: ArrayLike, steps: int = 200) -> Floats:
    """Handicaps to try: over the middle 98 % of the leads seen, a quarter of a point apart or, for wide leads, more."""
    lead = _lead(np.asarray(own, dtype=np.float64), np.asarray(others, dtype=np.float64))
    low, high = np.quantile(lead, [0.01, 0.99])
    step = max(0.25, float(2.0 ** np.ceil(np.log2(max(high - low, 1e-9) / steps))))
    return np.arange(np.floor(low), np.ceil(high) + step, step)


def komi(own: ArrayLike, others: ArrayLike, par: float, kappas: ArrayLike | None = None, level: float = LEVEL) -> Komi:
    """The fair handicap of whoever has own[block, rotation] points against others[block, rotation, other seats].

    The value lies where the mean crosses par, between two points of the grid; so do the bounds where the test starts
    to reject.
    """
    mine, theirs = np.asarray(own, dtype=np.float64), np.asarray(others, dtype=np.float64)
    if mine.ndim != 2 or theirs.shape[:2] != mine.shape or theirs.ndim != 3:
        raise ValueError(f"found own scores of shape {mine.shape} and others of shape {theirs.shape}, "
                         "expected (blocks, rotations) and (blocks, rotations, other seats)")
    at = grid(mine, theirs) if kappas is None else np.asarray(kappas, dtype=np.float64)
    blocks = len(mine)
    if blocks < 2:
        return Komi(nan, nan, nan, level, blocks)
    lead, level_with = _lead(mine, theirs), (theirs == theirs.max(axis=-1, keepdims=True)).sum(axis=-1)
    means, errors = np.empty(len(at)), np.empty(len(at))
    for k, kappa in enumerate(at):
        share = np.where(lead > kappa, 1.0, np.where(lead == kappa, 1 / (1 + level_with), 0.0))
        d = share.mean(axis=1) - par
        means[k], errors[k] = d.mean(), d.std(ddof=1) / blocks ** 0.5
    reach = quantile(level, blocks - 1) * errors
    return Komi(_crossing(at, means), _crossing(at, means - reach), _crossing(at, means + reach), level, blocks)


def _lead(mine: Floats, theirs: Floats) -> Floats:
    return mine - theirs.max(axis=-1)


def _crossing(at: Floats, falling: Floats) -> float:
    """Where a curve that falls with the handicap crosses 0; the middle of a stretch at 0."""
    above, below = np.flatnonzero(falling > 0), np.flatnonzero(falling < 0)
    if not len(above):
        return -inf
    if not len(below):
        return inf
    last = above[-1]
    later = below[below > last]
    if not len(later):
        return inf
    first = later[0]
    if first == last + 1:
        share = falling[last] / (falling[last] - falling[first])
        return float(at[last] + share * (at[first] - at[last]))
    return float((at[last + 1] + at[first - 1]) / 2)
