"""Which board is worth most, and does one beat another beyond its worth? Boards are assigned, not chosen."""
from __future__ import annotations

from reports.experiments import design
from reports.experiments.data import OUTCOMES, Data, Found
from reports.experiments.plan import Cell, Plan
from reports.experiments.rows import row
from reports.experiments.trials import Trial
from reports.statistics import boards
from reports.statistics import effects as rotated

ESTIMAND = "board"


def trials(plan: Plan, cell: Cell, block: int, at: int) -> list[Trial]:
    """Another board for every seat, all of them rotated."""
    items = tuple(plan.items[i] for i in design.drawn(len(plan.items), plan.seats, plan.seed, at))
    return design.rotated(plan, cell, block, items)


def found(data: Data) -> Found:
    """Worth of each board off the mean of all, the same drawn to the mean, and the matrix of who met whom."""
    out, items = Found(), data.plan.items
    held = data.places(items)
    about = {"agent": data.cell.agent, "value": data.cell.value}
    for outcome in OUTCOMES:
        said = boards.boards(held, data.cube(outcome), len(items), rotated.par(outcome, data.plan.seats))
        for i, item in enumerate(items):
            out.rows.append(row(data.run, data.called(item), ESTIMAND, outcome, said.effects[i],
                                delta=data.delta(outcome)))
            out.tables.setdefault("shrunk", []).append(
                {**about, "item": data.called(item), "outcome": outcome, "raw": said.effects[i].found.estimate,
                 "shrunk": float(said.shrunk.values[i]), "stderr": float(said.shrunk.stderrs[i])})
        out.tables.setdefault("additivity", []).append(
            {**about, "outcome": outcome, "f": said.gamma.statistic, "p": said.gamma.p, "blocks": data.blocks})
        out.tables.setdefault("matrix", []).extend(
            {**about, "outcome": outcome, "item": one, "against": other, "mean": float(said.matrix[i, j]),
             "blocks": int(said.met[i, j])}
            for i, one in enumerate(items) for j, other in enumerate(items) if i != j)
    return out
