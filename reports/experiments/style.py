"""What does it cost to play by a style? One seat is held to it, and plays the best it can within it."""
from __future__ import annotations

from dataclasses import replace
from math import nan

from reports.experiments import restrict
from reports.experiments.data import Data, Found
from reports.experiments.items import NO_LOOK_AHEAD
from reports.experiments.plan import Cell, Plan
from reports.experiments.trials import Trial

ESTIMAND = "playing by it"
GREEDY = "greedy"           # plays by the heuristics alone


def trials(plan: Plan, cell: Cell, block: int, at: int) -> list[Trial]:
    """Each seat in turn plays by the style."""
    out = []
    for r, trial in enumerate(restrict.trials(plan, cell, block, at)):
        if cell.item == NO_LOOK_AHEAD:
            agents = tuple(GREEDY if s == r else cell.agent for s in range(plan.seats))
            task = replace(trial.task, agents=agents)
            out.append(replace(trial, task=task, never=-1, agent=cell.agent))
        else:
            out.append(replace(trial, style=cell.item))
    return out


def found(data: Data) -> Found:
    """What the style costs: par less what the seat got."""
    said = restrict.found(data)
    return Found([replace(row, estimand=ESTIMAND, naive_win_owned=nan) for row in said.rows], said.tables)
