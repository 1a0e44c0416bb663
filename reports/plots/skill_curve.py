"""How much each doubling of the budget still wins, and the band within which it wins nothing."""
from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from reports.plots import style
from reports.rows import records
from reports.statistics.matches import WITHIN


@style.styled
def draw(table: pd.DataFrame) -> Figure:
    """Over the rows of `doublings`, without the step from random: a point a doubling, with its interval."""
    rows = records(table[table["step"] > 0].sort_values("step"))
    figure = style.new_figure(4.2)
    style.heading(figure, "Depth of skill", "How much more often a seat wins that thinks twice as long as all others.\n"
                  f"Shaded: by {100 * WITHIN:g} % of the wins or less. Bars: where the true value lies (95 %)"
                  + ("; hollow: no interval." if any(row["low"] != row["low"] for row in rows) else "."))
    axes = figure.subplots()
    axes.axhspan(-100 * WITHIN, 100 * WITHIN, color="#eef3f7", zorder=0)
    axes.axhline(0, color=style.FAINT, linestyle="--", linewidth=1.2)
    axes.plot(range(len(rows)), [100 * row["win_off_par"] for row in rows], color=style.colour(0), linewidth=1.0)
    for at, row in enumerate(rows):
        axes.plot([at, at], [100 * row["low"], 100 * row["high"]], color=style.colour(0))
        axes.plot(at, 100 * row["win_off_par"], "o", color=style.colour(0), markersize=7,
                  markerfacecolor="white" if row["low"] != row["low"] else style.colour(0))
    names = [f"{style.shorten(row['larger'], 14)}\nagainst\n{style.shorten(row['smaller'], 14)}" for row in rows]
    axes.set_xticks(range(len(rows)), names)
    axes.set_xlim(-0.5, len(rows) - 0.5)
    axes.set_ylabel("above an equal share (% of wins)")
    axes.grid(axis="y")
    return figure
