"""What is it worth to be allowed to take an item? One seat never does, and plays the best it can without.

A restricted seat keeps its full budget within the restriction, against standard agents, rotated (Jaffe et al., 2012):
the option is worth 1/n - win(restricted).
"""
from __future__ import annotations

from math import nan

import numpy as np
from numpy.typing import ArrayLike

from games.api import Game
from reports.experiments import design
from reports.experiments.items import Kind
from reports.experiments.plan import OUTCOMES, BalancePlan, Cell, Data, Experiment, Findings, Told
from reports.experiments.trials import Trial
from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Effect, Floats, par, rotated


def trials(plan: BalancePlan, cell: Cell, block: int, at: int) -> list[Trial]:
    """Each seat in turn may not take the item; nobody is handed anything."""
    return [design.one_seat(plan, cell, block, r, never=r) for r in range(plan.seats)]


def refuses(game: Game, kind: Kind, seats: int) -> str:
    """The game has to say what taking the item is."""
    said = game.balance.takes is not None and kind.is_gift
    return "" if said else f"{game.name} does not say which action takes one of its {kind.name}"


def values(data: Data, outcome: str) -> Floats:
    """One value a block: par less what the restricted seat got."""
    return -design.of_holder(data, outcome)


def restricted(outcomes: ArrayLike, outcome: str, seats: int, level: float = LEVEL) -> Effect:
    """Worth of what the restricted seat may not do, from its outcomes[block, rotation]."""
    return rotated(-np.asarray(outcomes, dtype=np.float64), -par(outcome, seats), level)


def costs(data: Data, estimand: str, naive: float = nan) -> Findings:
    """What a restriction costs."""
    out = Findings()
    for outcome in OUTCOMES:
        effect = restricted(data.of_holder(outcome), outcome, data.plan.seats)
        out.rows.append(data.row(data.cell.item, estimand, outcome, data.at_any_look(effect, values(data, outcome)),
                                 naive_win_owned=naive))
    return out


def estimate(data: Data) -> Findings:
    """What it costs not to take the item."""
    return costs(data, EXPERIMENT.estimand, data.naive.get(data.cell.item, nan))


TOLD = Told(
    page="what it is worth to be allowed {kind}", up="being allowed to take {it} is worth {points}",
    down="being allowed to take {it} costs {points}",
    none="It is not shown of any of them that being allowed to take it is worth something.", column="worth",
    played="One seat never takes the item and plays its best without, each seat in turn.")
EXPERIMENT = Experiment(
    "restrict", "allowed to take", "Worth of being allowed to take it",
    TOLD, trials, estimate, refuses, values, one_item=True, stops=True, columns=("naive_win_owned",),
    win_range=lambda seats: (1 / seats - 1, 1 / seats))
