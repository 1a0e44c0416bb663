"""Shape of play: how long, how open, how dramatic, from win chances that a judge gave before each decision.

The judge plays N playouts on streams of its own; it is not the players' search. Games are compared at the same N only.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from reports.statistics.effects import Floats

DECIDED = 0.9       # win chance above which a game counts as over


@dataclass(frozen=True)
class Branching:
    """Legal actions at a decision: median, 90th percentile, and the share of decisions with only one."""

    median: float
    p90: float
    forced: float


def branching(legal: ArrayLike) -> Branching:
    """From the number of legal actions at each decision."""
    counts = np.asarray(legal, dtype=np.float64)
    if not len(counts):
        raise ValueError("branching needs a decision or more, got none")
    return Branching(float(np.median(counts)), float(np.quantile(counts, 0.9)), float(np.mean(counts == 1)))


def drama(chances: ArrayLike, shares: ArrayLike) -> float:
    """Mean over decisions of the leader's win chance less that of the eventual winner; 0 if the winner always led.

    `chances[decision, seat]`; `shares` are the final shares of the win, so that shared wins count in part.
    """
    p, won = _game(chances, shares)
    return float(np.mean(p.max(axis=1) - p @ won))


def decisiveness(chances: ArrayLike, shares: ArrayLike, threshold: float = DECIDED) -> float:
    """Share of the game left when the winner passes the threshold for good; 0 where it never did."""
    p, won = _game(chances, shares)
    below = np.flatnonzero(p @ won < threshold)
    return 1.0 if not len(below) else 1 - (below[-1] + 1) / len(p)


def lead_changes(chances: ArrayLike, playouts: int) -> int:
    """How often the lead went to another seat. A lead counts above par + 2 sqrt(par (1 - par) / N); less is noise."""
    p = np.asarray(chances, dtype=np.float64)
    par = 1 / p.shape[1]
    band = 2 * sqrt(par * (1 - par) / playouts)
    leaders = p.argmax(axis=1)[p.max(axis=1) > par + band]
    return int(np.count_nonzero(np.diff(leaders)))


def movement(chances: ArrayLike, final: ArrayLike, playouts: int | None = None) -> Floats:
    """Sum of squared steps of win chances, less the judge's noise: its mean over games is p_0 (1 - p_0) if calibrated.

    `chances[..., decision]` is one seat's win chance in each of any number of games, `final[...]` its share of the win,
    which is known without noise. At a chance p of N playouts the noise is p (1 - p) / (N - 1), at both ends of a step;
    an exact judge (`playouts` None) has none.
    """
    p, end = np.asarray(chances, dtype=np.float64), np.asarray(final, dtype=np.float64)
    raw = (np.diff(p, axis=-1) ** 2).sum(axis=-1) + (end - p[..., -1]) ** 2
    if playouts is None:
        return raw
    noise = p * (1 - p) / (playouts - 1)
    return raw - (2 * noise.sum(axis=-1) - noise[..., 0])


def expected_movement(first: ArrayLike, playouts: int | None = None) -> Floats:
    """p_0 (1 - p_0) of each game, from the judge's first chance: free of the bias that noise gives a square."""
    p = np.asarray(first, dtype=np.float64)
    return p * (1 - p) * (1.0 if playouts is None else playouts / (playouts - 1))


def _game(chances: ArrayLike, shares: ArrayLike) -> tuple[Floats, Floats]:
    p, won = np.asarray(chances, dtype=np.float64), np.asarray(shares, dtype=np.float64)
    if p.ndim != 2 or won.shape != p.shape[1:] or not len(p):
        raise ValueError(f"found chances {p.shape} and shares {won.shape}, expected (decisions, seats) and (seats,)")
    return p, won / won.sum()
