"""How long games are: decisions of a seat, and rounds."""
from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from reports.plots import style
from reports.rows import records
from reports.wording import counted


@style.styled
def draw(length: pd.DataFrame, histogram: pd.DataFrame) -> Figure:
    """One panel a measure, over the rows of `tables.game_length` and `tables.game_length_histogram`.

    A measure that is the same in every game is said in words and not drawn, unless none would be left.
    """
    rows = records(length)
    fixed = [f"{row['measure'].capitalize()}: always {row['min']:g}." for row in rows if row["min"] == row["max"]]
    drawn = [row for row in rows if row["min"] < row["max"]] or rows
    figure = style.new_figure(3.9)
    games = length["games"].max()
    lines = [f"{counted(games, 'game')}; dashed: the mean.", *([" ".join(fixed)] if fixed else [])]
    style.heading(figure, "Length of a game", "\n".join(lines))
    panels = figure.subplots(1, len(drawn), squeeze=False)[0]
    for at, (axes, row) in enumerate(zip(panels, drawn, strict=True)):
        mean, measure = row["mean"], row["measure"]
        axes.margins(y=0.14)
        style.bars(axes, histogram[histogram["measure"] == measure], at)
        axes.axvline(mean, color=style.INK, linestyle="--", linewidth=1.4)
        axes.annotate(f"{mean:.1f}", (mean, 1), xycoords=("data", "axes fraction"), xytext=(4, -2),
                      textcoords="offset points", va="top", fontsize=10,
                      bbox={"facecolor": "white", "edgecolor": "none", "pad": 1, "alpha": 0.8})
        axes.set_xlabel(f"{measure} in a game")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=7))
        axes.grid(axis="y")
        axes.set_ylabel("% of seats and games" if measure != "rounds" else "% of games")
    return figure
