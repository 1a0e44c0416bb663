"""Varied numbers on a page: at which value, or at which settings of several, an item would be what it should be."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from reports.experiments import varied
from reports.experiments.plan import BalancePlan
from reports.experiments.what_if import MEAN, SEPARATOR, ZERO
from reports.plots import settings as settings_plot
from reports.statistics.surface import ABOVE
from reports.wording import capitalised, listed, p_value, signed

NAMED = 4               # settings that a sentence names
POOR_FIT = 0.05         # p below which the surface does not describe the games
Row = Mapping[str, Any]


def aim(target: str) -> str:
    """What a target asks for, as in `would be balanced`."""
    return {"": "balanced", ZERO: "balanced", MEAN: "as good as the mean of its kind"}.get(target,
                                                                                          f"worth {target} points")


def played(plan: BalancePlan) -> str:
    """Which values the games were played with, as a sentence with a space before it."""
    if not plan.vary:
        return ""
    paths = plan.vary.split(SEPARATOR)
    if len(paths) == 1:
        return f" The number {plan.vary} was {listed(plan.values, 'or')}."
    each = [sorted({value.split(SEPARATOR)[at] for value in plan.values}, key=int) for at in range(len(paths))]
    return " " + "; ".join(f"{path} was {listed(own, 'or')}" for path, own in zip(paths, each, strict=True)) + (
        f": {len(plan.values)} settings.")


def crossing(plan: BalancePlan, row: Row) -> str:
    """At which value of one number, of those played, an item reaches the target."""
    item, number, what = capitalised(row["item"]), row["number"], aim(plan.target)
    if isfinite(row["balanced_at"]) and isfinite(row["low"]):
        low = f"{'at most ' if row['open_low'] else ''}{row['low']:.1f}"
        high = f"{row['high']:.1f}{' or more' if row['open_high'] else ''}"
        return f"{item} would be {what} with {number} at {row['balanced_at']:.1f} (95 % interval {low} to {high})."
    if row["beyond"]:
        values = [int(value) for value in plan.values]
        end, word = (max(values), "above") if row["beyond"] == ABOVE else (min(values), "below")
        return f"{item} would be {what} with {number} {word} {end}, which was not played."
    return f"It cannot be said yet at which {number} {row['item']} would be {what}."


def fitting(plan: BalancePlan, rows: Sequence[Row]) -> str:
    """Which settings of several numbers fit the target, those nearest to it first."""
    paths, item = plan.vary.split(SEPARATOR), rows[0]["item"]
    goal = 0.0 if plan.target in ("", ZERO, MEAN) else float(plan.target)
    fits = sorted((row for row in rows if row["fits"]), key=lambda row: abs(row["predicted"] - goal))
    poor = (f" A smooth surface does not describe these games well ({p_value(rows[0]['p_fit'])})."
            if rows[0]["p_fit"] < POOR_FIT else "")
    if not fits:
        return (f"{capitalised(item)} is {aim(plan.target)} at none of the {len(rows)} settings within the range "
                f"played.{poor}")
    near = [f"{', '.join(f'{path} {row[path]:g}' for path in paths)} ({signed(row['predicted'])})" for row in fits]
    return (f"{capitalised(item)} may be {aim(plan.target)} at {len(fits)} of {len(rows)} settings within the range "
            f"played, first of all at {'; '.join(near[:NAMED])}.{poor}")


def figures(plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> dict[str, Figure]:
    """A map of the settings of the item that was asked about, by the strongest agent; none where there is none."""
    own = tables["settings"]
    own = own[(own["agent"] == plan.agents[-1]) & (own["outcome"] == "margin")
              & (own["estimand"] == plan.records[0].estimand)]
    if not len(own):
        return {}
    paths = plan.vary.split(SEPARATOR)
    item = next(item for item in own["item"].unique() if varied.is_of(plan, item))
    return {"settings": settings_plot.draw(own[own["item"] == item], paths, str(item), aim(plan.target))}
