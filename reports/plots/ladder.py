"""The ladder of budgets: Elo above random moves, step upon step."""
from __future__ import annotations

from math import sqrt
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from reports.plots import style
from reports.rows import records


@style.styled
def draw(table: pd.DataFrame) -> Figure:
    """Over the rows of `doublings`: one rung an agent. A step that was all won has no Elo; the ladder ends below it.

    If that is the lowest step, the ladder stands on its second rung.
    """
    rows = records(table.sort_values("step"))
    figure = style.new_figure(2.0 + 0.36 * (len(rows) + 1))
    style.heading(figure, "The ladder", "How much stronger each budget is than the lowest rung, from games against the"
                  f" rung below.\nBars: where the true value lies (95 %).{_left_out(rows)}")
    axes = figure.subplots()
    names, at, error = [rows[0]["smaller"]], 0.0, 0.0
    style.dot(axes, 0.0, 0.0, 0.0, 0, 0)
    for number, row in enumerate(rows, start=1):
        if row["elo"] != row["elo"]:
            if number == 1:             # the lowest step tells no Elo: the ladder stands on its second rung
                names = [row["larger"]]
                continue
            break
        own = (row["elo_high"] - row["elo_low"]) / 2
        at, error = at + row["elo"], sqrt(error ** 2 + own ** 2)
        style.dot(axes, at, at - error, at + error, len(names), 0)
        names.append(row["larger"])
    axes.set_yticks(range(len(names)), [style.shorten(name, 24) for name in names])
    axes.set_ylim(-0.6, len(names) - 0.4)
    style.value_axis(axes, f"Elo above {names[0]}")
    return figure


def _left_out(rows: list[dict[str, Any]]) -> str:
    """Which rungs a step without an Elo keeps out of the figure."""
    unknown = [row["elo"] != row["elo"] for row in rows]
    below = f"\nNo Elo for {style.shorten(rows[0]['smaller'], 14)}: one side won all." if unknown[0] else ""
    first = next((at for at, gap in enumerate(unknown) if gap and at), None)
    return below if first is None else (
        f"{below}\nNot drawn: from {style.shorten(rows[first]['larger'], 14)} on, as one side won all.")
