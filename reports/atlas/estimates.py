"""Estimates of all variants together, from one value a block of each: raw, pooled, by halves, and what is settled.

It knows no game: values are arrays [variant, block], variants combinations of levels of factors.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from mcts.interval import Z95, t_quantile
from reports.statistics.effects import Floats, Ints
from reports.statistics.worlds import Pooled, pool

LEVEL = 0.95
SURE = 0.95             # probability from which on something is said of a variant
LENT = 8                # blocks' worth of the variance that all variants share: few blocks do not tell their own


@dataclass(frozen=True)
class Estimates:
    """What is known of every variant, raw and pooled; `pooled` is None where there are too few to pool."""

    raw: Floats
    stderrs: Floats
    blocks: int                         # of each variant; the fewest, where some have more
    pooled: Pooled | None
    counts: Ints | None = None          # blocks by variant, where they are not the same

    @property
    def raw_half(self) -> Floats:
        """Half the width of the raw intervals."""
        return t_quantile(LEVEL, self.blocks - 1 + LENT) * self.stderrs

    @property
    def half(self) -> Floats:
        """Half the width of the pooled intervals."""
        return np.full(len(self.raw), nan) if self.pooled is None else Z95 * self.pooled.stderrs

    @property
    def values(self) -> Floats:
        """The pooled values; without pooling nan."""
        return np.full(len(self.raw), nan) if self.pooled is None else self.pooled.values

    def between(self, low: float, high: float) -> Floats:
        """P(low < value < high) of each variant, as pooled."""
        return np.full(len(self.raw), nan) if self.pooled is None else self.pooled.between(low, high)


def estimate(parts: Ints, values: ArrayLike, levels: int, size: int = 0) -> Estimates:
    """From values[variant, block] and parts[variant, factor], the level of each factor.

    The variance of a variant's blocks is mixed with that of all, as if it had LENT blocks more: four games that were
    all won do not make a variant certain. A share of 0 or 1 in all its blocks (`size` games each) has the error of two
    games more won and two more lost (Agresti and Coull, 1998), if that is larger.
    """
    x = np.asarray(values, dtype=np.float64)
    if np.isnan(x).any():
        return _uneven(parts, x, levels, size)
    raw, blocks = x.mean(axis=1), x.shape[1]
    own = x.var(axis=1, ddof=1) if blocks > 1 else np.zeros(len(x))
    common = float(own.mean()) if blocks > 1 else float(raw.var())
    stderrs = np.sqrt((LENT * common + (blocks - 1) * own) / (LENT + blocks - 1) / blocks)
    stderrs = _at_the_ends(raw, stderrs, size * blocks) if size else stderrs
    if not common > 0 or not _enough(parts, levels):
        return Estimates(raw, stderrs, blocks, None)
    return Estimates(raw, stderrs, blocks, pool(parts, raw, stderrs, levels))


def _uneven(parts: Ints, x: Floats, levels: int, size: int) -> Estimates:
    """The same where some variants have more blocks than others; what they lack is nan."""
    counts = np.isfinite(x).sum(axis=1)
    raw, own = np.nanmean(x, axis=1), np.nan_to_num(np.nanvar(x, axis=1, ddof=1))
    common = float(((counts - 1) * own).sum() / max(1, (counts - 1).sum()))
    stderrs = np.sqrt((LENT * common + (counts - 1) * own) / (LENT + counts - 1) / counts)
    stderrs = _at_the_ends(raw, stderrs, size * counts) if size else stderrs
    pooled = pool(parts, raw, stderrs, levels) if common > 0 and _enough(parts, levels) else None
    return Estimates(raw, stderrs, int(counts.min()), pooled, counts)


def _at_the_ends(raw: Floats, stderrs: Floats, games: int | Ints) -> Floats:
    """The errors of shares; one of 0 or 1 in all its games has at least that of two more won and two more lost."""
    share = (raw * games + 2) / (games + 4)
    wide = np.sqrt(share * (1 - share) / (games + 4))
    return np.where((raw == 0) | (raw == 1), np.maximum(stderrs, wide), stderrs)


def _enough(parts: Ints, levels: int) -> bool:
    """Whether there are twice as many variants as effects to be told apart, so that what is left has a variance."""
    effects = sum(len(np.unique(parts[:, factor])) - 1 for factor in range(parts.shape[1]))
    return len(parts) >= 2 * (effects + 1)


@dataclass(frozen=True)
class Halves:
    """How far the games of even blocks and those of odd blocks agree on the variants: correlations."""

    raw: float
    pooled: float


def halves(parts: Ints, values: ArrayLike, levels: int) -> Halves:
    """Each half estimated by itself; nan where it cannot be, or where a half says the same of all variants."""
    x = np.asarray(values, dtype=np.float64)
    if x.shape[1] < 2:
        return Halves(nan, nan)
    even, odd = (estimate(parts, x[:, first::2], levels) for first in (0, 1))
    return Halves(_correlation(even.raw, odd.raw), _correlation(even.values, odd.values))


def _correlation(a: Floats, b: Floats) -> float:
    if len(a) < 3 or not np.all(np.isfinite(a + b)) or np.ptp(a) < 1e-12 or np.ptp(b) < 1e-12:
        return nan
    return float(np.corrcoef(a, b)[0, 1])


@dataclass(frozen=True)
class Funnel:
    """The spread of raw estimates after so many blocks, and what it would be if all variants were alike."""

    blocks: Ints
    quantiles: Floats       # [blocks, quantile] of the variants' estimates
    alike: Floats           # standard deviation by chance alone


QUANTILES = (0.025, 0.25, 0.5, 0.75, 0.975)


def funnel(values: ArrayLike, steps: int = 40) -> Funnel:
    """From values[variant, block], at up to so many numbers of blocks."""
    x = np.asarray(values, dtype=np.float64)
    at = np.unique(np.linspace(1, x.shape[1], min(steps, x.shape[1])).round().astype(int))
    means = np.cumsum(x, axis=1)[:, at - 1] / at
    noise = np.sqrt(x.var(axis=1, ddof=1).mean() / at) if x.shape[1] > 1 else np.full(len(at), nan)
    return Funnel(at, np.quantile(means, QUANTILES, axis=0).T, noise)


def more_often(count: ArrayLike, of: ArrayLike, share: float) -> Floats:
    """P(true share > `share`) of each variant in which `count` of so many games did it (Jeffreys' prior)."""
    k, n = np.asarray(count, dtype=np.float64), np.asarray(of, dtype=np.float64)
    return np.asarray(1 - special.betainc(k + 0.5, n - k + 0.5, share))


