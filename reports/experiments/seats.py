"""Does it matter where you sit? The same agent everywhere, and the luck goes round the table.

Keys follow a logical player, who sits in seat (l + r) mod n in game r: every seat meets every player's luck.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan, nan
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from reports.experiments import design
from reports.experiments.items import SEATS
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
from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Effect, Floats, from_blocks, luck_left, par, win_shares


def trials(plan: BalancePlan, cell: Cell, block: int, at: int) -> list[Trial]:
    """The same game with the luck going round the table."""
    return design.luck_rotated(plan, cell, block, plan.options_of(cell))


def estimate(data: Data) -> Findings:
    """Each seat off par, the joint test, and what a tie rule that names turn order gives each seat."""
    out, n = Findings(), data.plan.seats
    about = {"agent": data.cell.agent, "value": data.cell.value}
    for outcome in OUTCOMES:
        x, level = data.cube(outcome), par(outcome, n)
        found = seats(x, level)
        for s, effect in enumerate(found.effects):
            looked = data.at_any_look(effect, x[:, :, s].mean(axis=1) - level)
            out.rows.append(data.row(f"seat {s}", EXPERIMENT.estimand, outcome, looked))
        joint = found.joint
        out.tables.setdefault("joint_test", []).append(
            {**about, "outcome": outcome, "t2": joint.t2, "f": joint.f, "p": joint.p, "blocks": data.blocks})
    gained, decided = tie_rule(data.cube("win"), win_shares(data.cube("score")))
    out.tables["tie_rule"] = [{**about, "item": f"seat {s}", "win_from_tie_rule": float(gained[s]),
                               "games_decided": decided} for s in range(n)]
    return out


def effects(data: Data, x: Floats) -> Named:
    """Each seat off par."""
    return [(f"seat {s}", effect) for s, effect in enumerate(seats(x).effects)]


def spread(data: Data, outcome: str) -> Spread:
    """Of the first seat: all are alike in this."""
    return design.variance(data.cube(outcome).mean(axis=1)[:, 0])


def joint_words(row: Mapping[str, Any]) -> str:
    """What the joint test says."""
    if isnan(row["p"]):
        return ""
    said = "Some seat is favoured" if row["p"] < 0.05 else "It is not shown that any seat is favoured"
    return f"{said} (p = {row['p']:.2g})."


TOLD = Told(
    page="does it matter where you sit", up="{it} ends {points} ahead of the others",
    down="{it} ends {points} behind the others", none="It is not shown that one seat is better than another.",
    column="ahead", played="The same dice and draws are played once for every seat, and the luck goes round the table.")
EXPERIMENT = Experiment(
    "seats", "seat", "Seats", TOLD, trials, estimate, effects=effects,
    spread=spread, own_kind=SEATS, ranked=False,
    tables={"joint_test": Table("Is any seat favoured? Hotelling's test",
                                ("agent", "outcome", "t2", "f", "p", "blocks"), joint_words),
            "tie_rule": Table("What the tie rule gives each seat",
                              ("agent", "item", "win_from_tie_rule", "games_decided"))})


# ---- estimators --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hotelling:
    """Joint test that no seat is favoured: T squared, its F and p. NaN where blocks are too few or do not differ."""

    t2: float
    f: float
    p: float
    degrees: tuple[int, int]


@dataclass(frozen=True)
class Seats:
    """Each seat's distance from par, which sum to 0, and the joint test."""

    effects: list[Effect]
    joint: Hotelling


def seats(outcomes: ArrayLike, par: float = 0.0, level: float = LEVEL) -> Seats:
    """Seat effects from outcomes[block, rotation, seat]."""
    x = np.asarray(outcomes, dtype=np.float64)
    if x.ndim != 3:
        raise ValueError(f"found outcomes of shape {x.shape}, expected (blocks, rotations, seats)")
    d = x.mean(axis=1) - par
    games = x.shape[0] * x.shape[1]
    found = [from_blocks(d[:, s], games, luck_left(x[:, :, s]), level) for s in range(x.shape[2])]
    return Seats(found, hotelling(d[:, :-1]))


def hotelling(d: ArrayLike) -> Hotelling:
    """Hotelling's test that the mean of the rows is 0 in every column (H. Hotelling, 1931)."""
    x = np.asarray(d, dtype=np.float64)
    blocks, size = x.shape
    if blocks <= size + 1:
        return Hotelling(nan, nan, nan, (size, max(0, blocks - size)))
    mean, spread = x.mean(axis=0), np.atleast_2d(np.cov(x, rowvar=False))
    values = np.linalg.eigvalsh(spread)
    if values[0] <= 1e-12 * max(values[-1], 1e-12):
        return Hotelling(nan, nan, nan, (size, blocks - size))
    t2 = float(blocks * mean @ np.linalg.solve(spread, mean))
    f = t2 * (blocks - size) / (size * (blocks - 1))
    return Hotelling(t2, f, float(special.fdtrc(size, blocks - size, f)), (size, blocks - size))


def tie_rule(by_rule: ArrayLike, split: ArrayLike) -> tuple[Floats, float]:
    """What a tie rule that names turn order gives each seat, and the share of games it decided.

    Both tables are win[block, rotation, seat], with the game's rule and with ties split. The gap is at most that share.
    """
    rule, shared = np.asarray(by_rule, dtype=np.float64), np.asarray(split, dtype=np.float64)
    return (rule - shared).mean(axis=(0, 1)), float((rule != shared).any(axis=2).mean())
