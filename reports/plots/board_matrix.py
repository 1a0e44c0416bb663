"""Who beats whom: the mean margin of the row's board in games where it met the column's."""
from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from reports.plots import style
from reports.wording import counted, minus


@style.styled
def draw(table: pd.DataFrame) -> Figure:
    """A field a pair: columns item, against, mean, blocks; boards in the order of their mean."""
    wide = table.pivot(index="item", columns="against", values="mean")
    order = list(wide.mean(axis=1).sort_values(ascending=False, kind="stable").index)
    wide = wide.reindex(index=order, columns=order)
    figure = style.new_figure(2.2 + 0.45 * len(order))
    style.heading(figure, "Boards against boards",
                  "How many points the board of the row ends ahead of that of the column, on average.\n"
                  f"Each two met {_times(table['blocks'])} in every seating; no number: never.")
    axes = figure.subplots()
    most = max(1.0, float(np.nanmax(np.abs(wide.to_numpy(float)))) if wide.notna().any().any() else 1.0)
    image = axes.imshow(wide.to_numpy(float), cmap="PuOr", vmin=-most, vmax=most, aspect="auto")
    for (i, j), value in np.ndenumerate(wide.to_numpy(float)):
        if not np.isnan(value):
            axes.text(j, i, minus(f"{value:+.1f}"), ha="center", va="center", fontsize=9,
                      color="white" if abs(value) > 0.6 * most else style.INK)
    names = [style.shorten(str(item), 12) for item in order]
    axes.set_xticks(range(len(order)), names, rotation=45 if max(map(len, names)) > 4 else 0)
    axes.set_yticks(range(len(order)), names)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    figure.colorbar(image, ax=axes, label="ahead (points)", shrink=0.8)
    return figure


def _times(blocks: pd.Series[int]) -> str:
    """How often each pair met that met at all."""
    met = blocks[blocks > 0]
    if not len(met):
        return "0 times"
    low, high = int(met.min()), int(met.max())
    return counted(high, "time") if low == high else f"{low:,} to {high:,} times"
