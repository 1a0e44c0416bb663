"""How probable a side of a variant is if many variants may favour nobody: a prior with a lump at an equal share.

Pooling takes variants for spread as a bell curve around what their modules say. Where most are in truth even, the few
that look most one-sided are mostly lucky ones, and a bell curve finds too many of them certain. Here a variant is even
with some probability, and else spread as pooled, or more widely. Both are weighed by how well they foretell the games
of all variants. The games are counted as they are, which a bell curve around a share near 0 or 1 does not do.
"""
from __future__ import annotations

import numpy as np

from reports.atlas.estimates import Estimates
from reports.statistics.effects import Floats, Ints

EVEN_SHARES = np.arange(10) / 10                            # of variants that are even
POOLED_WIDER = np.array([1.0, 1.5, 2.0, 3.0, 4.5, 7.0])     # times the variance that pooling foretells
ALONE_SPREADS = 0.08 * 2 ** np.arange(-0.5, 2.0, 0.5)       # standard deviations around it without pooling
SHARES = np.linspace(0.0025, 0.9975, 200)                   # that a variant may have, besides an equal one
HALF = 0.5


def sides(found: Estimates, values: Floats, size: int, matters: float, par: float = HALF) -> tuple[Floats, Floats]:
    """P(share > par + `matters`) and P(share < par - `matters`) of each variant; par is an equal share.

    `values` are shares of wins [variant, block] with `size` games a block, nan where a variant has fewer blocks.
    """
    games = np.isfinite(values).sum(axis=1) * size / shared(values, size)
    won = found.raw * games
    log = won[:, None] * np.log(SHARES) + (games - won)[:, None] * np.log1p(-SHARES)
    top = log.max(axis=1, keepdims=True)
    likely, at_half = np.exp(log - top), np.exp(
        won * np.log(par) + (games - won) * np.log1p(-par) - top[:, 0])
    means, spreads = foretold(found, par)
    weights, up, down = list[float](), list[Floats](), list[Floats]()
    for spread in spreads:
        prior = np.exp(-((SHARES - means[:, None]) / spread[:, None]) ** 2 / 2)
        joint = likely * prior / prior.sum(axis=1, keepdims=True)
        beyond = joint[:, par + matters < SHARES].sum(axis=1), joint[:, par - matters > SHARES].sum(axis=1)
        for even in EVEN_SHARES:
            whole = even * at_half + (1 - even) * joint.sum(axis=1)
            weights.append(float(np.log(whole).sum()))
            up.append((1 - even) * beyond[0] / whole)
            down.append((1 - even) * beyond[1] / whole)
    weight = np.exp(np.array(weights) - max(weights))
    weight /= weight.sum()
    return weight @ np.array(up), weight @ np.array(down)


def shared(values: Floats, size: int) -> float:
    """How many games of a block tell as much as one that is played alone, over all variants; 1 at least."""
    blocks: Ints = np.isfinite(values).sum(axis=1)
    many = blocks > 1
    if not many.any():
        return 1.0
    own, raw, free = np.nanvar(values[many], axis=1, ddof=1), np.nanmean(values[many], axis=1), blocks[many] - 1
    ratio = float((free * own).sum() / max((free * raw * (1 - raw)).sum() / size, 1e-9))
    return max(1.0, ratio / (1 + ratio * float(np.mean(1 / (size * blocks[many])))))     # raw (1 - raw) is a bit small


def foretold(found: Estimates, par: float = HALF) -> tuple[Floats, Floats]:
    """What is foretold of each variant without its own games: its mean, and standard deviations [prior, variant]."""
    count = len(found.raw)
    if found.pooled is None:
        return np.full(count, par), np.repeat(ALONE_SPREADS[:, None], count, axis=1)
    whole, own = 1 / found.pooled.stderrs ** 2, 1 / found.stderrs ** 2
    left = np.maximum(whole - own, 1 / HALF ** 2)
    means = (whole * found.pooled.values - own * found.raw) / left
    return np.clip(means, SHARES[0], SHARES[-1]), np.sqrt(POOLED_WIDER[:, None] / left)
