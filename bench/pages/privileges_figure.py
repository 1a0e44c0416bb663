"""The figure of the study of privileges: what kinds are worth alone, by one or two players."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from bench.pages.privileges_rows import called
from reports.plots import style
from reports.rows import records

APART = 0.2             # of the distance of lines, between two players
MOST = 1.2              # spreads that are drawn on either side


@style.styled
def figure(by: Sequence[pd.DataFrame]) -> Figure:
    """Worths of all kinds alone with their intervals, the highest of the last player first; one table a player."""
    means = {row["privilege"]: row["alone"] for row in records(by[-1])}
    names = sorted((name for name in means if name in called()), key=lambda name: -means[name])
    names += [name for name in means if name not in called()]
    shape = style.new_figure(1.9 + 0.3 * len(names))
    agents = [str(rows["agent"].iloc[0]) for rows in by]
    who = ", ".join(f"{colour}: {agent} in both seats"
                    for colour, agent in zip(("blue", "orange"), agents, strict=False))
    style.heading(shape, "What a privilege is worth to who alone begins with it",
                  f"In spreads of a seat's margin; bars are 95 % intervals.\n{who.capitalize()}. "
                  "Below the line: means.")
    axes = shape.subplots()
    axes.axvline(0, color=style.FAINT, linestyle="--", linewidth=1.2)
    for series, rows in enumerate(by):
        known = {row["privilege"]: row for row in records(rows)}
        off = 0.0 if len(by) == 1 else (2 * series - 1) * APART
        for height, name in enumerate(names):
            if name in known and not isnan(known[name]["alone_low"]):
                _bar(axes, known[name], height + off, series)
    axes.axhline(sum(name in called() for name in names) - 0.5, color=style.GRID)
    axes.set_yticks(range(len(names)), [f"{name}: {called()[name]}" if name in called() else name for name in names],
                    fontsize=9)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlim(-MOST, MOST)
    style.value_axis(axes, "worth alone, spreads")
    return shape


def _bar(axes: Any, row: Mapping[str, Any], height: float, series: int) -> None:
    low, high, value = (min(max(row[name], -MOST), MOST) for name in ("alone_low", "alone_high", "alone"))
    style.dot(axes, value, low, high, height, series, size=5)
