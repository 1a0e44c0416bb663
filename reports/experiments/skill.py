"""How deep is the game? Each budget against half of it, the least against random moves, in every seat in turn.

Step k is a match of budget b 2^(k+1) against b 2^k, rotated. Play is saturated from the first of two doublings in a row
whose 90 % intervals lie within one percentage point of par. Long games of dice look shallow, since luck hides skill:
the effect per block sd stands beside.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan, sqrt
from typing import Any

from numpy.typing import ArrayLike

from mcts.interval import LEVEL
from reports.experiments import design
from reports.experiments.items import AGAINST, SKILL
from reports.experiments.plan import OUTCOMES, BalancePlan, Cell, Data, Experiment, Findings, Table, Told
from reports.experiments.trials import Trial
from reports.statistics.effects import par, quantile, rotated
from reports.statistics.matches import Match, is_flat, match


def steps(specs: Sequence[str]) -> tuple[str, ...]:
    """The steps of a ladder, from its lowest rung on: each agent against the one before."""
    return tuple(f"{upper}{AGAINST}{lower}" for lower, upper in zip(specs, specs[1:], strict=False))


def trials(plan: BalancePlan, cell: Cell, block: int, at: int) -> list[Trial]:
    """The larger budget in each seat in turn, the smaller in all others."""
    upper, lower = cell.item.split(AGAINST)
    return [design.one_seat(plan, cell, block, r, own=upper, others=lower) for r in range(plan.seats)]


def estimate(data: Data) -> Findings:
    """What a step wins, as share of the win, points and Elo, and in standard deviations of a block."""
    out, n, item = Findings(), data.plan.seats, data.cell.item
    for outcome in OUTCOMES:
        effect = rotated(data.of_holder(outcome), par(outcome, n))
        out.rows.append(data.row(item, EXPERIMENT.estimand, outcome,
                                 data.at_any_look(effect, design.of_holder(data, outcome))))
    found = match(data.of_holder("win"), n)
    upper, lower = item.split(AGAINST)
    elo, off = found.elo, found.effect.interval
    out.tables["doublings"] = [{
        "agent": data.cell.agent, "step": data.plan.items.index(item), "larger": upper, "smaller": lower,
        "win_off_par": off.estimate, "low": off.low, "high": off.high, "elo": elo.estimate if elo else nan,
        "elo_low": elo.low if elo else nan, "elo_high": elo.high if elo else nan,
        "effect_per_sd": found.effect_per_sd, "blocks_needed": found.blocks_needed, "nothing_won": is_flat(found),
        "blocks": data.blocks}]
    return out


def depth(cells: Sequence[Data]) -> dict[str, list[dict[str, Any]]]:
    """Whether and where the ladder ends, and the Elo from random up to there; from the cells of its steps in order."""
    found = {data.plan.items.index(data.cell.item): data for data in cells}
    if set(found) != set(range(len(found))) or len(found) < 2:
        return {}
    first, *others = (found[k].of_holder("win") for k in range(len(found)))
    end = depth_of_skill(others, cells[0].plan.seats, first)
    half = quantile(LEVEL, 1e6) * end.elo_stderr
    return {"depth": [{"agent": cells[0].cell.agent, "saturated": end.saturated, "doublings": end.doublings,
                       "played": len(others), "blocks": min(data.blocks for data in cells),
                       "elo_from_random": end.elo, "low": end.elo - half, "high": end.elo + half}]}


TOLD = Told(
    page="how much it helps to think longer", up="{it} ends {points} ahead", down="{it} ends {points} behind",
    none="It is not shown yet that a larger budget wins more.", column="ahead",
    played="One seat has the larger budget and all others the smaller, each seat in turn.")
EXPERIMENT = Experiment(
    "skill", "larger budget", "What a larger budget wins", TOLD, trials,
    estimate, values=design.of_holder, together=depth, one_item=True, stops=True, own_kind=SKILL,
    tables={"depth": Table("Depth of skill", ("agent", "saturated", "doublings", "played", "elo_from_random", "low",
                                              "high")),
            "doublings": Table("The ladder, step by step", ("larger", "smaller", "win_off_par", "low", "high", "elo",
                                                            "effect_per_sd", "blocks_needed", "nothing_won"))},
    words={"strong": "wins more", "above": "wins some more", "below": "wins some less", "weak": "wins less"})


# ---- estimator ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Depth:
    """The curve, whether and where it ends, and the Elo from the bottom up to there.

    Without saturation `doublings` counts all that were played, and is a lower bound, as is `elo`.
    """

    steps: list[Match]
    saturated: bool
    doublings: int
    elo: float
    elo_stderr: float


def depth_of_skill(wins: Sequence[ArrayLike], seats: int, from_random: ArrayLike | None = None) -> Depth:
    """From wins[k][block, rotation] of the larger budget of step k; `from_random`: the least budget against random."""
    steps = [match(each, seats) for each in wins]
    flat = [is_flat(step) for step in steps]
    end = next((k for k in range(len(flat) - 1) if flat[k] and flat[k + 1]), len(steps))
    counted = ([] if from_random is None else [match(from_random, seats)]) + steps[:end]
    elos = [step.elo for step in counted]
    known = [(e.estimate, e.stderr) for e in elos if e is not None and e.stderr is not None]
    whole = len(known) == len(elos)
    return Depth(steps, end < len(steps), end, sum(v for v, _ in known) if whole else nan,
                 sqrt(sum(s ** 2 for _, s in known)) if whole else nan)
