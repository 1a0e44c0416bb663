"""What each strategy's points come from: shares of the final points by source, a colour a strategy."""
from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from reports.plots import style
from reports.rows import records
from reports.wording import counted


@style.styled
def draw(table: pd.DataFrame, games: int) -> Figure:
    """Over the rows of `strategy_sources`; sources in the order of the table, with the mean of all seats as a line."""
    sources, names = list(dict.fromkeys(table["source"])), list(dict.fromkeys(table["strategy"]))
    figure = style.new_figure(1.9 + 0.42 * len(sources) + 0.26 * len(names))
    style.heading(figure, "Strategies", f"Share of a seat's points from each source, by strategy; "
                  f"{counted(games, 'game')}.\nGrey line: all seats. Descriptive: it says what is done, not what "
                  "it is worth.")
    axes = figure.subplots()
    for at, source in enumerate(sources):
        rows = table[table["source"] == source]
        whole = float(rows["share_of_all"].iloc[0]) * 100
        axes.plot([whole, whole], [at - 0.35, at + 0.35], color=style.FAINT, linewidth=1.4)
        for row in records(rows):
            number = names.index(row["strategy"])
            axes.plot(row["share"] * 100, at, style.marker(number), color=style.colour(number), markersize=7)
    for number, name in enumerate(names):
        axes.plot([], [], style.marker(number), color=style.colour(number), markersize=7,
                  label=style.shorten(name, 70))
    axes.set_yticks(range(len(sources)), sources)
    axes.set_ylim(len(sources) - 0.4, -0.6)
    axes.set_xlim(left=0)
    style.value_axis(axes, "share of the points, %")
    figure.legend(loc="outside lower left", ncols=1, handletextpad=0.3)
    return figure
