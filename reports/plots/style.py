"""What all figures share: fonts, colours that colour-blind readers can tell apart, files that repeat to the byte."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from math import isnan
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

# M. Okabe and K. Ito, "Color Universal Design" (2008), without its yellow, which is too faint on white
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
INK, FAINT, GRID = "#1a1a1a", "#5c5c5c", "#dcdcdc"
DPI = 150
WIDTH = 7.2         # inches, of every figure: the page shows them all at one size of letters

SETTINGS: dict[Any, Any] = {
    "font.family": "DejaVu Sans",       # comes with matplotlib, so a figure is the same on every machine
    "font.size": 11, "axes.titlesize": 13, "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.labelsize": 11, "xtick.labelsize": 10, "ytick.labelsize": 10, "legend.fontsize": 10,
    "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": FAINT, "xtick.color": INK, "ytick.color": INK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True, "axes.grid": False,
    "grid.color": GRID, "grid.linewidth": 0.8, "legend.frameon": False, "lines.linewidth": 1.8,
    "figure.facecolor": "white", "axes.facecolor": "white", "savefig.facecolor": "white",
    "svg.fonttype": "path",             # letters as shapes: the reader need not have the font
    "svg.hashsalt": "ludosoph", "path.simplify": True,
}


@contextmanager
def _settings() -> Iterator[None]:
    """SETTINGS, whatever the settings of the program around it."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        yield


def styled(draw: Callable[..., Figure]) -> Callable[..., Figure]:
    """Decorator: the figure is drawn under SETTINGS, whatever the settings of the program around it."""
    @wraps(draw)
    def drawn(*args: Any, **kwargs: Any) -> Figure:
        with _settings():
            return draw(*args, **kwargs)
    return drawn


def new_figure(height: float) -> Figure:
    """An empty figure of the common width and `height` inches, laid out so that nothing overlaps."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    FigureCanvasAgg(figure)
    figure.get_layout_engine().set(w_pad=0.08, h_pad=0.08)  # type: ignore[union-attr, call-arg]
    return figure


def heading(figure: Figure, title: str, subtitle: str) -> None:
    """Title, and one or two lines that say what is drawn, flush left above everything."""
    lines = subtitle.count("\n") + 1
    height = figure.get_size_inches()[1]
    top = 0.42 + 0.205 * lines
    figure.get_layout_engine().set(rect=(0, 0, 1, 1 - top / height))    # type: ignore[union-attr, call-arg]
    figure.text(0.08 / WIDTH, 1 - 0.12 / height, title, fontsize=13.5, fontweight="bold", va="top", ha="left")
    figure.text(0.08 / WIDTH, 1 - 0.40 / height, subtitle, fontsize=10, color=FAINT, va="top", ha="left",
                linespacing=1.35)


def panels(figure: Figure, count: int, across: int = 2) -> list[Axes]:
    """So many panels in rows of `across`; what is left of the last row stays empty."""
    every = figure.subplots(-(-count // across), across, squeeze=False).ravel()
    for axes in every[count:]:
        axes.set_axis_off()
    return list(every[:count])


def colour(at: int) -> str:
    """Colour of the series number `at`; they repeat after seven, and then only the marker or the label tells."""
    return PALETTE[at % len(PALETTE)]


def marker(at: int) -> str:
    """Marker of the series number `at`; out of step with the colours after seven, so pairs do not repeat at once."""
    return MARKERS[(at + at // len(PALETTE)) % len(MARKERS)]


def value_axis(axes: Axes, label: str) -> None:
    """The horizontal axis holds values: its label with the unit, and light lines to read them off by."""
    axes.set_xlabel(label)
    axes.grid(axis="x")
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)


def bars(axes: Axes, rows: pd.DataFrame, at: int) -> None:
    """Histogram of the rows (from, to, share), in percent and the colour of series `at`.

    A bin one wide holds one whole number, so its bar stands on that number and not to the right of it.
    """
    width = rows["to"] - rows["from"]
    left = rows["from"] - (0.5 if float(width.iloc[0]) == 1 else 0.0)
    axes.bar(left, rows["share"] * 100, width=width, align="edge", color=colour(at), edgecolor="white", linewidth=0.5)


def dot(axes: Axes, value: float, low: float, high: float, height: float, at: int, size: float = 7) -> None:
    """An estimate with its interval, in the colour and marker of series `at`; hollow where it has no interval."""
    bare = isnan(low)
    if not bare:
        axes.plot([low, high], [height, height], color=colour(at), solid_capstyle="butt")
    axes.plot(value, height, marker(at), color=colour(at), markersize=size, markeredgewidth=1.4,
              markerfacecolor="white" if bare else colour(at))


def interval_words(rows: pd.DataFrame) -> str:
    """What the bars are, and what it means where there is none."""
    bars_are = f"Bars: where the true value lies ({rows['level'].iloc[0] * 100:g} %)"
    if rows["low"].isna().all():
        return "Hollow: no interval, as there are too few games or they do not differ."
    return f"{bars_are}; hollow: no interval." if rows["low"].isna().any() else f"{bars_are}."


def shorten(text: str, longest: int = 28) -> str:
    """The text, its middle cut out where it is longer than fits beside an axis."""
    if len(text) <= longest:
        return text
    half = (longest - 1) // 2
    return f"{text[:half]}…{text[-half:]}"


def save(figure: Figure, folder: Path, name: str, dpi: int = DPI) -> list[Path]:
    """NAME.png and NAME.svg in the folder; the same figure gives the same bytes, as no file holds a date."""
    png = folder / f"{name}.png"
    with _settings():
        figure.savefig(png, dpi=dpi, metadata={"Software": None})
    figure.set_layout_engine("none")        # it stands as it is now; finding its layout takes as long as drawing it
    return [png, save_svg(figure, folder, name)]


def save_svg(figure: Figure, folder: Path, name: str) -> Path:
    """NAME.svg in the folder, the same bytes for the same figure."""
    svg = folder / f"{name}.svg"
    with _settings():
        figure.savefig(svg, metadata={"Date": None, "Creator": None})
    return svg
