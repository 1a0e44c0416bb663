"""The number that other tools print: the win rate of whoever owned an item. It stands beside, never in front.

It says who buys the item, not what the item does, and more games do not help.
"""
from __future__ import annotations

from math import nan

import numpy as np
from numpy.typing import ArrayLike


def win_when_owned(owned: ArrayLike, wins: ArrayLike) -> float:
    """Mean win over game and seat with the item, from owned[..., seat] and wins[..., seat]; NaN if nobody had it."""
    have, won = np.asarray(owned, dtype=bool), np.asarray(wins, dtype=np.float64)
    return float(won[have].mean()) if have.any() else nan
