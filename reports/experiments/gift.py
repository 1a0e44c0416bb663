"""What is an item worth to a seat that begins with it? Nothing was paid, so this is no price.

A block is played once with the item in each seat. Under keyed chance an item that does nothing changes nothing: its
value is then exactly 0 in every block.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import inf, nan

import numpy as np
from numpy.typing import ArrayLike

from games.api import Game
from reports.experiments import design
from reports.experiments.items import Kind
from reports.experiments.plan import OUTCOMES, BalancePlan, Cell, Data, Experiment, Findings, Table, Told
from reports.experiments.trials import Trial
from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Effect, Floats, par, quantile, rotated


def trials(plan: BalancePlan, cell: Cell, block: int, at: int) -> list[Trial]:
    """The item in each seat in turn."""
    return design.rotated(plan, cell, block, design.alone(plan, cell.item))


def refuses(game: Game, kind: Kind, seats: int) -> str:
    """An item has to be handed to one seat alone."""
    return "" if kind.is_gift else f"{kind.name} of {game.name} cannot be handed to one seat alone; ask for boards"


def gift(outcomes: ArrayLike, outcome: str, seats: int, level: float = LEVEL) -> Effect:
    """The worth of an item from outcomes[block, rotation] of the seat that had it, one rotation a seat."""
    return rotated(outcomes, par(outcome, seats), level)


def estimate(data: Data) -> Findings:
    """The worth of the item, and the handicap that would take it away again."""
    out, n, item = Findings(), data.plan.seats, data.cell.item
    for outcome in OUTCOMES:
        effect = data.at_any_look(gift(data.of_holder(outcome), outcome, n), design.of_holder(data, outcome))
        out.rows.append(data.row(item, EXPERIMENT.estimand, outcome, effect, supply=data.plan.supply,
                                 naive_win_owned=data.naive.get(item, nan)))
    scores, held = data.cube("score"), data.held_by_holder()
    own, others = scores[held].reshape(-1, n), scores[~held].reshape(-1, n, n - 1)
    fair = komi(own, others, par("win", n))
    out.tables["komi"] = [{"item": data.called(item), "agent": data.cell.agent, "points": fair.points, "low": fair.low,
                           "high": fair.high, "level": fair.level, "blocks": fair.blocks}]
    return out


TOLD = Told(
    page="what {kind} {are} worth", up="{it} is worth {points} to a seat that begins with it",
    down="{it} costs a seat that begins with it {points}",
    none="No item is shown to be worth anything to a seat that begins with it.", column="worth",
    played="One seat begins with the item, each seat in turn, and pays nothing for it.")
EXPERIMENT = Experiment(
    "gift", "gift", "Worth to a seat that begins with it",
    TOLD, trials, estimate, refuses, design.of_holder, one_item=True, stops=True, columns=("naive_win_owned",),
    tables={"komi": Table("Points that would cancel the gift",
                          ("agent", "item", "points", "low", "high", "blocks"))})


# ---- komi: the handicap in points after which the seat with the item wins its share and no more ----


@dataclass(frozen=True)
class Komi:
    """The fair handicap; bounds are infinite where the grid's end is not rejected."""

    points: float
    low: float
    high: float
    level: float
    blocks: int


def komi(own: ArrayLike, others: ArrayLike, par: float, kappas: ArrayLike | None = None, level: float = LEVEL) -> Komi:
    """The fair handicap of whoever has own[block, rotation] points against others[block, rotation, other seats].

    From games already played: mean win(score - kappa) = par. The interval holds every kappa of a grid that a t test on
    the block values does not reject; value and bounds lie between two points of the grid. The handicap is hidden from
    the players, so it prices what they did without it.
    """
    mine, theirs = np.asarray(own, dtype=np.float64), np.asarray(others, dtype=np.float64)
    if mine.ndim != 2 or theirs.shape[:2] != mine.shape or theirs.ndim != 3:
        raise ValueError(f"found own scores of shape {mine.shape} and others of shape {theirs.shape}, "
                         "expected (blocks, rotations) and (blocks, rotations, other seats)")
    blocks = len(mine)
    if blocks < 2:
        return Komi(nan, nan, nan, level, blocks)
    lead, level_with = mine - theirs.max(axis=-1), (theirs == theirs.max(axis=-1, keepdims=True)).sum(axis=-1)
    at = _grid(lead) if kappas is None else np.asarray(kappas, dtype=np.float64)
    means, errors = np.empty(len(at)), np.empty(len(at))
    for k, kappa in enumerate(at):
        share = np.where(lead > kappa, 1.0, np.where(lead == kappa, 1 / (1 + level_with), 0.0))
        d = share.mean(axis=1) - par
        means[k], errors[k] = d.mean(), d.std(ddof=1) / blocks ** 0.5
    reach = quantile(level, blocks - 1) * errors
    return Komi(_crossing(at, means), _crossing(at, means - reach), _crossing(at, means + reach), level, blocks)


def _grid(lead: Floats, steps: int = 200) -> Floats:
    """Handicaps to try: over the middle 98 % of the leads seen, a quarter of a point apart or, for wide leads, more."""
    low, high = np.quantile(lead, [0.01, 0.99])
    step = max(0.25, float(2.0 ** np.ceil(np.log2(max(high - low, 1e-9) / steps))))
    return np.arange(np.floor(low), np.ceil(high) + step, step)


def _crossing(at: Floats, falling: Floats) -> float:
    """Where a curve that falls with the handicap crosses 0; the middle of a stretch at 0."""
    above, below = np.flatnonzero(falling > 0), np.flatnonzero(falling < 0)
    if not len(above):
        return -inf
    later = below[below > above[-1]]
    if not len(later):
        return inf
    last, first = above[-1], later[0]
    if first == last + 1:
        share = falling[last] / (falling[last] - falling[first])
        return float(at[last] + share * (at[first] - at[last]))
    return float((at[last + 1] + at[first - 1]) / 2)
