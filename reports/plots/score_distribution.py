"""Final scores: a histogram for each seat, and quantiles by seat, agent and board."""
from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from reports.plots import style
from reports.rows import records, telling
from reports.wording import counted


@style.styled
def draw(distribution: pd.DataFrame, histogram: pd.DataFrame) -> Figure:
    """Over the rows of `tables.score_distribution` and `tables.score_histogram`."""
    seats = list(histogram["name"].unique())
    groups = telling(distribution)
    upper, lower = 0.5 + 0.75 * len(seats), 0.6 + 0.34 * len(groups)
    figure = style.new_figure(1.1 + upper + lower)
    games = distribution["games"].max()
    style.heading(figure, "Scores by seat, agent and board",
                  f"{counted(games, 'game')}. Above: share of games of each seat. Below: box = middle half with "
                  "the\nmedian, whiskers = 10 % to 90 %, ends = lowest and highest, circle = mean.")
    grid = figure.add_gridspec(len(seats) + 1, 1, height_ratios=[upper / len(seats)] * len(seats) + [lower])
    boxes = figure.add_subplot(grid[-1])
    peak = float(histogram["share"].max()) * 100
    for at, name in enumerate(seats):
        axes = figure.add_subplot(grid[at], sharex=boxes)
        _bars(axes, histogram[histogram["name"] == name], at, peak)
        axes.set_ylabel("% of games", fontsize=9)
        axes.text(0.01, 0.97, name, transform=axes.transAxes, va="top", fontsize=11)
    _boxes(boxes, groups)
    style.value_axis(boxes, "final score (points)")
    boxes.set_xlim(*_ends(histogram))
    boxes.xaxis.set_major_locator(MaxNLocator(integer=True))
    return figure


def _ends(histogram: pd.DataFrame) -> tuple[float, float]:
    low, high = float(histogram["from"].min()), float(histogram["to"].max())
    room = max(0.03 * (high - low), (10 - (high - low)) / 2)    # ten points wide at least
    return low - room, high + room


def _bars(axes: Axes, rows: pd.DataFrame, at: int, peak: float) -> None:
    style.bars(axes, rows, at)
    axes.set_ylim(0, peak * 1.4)
    axes.grid(axis="x")
    axes.tick_params(axis="x", labelbottom=False, length=0)
    axes.locator_params(axis="y", nbins=3)


def _boxes(axes: Axes, groups: pd.DataFrame) -> None:
    for at, row in enumerate(records(groups)):
        axes.plot([row["min"], row["max"]], [at, at], "|", color=style.FAINT, markersize=6)
        axes.plot([row["p10"], row["p90"]], [at, at], color=style.INK, linewidth=1.2)
        axes.barh(at, row["q75"] - row["q25"], left=row["q25"], height=0.56,
                  color="#c9dff0", edgecolor=style.INK, linewidth=1)
        axes.plot([row["median"], row["median"]], [at - 0.28, at + 0.28], color=style.INK, linewidth=2)
        axes.plot(row["mean"], at, "o", color=style.PALETTE[1], markersize=6, markeredgecolor="white")
    axes.set_yticks(range(len(groups)), [style.shorten(name) for name in groups["name"]])
    axes.set_ylim(len(groups) - 0.4, -0.6)
