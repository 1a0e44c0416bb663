"""The ladder of budgets: Elo above random moves, step upon step."""
from __future__ import annotations

from math import sqrt

import pandas as pd
from matplotlib.figure import Figure

from reports.plots import style
from reports.rows import records


@style.styled
def draw(table: pd.DataFrame) -> Figure:
    """Over the rows of `doublings`: one rung an agent. A step that was all won has no Elo; the ladder ends below it."""
    rows = records(table.sort_values("step"))
    figure = style.new_figure(2.0 + 0.36 * (len(rows) + 1))
    style.heading(figure, "The ladder", "How much stronger each budget is than the lowest rung, from games against the"
                  " rung below.\nBars: where the true value lies (95 %). A step that was all won has no Elo.")
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
