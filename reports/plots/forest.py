"""Effects of items with their intervals, the best first, against the size that matters."""
from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from reports.plots import style
from reports.rows import records

UNITS = {"win": ("% of wins", 100.0), "margin": ("points", 1.0)}
LONGEST = 42            # letters of an item
LEAST_WIDTH = 3.0       # deltas that an axis shows, at least


@style.styled
def draw(table: pd.DataFrame, title: str, note: str, ranked: bool = True, what: str = "") -> Figure:
    """A panel an outcome, in the order of the table; columns item, outcome, agent, estimate, low, high, delta.

    Items are sorted by the first outcome, or stay in the order of the table; several agents stand below each other in
    the line of an item. `what` is what an effect is, such as its worth.
    """
    outcomes, agents = list(dict.fromkeys(table["outcome"])), list(dict.fromkeys(table["agent"]))
    first = table[(table["outcome"] == outcomes[0]) & (table["agent"] == agents[-1])]
    items = _sorted(first, table) if ranked else list(dict.fromkeys(table["item"]))
    figure = style.new_figure(2.3 + (0.15 + 0.12 * len(agents)) * len(items) + 0.25 * (len(agents) > 1))
    style.heading(figure, title, note)
    panels = figure.subplots(1, len(outcomes), sharey=True, squeeze=False)[0]
    for axes, outcome in zip(panels, outcomes, strict=True):
        _panel(axes, table[table["outcome"] == outcome], outcome, items, agents, what)
    panels[0].set_yticks(range(len(items)), [style.shorten(item, LONGEST) for item in items],
                         fontsize=9 if max(map(len, items)) > LONGEST / 2 else None)
    panels[0].set_ylim(len(items) - 0.4, -0.6)
    if len(agents) > 1:
        marks = [Line2D([], [], color=style.colour(n), marker=style.marker(n), label=agent)
                 for n, agent in enumerate(agents)]
        figure.legend(handles=marks, loc="outside lower center", ncols=len(agents))
    return figure


def _sorted(first: pd.DataFrame, table: pd.DataFrame) -> list[str]:
    order = first.sort_values(["estimate", "item"], ascending=[False, True], na_position="last")["item"]
    return list(dict.fromkeys([*order, *table["item"]]))


def _panel(axes: Axes, rows: pd.DataFrame, outcome: str, items: Sequence[str], agents: Sequence[str],
           what: str) -> None:
    unit, scale = UNITS.get(outcome, (outcome, 1.0))
    label = f"{what}, {unit}" if what and outcome in UNITS else unit
    delta = float(rows["delta"].iloc[0]) * scale
    axes.axvspan(-delta, delta, color="#eef3f7", zorder=0)
    axes.axvline(0.0, color=style.FAINT, linestyle="--", linewidth=1.2)
    step = 0.6 / max(1, len(agents))
    for row in records(rows):
        if isnan(row["estimate"]):
            continue
        number = agents.index(row["agent"])
        height = items.index(row["item"]) + step * (number - (len(agents) - 1) / 2)
        style.dot(axes, row["estimate"] * scale, row["low"] * scale, row["high"] * scale, height, number, size=5.5)
    low, high = axes.get_xlim()
    reach = LEAST_WIDTH * delta / 2
    axes.set_xlim(min(low, -reach), max(high, reach))
    style.value_axis(axes, label)
