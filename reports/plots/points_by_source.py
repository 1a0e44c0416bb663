"""Where the points come from: mean points from each source, by agent, or by seat where there is one agent."""
from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from reports.plots import style
from reports.rows import records
from reports.wording import counted


@style.styled
def draw(table: pd.DataFrame) -> Figure:
    """Over the rows of `tables.points_by_source`, which must not be empty; sources in the order of the table."""
    kind = "agent" if (table["kind"] == "agent").sum() > table["source"].nunique() else "seat"
    rows = table[table["kind"] == kind]
    sources, names = list(rows["source"].unique()), list(rows["name"].unique())
    step = max(0.42, 0.15 * len(names) + 0.12)
    figure = style.new_figure(2.3 + step * len(sources) + 0.26 * ((len(names) - 1) // 4))
    games = table["games"].max()
    style.heading(figure, "Mean points by source",
                  f"What a seat got from each source in a game, by {kind}; {counted(games, 'game')}.\n"
                  f"{style.interval_words(rows)}")
    axes = figure.subplots()
    for number, name in enumerate(names):
        part = rows[rows["name"] == name].set_index("source").loc[sources]
        offset = (number - (len(names) - 1) / 2) * min(0.7 / len(names), 0.24)
        for at, row in enumerate(records(part)):
            style.dot(axes, row["mean"], row["low"], row["high"], at + offset, number, size=6)
        axes.plot([], [], style.marker(number), color=style.colour(number), markersize=6, label=style.shorten(name))
    axes.axvline(0, color=style.FAINT, linewidth=1)
    for at in range(len(sources) - 1):
        axes.axhline(at + 0.5, color=style.GRID, linewidth=0.8)
    axes.set_yticks(range(len(sources)), sources)
    axes.set_ylim(len(sources) - 0.5, -0.5)
    style.value_axis(axes, "mean points a seat and game")
    figure.legend(loc="outside lower left", ncols=min(4, len(names)), handletextpad=0.3)
    return figure
