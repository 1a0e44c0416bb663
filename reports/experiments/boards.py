"""Which board is worth most, and does one beat another beyond its worth? Boards are assigned, not chosen.

Blocks draw distinct boards and rotate them over seats and keys: margin = beta_i - beta_j + gamma_ij.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from games.api import Game
from reports.experiments import design
from reports.experiments.items import Kind
from reports.experiments.plan import (
    OUTCOMES,
    BalancePlan,
    Cell,
    Data,
    Experiment,
    Findings,
    Named,
    Spread,
    Table,
    Told,
)
from reports.experiments.trials import Trial
from reports.statistics import contrasts
from reports.statistics.blocks import LEVEL
from reports.statistics.contrasts import Worths
from reports.statistics.deviations import Shrunk, shrink
from reports.statistics.effects import Effect, Floats, Ints, par
from reports.statistics.regression import FTest
from reports.statistics.verdicts import HELD


def trials(plan: BalancePlan, cell: Cell, block: int, at: int) -> list[Trial]:
    """Another board for every seat, all of them rotated."""
    items = tuple(plan.items[i] for i in design.drawn(len(plan.items), plan.seats, plan.seed, at))
    return design.rotated(plan, cell, block, items)


def refuses(game: Game, kind: Kind, seats: int) -> str:
    """Every seat has a board, and no two the same."""
    if kind.is_gift:
        return f"{kind.name} of {game.name} are not what every seat has one of; ask for gift or robin"
    few = len(kind.items) < max(2, seats)
    return f"{len(kind.items)} {kind.name} are fewer than there are seats" if few else ""


def estimate(data: Data) -> Findings:
    """Worth of each board off the mean of all, the same drawn to the mean, and the matrix of who met whom."""
    out, items = Findings(), data.plan.items
    held = data.places(items)
    about = {"agent": data.cell.agent, "value": data.cell.value}
    for outcome in OUTCOMES:
        found = boards(held, data.cube(outcome), len(items), par(outcome, data.plan.seats))
        for i, item in enumerate(items):
            out.rows.append(data.row(item, EXPERIMENT.estimand, outcome, found.effects[i]))
            out.tables.setdefault("shrunk", []).append(
                {**about, "item": data.called(item), "outcome": outcome, "raw": found.effects[i].interval.estimate,
                 "shrunk": float(found.shrunk.values[i]), "stderr": float(found.shrunk.stderrs[i])})
        out.tables.setdefault("additivity", []).append(
            {**about, "outcome": outcome, "f": found.gamma.statistic, "p": found.gamma.p, "blocks": data.blocks})
        out.tables.setdefault("matrix", []).extend(
            {**about, "outcome": outcome, "item": one, "against": other, "mean": float(found.matrix[i, j]),
             "blocks": int(found.met[i, j])}
            for i, one in enumerate(items) for j, other in enumerate(items) if i != j)
    return out


def effects(data: Data, x: Floats) -> Named:
    """The worth of each board."""
    items = data.plan.items
    return list(zip(items, boards(data.places(items), x, len(items)).effects, strict=True))


def spread(data: Data, outcome: str) -> Spread:
    """Of what a place got, less what its board explains."""
    return design.unexplained(data, outcome, data.plan.items)


def cost(plan: BalancePlan) -> float:
    """What comparing each board with the mean of all makes of a block value."""
    return (len(plan.items) - 1) ** 2 / (len(plan.items) * plan.seats)


TOLD = Told(
    page="which board is worth most", up="{it} is worth {points} more than the average board",
    down="{it} is worth {points} less than the average board",
    none="No board is shown to be better or worse than the average board.", column="above average",
    played="Every seat gets a different board, and every board goes to every seat.")
EXPERIMENT = Experiment(
    "boards", "board", "Boards, against the average board", TOLD, trials,
    estimate, refuses, effects=effects, spread=spread, cost=cost, enough=HELD,
    held=lambda plan: plan.seats / len(plan.items),
    tables={"additivity": design.ADDITIVITY,
            "shrunk": Table("Worth, shrunk towards the average",
                            ("agent", "item", "outcome", "raw", "shrunk", "stderr"))},
    note="The boards were assigned. Players who choose their own may do better or worse.")


# ---- estimators --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Boards:
    """Worth of each board off their mean, the same drawn to the mean, the test of gamma, and who met whom."""

    worths: Worths
    effects: list[Effect]
    shrunk: Shrunk
    gamma: FTest
    matrix: Floats          # mean outcome of the row's board where it met the column's
    met: Ints               # in so many blocks


def boards(held: ArrayLike, outcomes: ArrayLike, count: int, par: float = 0.0, level: float = LEVEL) -> Boards:
    """From held[block, place] and outcomes[block, rotation, seat], place l sitting in seat (l + r) mod n."""
    values = contrasts.holders(outcomes, par)
    found = contrasts.from_games(held, outcomes, count, None, par)
    errors = np.sqrt(np.maximum(0.0, np.diag(found.covariance)))
    matrix, met = contrasts.matrix(held, values, count)
    return Boards(found, [found.effect(i, level) for i in range(count)], shrink(found.values, errors),
                  contrasts.additivity(held, values, count), matrix, met)
