"""What tokens are worth by how many there are, and where each item stands beside them."""
from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.plots import style
from reports.wording import signed

LETTERS = 0.165         # inches that a line of small letters needs
LONGEST = 40            # letters of a name


@style.styled
def draw(tokens: pd.DataFrame, items: pd.DataFrame) -> Figure:
    """Curves through the tokens (columns token, quantity, worth, low, high); items (item, worth) as lines across."""
    figure = style.new_figure(max(4.6, 2.2 + LETTERS * len(items)))
    style.heading(figure, "Exchange rates", "The curves show what so many tokens are worth, the names on the right what"
                  f" each\nitem is worth. {_bars(tokens)}")
    axes, names = figure.subplots(1, 2, sharey=True, width_ratios=[1.35, 1])
    for number, (token, rows) in enumerate(tokens.groupby("token", sort=False)):
        rows = rows.sort_values("quantity")
        x, worth = rows["quantity"].to_numpy(float), rows["worth"].to_numpy(float)
        errors = np.abs(np.vstack([worth - rows["low"], rows["high"] - worth]))
        axes.errorbar(x, worth, yerr=np.nan_to_num(errors), color=style.colour(number), marker=style.marker(number),
                      linestyle="none" if len(rows) == 1 else "-", capsize=2.5, markersize=6, label=str(token))
    axes.axhline(0.0, color=style.FAINT, linestyle="--", linewidth=1.2)
    for worth in items["worth"]:
        axes.axhline(worth, color=style.GRID, linewidth=0.9, zorder=0)
    axes.set_xticks(sorted(set(tokens["quantity"])), [f"{k:g}" for k in sorted(set(tokens["quantity"]))])
    axes.set_xlabel("number of tokens")
    axes.set_ylabel("worth (points ahead)")
    axes.legend(loc="upper left")
    low, high = axes.get_ylim()
    axes.set_ylim(low, high + 0.14 * (high - low))
    names.set_axis_off()
    names.set_xlim(0, 1)
    figure.draw_without_rendering()
    _names(names, items, figure)
    return figure


def _bars(tokens: pd.DataFrame) -> str:
    return "Bars are 95 % intervals." if tokens["low"].notna().any() else "No intervals: too few blocks."


def _names(axes: Axes, items: pd.DataFrame, figure: Figure) -> None:
    """Names of the items at their height, moved apart where they would lie on each other."""
    rows = items.sort_values("worth")
    low, high = axes.get_ylim()
    tall = axes.get_window_extent().height / figure.dpi
    gap = min(LETTERS / tall, 0.98 / max(1, len(rows))) * (high - low)
    places = spread(rows["worth"].to_numpy(float), low, high, gap)
    for at, (item, worth) in zip(places, zip(rows["item"], rows["worth"], strict=True), strict=True):
        axes.plot([0.0, 0.08], [worth, at], color=style.FAINT, linewidth=0.7, clip_on=False)
        axes.text(0.1, at, f"{signed(worth)}  {style.shorten(str(item), LONGEST)}", va="center", fontsize=8)


def spread(values: np.ndarray, low: float, high: float, gap: float) -> np.ndarray:
    """Ascending values moved as little as need be to lie `gap` apart, within low and high."""
    steps = gap * np.arange(len(values))
    places = np.repeat(*_level(np.asarray(values, dtype=float) - steps)) + steps
    places = np.maximum(places, low + gap / 2 + steps)
    return np.asarray(np.minimum(places, high - gap / 2 - steps[::-1]))


def _level(values: np.ndarray) -> tuple[list[float], list[int]]:
    """The nearest values that do not fall, as levels and their lengths: neighbours that fall are pooled."""
    levels, lengths = list[float](), list[int]()
    for value in values:
        levels.append(float(value))
        lengths.append(1)
        while len(levels) > 1 and levels[-2] > levels[-1]:
            mean, length = levels.pop(), lengths.pop()
            levels[-1] = (levels[-1] * lengths[-1] + mean * length) / (lengths[-1] + length)
            lengths[-1] += length
    return levels, lengths
