"""Every variant at two strengths of play: who is favoured among weak players, and among stronger ones."""
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from reports.plots import style
from reports.rows import records
from reports.statistics.verdicts import APPEARS, EVEN, FADES, HOLDS, OPEN, TURNS

WORDS = (HOLDS, TURNS, FADES, APPEARS, EVEN)        # each with a colour and a marker of its own
NAMED = 12              # points that have their names beside them, at most
ROOM = 0.07, 0.05       # that a name takes, as shares across and up


@style.styled
def draw(table: pd.DataFrame, stronger: str, many: str) -> Figure:
    """A point a variant: columns item, at_weaker, at_stronger, stronger_low, stronger_high, word; shares from 0 to 1.

    `stronger` names the stronger player, `many` what the variants are called.
    """
    rows = records(table)
    figure = style.new_figure(5.6)
    style.heading(figure, "Do better players keep it?",
                  "Across: percent of games that the first of two wins between greedy agents. Up: between\n"
                  f"{stronger}, with 95 % bars. In the shaded corners the same player is favoured;\n"
                  f"hollow {many}: not settled.")
    axes = figure.subplots()
    for low, high in ((0, 50), (50, 100)):
        axes.fill_between([low, high], low, high, color="#eef3f7", linewidth=0, zorder=0)
    for drawn in (axes.axhline, axes.axvline):
        drawn(50, color=style.FAINT, linestyle="--", linewidth=1.0)
    for at, word in enumerate((*WORDS, OPEN)):
        own = [row for row in rows if row["word"] == word]
        if not own:
            continue
        colour = style.FAINT if word == OPEN else style.colour(at)
        for row in own:
            axes.plot([100 * row["at_weaker"]] * 2, [100 * row["stronger_low"], 100 * row["stronger_high"]],
                      color=colour, linewidth=0.8, alpha=0.35 if word == OPEN else 0.8)
        axes.plot([100 * row["at_weaker"] for row in own], [100 * row["at_stronger"] for row in own],
                  style.marker(at), color=colour, linestyle="none", markersize=6, label=f"{word} ({len(own)})",
                  markerfacecolor="white" if word == OPEN else colour)
    for row in named(rows):
        axes.annotate(row["item"], (100 * row["at_weaker"], 100 * row["at_stronger"]), (4, 3),
                      textcoords="offset points", fontsize=8)
    axes.set(xlim=(0, 100), ylim=(-3, 103), xlabel="the first wins between greedy agents (%)",
             ylabel=f"the first wins between {stronger} (%)")
    figure.legend(loc="outside lower center", ncols=3)
    return figure


def named(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of the variants with a word the most one-sided that have room for their names; first those of rarer words."""
    often, out = Counter(row["word"] for row in rows), list[dict[str, Any]]()
    for row in sorted((row for row in rows if row["word"] != OPEN),
                      key=lambda row: (often[row["word"]], -abs(row["at_stronger"] - 0.5), row["item"])):
        if all(abs(row["at_weaker"] - each["at_weaker"]) > ROOM[0]
               or abs(row["at_stronger"] - each["at_stronger"]) > ROOM[1] for each in out):
            out.append(row)
    return out[:NAMED]
