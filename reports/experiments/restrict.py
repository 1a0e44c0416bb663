"""What is it worth to be allowed to take an item? One seat never does, and plays the best it can without."""
from __future__ import annotations

from dataclasses import replace
from math import nan

from reports.experiments.data import OUTCOMES, Data, Found
from reports.experiments.looking import at_any_look
from reports.experiments.plan import Cell, Plan
from reports.experiments.rows import row
from reports.experiments.trials import Trial
from reports.statistics.effects import Floats, block_values, par
from reports.statistics.restricted import restricted

ESTIMAND = "allowed to take"


def trials(plan: Plan, cell: Cell, block: int, at: int) -> list[Trial]:
    """Each seat in turn may not take the item; nobody is handed anything."""
    out = []
    for r in range(plan.seats):
        held = tuple(cell.item if s == r else "" for s in range(plan.seats))
        task = plan.task(cell, block, r, plan.options_of(cell))
        out.append(replace(Trial(task, cell.experiment, cell.item, cell.value), held=held, never=r))
    return out


def values(data: Data, outcome: str) -> Floats:
    """One value a block: par less what the restricted seat got."""
    return -block_values(data.of_holder(outcome), par(outcome, data.plan.seats))


def found(data: Data) -> Found:
    """What the restriction costs."""
    out, item = Found(), data.cell.item
    for outcome in OUTCOMES:
        effect = restricted(data.of_holder(outcome), outcome, data.plan.seats)
        out.rows.append(row(data.run, data.called(item), ESTIMAND, outcome,
                            at_any_look(data, effect, values(data, outcome)), delta=data.delta(outcome),
                            naive_win_owned=data.naive.get(item, nan)))
    return out
