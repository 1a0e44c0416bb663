"""Gift: what is an item worth to a seat that owns it from the start? Nothing was paid, so this is no price.

The block is played once with the item in each seat. Under keyed chance an item that does nothing changes nothing: its
value is then exactly 0 in every block.
"""
from __future__ import annotations

from numpy.typing import ArrayLike

from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Effect, block_values, par, rotated

SUPPLIES = ("extra", "moved")   # a copy, the supply stays whole; or out of the supply in all games of the block


def gift(outcomes: ArrayLike, outcome: str, seats: int, level: float = LEVEL) -> Effect:
    """The worth of an item from outcomes[block, rotation] of the seat that had it, one rotation a seat."""
    return rotated(outcomes, par(outcome, seats), level)


def is_inert(outcomes: ArrayLike, outcome: str, seats: int) -> bool:
    """Whether the item changed no block at all, to the last bit but the rounding of par and of the mean."""
    return bool((abs(block_values(outcomes, par(outcome, seats))) < 1e-12).all())
