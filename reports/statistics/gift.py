"""Gift: what is an item worth to a seat that owns it from the start? Nothing was paid, so this is no price.

The block is played once with the item in each seat. Under keyed chance an item that does nothing changes nothing: its
value is then exactly 0 in every block.
"""
from __future__ import annotations

from numpy.typing import ArrayLike

from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Effect, par, rotated


def gift(outcomes: ArrayLike, outcome: str, seats: int, level: float = LEVEL) -> Effect:
    """The worth of an item from outcomes[block, rotation] of the seat that had it, one rotation a seat."""
    return rotated(outcomes, par(outcome, seats), level)
