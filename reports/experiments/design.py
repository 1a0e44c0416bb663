"""What the designs of several experiments share: who holds what in which game of a block."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from math import nan
from typing import Any

import numpy as np

from reports.experiments.items import with_items, without_items
from reports.experiments.plan import BalancePlan, Cell, Data, Spread, Table
from reports.experiments.trials import NOBODY, Trial
from reports.statistics import contrasts, in_or_out, regression, round_robin
from reports.statistics.effects import Floats, block_values, par
from reports.wording import p_value

DRAWN = 1024            # blocks that are drawn at once, and twice as many whenever they run out


def rotated(plan: BalancePlan, cell: Cell, block: int, items: tuple[str, ...]) -> list[Trial]:
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


def alone(plan: BalancePlan, item: str) -> tuple[str, ...]:
    """One place holds the item, the others nothing."""
    return (item, *("" for _ in range(plan.seats - 1)))


def one_seat(plan: BalancePlan, cell: Cell, block: int, seat: int, own: str = "", others: str = "",
             never: int = NOBODY) -> Trial:
    """A game of a block in which this seat holds the item; with agents of its own for it and the others, or none."""
    task = plan.task(cell, block, seat, plan.options_of(cell))
    if own:
        task = replace(task, agents=tuple(own if s == seat else others for s in range(plan.seats)))
    held = tuple(cell.item if s == seat else "" for s in range(plan.seats))
    return Trial(task, cell.experiment, cell.item, cell.value, held, never, agent=cell.agent if own else "")


def luck_rotated(plan: BalancePlan, cell: Cell, block: int, options: dict[str, str]) -> list[Trial]:
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


def of_holder(data: Data, outcome: str) -> Floats:
    """One value a block, off par: what the seat got that held the item."""
    return block_values(data.of_holder(outcome), par(outcome, data.plan.seats))


def variance(values: Floats) -> Spread:
    """The variance of block values, and how many there are."""
    return (float(np.var(values, ddof=1)) if len(values) > 1 else nan), len(values)


def unexplained(data: Data, outcome: str, names: tuple[str, ...]) -> Spread:
    """Variance of what a place got, less what it held explains; all of it where the blocks are too few to tell."""
    values = contrasts.holders(data.cube(outcome), par(outcome, data.plan.seats))
    held, blocks = data.places(names), len(values)
    try:
        left = regression.fit(*contrasts.design(held, values, len(names), None))
    except regression.TooLittleData:
        left = None
    if left is None or left.degrees < blocks / 4:
        return variance(values[:, 0])
    return float(np.mean(left.residuals ** 2)) * blocks / left.degrees, blocks


def pairs_words(row: Mapping[str, Any]) -> str:
    """Whether what two hold together is more than the sum."""
    return "" if not row["p"] < 0.05 else (
        f"Some pairs bring more or less than the worths of the two say ({p_value(row['p'])}).")


ADDITIVITY = Table("Do items only add up? F test of pairs", ("agent", "outcome", "f", "p", "blocks"), pairs_words)
