"""Ratings of the agents of a tournament with their intervals, the strongest on top."""
from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from reports.plots import style
from reports.rows import records
from reports.wording import counted


@style.styled
def draw(table: pd.DataFrame) -> Figure:
    """Over the rows of `ratings`: columns agent, rating, low, high, level, games."""
    figure = style.new_figure(2.0 + 0.36 * len(table))
    games = int(table["games"].sum()) // int(table["seats"].iloc[0])
    style.heading(figure, "Ratings", f"Elo, relative to the mean of all agents; {counted(games, 'game')}.\n"
                  f"{style.interval_words(table)}")
    axes = figure.subplots()
    axes.axvline(0, color=style.FAINT, linestyle="--", linewidth=1.2)
    for at, row in enumerate(records(table)):
        style.dot(axes, row["rating"], row["low"], row["high"], at, 0)
    axes.set_yticks(range(len(table)), [style.shorten(name, 28) for name in table["agent"]])
    axes.set_ylim(len(table) - 0.4, -0.6)
    style.value_axis(axes, "Elo")
    return figure
