"""The estimate block by block, in a band that holds at every look."""
from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from reports.plots import style

MOST, COLUMNS = 12, 2       # panels


@style.styled
def draw(table: pd.DataFrame) -> Figure:
    """A panel an item: columns item, blocks, estimate, low, high, delta (margin). The first items only, if many."""
    items = list(dict.fromkeys(table["item"]))[:MOST]
    lines = -(-len(items) // COLUMNS)
    figure = style.new_figure(1.6 + 1.75 * lines)
    more = len(set(table["item"])) - len(items)
    left_out = f" {more} more items are in the table." if more else ""
    style.heading(figure, "While the games went on", "The effect in points; the band is where it lies (95 %), however "
                  f"often one looks.\nShaded: too small to matter.{left_out}")
    panels = style.panels(figure, len(items), COLUMNS)
    for axes, item in zip(panels, items, strict=True):
        rows = table[table["item"] == item]
        delta = float(rows["delta"].iloc[0])
        axes.axhspan(-delta, delta, color="#eef3f7", zorder=0)
        axes.axhline(0, color=style.FAINT, linestyle="--", linewidth=1)
        axes.fill_between(rows["blocks"], rows["low"], rows["high"], color=style.PALETTE[4], alpha=0.35, linewidth=0)
        axes.plot(rows["blocks"], rows["estimate"], color=style.PALETTE[0], marker="o" if len(rows) == 1 else "")
        if len(rows) == 1:
            axes.plot(2 * [rows["blocks"].iloc[0]], [rows["low"].iloc[0], rows["high"].iloc[0]], color=style.PALETTE[4])
        axes.set_title(style.shorten(str(item), 34), fontsize=10)
    for axes in panels[-COLUMNS:]:
        axes.set_xlabel("rounds of games (blocks)")
    return figure
