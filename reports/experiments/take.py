"""Is taking an item good, net of its price and of what else one could do? Forks at each seat's first chance."""
from __future__ import annotations

from math import nan

import numpy as np
import pandas as pd

from reports.experiments.data import OUTCOMES, Data, Found
from reports.experiments.looking import at_any_look
from reports.experiments.plan import Cell, Plan
from reports.experiments.rows import row
from reports.experiments.trials import LEFT, MAIN, Trial
from reports.statistics.effects import Floats
from reports.statistics.take_or_leave import take_or_leave

ESTIMAND = "take or leave"


def trials(plan: Plan, cell: Cell, block: int, at: int) -> list[Trial]:
    """A game, and a fork of it at each seat's first chance."""
    task = plan.task(cell, block, 0, plan.options_of(cell))
    return [Trial(task, cell.experiment, cell.item, cell.value, forks=True)]


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


def found(data: Data) -> Found:
    """The effect of taking, and how often one can, and does."""
    out, item, each = Found(), data.cell.item, forks(data)
    for outcome in OUTCOMES:
        said = take_or_leave(each["block"], each[f"{outcome}_taken"], each[f"{outcome}_left"], each["would_take"],
                             data.blocks * data.plan.seats)
        out.rows.append(row(data.run, data.called(item), ESTIMAND, outcome,
                            at_any_look(data, said.effect, values(data, outcome)), delta=data.delta(outcome),
                            opportunity_rate=said.opportunity_rate, take_rate=said.take_rate,
                            naive_win_owned=data.naive.get(item, nan)))
    return out
