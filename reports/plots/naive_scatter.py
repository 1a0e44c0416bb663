"""The win rate of owners beside the causal effect: what other tables print, and what it should have been."""
from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.plots import style
from reports.plots.exchange_rate import LONGEST, spread
from reports.rows import records

NAMED = 30              # items furthest from the line, by name


@style.styled
def draw(table: pd.DataFrame, what: str) -> Figure:
    """One point an item: columns item, estimate (win off par), naive (win rate of owners off par), low, high."""
    figure = style.new_figure(6.4)
    style.heading(figure, "Owners' win rate against the effect",
                  f"Across: what an item does ({what}).\nUp: how often those win who took it. On the "
                  "dashed line the two would agree; who owns an item\nis no accident, so they need not. Bars: where "
                  "the effect lies (95 %).")
    axes, names = figure.subplots(1, 2, sharey=True, width_ratios=[1.5, 1])
    x, y = table["estimate"].to_numpy(float) * 100, table["naive"].to_numpy(float) * 100
    for row, at, up in zip(records(table), x, y, strict=True):
        axes.plot([row["low"] * 100, row["high"] * 100], [up, up], color=style.PALETTE[4], linewidth=1.6)
        axes.plot(at, up, "o", color=style.PALETTE[0], markersize=6)
    (left, right), (low, high) = _edges(table[["estimate", "low", "high"]].to_numpy(float) * 100), _edges(y)
    axes.axline((0, 0), slope=1, color=style.FAINT, linewidth=1.0, linestyle="--")
    axes.axhline(0, color=style.GRID, linewidth=1)
    axes.axvline(0, color=style.GRID, linewidth=1)
    axes.set_xlim(left, right)
    axes.set_ylim(low, high)
    axes.set_xlabel("effect (% of wins)")
    axes.set_ylabel("owners' wins above an equal share (%)")
    names.set_axis_off()
    names.set_xlim(0, 1)
    _names(axes, names, table, x, y)
    return figure


def _edges(values: np.ndarray) -> tuple[float, float]:
    """The ends of an axis that holds 0 and all values that are known, with some room."""
    low, high = min(0.0, float(np.nanmin(values))), max(0.0, float(np.nanmax(values)))
    room = max(1.0, 0.1 * (high - low))
    return low - room, high + room


def _names(plot: Axes, axes: Axes, table: pd.DataFrame, x: np.ndarray, y: np.ndarray) -> None:
    (low, high), edge = plot.get_ylim(), plot.get_xlim()[1]
    far = np.argsort(-np.abs(y - x), kind="stable")[:NAMED]
    far = far[np.argsort(y[far], kind="stable")]
    places = spread(y[far], low, high, min(0.06, 0.98 / len(far)) * (high - low))
    for number, at in zip(far, places, strict=True):
        plot.plot([x[number], edge], [y[number], y[number]], color=style.GRID, linewidth=0.7, zorder=0)
        axes.plot([0.0, 0.08], [y[number], at], color=style.FAINT, linewidth=0.7, clip_on=False)
        axes.text(0.1, at, style.shorten(str(table["item"].iloc[number]), LONGEST), va="center", fontsize=8)
