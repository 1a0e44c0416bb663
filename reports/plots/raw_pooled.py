"""Each variant's own estimate beside the pooled one: how much it borrows from those that share a level with it."""
from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from reports.plots import style


@style.styled
def draw(table: pd.DataFrame, measures: dict[str, tuple[str, float]], one: str) -> Figure:
    """A panel a measure: name to its label and what its values are multiplied by. `one`: what a variant is called.

    Columns measure, raw, pooled.
    """
    rows = -(-len(measures) // 2)
    figure = style.new_figure(1.4 + 3.3 * rows)
    style.heading(figure, "Raw and pooled",
                  f"Across: what a {one}'s own games say. Up: the pooled estimate. On the dashed line the two\n"
                  "agree; the flatter the cloud, the more of the raw spread is chance.")
    panels = style.panels(figure, len(measures))
    for axes, (name, (label, scale)) in zip(panels, measures.items(), strict=True):
        own = table[table["measure"] == name]
        axes.axline((float(own["raw"].mean()) * scale,) * 2, slope=1, color=style.FAINT, linestyle="--", linewidth=1.0)
        axes.plot(own["raw"] * scale, own["pooled"] * scale, "o", color=style.PALETTE[0], markersize=3, alpha=0.6,
                  markeredgewidth=0, rasterized=True)
        axes.set_title(label, fontsize=10)
        axes.grid()
    for axes in panels[-2:]:
        axes.set_xlabel("raw")
    for axes in panels[::2]:
        axes.set_ylabel("pooled")
    return figure
