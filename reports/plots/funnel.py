"""How the raw estimates of all variants spread as their games grow in number, against what chance alone would do."""
from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from reports.plots import style


@style.styled
def draw(table: pd.DataFrame, measures: dict[str, tuple[str, float]], many: str) -> Figure:
    """A panel a measure: name to its label and what its values are multiplied by. `many`: what the variants are called.

    Columns measure, games, low, lower, median, upper, high (2.5, 25, 50, 75 and 97.5 % of variants), by_chance.
    """
    rows = -(-len(measures) // 2)
    figure = style.new_figure(1.6 + 2.7 * rows)
    style.heading(figure, "The funnel of games",
                  f"Shaded: where 95 % and half of the {many} lie by their own games. Dashed: where 95 % would lie\n"
                  "if all were alike. Where the shaded band is the wider, they differ by more than chance.")
    panels = style.panels(figure, len(measures))
    for axes, (name, (label, scale)) in zip(panels, measures.items(), strict=True):
        own = table[table["measure"] == name]
        games, middle = own["games"], float(own["median"].iloc[-1]) * scale
        for low, high, colour in (("low", "high", 4), ("lower", "upper", 0)):
            axes.fill_between(games, own[low] * scale, own[high] * scale, color=style.PALETTE[colour], alpha=0.35,
                              linewidth=0)
        for side in (-1, 1):
            axes.plot(games, middle + side * 1.96 * own["by_chance"] * scale, "--", color=style.INK, linewidth=1.2)
        axes.set_ylim(float(own["low"].min()) * scale, float(own["high"].max()) * scale)
        axes.set_title(label, fontsize=10)
        axes.grid()
    for axes in panels[-2:]:
        axes.set_xlabel("games of each")
    return figure
