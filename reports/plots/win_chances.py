"""Ribbons of win chances: how a typical game, the most and the least dramatic one went, seat by seat."""
from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from reports.plots import style
from reports.wording import counted


@style.styled
def draw(table: pd.DataFrame, judge: int) -> Figure:
    """Over the rows of `win_chances`: a panel a game, in which the chances of all seats fill the height."""
    kinds, seats = list(dict.fromkeys(table["which"])), sorted(set(table["seat"]))
    figure = style.new_figure(1.6 + 1.75 * len(kinds))
    style.heading(figure, "Win chances as the game goes on",
                  f"Each seat's chance before each decision with a choice, from {counted(judge, 'playout')} by "
                  "the game's heuristics.\nThe games of median, most and least drama of those judged.")
    panels = figure.subplots(len(kinds), 1, sharex=True, squeeze=False)[:, 0]
    for axes, kind in zip(panels, kinds, strict=True):
        rows = table[table["which"] == kind].pivot(index="decision", columns="seat", values="chance").sort_index()
        share = (rows.index.to_numpy() + 0.5) / len(rows) * 100
        axes.stackplot(share, (rows.to_numpy() * 100).T, colors=[style.colour(s) for s in seats], alpha=0.85)
        own = table[table["which"] == kind]
        winners = sorted(set(own.loc[own["won"] > 0, "seat"]))
        axes.set_title(f"{kind}: game {own['number'].iloc[0]}, won by seat {' and '.join(map(str, winners))}",
                       fontsize=11)
        axes.set_ylim(0, 100)
        axes.set_xlim(0, 100)
        axes.axhline(50, color="white", linewidth=0.8, linestyle="--")
        axes.set_ylabel("win, %")
    panels[-1].set_xlabel("share of the game's decisions, %")
    for seat in seats:
        panels[0].plot([], [], "s", color=style.colour(seat), label=f"seat {seat}")
    figure.legend(loc="outside lower left", ncols=min(6, len(seats)), handletextpad=0.3)
    return figure
