"""The figure of the study of privileges: prices of all kinds beside the printed cost, by one or two players."""
from __future__ import annotations

from collections.abc import Mapping
from math import inf, isnan
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from bench.pages.privileges_rows import PRINTED, called
from reports.plots import style
from reports.rows import records

APART = 0.22            # of the distance of lines, between two players


@style.styled
def figure(strong: pd.DataFrame, weak: pd.DataFrame, most: int) -> Figure:
    """Prices of all kinds with their intervals beside the printed cost, the highest worth first.

    The weaker player's stand above the stronger's, in another colour; `weak` may be empty.
    """
    drawn = [row for row in records(strong) if not isnan(row["price"])]
    other = {row["privilege"]: row for row in records(weak) if not isnan(row["price"])}
    shape = style.new_figure(1.9 + (0.3 if other else 0.22) * len(drawn))
    who = f"Blue: between {strong['agent'].iloc[0]}; orange: between {weak['agent'].iloc[0]}.\n" if other else ""
    style.heading(shape, "What privileges are worth, in Mark",
                  f"{who}Dashed: the printed cost, {PRINTED} Mark. Bars: where the price lies (95 %);\nan arrow: "
                  f"beyond 0 or {most}, where nothing can be told. Below the line: means.")
    axes = shape.subplots()
    axes.axvline(PRINTED, color=style.FAINT, linestyle="--", linewidth=1.2)
    for height, row in enumerate(drawn):
        _bar(axes, row, height + (APART if other else 0), 0, most)
        if row["privilege"] in other:
            _bar(axes, other[row["privilege"]], height - APART, 1, most)
    kinds = sum(row["privilege"] in called() for row in drawn)
    axes.axhline(kinds - 0.5, color=style.GRID)
    axes.set_yticks(range(len(drawn)), [_label(row) for row in drawn], fontsize=9)
    axes.set_ylim(len(drawn) - 0.4, -0.6)
    axes.set_xlim(-3, most + 3)
    style.value_axis(axes, "price, Mark")
    return shape


def _bar(axes: Any, row: Mapping[str, Any], height: float, series: int, most: int) -> None:
    low, high, value = (min(max(row[name], 0.0), float(most)) for name in ("price_low", "price_high", "price"))
    style.dot(axes, value, low, high, height, series, size=5)
    for end, at, mark in ((row["price_low"], 0, "<"), (row["price_high"], most, ">")):
        if end in (-inf, inf):
            axes.plot(at, height, mark, color=style.colour(series), markersize=5, clip_on=False)


def _label(row: Mapping[str, Any]) -> str:
    return f"{row['privilege']}: {row['does']}" if row["privilege"] in called() else str(row["privilege"])
