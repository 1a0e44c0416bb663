"""Lots decide between equally good actions. Codes name seats, so taking the lowest would favour some of them."""
from __future__ import annotations

from collections.abc import Sequence

from core_ext.rng import keyed_number

LOTS = 0x107            # the purpose of these draws among all that a seed gives


def lot(seed: int, action: int) -> int:
    """The lot of an action at the decision that is made with `seed`; of equals the lowest lot goes first."""
    return keyed_number(seed & 0xFFFF_FFFF_FFFF_FFFF, 0, LOTS, 0, action)


def best_by_lot(actions: Sequence[int], worths: Sequence[float], seed: int) -> int:
    """The action of most worth, by lot among equals. Requires at least one."""
    most = max(worths)
    equals = [action for action, worth in zip(actions, worths, strict=True) if worth == most]
    return equals[0] if len(equals) == 1 else min(equals, key=lambda action: lot(seed, action))
