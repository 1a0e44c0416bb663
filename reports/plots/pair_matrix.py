"""What pairs of items add to each other, or what an item gains on a board: a field a pair."""
from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from reports.plots import style
from reports.wording import minus

NUMBERS = 14            # fields a side up to which their numbers are written into them
LONGEST = 34            # letters of a name beside a line


@style.styled
def draw(table: pd.DataFrame, title: str, note: str, mirror: int, names: dict[str, str],
         short: dict[str, str]) -> Figure:
    """Columns item, other, shrunk, shown, blocks; a mark stands on what is shown.

    `mirror` is 1 where a pair is the same either way, -1 where one gains what the other loses, and 0 where the columns
    are no items. `names` are written beside the lines, `short` below the columns.
    """
    own = table[["item", "other", "shrunk", "shown"]]
    if mirror:
        turned = own.rename(columns={"item": "other", "other": "item"}).assign(shrunk=mirror * own["shrunk"])
        own = pd.concat([own, turned], ignore_index=True)
    known = set(own["item"]), set(own["other"])
    rows = [name for name in names if name in known[0]]
    columns = rows if mirror else [name for name in short if name in known[1]]
    values, marks = (own.assign(**{column: own[column].astype(float)})
                     .pivot(index="item", columns="other", values=column)
                     .reindex(index=rows, columns=columns).to_numpy(dtype=float) for column in ("shrunk", "shown"))
    figure = style.new_figure(2.6 + 0.24 * len(rows))
    style.heading(figure, title, note)
    axes = figure.subplots()
    most = max(0.5, float(np.nanmax(np.abs(values)))) if np.isfinite(values).any() else 0.5
    image = axes.imshow(values, cmap="PuOr", vmin=-most, vmax=most, aspect="auto")
    for (i, j), value in np.ndenumerate(values):
        if np.isnan(value):
            continue
        shown, colour = marks[i, j] == 1, "white" if abs(value) > 0.6 * most else style.INK
        if len(columns) <= NUMBERS:
            axes.text(j, i, minus(f"{value:+.1f}"), ha="center", va="center", fontsize=7.5, color=colour,
                      fontweight="bold" if shown else "normal")
        if shown:
            axes.plot(j, i, "s", markersize=15 if len(columns) <= NUMBERS else 7, markerfacecolor="none",
                      markeredgecolor=style.INK, markeredgewidth=1.4)
    axes.set_xticks(range(len(columns)), [style.shorten(short[name], 12) for name in columns], fontsize=8,
                    rotation=90 if len(columns) > NUMBERS or max(map(len, columns)) > 12 else 0)
    axes.set_yticks(range(len(rows)), [style.shorten(names[name], LONGEST) for name in rows], fontsize=8)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    figure.colorbar(image, ax=axes, label="points added", shrink=0.8)
    return figure
