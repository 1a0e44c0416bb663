"""How deep is the game? Each budget against half of it, the least against random moves, in every seat in turn."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import nan
from typing import Any

from mcts.interval import LEVEL
from reports.experiments.data import OUTCOMES, Data, Found
from reports.experiments.items import AGAINST
from reports.experiments.looking import at_any_look
from reports.experiments.plan import Cell, Plan
from reports.experiments.rows import row
from reports.experiments.trials import Trial
from reports.statistics.depth import depth_of_skill, is_flat
from reports.statistics.effects import Floats, block_values, par, quantile, rotated
from reports.statistics.matches import match

ESTIMAND = "larger budget"


def steps(specs: Sequence[str]) -> tuple[str, ...]:
    """The steps of a ladder, from its lowest rung on: each agent against the one before."""
    return tuple(f"{upper}{AGAINST}{lower}" for lower, upper in zip(specs, specs[1:], strict=False))


def trials(plan: Plan, cell: Cell, block: int, at: int) -> list[Trial]:
    """The larger budget in each seat in turn, the smaller in all others."""
    upper, lower = cell.item.split(AGAINST)
    out = []
    for r in range(plan.seats):
        agents = tuple(upper if s == r else lower for s in range(plan.seats))
        task = replace(plan.task(cell, block, r, plan.options_of(cell)), agents=agents)
        held = tuple(cell.item if s == r else "" for s in range(plan.seats))
        out.append(Trial(task, cell.experiment, cell.item, cell.value, held, agent=cell.agent))
    return out


def values(data: Data, outcome: str) -> Floats:
    """One value a block: what the larger budget got, off par."""
    return block_values(data.of_holder(outcome), par(outcome, data.plan.seats))


def found(data: Data) -> Found:
    """What a step wins, as share of the win, points and Elo, and in standard deviations of a block."""
    out, n = Found(), data.plan.seats
    for outcome in OUTCOMES:
        effect = rotated(data.of_holder(outcome), par(outcome, n))
        out.rows.append(row(data.run, data.called(data.cell.item), ESTIMAND, outcome,
                            at_any_look(data, effect, values(data, outcome)), delta=data.delta(outcome)))
    said = match(data.of_holder("win"), n)
    upper, lower = data.cell.item.split(AGAINST)
    elo = said.elo
    off = said.effect.found
    out.tables["doublings"] = [{
        "agent": data.cell.agent, "step": data.plan.items.index(data.cell.item), "larger": upper, "smaller": lower,
        "win_off_par": off.estimate, "low": off.low, "high": off.high, "elo": elo.estimate if elo else nan,
        "elo_low": elo.low if elo else nan, "elo_high": elo.high if elo else nan,
        "effect_per_sd": said.effect_per_sd, "blocks_needed": said.blocks_needed, "nothing_won": is_flat(said),
        "blocks": data.blocks}]
    return out


def depth(cells: Sequence[Data]) -> list[dict[str, Any]]:
    """Whether and where the ladder ends, and the Elo from random up to there; from the cells of its steps in order."""
    steps_found = {data.plan.items.index(data.cell.item): data for data in cells}
    if set(steps_found) != set(range(len(steps_found))) or len(steps_found) < 2:
        return []
    first, *others = (steps_found[k].of_holder("win") for k in range(len(steps_found)))
    said = depth_of_skill(others, cells[0].plan.seats, first)
    half = quantile(LEVEL, 1e6) * said.elo_stderr
    return [{"agent": cells[0].cell.agent, "saturated": said.saturated, "doublings": said.doublings,
             "played": len(others), "blocks": min(data.blocks for data in cells),
             "elo_from_random": said.elo, "low": said.elo - half, "high": said.elo + half}]
