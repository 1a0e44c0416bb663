"""What does it cost to play by a style? One seat is held to it, and plays the best it can within it."""
from __future__ import annotations

from dataclasses import replace

from reports.experiments import design, restrict
from reports.experiments.items import NO_LOOK_AHEAD, STYLES
from reports.experiments.plan import BalancePlan, Cell, Data, Experiment, Findings, Told
from reports.experiments.trials import Trial

GREEDY = "greedy"           # plays by the heuristics alone


def trials(plan: BalancePlan, cell: Cell, block: int, at: int) -> list[Trial]:
    """Each seat in turn plays by the style."""
    if cell.item != NO_LOOK_AHEAD:
        return [replace(trial, style=cell.item) for trial in restrict.trials(plan, cell, block, at)]
    return [design.one_seat(plan, cell, block, r, own=GREEDY, others=cell.agent) for r in range(plan.seats)]


def estimate(data: Data) -> Findings:
    """What the style costs: par less what the seat got."""
    return restrict.costs(data, EXPERIMENT.estimand)


TOLD = Told(
    page="what ways to play cost", up='playing by "{it}" costs {points}', down='playing by "{it}" gains {points}',
    none="No way to play is shown to cost or gain anything.", column="cost",
    played="One seat is held to the style and plays its best within it, each seat in turn; the others are free.")
EXPERIMENT = Experiment(
    "style", "playing by it", "What it costs to play by a style", TOLD, trials,
    estimate, values=restrict.values, one_item=True, stops=True, own_kind=STYLES,
    words={"strong": "costs", "above": "costs some", "below": "helps some", "weak": "helps"},
    win_range=lambda seats: (1 / seats - 1, 1 / seats))
