"""Is taking an item good, net of its price and of what else one could do?

At the first decision where a seat may take it, the game forks: take it, or play the agent's best other choice; later
play is free in both, and both share their keys. It speaks of the states that this agent reaches.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from reports.experiments import restrict
from reports.experiments.plan import OUTCOMES, BalancePlan, Cell, Data, Experiment, Findings, Told
from reports.experiments.trials import LEFT, MAIN, Trial
from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Effect, Floats, clustered


def trials(plan: BalancePlan, cell: Cell, block: int, at: int) -> list[Trial]:
    """A game, and a fork of it at each seat's first chance."""
    return [Trial(plan.task(cell, block, 0, plan.options_of(cell)), cell.experiment, cell.item, cell.value, forks=True)]


def forks(data: Data) -> pd.DataFrame:
    """One row a fork: block, would_take, and for each outcome what taking and leaving brought the focal seat."""
    rows = data.seats
    main = rows[rows["arm"] == MAIN][["block", "seat", *OUTCOMES]]
    other = rows[(rows["arm"] != MAIN) & (rows["seat"] == rows["focal"])][["block", "seat", "arm", *OUTCOMES]]
    both = other.merge(main, on=["block", "seat"], suffixes=("_fork", "_main")).sort_values(["block", "seat"])
    took = (both["arm"] == LEFT).to_numpy()     # the fork left it, so the main line took it
    out = {"block": both["block"].to_numpy(), "would_take": took}
    for outcome in OUTCOMES:
        fork, played = both[f"{outcome}_fork"].to_numpy(float), both[f"{outcome}_main"].to_numpy(float)
        out[f"{outcome}_taken"], out[f"{outcome}_left"] = np.where(took, played, fork), np.where(took, fork, played)
    return pd.DataFrame(out)


def values(data: Data, outcome: str) -> Floats:
    """One value a block that has a fork: the mean of its forks."""
    each = forks(data)
    gain = (each[f"{outcome}_taken"] - each[f"{outcome}_left"]).groupby(each["block"], sort=True).mean()
    return np.asarray(gain.to_numpy(), dtype=np.float64)


def estimate(data: Data) -> Findings:
    """The effect of taking, and how often one can, and does."""
    out, item, each = Findings(), data.cell.item, forks(data)
    for outcome in OUTCOMES:
        found = take_or_leave(each["block"], each[f"{outcome}_taken"], each[f"{outcome}_left"], each["would_take"],
                              data.blocks * data.plan.seats)
        out.rows.append(data.row(item, EXPERIMENT.estimand, outcome,
                                 data.at_any_look(found.effect, values(data, outcome)),
                                 opportunity_rate=found.opportunity_rate, take_rate=found.take_rate,
                                 naive_win_owned=data.naive.get(item, nan)))
    return out


TOLD = Told(
    page="whether to take {kind}", up="taking {it} at the first chance gains {points} on the best other move",
    down="taking {it} at the first chance loses {points} against the best other move",
    none="It is not shown of any of them that taking it at once is better or worse than the best other move.",
    column="gain",
    played="At a seat's first chance the game is played on twice: with the item taken, and with the best other move.")
EXPERIMENT = Experiment(
    "take", "take or leave", "Taking it at the first chance, against leaving it", TOLD, trials, estimate,
    restrict.refuses, values, one_item=True, stops=True, games=lambda seats: seats + 1, any_pilot=True,
    columns=("opportunity_rate", "take_rate", "naive_win_owned"))


# ---- estimator ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class TakeOrLeave:
    """The effect of taking, the share of games in which the seat could, and the share of those in which it would."""

    effect: Effect
    opportunity_rate: float
    take_rate: float
    forks: int


def take_or_leave(block: ArrayLike, taken: ArrayLike, left: ArrayLike, would_take: ArrayLike, games: int,
                  level: float = LEVEL) -> TakeOrLeave:
    """From one row a fork: its block, the outcome of either branch, and what the agent would have done by itself.

    `games` counts the focal games played, with a fork or without. Forks of one block are clustered. Both branches of a
    fork are games, so `luck_left` is 2 Var(d) / Var(single game): 4 for branches that share nothing.
    """
    labels = np.asarray(block)
    yes, no = np.asarray(taken, dtype=np.float64), np.asarray(left, dtype=np.float64)
    would = np.asarray(would_take, dtype=bool)
    if not labels.shape == yes.shape == no.shape == would.shape:
        raise ValueError("expected one block, two outcomes and one choice for each fork")
    if len(labels) > games:
        raise ValueError(f"found {len(labels)} forks in {games} games: only the first chance of a game forks")
    d = yes - no
    single = float(np.var(np.concatenate([yes, no]), ddof=1)) if len(d) > 1 else 0.0
    kept = 2 * float(np.var(d, ddof=1)) / single if single > 0 else nan
    return TakeOrLeave(clustered(labels, d, 2 * len(d), kept, level), len(d) / games if games else nan,
                       float(would.mean()) if len(d) else nan, len(d))
