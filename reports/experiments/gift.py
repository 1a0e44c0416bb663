"""What is an item worth to a seat that begins with it? Nothing was paid, so this is no price."""
from __future__ import annotations

from math import nan

from reports.experiments import design
from reports.experiments.data import OUTCOMES, Data, Found
from reports.experiments.looking import at_any_look
from reports.experiments.plan import Cell, Plan
from reports.experiments.rows import row
from reports.experiments.trials import Trial
from reports.statistics import komi
from reports.statistics.effects import Floats, block_values, par
from reports.statistics.gift import gift

ESTIMAND = "gift"


def trials(plan: Plan, cell: Cell, block: int, at: int) -> list[Trial]:
    """The item in each seat in turn."""
    return design.rotated(plan, cell, block, design.alone(plan, cell.item))


def values(data: Data, outcome: str) -> Floats:
    """One value a block, off par."""
    return block_values(data.of_holder(outcome), par(outcome, data.plan.seats))


def found(data: Data) -> Found:
    """The worth of the item, and the handicap that would take it away again."""
    out, n, item = Found(), data.plan.seats, data.cell.item
    for outcome in OUTCOMES:
        effect = at_any_look(data, gift(data.of_holder(outcome), outcome, n), values(data, outcome))
        out.rows.append(row(data.run, data.called(item), ESTIMAND, outcome, effect, supply=data.plan.supply,
                            delta=data.delta(outcome), naive_win_owned=data.naive.get(item, nan)))
    scores, held = data.cube("score"), data.held_by_holder()
    own, others = scores[held].reshape(-1, n), scores[~held].reshape(-1, n, n - 1)
    fair = komi.komi(own, others, par("win", n))
    out.tables["komi"] = [{"item": data.called(item), "agent": data.cell.agent, "points": fair.value, "low": fair.low,
                           "high": fair.high, "level": fair.level, "blocks": fair.blocks}]
    return out
