"""Take or leave: is taking an item good, net of its price and of what else one could do?

At the first decision where the focal seat may take it, the game forks: take it, or play the agent's best other choice;
later play is free in both, and both share their keys. It speaks of the states that this agent reaches.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import ArrayLike

from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Effect, clustered


@dataclass(frozen=True)
class TakeOrLeave:
    """The effect of taking, the share of games in which the seat could, and the share of those in which it would."""

    effect: Effect
    opportunity_rate: float
    take_rate: float
    forks: int


def take_or_leave(block: ArrayLike, taken: ArrayLike, left: ArrayLike, would_take: ArrayLike, games: int,
                  level: float = LEVEL) -> TakeOrLeave:
    """From one row a fork: its block, the outcome of either branch, and what the agent would have done by itself.

    `games` counts the focal games played, with a fork or without. Forks of one block are clustered. Both branches of a
    fork are games, so `luck_left` is 2 Var(d) / Var(single game): 4 for branches that share nothing.
    """
    labels = np.asarray(block)
    yes, no = np.asarray(taken, dtype=np.float64), np.asarray(left, dtype=np.float64)
    would = np.asarray(would_take, dtype=bool)
    if not labels.shape == yes.shape == no.shape == would.shape:
        raise ValueError("expected one block, two outcomes and one choice for each fork")
    if len(labels) > games:
        raise ValueError(f"found {len(labels)} forks in {games} games: only the first chance of a game forks")
    d = yes - no
    single = float(np.var(np.concatenate([yes, no]), ddof=1)) if len(d) > 1 else 0.0
    kept = 2 * float(np.var(d, ddof=1)) / single if single > 0 else nan
    return TakeOrLeave(clustered(labels, d, 2 * len(d), kept, level), len(d) / games if games else nan,
                       float(would.mean()) if len(d) else nan, len(d))
