"""Is taking an item good, net of its price and of what else one could do?

At the first decision where a seat may take it, the game forks: take it, or play the agent's best other choice; later
play is free in both, and both share their keys. It speaks of the states that this agent reaches.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from reports.experiments import restrict
from reports.experiments.plan import OUTCOMES, BalancePlan, Cell, Data, Experiment, Findings, Table, Told
from reports.experiments.trials import LEFT, MAIN, WHEN, Trial
from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Effect, Floats, clustered, coefficient

THIRDS = ("first third", "middle third", "last third")      # of the game's decisions
LEAST = 20              # blocks with a fork there, before anything is said of a third


def trials(plan: BalancePlan, cell: Cell, block: int, at: int) -> list[Trial]:
    """A game, and a fork of it at each seat's first chance."""
    return [Trial(plan.task(cell, block, 0, plan.options_of(cell)), cell.experiment, cell.item, cell.value, forks=True)]


def forks(data: Data) -> pd.DataFrame:
    """One row a fork: block, would_take, when, and for each outcome what taking and leaving brought the focal seat."""
    rows = data.seats
    main = rows[rows["arm"] == MAIN][["block", "seat", *OUTCOMES]]
    told = [WHEN] if WHEN in rows else []       # runs of versions before do not say when
    other = rows[(rows["arm"] != MAIN) & (rows["seat"] == rows["focal"])][["block", "seat", "arm", *told, *OUTCOMES]]
    both = other.merge(main, on=["block", "seat"], suffixes=("_fork", "_main")).sort_values(["block", "seat"])
    took = (both["arm"] == LEFT).to_numpy()     # the fork left it, so the main line took it
    out = {"block": both["block"].to_numpy(), "would_take": took,
           WHEN: both[WHEN].to_numpy(float) if told else np.full(len(both), nan)}
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
        out.tables.setdefault("by_time", []).extend(
            {"agent": data.cell.agent, "value": data.cell.value, "item": item, "outcome": outcome, **line}
            for line in by_time(each["block"], each[f"{outcome}_taken"] - each[f"{outcome}_left"], each[WHEN]))
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
    columns=("opportunity_rate", "take_rate", "naive_win_owned"),
    tables={"by_time": Table(
        "The gain by when the chance came, and how much more that is than in the third before",
        ("agent", "item", "outcome", "chance", "gain", "low", "high", "more", "more_low", "more_high", "forks"))},
    win_range=lambda seats: (-1.0, 1.0))


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


def by_time(block: ArrayLike, gains: ArrayLike, when: ArrayLike) -> list[dict[str, Any]]:
    """What taking gained where the chance came in each third of the game, and how much more that is than in the third
    before. Thirds with forks in fewer than LEAST blocks are left out.
    """
    labels, d = np.asarray(block), np.asarray(gains, dtype=np.float64)
    third = np.floor(np.asarray(when, dtype=np.float64) * len(THIRDS))
    enough = [k for k in range(len(THIRDS)) if len(np.unique(labels[third == k])) >= LEAST]
    lines = []
    for before, k in zip([None, *enough], enough, strict=False):
        own = third == k
        found = clustered(labels[own], d[own], 2 * int(own.sum())).interval
        more = {} if before is None else _more(labels, d, own, third == before)
        lines.append({"chance": THIRDS[k], "gain": found.estimate, "low": found.low, "high": found.high, **more,
                      "forks": int(own.sum())})
    return lines


def _more(labels: NDArray[Any], d: Floats, own: NDArray[np.bool_], other: NDArray[np.bool_]) -> dict[str, float]:
    """How much more it is in one group of forks than in another; forks of one block share its luck, in both groups."""
    blocks, at = np.unique(labels, return_inverse=True)
    off = np.where(own, (d - d[own].mean()) / own.sum(), 0.0) - np.where(
        other, (d - d[other].mean()) / other.sum(), 0.0)
    sums = np.bincount(at, weights=off, minlength=len(blocks))
    used = len(np.unique(labels[own | other]))
    found = coefficient(float(d[own].mean() - d[other].mean()), float(np.sqrt(used / (used - 1) * (sums ** 2).sum())),
                        used - 1, used, 2 * int((own | other).sum())).interval
    return {"more": found.estimate, "more_low": found.low, "more_high": found.high}
