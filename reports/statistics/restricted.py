"""Restricted play: what is an option worth to one who could decline it? (Jaffe et al., 2012)

One seat plays a restricted agent (never takes an item, never ships, no look-ahead, only one style) with its full budget
within the restriction, against standard agents, rotated: the option is worth 1/n - win(restricted).
"""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Effect, par, rotated


def restricted(outcomes: ArrayLike, outcome: str, seats: int, level: float = LEVEL) -> Effect:
    """Worth of what the restricted seat may not do, from its outcomes[block, rotation]."""
    return rotated(-np.asarray(outcomes, dtype=np.float64), -par(outcome, seats), level)
