"""How many games an experiment needs, before it is played: two-sided test, by default 5 % and power 80 %.

    games = (z(1 - alpha/2) + z(power))^2 * variance of a single game * luck left / effect^2
"""
from __future__ import annotations

from math import ceil

from scipy import special

from reports.documents.tables import ENOUGH_BLOCKS

ALPHA, POWER = 0.05, 0.80
PLANNED_LUCK = 0.5          # luck left, until a pilot has measured it
PILOT = 100                 # blocks of a pilot


def factor(alpha: float = ALPHA, power: float = POWER, items: int = 1) -> float:
    """7.85 by default. With several items alpha is shared out evenly, which is the worst that can be asked for."""
    return float((special.ndtri(1 - alpha / (2 * items)) + special.ndtri(power)) ** 2)


def win_variance(seats: int) -> float:
    """Variance of the win of one seat in one game without shared wins."""
    return (1 / seats) * (1 - 1 / seats)


def games_for(effect: float, variance: float, luck_left: float = PLANNED_LUCK, alpha: float = ALPHA,
              power: float = POWER, items: int = 1) -> int:
    """Games of rotated blocks that show an effect, without regard to the least number of blocks."""
    if not effect:
        raise ValueError("no number of games shows an effect of 0")
    return ceil(factor(alpha, power, items) * variance * luck_left / effect ** 2)


def unpaired_games_for(effect: float, variance: float, alpha: float = ALPHA, power: float = POWER) -> int:
    """The same for two arms with luck of their own, in even numbers."""
    return 2 * ceil(2 * factor(alpha, power) * variance / effect ** 2)


def planned_games(effect: float, outcome: str, seats: int, variance: float | None = None,
                  luck_left: float = PLANNED_LUCK, alpha: float = ALPHA, power: float = POWER, items: int = 1) -> int:
    """Games, whole blocks of them and at least as many blocks as an interval of this outcome can be trusted with.

    The variance of a single game is known for the win; a pilot measures that of the margin.
    """
    single = win_variance(seats) if variance is None and outcome == "win" else variance
    if single is None:
        raise ValueError("the variance of the margin comes from a pilot: expected a number")
    blocks = ceil(games_for(effect, single, luck_left, alpha, power, items) / seats)
    return seats * max(ENOUGH_BLOCKS[outcome], blocks)


def blocks_for(sd: float, effect: float, alpha: float = ALPHA, power: float = POWER) -> int:
    """Blocks, from the standard deviation of a block value."""
    return ceil(factor(alpha, power) * (sd / effect) ** 2)
