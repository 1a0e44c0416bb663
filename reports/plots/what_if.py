"""The effect of an item at each value of a printed number, and where it would be balanced."""
from __future__ import annotations

from math import isfinite

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.plots import style
from reports.plots.forest import UNITS
from reports.rows import records

TARGETS = {"zero": "0, so that the item is fair", "mean": "that of the mean of its kind"}
SERIES = 7              # items in one figure: as many as there are colours


@style.styled
def draw(table: pd.DataFrame, crossings: pd.DataFrame) -> Figure:
    """Margin and win over the values: columns item, value, outcome, estimate, low, high, delta; and where each is 0."""
    known = list(dict.fromkeys(table["item"]))
    items = known[:SERIES]
    number, target = str(crossings["number"].iloc[0]), str(crossings["target"].iloc[0])
    aim = 0.0 if target in TARGETS else float(target)
    figure = style.new_figure(4.4)
    style.heading(figure, f"What if {number} were another number",
                  f"The effect at each value of {number}; bars: where it lies (95 %). Shaded: too small to matter.\n"
                  f"At the foot: values at which the effect may be {TARGETS.get(target, target + ' points')}."
                  + (f"\n{len(known) - len(items)} more items: what_if.csv." if len(known) > len(items) else ""))
    outcomes = [outcome for outcome in UNITS if (table["outcome"] == outcome).any()]
    panels = figure.subplots(1, len(outcomes), squeeze=False)[0]
    for axes, outcome in zip(panels, sorted(outcomes), strict=True):
        _panel(axes, table[table["outcome"] == outcome], crossings[crossings["outcome"] == outcome], items, outcome,
               aim if outcome == "margin" else 0.0)
        axes.set_xlabel(number)
    if len(items) > 1:
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=min(4, len(items)))
    return figure


def _panel(axes: Axes, rows: pd.DataFrame, crossings: pd.DataFrame, items: list[str], outcome: str,
           aim: float) -> None:
    label, scale = UNITS[outcome]
    delta = float(rows["delta"].iloc[0]) * scale
    axes.axhspan(aim - delta, aim + delta, color="#eef3f7", zorder=0)
    axes.axhline(aim, color=style.FAINT, linestyle="--", linewidth=1.2)
    shift = 0.04 * float(rows["value"].max() - rows["value"].min())
    for at, item in enumerate(items):
        own = rows[rows["item"] == item].sort_values("value")
        y = own["estimate"].to_numpy(float) * scale
        errors = np.abs(np.vstack([y - own["low"] * scale, own["high"] * scale - y]))
        axes.errorbar(own["value"] + shift * (at - (len(items) - 1) / 2), y, yerr=np.nan_to_num(errors), capsize=2.5,
                      color=style.colour(at), marker=style.marker(at), markersize=6, label=style.shorten(item))
    axes.set_xticks(sorted(set(rows["value"])))
    low, high = axes.get_xlim()
    for at, item in enumerate(items):
        for row in records(crossings[crossings["item"] == item]):
            if isfinite(row["low"]) and isfinite(row["high"]):
                height = 0.03 + 0.03 * at
                axes.plot([row["low"], row["high"]], [height, height], color=style.colour(at), linewidth=3,
                          transform=axes.get_xaxis_transform(), solid_capstyle="butt")
    axes.set_xlim(low, high)
    axes.set_ylabel(f"effect ({label})")
    axes.grid(axis="y")
