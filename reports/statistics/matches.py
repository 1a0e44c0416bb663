"""Matches: one A against n - 1 B, rotated; the win share, the same as Elo, and how many games such a match needs."""
from __future__ import annotations

from dataclasses import dataclass, replace
from math import nan

import numpy as np
from numpy.typing import ArrayLike

from mcts.interval import Interval, elo_interval
from reports.statistics.blocks import EQUIVALENCE_LEVEL, LEVEL, ROUNDING, p_value, share_interval
from reports.statistics.effects import Effect, block_values, luck_left, outcome_table, par, quantile
from reports.statistics.sizes import blocks_for

WITHIN = 0.01       # share of the win off par that counts as nothing


@dataclass(frozen=True)
class Match:
    """A's win share off par, its Elo over one B, and the effect in standard deviations of a block."""

    effect: Effect
    elo: Interval | None            # None where A won or lost everything
    effect_per_sd: float
    blocks_needed: int              # for power 80 % at an effect of this size; 0 where no number would do


def match(wins: ArrayLike, seats: int, level: float = LEVEL) -> Match:
    """From wins[block, rotation] of A."""
    table = outcome_table(wins)
    level_par = par("win", seats)
    d = block_values(table, level_par)
    share = share_interval(np.arange(len(table)), table.mean(axis=1), level)
    found = Effect(_off(share, level_par), p_value(share, level_par), table.size, luck_left(table))
    elo = elo_interval(share, seats)
    sd = float(d.std(ddof=1)) if len(d) > 1 else nan
    per_sd = float(d.mean()) / sd if sd > 0 else nan
    if not share.is_known and abs(found.interval.estimate) < ROUNDING:
        found = replace(found, p=1.0)
    return Match(found, elo, per_sd, blocks_for(1.0, per_sd) if abs(per_sd) > 1e-9 else 0)


def is_flat(step: Match) -> bool:
    """Whether the doubling is shown to win next to nothing, which is more than not being shown to win something."""
    found = step.effect.interval
    if not found.is_known or not found.stderr > 0:
        return step.effect.p == 1.0
    return abs(found.estimate) + quantile(EQUIVALENCE_LEVEL, found.blocks - 1) * found.stderr < WITHIN


def _off(share: Interval, level_par: float) -> Interval:
    return replace(share, estimate=share.estimate - level_par, low=share.low - level_par, high=share.high - level_par)
