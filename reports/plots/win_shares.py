"""Share of the win and points ahead of each agent and each seat, with intervals, against an equal share."""
from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.plots import style
from reports.rows import records, telling
from reports.wording import counted

PANELS = (("win", "share of the win (%)", 100.0), ("margin", "ahead (points)", 1.0))


@style.styled
def draw(table: pd.DataFrame) -> Figure:
    """Two panels, win and margin, over the rows of `tables.win_shares`: agents first, then seats."""
    table = telling(table)
    lines = table[table["outcome"] == "win"][["kind", "name"]].reset_index(drop=True)
    figure = style.new_figure(2.1 + 0.40 * len(lines))
    style.heading(figure, "Share of the win, and points ahead of the others",
                  f"Dashed: an equal share; right of it is better. {counted(table['games'].max(), 'game')}.\n"
                  f"{style.interval_words(table)}")
    for axes, (outcome, label, scale) in zip(figure.subplots(1, 2, sharey=True), PANELS, strict=True):
        _panel(axes, table[table["outcome"] == outcome], label, scale)
    figure.axes[0].set_yticks(range(len(lines)), [style.shorten(name, 22) for name in lines["name"]])
    figure.axes[0].set_ylim(len(lines) - 0.4, -0.6)
    return figure


def _panel(axes: Axes, rows: pd.DataFrame, label: str, scale: float) -> None:
    par = float(rows["par"].iloc[0]) * scale
    axes.axvline(par, color=style.FAINT, linestyle="--", linewidth=1.2)
    for at, row in enumerate(records(rows)):
        number = 0 if row["kind"] == "agent" else 1
        style.dot(axes, row["estimate"] * scale, row["low"] * scale, row["high"] * scale, at, number)
    agents = int((rows["kind"] == "agent").sum())
    if agents:
        axes.axhline(agents - 0.5, color=style.GRID, linewidth=1)
    style.value_axis(axes, label)
    _room(axes, par)


def _room(axes: Axes, par: float) -> None:
    """Widen the axis until it holds par with some room: a panel of points that are all at par has no width."""
    low, high = axes.get_xlim()
    if high - low < 1:
        axes.set_xlim(par - 5, par + 5)
