"""What each level of each factor adds to the mean of all variants, for several measures side by side."""
from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from reports.plots import style
from reports.rows import records


@style.styled
def draw(table: pd.DataFrame, measures: dict[str, tuple[str, float]], many: str) -> Figure:
    """A panel a measure: name to its label and what its values are multiplied by. `many`: what the variants are called.

    Columns measure, factor, level, effect, low, high; levels stand below their factor in the order of the table.
    """
    lines = list(dict.fromkeys(zip(table["factor"], table["level"], strict=True)))
    factors = list(dict.fromkeys(factor for factor, _ in lines))
    height = {line: at + factors.index(line[0]) for at, line in enumerate(lines)}       # a gap between factors
    figure = style.new_figure(2.0 + 0.2 * (len(lines) + len(factors)))
    style.heading(figure, "What each module does at each place",
                  f"How far {many} with it lie from the mean of all, as pooled.\n"
                  "Bars: where the true value lies (95 %)"
                  + ("; hollow: no interval." if table["low"].isna().any() else "."))
    panels = figure.subplots(1, len(measures), sharey=True, squeeze=False)[0]
    for axes, (name, (label, scale)) in zip(panels, measures.items(), strict=True):
        axes.axvline(0.0, color=style.FAINT, linestyle="--", linewidth=1.2)
        for row in records(table[table["measure"] == name]):
            style.dot(axes, row["effect"] * scale, row["low"] * scale, row["high"] * scale,
                      height[row["factor"], row["level"]], factors.index(row["factor"]), size=4.5)
        style.value_axis(axes, label.replace(" (", "\n("))
        axes.xaxis.label.set_fontsize(9.5)
    panels[0].set_yticks(list(height.values()), [f"{level} ({factor})" for factor, level in lines], fontsize=8)
    panels[0].set_ylim(max(height.values()) + 0.6, -0.6)
    return figure
