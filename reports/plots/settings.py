"""What a response surface says of settings of two or three numbers, and which of them fit the target."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.plots import style
from reports.rows import records
from reports.wording import minus

NUMBERS = 12            # fields a side up to which their numbers are written into them
PANELS = 4              # values of the third number that are drawn


@style.styled
def draw(table: pd.DataFrame, paths: Sequence[str], item: str, what: str) -> Figure:
    """A field a setting: columns of the paths, predicted, fits, played; a panel a value of the third number."""
    first, second, *rest = paths
    slices: list[tuple[float | None, pd.DataFrame]] = [(None, table)] if not rest else [
        (float(value), own) for value, own in table.groupby(table[rest[0]].astype(float))]
    left_out = ""
    if len(slices) > PANELS:
        left_out = f"\n{PANELS} of {len(slices)} values of {rest[0]} are drawn, the rest is in settings.csv."
        slices = [slices[round(k)] for k in np.linspace(0, len(slices) - 1, PANELS)]
    rows = -(-len(slices) // 2)
    figure = style.new_figure(1.5 + 3.6 * rows)
    style.heading(figure, f"Which settings make {item} {what}?",
                  "The effect in points as a smooth surface through all games says it. Framed: may be\nwhat it should "
                  "be (95 %). Dots: settings that were played." + left_out)
    panels = figure.subplots(rows, min(2, len(slices)), squeeze=False).reshape(-1)
    most = max(0.5, float(table["predicted"].abs().max()))
    for axes in panels[len(slices):]:
        axes.set_axis_off()
    image = None
    for axes, (value, own) in zip(panels, slices, strict=False):
        wide = own.pivot(index=second, columns=first, values="predicted").sort_index(ascending=False)
        image = axes.imshow(wide.to_numpy(float), cmap="PuOr", vmin=-most, vmax=most, aspect="auto")
        across, up = list(wide.columns), list(wide.index)
        for row in records(own):
            x, y = across.index(row[first]), up.index(row[second])
            if row["fits"]:
                axes.add_patch(Rectangle((x - 0.46, y - 0.46), 0.92, 0.92, fill=False, edgecolor=style.INK,
                                         linewidth=1.6))
            dark = abs(row["predicted"]) > 0.6 * most
            if max(len(across), len(up)) <= NUMBERS:
                axes.text(x, y, minus(f"{row['predicted']:+.1f}"), ha="center", va="center", fontsize=8,
                          color="white" if dark else style.INK)
            if row["played"]:
                axes.plot(x - 0.38, y - 0.36, ".", color="white" if dark else style.INK, markersize=5)
        axes.set_xticks(range(len(across)), [f"{v:g}" for v in across])
        axes.set_yticks(range(len(up)), [f"{v:g}" for v in up])
        axes.set_xlabel(first)
        axes.set_ylabel(second)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        if value is not None:
            axes.set_title(f"{rest[0]} {float(value):g}", fontsize=10)
    if image is not None:
        figure.colorbar(image, ax=list(panels), label="effect (points)", shrink=0.8)
    return figure
