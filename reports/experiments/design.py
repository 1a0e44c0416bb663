"""What the designs of several experiments share: who holds what in which game of a block."""
from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from reports.experiments.items import with_items, without_items
from reports.experiments.trials import Trial
from reports.statistics import in_or_out, round_robin

if TYPE_CHECKING:
    from reports.experiments.plan import Cell, Plan

DRAWN = 1024            # blocks that are drawn at once, and twice as many whenever they run out


def rotated(plan: Plan, cell: Cell, block: int, items: tuple[str, ...]) -> list[Trial]:
    """Place l holds items[l] and sits in seat l + r in game r; the luck of each seat stays where it is."""
    n = plan.seats
    options = plan.options_of(cell)
    if plan.supply == "moved":
        options = without_items(plan.items_kind, options, [i for i in items if i in plan.items])
    out = []
    for r in range(n):
        held = tuple(items[(s - r) % n] for s in range(n))
        task = plan.task(cell, block, r, with_items(plan.items_kind, options, held))
        out.append(Trial(task, cell.experiment, cell.item, cell.value, held))
    return out


def alone(plan: Plan, item: str) -> tuple[str, ...]:
    """One place holds the item, the others nothing."""
    return (item, *("" for _ in range(plan.seats - 1)))


def luck_rotated(plan: Plan, cell: Cell, block: int, options: dict[str, str]) -> list[Trial]:
    """The same game with the luck going round the table."""
    return [Trial(plan.task(cell, block, r, options, luck=r), cell.experiment, "", cell.value)
            for r in range(plan.seats)]


def drawn(count: int, size: int, seed: int, at: int, shares: tuple[int, ...] = ()) -> list[int]:
    """Items of the places of a cell's block number `at`, no two alike: all equally often, or as the shares say."""
    return [int(i) for i in drawn_until(count, size, seed, at, shares)[at]]


def drawn_until(count: int, size: int, seed: int, at: int, shares: tuple[int, ...] = ()) -> np.ndarray:
    """The same of all blocks up to number `at`, and of some more."""
    return _drawn(count, size, seed, _enough(at), shares)


def coins(count: int, seed: int, at: int) -> list[bool]:
    """Which items are in the supply in a cell's block number `at`."""
    return [bool(c) for c in _coins(count, seed, _enough(at))[at]]


def _enough(at: int) -> int:
    return int(max(DRAWN, 1 << at.bit_length()))


@cache
def _drawn(count: int, size: int, seed: int, blocks: int, shares: tuple[int, ...]) -> np.ndarray:
    return round_robin.draw(count, size, blocks, seed, shares)


@cache
def _coins(count: int, seed: int, blocks: int) -> np.ndarray:
    return in_or_out.coins(count, blocks, seed)
