"""All variants of three factors as small maps, one for each level of the first factor."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.plots import style

ACROSS = 3              # maps side by side
FAR_OUT = (0.02, 0.98)
SMALL = 6.5             # points, of the letters in a field


@style.styled
def draw(table: pd.DataFrame, factors: Sequence[str], levels: Sequence[str], title: str, scale: float,
         middle: float | None = None) -> Figure:
    """A field a variant: columns level_0, level_1, level_2 (numbers), value, sure.

    `scale` is what a value is multiplied by (100: percent). With a `middle` colours say on which side of it a value is;
    fields whose value is surely on one side, or else surely far from the others, are framed.
    """
    cube = np.full((len(levels),) * 3, np.nan)
    framed = np.zeros(cube.shape, dtype=bool)
    at = tuple(table[f"level_{n}"].to_numpy(int) for n in range(3))
    cube[at], framed[at] = table["value"].to_numpy(float) * scale, table["sure"].to_numpy(bool)
    shown = [n for n in range(len(levels)) if np.isfinite(cube[n]).any()]
    rows = -(-len(shown) // ACROSS)
    figure = style.new_figure(1.4 + 2.45 * rows)
    style.heading(figure, title, f"A map for each level of {factors[0]}; down {factors[1]}, across {factors[2]}. "
                  "White: none, or not played.\nFramed: something is said of it with a probability of 95 % "
                  "or more.")
    panels = figure.subplots(rows, ACROSS, squeeze=False).reshape(-1)
    low, high = _ends(cube, None if middle is None else middle * scale)
    for axes in panels[len(shown):]:
        axes.set_axis_off()
    for axes, level in zip(panels, shown, strict=False):
        _map(axes, cube[level], framed[level], (low, high), middle is not None, levels)
        axes.set_title(f"{factors[0]}: {levels[level]}", fontsize=10)
    image = panels[0].images[0]
    figure.colorbar(image, ax=list(panels), shrink=0.5, aspect=30, location="bottom", pad=0.02,
                    extend="neither" if middle is not None else "both")
    return figure


def _ends(cube: np.ndarray, middle: float | None) -> tuple[float, float]:
    """Of the colours: with a middle as far on both sides; else a few that are far out have the last colour."""
    low, high = float(np.nanmin(cube)), float(np.nanmax(cube))
    if middle is None:
        low, high = (float(x) for x in np.nanquantile(cube, FAR_OUT))
        return low, max(high, low + 1e-9)
    reach = max(abs(low - middle), abs(high - middle), 1e-9)
    return middle - reach, middle + reach


def _map(axes: Axes, values: np.ndarray, framed: np.ndarray, ends: tuple[float, float], sided: bool,
         levels: Sequence[str]) -> None:
    low, high = ends
    axes.imshow(values, cmap="PuOr" if sided else "cividis", vmin=low, vmax=high, aspect="equal")
    for (down, across), value in np.ndenumerate(values):
        if np.isnan(value):
            continue
        place = (value - low) / (high - low)
        dark = abs(place - 0.5) > 0.3 if sided else place < 0.5
        axes.text(across, down, f"{value:.0f}", ha="center", va="center", fontsize=SMALL,
                  color="white" if dark else style.INK)
        if framed[down, across]:
            axes.add_patch(Rectangle((across - 0.46, down - 0.46), 0.92, 0.92, fill=False, edgecolor=style.PALETTE[1],
                                     linewidth=1.4))
    names = [level.split()[0] for level in levels]
    axes.set_xticks(range(len(levels)), names, fontsize=8)
    axes.set_yticks(range(len(levels)), names, fontsize=8)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, pad=1)
