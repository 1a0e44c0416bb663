"""Is the game another one with an item in it? In or out of the supply by a fair coin, all items at once."""
from __future__ import annotations

import numpy as np

from reports.experiments import design
from reports.experiments.data import Data, Found
from reports.experiments.items import without_items
from reports.experiments.plan import Cell, Plan
from reports.experiments.rows import row
from reports.experiments.trials import Trial
from reports.statistics.effects import Floats
from reports.statistics.in_or_out import in_or_out

ESTIMAND = "in the supply"
LENGTH_DELTA = 0.05         # share of the mean length that matters


def trials(plan: Plan, cell: Cell, block: int, at: int) -> list[Trial]:
    """The items that the coins leave out are out in all games of the block."""
    present = design.coins(len(plan.items), plan.seed, at)
    out = [item for item, there in zip(plan.items, present, strict=True) if not there]
    return design.luck_rotated(plan, cell, block, without_items(plan.items_kind, plan.options_of(cell), out))


def measures(data: Data) -> dict[str, tuple[Floats, float]]:
    """Measures of the whole game, one value a block, each with the size that matters."""
    score, decisions = data.cube("score"), data.cube("decisions")
    length = decisions.mean(axis=2).mean(axis=1)
    found = {"mean score": (score.mean(axis=(1, 2)), data.plan.delta_margin),
             "spread of scores": ((score.max(axis=2) - score.min(axis=2)).mean(axis=1), data.plan.delta_margin),
             "margin of seat 0": (data.cube("margin")[:, :, 0].mean(axis=1), data.plan.delta_margin),
             "decisions a seat": (length, LENGTH_DELTA * float(length.mean()))}
    rounds = data.cube("rounds").mean(axis=(1, 2))
    if rounds.any():
        found["rounds"] = (rounds, LENGTH_DELTA * float(rounds.mean()))
    return found


def found(data: Data) -> Found:
    """The effect of each item's presence on each measure."""
    out, items = Found(), data.plan.items
    at = [data.plan.cell_of(int(b))[1] for b in np.unique(data.seats["block"])]
    present = np.array([design.coins(len(items), data.plan.seed, a) for a in at])
    for measure, (values, delta) in measures(data).items():
        for item, effect in zip(items, in_or_out(present, values), strict=True):
            out.rows.append(row(data.run, data.called(item), ESTIMAND, measure, effect, supply="in or out",
                                delta=delta))
    return out
