"""Tiles: how often each is owned, and how often its owners win. Who owned what, not what owning it did."""
from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from reports.plots import style
from reports.rows import records

MOST, LONGEST = 24, 46      # tiles, and letters of one
CAVEAT = "Not the effect of a tile: agents buy some tiles when ahead and others when behind."


@style.styled
def draw(table: pd.DataFrame) -> Figure:
    """Frequency and forest over the rows of `tables.tile_win_shares`, which must not be empty, in its order."""
    more, table = len(table) - MOST, table[:MOST]
    figure = style.new_figure(2.4 + 0.245 * len(table))
    style.heading(figure, "Tiles owned, and how often their owners win",
                  f"{CAVEAT}\nThe most often owned first{f', {more} more are in the file' if more > 0 else ''}. "
                  f"Dashed: an equal share of the win.\n{style.interval_words(table)}")
    owned, wins = figure.subplots(1, 2, sharey=True, width_ratios=[1, 1.5])
    height = range(len(table))
    owned.barh(height, table["frequency"] * 100, height=0.68, color=style.PALETTE[4])
    owned.set_xlim(0, 100)
    style.value_axis(owned, "owned by (% of seats)")
    wins.axvline(float(table["par"].iloc[0]) * 100, color=style.FAINT, linestyle="--", linewidth=1.2)
    for at in range(1, len(table), 2):
        for axes in (owned, wins):
            axes.axhspan(at - 0.5, at + 0.5, color="#f5f5f5", zorder=0)
    for at, row in enumerate(records(table)):
        style.dot(wins, row["naive_win_owned"] * 100, row["low"] * 100, row["high"] * 100, at, 0, size=5.5)
    style.value_axis(wins, "wins of owners (%), not causal")
    wins.margins(x=0.06)
    owned.set_yticks(list(height), [style.shorten(tile, LONGEST) for tile in table["tile"]], fontsize=8.5)
    owned.set_ylim(len(table) - 0.4, -0.6)
    return figure
