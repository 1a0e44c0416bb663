"""How many games an experiment needs, before it is played: two-sided test, by default 5 % and power 80 %.

    games = (z(1 - alpha/2) + z(power))^2 * variance of a single game * luck left / effect^2
"""
from __future__ import annotations

from math import ceil

from scipy import special

ALPHA, POWER = 0.05, 0.80
PLANNED_LUCK = 0.5          # luck left, until a pilot has measured it
PILOT = 100                 # blocks of a pilot


def factor(alpha: float = ALPHA, power: float = POWER, items: int = 1) -> float:
    """7.85 by default. With several items alpha is shared out evenly, which is the worst that can be asked for."""
    return float((special.ndtri(1 - alpha / (2 * items)) + special.ndtri(power)) ** 2)


def blocks_for(sd: float, effect: float, alpha: float = ALPHA, power: float = POWER) -> int:
    """Blocks, from the standard deviation of a block value."""
    return ceil(factor(alpha, power) * (sd / effect) ** 2)
