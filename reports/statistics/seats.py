"""Seats: does it matter where one sits? The same agent everywhere, and the luck is rotated.

Keys follow a logical player, who sits in seat (l + r) mod n in game r: every seat meets every player's luck.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Effect, Floats, from_blocks, luck_left


@dataclass(frozen=True)
class Hotelling:
    """Joint test that no seat is favoured: T squared, its F and p. NaN where blocks are too few or do not differ."""

    t2: float
    f: float
    p: float
    degrees: tuple[int, int]


@dataclass(frozen=True)
class Seats:
    """Each seat's distance from par, which sum to 0, and the joint test."""

    effects: list[Effect]
    joint: Hotelling


def seats(outcomes: ArrayLike, par: float = 0.0, level: float = LEVEL) -> Seats:
    """Seat effects from outcomes[block, rotation, seat]."""
    x = np.asarray(outcomes, dtype=np.float64)
    if x.ndim != 3:
        raise ValueError(f"found outcomes of shape {x.shape}, expected (blocks, rotations, seats)")
    d = x.mean(axis=1) - par
    games = x.shape[0] * x.shape[1]
    found = [from_blocks(d[:, s], games, luck_left(x[:, :, s]), level) for s in range(x.shape[2])]
    return Seats(found, hotelling(d[:, :-1]))


def hotelling(d: ArrayLike) -> Hotelling:
    """Hotelling's test that the mean of the rows is 0 in every column (H. Hotelling, 1931)."""
    x = np.asarray(d, dtype=np.float64)
    blocks, size = x.shape
    if blocks <= size + 1:
        return Hotelling(nan, nan, nan, (size, max(0, blocks - size)))
    mean, spread = x.mean(axis=0), np.atleast_2d(np.cov(x, rowvar=False))
    values = np.linalg.eigvalsh(spread)
    if values[0] <= 1e-12 * max(values[-1], 1e-12):
        return Hotelling(nan, nan, nan, (size, blocks - size))
    t2 = float(blocks * mean @ np.linalg.solve(spread, mean))
    f = t2 * (blocks - size) / (size * (blocks - 1))
    return Hotelling(t2, f, float(special.fdtrc(size, blocks - size, f)), (size, blocks - size))


def tie_rule(by_rule: ArrayLike, split: ArrayLike) -> tuple[Floats, float]:
    """What a tie rule that names turn order gives each seat, and the share of games it decided.

    Both tables are win[block, rotation, seat], with the game's rule and with ties split. The gap is at most that share.
    """
    rule, shared = np.asarray(by_rule, dtype=np.float64), np.asarray(split, dtype=np.float64)
    return (rule - shared).mean(axis=(0, 1)), float((rule != shared).any(axis=2).mean())
