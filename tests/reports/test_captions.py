"""What stands above and below a picture is what the picture shows: each claim is read off the marks that are drawn.

A row of the table draws its plot from made-up numbers of which a claim comes out one way, and the other. What the words
have to say is worked out from the marks alone (dots, bars, shading, frames, labels), not from the numbers behind them.
"""
from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from math import nan
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import same_color
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports import plots
from reports.documents import (
    against_kind,
    balance,
    balance_figures,
    comparison,
    pairs,
    simulate,
    simulate_report,
)
from reports.documents.compare import Comparison
from reports.documents.differences import POINTS, Difference
from reports.documents.differences_simulated import WHOLE
from reports.documents.tables import CHOICES, DECISIONS
from reports.experiments.plan import BalancePlan, load
from reports.experiments.rows import Row
from reports.plots import (
    board_matrix,
    both_strengths,
    confidence_sequence,
    exchange_rate,
    funnel,
    game_length,
    ladder,
    level_effects,
    naive_scatter,
    points_by_source,
    ratings,
    raw_pooled,
    score_distribution,
    settings,
    skill_curve,
    strategies,
    style,
    tile_win_shares,
    variant_maps,
    what_if,
    win_chances,
    win_shares,
)
from reports.statistics.blocks import FEW
from reports.statistics.verdicts import HOLDS, OPEN, TURNS
from reports.wording import counted, number, signed
from tests.reports.pages import Page

BAND = "#eef3f7"            # shading of what is too small to matter
SVG = b"<svg/>"
A, B = ("mcts:20", "greedy")


class Dot(NamedTuple):
    """An estimate as it is drawn; a hollow one has no bar."""

    label: str
    x: float
    y: float
    low: float
    high: float
    hollow: bool


# ---- what is drawn ------------------------------------------------------------------------------


def labels(axes: Axes) -> dict[float, str]:
    """Names beside the lines of a plot, by their height."""
    return {round(float(y), 6): text.get_text() for y, text in zip(axes.get_yticks(), axes.get_yticklabels(),
                                                                     strict=True)}


def dots(axes: Axes, named: Axes | None = None) -> list[Dot]:
    """Marks of a panel with the bars that run through them; names are those of the first panel, where axes share."""
    names = labels(named or axes)
    bars = [line for line in axes.lines if len(line.get_xdata()) == 2 and line.get_linestyle() == "-"]
    found = []
    for line in axes.lines:
        if line.get_marker() not in style.MARKERS or len(line.get_xdata()) != 1:
            continue
        x, y = float(line.get_xdata()[0]), float(line.get_ydata()[0])
        own = [bar.get_xdata() for bar in bars if set(bar.get_ydata()) == {y}
               and same_color(bar.get_color(), line.get_color())]
        low, high = (float(own[0][0]), float(own[0][1])) if own else (nan, nan)
        found.append(Dot(names.get(round(y, 6), ""), x, y, low, high, same_color(line.get_markerfacecolor(), "white")))
    return found


def dashed(axes: Axes) -> set[float]:
    """Where dashed lines stand upright, or lie across."""
    out = set()
    for line in axes.lines:
        if line.get_linestyle() == "--":
            x, y = np.asarray(line.get_xdata(), float), np.asarray(line.get_ydata(), float)
            out |= {round(float(at[0]), 6) for at in (x, y) if np.ptp(at) == 0}
    return out


def shaded(axes: Axes, across: bool = False) -> tuple[float, float] | None:
    """The ends of the shading of what is too small to matter; `across`: of a band that lies across the panel."""
    for patch in axes.patches:
        if same_color(patch.get_facecolor(), BAND) and isinstance(patch, Rectangle):
            start, size = ((patch.get_y(), patch.get_height()) if across else (patch.get_x(), patch.get_width()))
            return round(start, 6), round(start + size, 6)
    return None


def frames(axes: Axes) -> int:
    """Fields with a frame."""
    return (sum(isinstance(patch, Rectangle) and not patch.get_fill() for patch in axes.patches)
            + sum(line.get_marker() == "s" and line.get_markerfacecolor() == "none" for line in axes.lines))


def intervals(*found: Dot) -> str:
    """What has to be said of the bars of these marks."""
    assert all(dot.hollow == (dot.low != dot.low) for dot in found), "hollow are those without a bar, and only those"
    hollow = sum(dot.hollow for dot in found)
    if hollow == len(found):
        return "Hollow: no interval"
    return "Bars: where the true value lies (95 %); hollow: no interval." if hollow else (
        "Bars: where the true value lies (95 %).")


def heading(figure: Figure) -> str:
    """The words above a figure."""
    return " ".join(" ".join(text.get_text() for text in figure.texts).split())


def below(page: str) -> str:
    """The words of a part of a page."""
    return " ".join(Page(page).words.split())


Drawn = tuple[Figure, str]      # a figure, and all that is said of it


# ---- runs of games ------------------------------------------------------------------------------


def interval(low: float, high: float) -> dict[str, Any]:
    return {"low": low, "high": high, "level": 0.95}


def drawn_win_shares(way: bool) -> Drawn:
    games = 120 if way else 1
    table = pd.DataFrame([
        {"kind": "agent", "name": name, "outcome": outcome, "par": par, "estimate": par + (0.1 if name == A else -0.1),
         **(interval(par + 0.02, par + 0.2) if way else interval(nan, nan)), "games": games}
        for outcome, par in (("win", 0.5), ("margin", 0.0)) for name in (A, B)])
    return (figure := win_shares.draw(table)), heading(figure)


def shown_win_shares(figure: Figure) -> list[str]:
    wins, margins = figure.axes
    assert {len(dots(wins)), len(dots(margins, wins))} == {2}
    equal = dashed(wins) == {50.0} and dashed(margins) == {0.0}
    return ["Dashed: an equal share" if equal else "no dashed line", intervals(*dots(wins), *dots(margins, wins))]


TILES = 26


def tiles(way: bool) -> pd.DataFrame:
    """Of the tiles that fit into the figure two are owned by winners, or one by losers, and many are left out."""
    rows = [{"tile": f"tile {n}", "owned": 90 - n, "games": 60, "frequency": (90 - n) / 100, "copies": 1.0, "par": 0.5,
             "naive_win_owned": 0.5, **interval(0.4, 0.6), "note": ""} for n in range(TILES if way else 3)]
    for at, (low, high) in {0: (0.6, 0.7), 2: (0.51, 0.8), TILES - 1: (0.7, 0.9)}.items() if way else {
            1: (0.1, 0.4)}.items():
        rows[at] |= {"naive_win_owned": (low + high) / 2, "low": low, "high": high}
    return pd.DataFrame(rows)


def drawn_tiles(way: bool) -> Drawn:
    table = tiles(way)
    page = simulate._tiles({"tile_win_shares": table}, {"tile_win_shares": SVG}, lambda item: "")
    figure = tile_win_shares.draw(table)
    return figure, heading(figure) + below(page)


def shown_tiles(figure: Figure) -> list[str]:
    owned, wins = figure.axes
    par, = dashed(wins)
    found = dots(wins, owned)
    above, less = sum(dot.low > par for dot in found), sum(dot.high < par for dot in found)
    widths = [patch.get_width() for patch in owned.patches if patch.get_height() == 0.68]
    assert widths == sorted(widths, reverse=True)
    rest = TILES - len(found)
    return [f"wners of {counted(above, 'tile')} win more than an equal share, of {less} less",
            f"{labels(owned)[0].capitalize()} is owned most often, by {widths[0]:.0f} % of seats",
            *([f"first, {rest} more are in the file", f"Of the {len(found)} tiles drawn, owners"]
              if len(found) > 3 else ["first. Dashed", ". Owners of"])]


def drawn_scores(way: bool) -> Drawn:
    def row(kind: str, name: str, middle: float) -> dict[str, Any]:
        return {"kind": kind, "name": name, "games": 40, "rows": 80, "mean": middle, **interval(nan, nan),
                "median": middle, "q25": middle - 5, "q75": middle + 5, "p10": middle - 9, "p90": middle + 9,
                "min": middle - 12, "max": middle + 12}
    boards = {"board 1": 100.0, "board 5": 120.0 if way else 80.0, "board 7": 101.0}
    table = pd.DataFrame([row("all", "all seats", 102 if way else 90),
                          *(row("board", *each) for each in boards.items())])
    histogram = pd.DataFrame([{"kind": "seat", "name": "seat 1", "from": 60.0, "to": 140.0, "share": 1.0}])
    figure = score_distribution.draw(table, histogram)
    return figure, heading(figure) + simulate._widest({"score_distribution": table})


def shown_scores(figure: Figure) -> list[str]:
    boxes = figure.axes[-1] if figure.axes[-1].get_xlabel() else figure.axes[0]
    names = labels(boxes)
    means = {names[float(line.get_ydata()[0])]: float(line.get_xdata()[0]) for line in boxes.lines
             if line.get_marker() == "o"}
    all_seats = next(patch for patch in boxes.patches if names[round(patch.get_y() + 0.28, 6)] == "all seats")
    left = all_seats.get_x()
    only = {name: mean for name, mean in means.items() if name.startswith("board")}
    most, least = max(only, key=only.__getitem__), min(only, key=only.__getitem__)
    return [f"Half of all scores lie between {left:.0f} and {left + all_seats.get_width():.0f} points.",
            f"{most} scores most ({only[most]:.1f} on average) and {least} least ({only[least]:.1f})", "circle = mean"]


def drawn_sources(way: bool) -> Drawn:
    names, both = ("houses", "goods") if way else ("goods", "houses"), {}
    rows = []
    for kind, who in (("all", "all seats"), ("agent", A), ("agent", B)):
        for source, mean in zip(names, (30.0, 12.0), strict=True):
            apart = 0.0 if kind == "all" else (4.0 if who == A else -4.0)
            bars = interval(mean + apart - 1, mean + apart + 1) if way else interval(nan, nan)
            rows.append({"kind": kind, "name": who, "source": source, "mean": mean + apart, **bars, "share": mean / 42,
                         "games": 50})
    both["points_by_source"] = pd.DataFrame(rows)
    figure = points_by_source.draw(both["points_by_source"])
    return figure, heading(figure) + below(simulate.sources(both, {"points_by_source": SVG}))


def shown_sources(figure: Figure) -> list[str]:
    axes, = figure.axes
    found = dots(axes)
    by_source: dict[str, list[float]] = {}
    names = labels(axes)
    for dot in found:
        by_source.setdefault(names[round(dot.y)], []).append(dot.x)
    top = max(by_source, key=lambda name: float(np.mean(by_source[name])))
    legend = {text.get_text() for text in figure.legends[0].get_texts()}
    return [f"The largest source is {top}, with {number(float(np.mean(by_source[top])))} points a seat and game",
            "by agent; 50 games" if legend == {A, B} else "by seat", intervals(*found)]


def drawn_strategies(way: bool) -> Drawn:
    goods = 0.7 if way else 0.3
    table = pd.DataFrame([{"strategy": name, "source": source, "share": share, "share_of_all": 0.5}
                          for name, own in (("A", goods), ("B", 1 - goods))
                          for source, share in (("goods", own), ("houses", 1 - own))])
    figure = strategies.draw(table, 40)
    winners = pd.DataFrame({"source": ["goods"], "mean": [1.0], "low": [0.5], "high": [1.5], "games": [40]})
    page = simulate.strategies({"winner_less_opponents": winners, "game_length": pd.DataFrame({"games": [40]})},
                               {"strategies": SVG})
    return figure, heading(figure) + below(page)


def shown_strategies(figure: Figure) -> list[str]:
    axes, = figure.axes
    grey = {float(line.get_xdata()[0]) for line in axes.lines if same_color(line.get_color(), style.FAINT)}
    return ["A mark right of the grey line: this group gets more of its points from there",
            "Grey line: all seats" if grey == {50.0} else "no line", "by strategy; 40 games"]


def lives_on_goods(figure: Figure) -> bool:
    """Whether the first group's mark for goods is right of the grey line."""
    axes, = figure.axes
    assert figure.legends[0].get_texts()[0].get_text() == "A"
    mark, = (float(line.get_xdata()[0]) for line in axes.lines if len(line.get_xdata()) == 1
             and same_color(line.get_color(), style.colour(0)) and labels(axes)[float(line.get_ydata()[0])] == "goods")
    return mark > 50


def drawn_winners(way: bool) -> Drawn:
    means = (5.0, 3.0, 0.5, -1.0) if way else (2.0, -1.0, -3.0, -4.0)
    table = pd.DataFrame({"source": ["goods", "houses", "ships", "cows"], "mean": means, "low": np.subtract(means, 0.4),
                          "high": np.add(means, 0.4), "games": 400})
    page = simulate.strategies({"winner_less_opponents": table, "game_length": table}, {"winners": SVG})
    return (figure := simulate_report.winners_figure(table, 0.8)), heading(figure) + below(page)


def shown_winners(figure: Figure) -> list[str]:
    axes, = figure.axes
    found = sorted(dots(axes), key=lambda dot: dot.y)
    assert dashed(axes) == {0.0}
    top = [dot.x for dot in found] == sorted((dot.x for dot in found), reverse=True)
    more = sum(dot.x > 0 for dot in found)
    return [f"On average winners have more of {more} of {len(found)} sources.",
            "The sources at the top are those in which the winner was furthest ahead" if top else "not sorted",
            "Shaded: too small to matter" if shaded(axes) == (-0.8, 0.8) else "no shading"]


def drawn_length(way: bool) -> Drawn:
    def row(measure: str, mean: float, least: float, most: float) -> dict[str, Any]:
        return {"measure": measure, "games": 60, "mean": mean, **interval(mean - 1, mean + 1), "median": mean,
                "p10": least, "p90": most, "min": least, "max": most}
    length = pd.DataFrame([row(DECISIONS, 50.2, 40, 60), row(CHOICES, 49.6 if way else 20.0, 10, 60),
                           row("rounds", 25.0, 25, 25 if way else 26)])
    histogram = pd.DataFrame([{"measure": measure, "from": 10.0 * n, "to": 10.0 * n + 10, "share": 0.2}
                              for measure in length["measure"] for n in range(1, 6)])
    figure = game_length.draw(length, histogram)
    return figure, heading(figure) + below(simulate._length({"game_length": length}, {"game_length": SVG}))


def shown_length(figure: Figure) -> list[str]:
    at = {axes.get_xlabel().removesuffix(" in a game"): next(iter(dashed(axes))) for axes in figure.axes}
    choices = "nearly always" if at[CHOICES] >= 0.95 * at[DECISIONS] else f"{at[CHOICES]:.0f} times"
    return [f"A seat decides {at[DECISIONS]:.0f} times on average, {choices} with a choice",
            "60 games; dashed: the mean.", *([] if "rounds" in at else ["Rounds: always 25."])]


def drawn_chances(way: bool) -> Drawn:
    last = (0.02, 0.01, 0.97) if way else (0.3, 0.3, 0.4)       # seat 2 has won, or nothing is decided
    table = pd.DataFrame([{"which": kind, "number": n, "decision": k, "of": 4, "seat": seat,
                           "chance": last[seat] if k == 3 else 1 / 3, "won": float(seat == 2)}
                          for n, kind in enumerate(("typical", "most dramatic", "least dramatic"))
                          for k in range(4) for seat in range(3)])
    figure = win_chances.draw(table, 30)
    shape = pd.DataFrame([{"measure": "drama", "meaning": "drama", "mean": 0.1, "low": 0.0, "high": 0.2, "min": 0.0,
                           "median": 0.1, "max": 0.2}])
    return figure, heading(figure) + below(_shape(shape))


def _shape(table: pd.DataFrame) -> str:
    """The section, without its sentence on the numbers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulate.words, "shape", lambda tables: "")
        return simulate.shape({"shape": table}, {"win_chances": SVG})


def shown_chances(figure: Figure) -> list[str]:
    seats = len(figure.legends[0].get_texts())
    for axes in figure.axes:
        top = max(path.vertices[:, 1].max() for each in axes.collections for path in each.get_paths())
        assert round(float(np.max(top)), 6) == 100.0
        assert len(axes.collections) == seats
    return ["Each colour is a seat, and its height the chance to win",
            "Where the colours share the height the game is open",
            "The games of median, most and least drama of those judged." if len(figure.axes) == 3 else "other games"]


def is_decided(figure: Figure) -> bool:
    """Whether one colour fills the height at the end; then it is that of the seat in the title."""
    axes = figure.axes[0]
    heights = []
    for each in axes.collections:
        points = each.get_paths()[0].vertices
        end = points[np.isclose(points[:, 0], points[:, 0].max()), 1]
        heights.append(float(np.ptp(end)))
    most = int(np.argmax(heights))
    seat = next(line.get_label() for line in axes.lines
                if same_color(line.get_color(), axes.collections[most].get_facecolor()[0][:3]))
    assert axes.get_title("left").endswith(f"won by {seat}"), (axes.get_title("left"), seat)
    return heights[most] > 90


# ---- experiments --------------------------------------------------------------------------------


def row(item: str, outcome: str, estimate: float, **more: Any) -> Row:
    blank: dict[str, Any] = dict.fromkeys(Row.__dataclass_fields__, nan)
    return Row(**{**blank, "item": item, "outcome": outcome, "estimate": estimate, "low": estimate - 1,
                  "high": estimate + 1, "agent": A, "blocks": 2 * FEW, "games": 600, "delta": 1.5, "level": 0.95,
                  "estimand": "gift", **more})


PLAN = SimpleNamespace(game="catan_cards", options={}, vary="", agents=(B, A), q=0.1, kind="expansions", seats=2,
                       records=[], stronger="")
plan = cast(BalancePlan, PLAN)


def drawn_forest(way: bool) -> Drawn:
    """Two agents, of which the weaker one's marks lie further out; or one, and more items than a figure holds."""
    worth = {"church": 6.0, "hall": -3.0, "library": 1.0} if way else {
        f"move {n}": float(n - 20) for n in range(balance_figures.MOST + 14)}
    rows = [row(item, outcome, x / (100 if outcome == "win" else 1), delta=0.02 if outcome == "win" else 1.5)
            for item, x in worth.items() for outcome in ("margin", "win")]
    others = [replace(each, agent=B, estimate=-4 * each.estimate, low=-4 * each.estimate, high=-4 * each.estimate)
              for each in rows] if way else []
    table = pd.DataFrame([each.__dict__ for each in (*others, *rows)])
    figure, = balance_figures._forests(plan, load("gift"), table).values()
    return figure, f"{heading(figure)} {balance.seen(rows, A if way else '')}"


def shown_forest(figure: Figure) -> list[str]:
    points, wins = figure.axes
    agents = [text.get_text() for legend in figure.legends for text in legend.get_texts()]
    found = dots(points, points)
    names = labels(points)
    step = 0.6 / max(1, len(agents))
    if agents:      # the last agent's marks stand lowest in the line of an item
        found = [dot._replace(label=names[round(dot.y - step / 2, 6)]) for dot in found
                 if round(dot.y - step / 2, 6) in names]
    right, left = max(found, key=lambda dot: dot.x), min(found, key=lambda dot: dot.x)
    called = [dot.label.partition(": ")[0] for dot in (right, left)]
    whose = f"Of the marks of {agents[-1]}, f" if agents else "F"
    fits = shaded(points) == (-1.5, 1.5) and shaded(wins) == (-2.0, 2.0)
    return [f"{whose}urthest right by points is {called[0]}, furthest left {called[1]}. ",
            "Shaded: too small to matter." if fits else "no shading", "600 games or more each",
            *([] if agents else [f"{50 - len(names)} more in between: balance.csv."])]


def drawn_against_kind(way: bool) -> Drawn:
    count = 3 if way else 40
    table = pd.DataFrame([{"item": f"item {n}", "agent": A, "outcome": outcome, "estimand": "gift",
                           "deviation": float(n) / (100 if outcome == "win" else 1), "low": n - 1.0, "high": n + 1.0,
                           "delta": 1.5, "blocks": FEW + n, "games": 9, "shrunk": 0.0, "verdict": "above",
                           "price_vp": nan, "resource": nan, "overpriced": nan, "resource_unit": "",
                           "kind_mean": 1.0}
                          for n in range(count) for outcome in ("margin", "win")])
    asked = cast(BalancePlan, SimpleNamespace(**PLAN.__dict__ | {"records": [SimpleNamespace(estimand="gift")]}))
    found = {against_kind.TABLE: table}
    figure = against_kind.figure(asked, found, lambda item: "")
    assert figure is not None
    section = against_kind.section(asked, found, {against_kind.TABLE: SVG}, lambda item: "")
    return figure, f"{heading(figure)} {below(section)}"


def shown_against_kind(figure: Figure) -> list[str]:
    axes = figure.axes[0]
    drawn = len(dots(axes))
    assert dashed(axes) == {0.0}
    return ["Shaded: too small to matter." if shaded(axes) == (-1.5, 1.5) else "no shading",
            f"Each item was in {FEW} blocks or more.",
            *([f"{40 - drawn} more in between: against_kind.csv."] if drawn > 3 else []),
            "Right of the dashed line: worth more than the mean of its kind."]


def drawn_comparison(way: bool) -> Drawn:
    first, second = (40.0, 46.0) if way else (46.0, 40.0)
    apart = second - first
    each = Difference(WHOLE, "score", POINTS, first, second, apart, apart - 2, apart + 2, 0.95, 1.0, 0.0, 0.0, "higher",
                      1.5, 90, 90, 0.1)
    found = Comparison("old", "new", {"game": "catan_cards"}, {}, True, "same seed", [each])
    figure, = comparison.figures(found).values()
    page = comparison.page(found, {name: SVG for name in comparison.figures(found)})
    return figure, heading(figure) + below(page)


def shown_comparison(figure: Figure) -> list[str]:
    axes, = figure.axes
    dot, = dots(axes)
    assert dot.hollow == (dot.low != dot.low)
    return ["Right of the dashed line: more in new", "new less old" if dashed(axes) == {0.0} else "no line",
            f"the score is {abs(dot.x):.1f} points {'higher' if dot.x > 0 else 'lower'}",
            "hollow: no interval" if shaded(axes) == (-1.5, 1.5) else "no shading"]


def drawn_company(way: bool) -> Drawn:
    rows = [row(item, "margin", x, estimand=estimand, agent=A) for estimand, x in (
        ("gift", 4.0), ("robin", 9.0 if way else 4.5)) for item in ("church", "hall")]
    table = pd.DataFrame([{**each.__dict__, "shown_low": each.low, "shown_high": each.high} for each in rows])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(balance_figures, "GIFT", SimpleNamespace(estimand="gift"))
        patch.setattr(balance_figures, "ROBIN", SimpleNamespace(estimand="robin"))
        figure = balance_figures._company(plan, table, pd.DataFrame({"item": ["church", "hall"]}))
    return figure, f"{heading(figure)} {balance.CAPTIONS['company']}"


def shown_company(figure: Figure) -> list[str]:
    axes, = figure.axes
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["alone", "among other items"]
    found = dots(axes)
    assert len(found) == 4
    return ["Two bars of an item that lie apart say",
            "Bars: where the true value lies (95 %). Shaded: too small to matter."
            if shaded(axes) == (-1.5, 1.5) and not any(dot.hollow for dot in found) else "no shading"]


def lie_apart(figure: Figure) -> bool:
    """Whether the two bars of each item do; they stand below each other."""
    found = sorted(dots(figure.axes[0]), key=lambda dot: dot.y)
    return all(one.high < other.low or other.high < one.low for one, other in zip(found[::2], found[1::2], strict=True))


def drawn_exchange(way: bool) -> Drawn:
    bars = (1.0, 3.0) if way else (nan, nan)
    tokens = pd.DataFrame([{"token": "gold", "quantity": k, "worth": 2.0 * k, "low": bars[0] * k, "high": bars[1] * k}
                           for k in (1.0, 2.0)])
    items = pd.DataFrame({"item": ["church", "hall"], "worth": [3.0, 1.5]})
    figure = exchange_rate.draw(tokens, items)
    return figure, f"{heading(figure)} {balance.CAPTIONS['exchange_rate']}"


def shown_exchange(figure: Figure) -> list[str]:
    axes, names = figure.axes
    lines = {float(line.get_ydata()[0]) for line in axes.lines if same_color(line.get_color(), style.GRID)}
    led = {float(line.get_ydata()[0]): text.get_text() for line, text in zip(names.lines, names.texts, strict=True)}
    assert all(text.startswith(signed(height)) for height, text in led.items())
    tall = any(np.ptp(path.vertices[:, 1]) > 0 for each in axes.collections for path in each.get_paths())
    return ["Bars are 95 % intervals." if tall else "No intervals: too few blocks.",
            "A line lies at the height of what each item is worth, and leads to its name"
            if lines == set(led) else "no line"]


def drawn_naive(way: bool) -> Drawn:
    table = pd.DataFrame({"item": ["church", "hall"], "estimate": [0.1, -0.1], "low": [0.05, -0.2], "high": [0.2, 0.0],
                          "naive": [0.1, -0.1] if way else [0.3, 0.2]})
    figure = naive_scatter.draw(table, "a gift")
    return figure, f"{heading(figure)} {balance.CAPTIONS['naive']}"


def shown_naive(figure: Figure) -> list[str]:
    axes = figure.axes[0]
    line = next(line for line in axes.lines if line.get_linestyle() == "--")
    assert cast(Any, line).get_slope() == 1
    assert cast(Any, line).get_xy1() == (0, 0)
    return ["Across: what an item does (a gift)", "On the dashed line the two would agree",
            "Were owners' win rates right, all items would lie on the dashed line."]


def owners_are_right(figure: Figure) -> bool:
    """Whether all items lie on the dashed line."""
    return all(abs(float(line.get_xdata()[0]) - float(line.get_ydata()[0])) < 1e-9 for line in figure.axes[0].lines
               if line.get_marker() == "o")


def drawn_boards(way: bool) -> Drawn:
    met = (12, 40) if way else (7, 7)
    table = pd.DataFrame([
        {"item": one, "against": other, "mean": mean, "blocks": met[at % 2] if mean == mean else 0}
        for at, (one, other, mean) in enumerate((
            ("1", "5", 4.0), ("5", "1", -4.0), ("1", "7", nan), ("7", "1", nan), ("5", "7", 2.0), ("7", "5", -2.0),
            ("1", "8", 3.0 if way else -3.0), ("8", "1", -3.0 if way else 3.0)))])
    figure = board_matrix.draw(table)
    assert f"Each two met {'12 to 40 times' if way else '7 times'} in every seating" in heading(figure)
    return figure, f"{heading(figure)} {balance.CAPTIONS['board_matrix']}"


def shown_boards(figure: Figure) -> list[str]:
    axes = figure.axes[0]
    names = [text.get_text() for text in axes.get_yticklabels()]
    written = {(names[round(text.get_position()[1])], names[round(text.get_position()[0])]): text.get_text()
               for text in axes.texts}
    row_ahead = written["1", "5"] == "+4.0" and written["5", "1"] == "−4.0"
    never = len(written) == 6 and ("1", "7") not in written
    return ["How many points the board of the row ends ahead of that of the column" if row_ahead else "the other way",
            "no number: never" if never else "all met",
            "A row of one colour is a board that beats, or loses to, nearly"]


def beats_all(figure: Figure) -> bool:
    """Whether the row of the first board is of one colour, that of boards that are ahead."""
    axes = figure.axes[0]
    at = [text.get_text() for text in axes.get_yticklabels()].index("1")
    image = axes.images[0]
    row = np.ma.masked_invalid(image.get_array()[at]).compressed()
    return all(image.cmap(image.norm(x))[2] > image.cmap(image.norm(x))[0] for x in row)     # more blue than red


def drawn_skill(way: bool) -> Drawn:
    table = pd.DataFrame([{"step": k, "larger": f"mcts:{2 << k}", "smaller": f"mcts:{1 << k}", "win_off_par": gain,
                           "low": low, "high": gain + 0.02} for k, gain, low in (
                               (0, 0.4, 0.3), (1, 0.2, 0.1), (2, 0.005, nan if way else -0.001))])
    figure = skill_curve.draw(table)
    return figure, f"{heading(figure)} {balance.CAPTIONS['skill_curve']}"


def shown_skill(figure: Figure) -> list[str]:
    axes, = figure.axes
    band = shaded(axes, across=True)
    assert band is not None
    assert band[0] == -band[1]
    hollow = any(line.get_marker() == "o" and same_color(line.get_markerfacecolor(), "white") for line in axes.lines)
    return [f"Shaded: by {band[1]:g} % of the wins or less.", "lies (95 %); hollow" if hollow else "lies (95 %).",
            "Where the points come down into the shaded band"]


def drawn_ladder(way: bool) -> Drawn:
    elos = (100.0, 60.0, 10.0) if way else (nan, 60.0, nan)
    table = pd.DataFrame([{"step": k, "larger": f"mcts:{2 << k}", "smaller": "random" if k == 0 else f"mcts:{1 << k}",
                           "elo": elo, "elo_low": elo - 9, "elo_high": elo + 9} for k, elo in enumerate(elos)])
    figure = ladder.draw(table)
    return figure, f"{heading(figure)} {balance.CAPTIONS['ladder']}"


def shown_ladder(figure: Figure) -> list[str]:
    axes, = figure.axes
    rungs = [dot.label for dot in sorted(dots(axes), key=lambda dot: dot.y)]
    heights = [dot.x for dot in sorted(dots(axes), key=lambda dot: dot.y)]
    assert heights[0] == 0
    assert axes.get_xlabel() == f"Elo above {rungs[0]}"
    out = ["The further apart two rungs, the more the larger budget wins."]
    out += [f"No Elo for random: one side won all. Not drawn: from mcts:{2 * int(rungs[-1][5:])} on"] if (
        "random" not in rungs) else ["lies (95 %). The further"]
    return out


def drawn_sequence(way: bool) -> Drawn:
    count = confidence_sequence.MOST + 3 if way else 5
    table = pd.DataFrame([{"item": f"item {n}", "blocks": k, "estimate": 1.0, "low": -1.0, "high": 3.0, "delta": 1.5}
                          for n in range(count) for k in (10, 20)])
    figure = confidence_sequence.draw(table)
    return figure, f"{heading(figure)} {balance.CAPTIONS['confidence_sequence']}"


def shown_sequence(figure: Figure) -> list[str]:
    panels = [axes for axes in figure.axes if axes.lines]
    fits = all(shaded(axes, across=True) == (-1.5, 1.5) and dashed(axes) == {0.0} for axes in panels)
    left = "Shaded: too small to matter." if fits else "no shading"
    return [left, *(["3 more items are in the table."] if len(panels) == confidence_sequence.MOST else []),
            "A band that has left 0, or lies within the shading, is settled"]


def drawn_what_if(way: bool) -> Drawn:
    count, target = (1, "zero") if way else (what_if.SERIES + 2, "2")
    table = pd.DataFrame([{"item": f"item {n}", "value": float(v), "outcome": outcome, "estimate": v - 3.0,
                           "low": v - 4.0, "high": v - 2.0, "delta": 1.5} for n in range(count) for v in (2, 3, 4)
                          for outcome in ("margin", "win")])
    crossings = pd.DataFrame([{"item": f"item {n}", "outcome": "margin", "number": "cost", "target": target, "low": 2.5,
                               "high": 3.5} for n in range(count)])
    figure = what_if.draw(table, crossings)
    return figure, f"{heading(figure)} {balance.CAPTIONS['what_if']}"


def shown_what_if(figure: Figure) -> list[str]:
    points = next(axes for axes in figure.axes if "points" in axes.get_ylabel())
    aim, = dashed(points)
    band = shaded(points, across=True)
    assert band == (aim - 1.5, aim + 1.5)
    series = len(points.get_legend_handles_labels()[1])
    return ["the effect may be 0, so that the item is fair" if aim == 0 else f"the effect may be {aim:g} points.",
            "Where a line of points crosses the dashed one the item would be as it should.",
            "is fair." if series == 1 else "2 more items: what_if.csv."]


def drawn_settings(way: bool) -> Drawn:
    thirds = (1, 2) if way else (1, 2, 3, 4, 5, 6)
    table = pd.DataFrame([{"a": x, "b": y, "c": z, "predicted": x - y + z / 10, "fits": x == y, "played": x == 1}
                          for x in (1, 2, 3) for y in (1, 2, 3) for z in thirds])
    figure = settings.draw(table, ("a", "b", "c"), "church", "balanced")
    return figure, f"{heading(figure)} {balance.CAPTIONS['settings']}"


def shown_settings(figure: Figure) -> list[str]:
    panels = [axes for axes in figure.axes if axes.images and axes.get_xlabel()]
    framed = all(frames(axes) == 3 for axes in panels)
    played = all(sum(line.get_marker() == "." for line in axes.lines) == 3 for axes in panels)
    return ["Framed: may be what it should be (95 %)." if framed else "no frames",
            "Dots: settings that were played." if played else "no dots",
            f"{len(panels)} of 6 values of c are drawn" if len(panels) == 4 else "played. What"]


def drawn_pairs(way: bool) -> Drawn:
    kind = pairs.KINDS[0 if way else 1]
    table = pd.DataFrame([
        {"item": one, "other": other, "agent": A, "outcome": "margin", "shrunk": x, "shown": shown, "blocks": 900}
        for one, other, x, shown in (("church", "hall", 3.0, True), ("church", "library", -0.5, False))])
    figure, = pairs.figures(plan, {kind.table: table}, lambda item: "").values()
    return figure, f"{heading(figure)} {kind.caption}"


def shown_pairs(figure: Figure) -> list[str]:
    axes = figure.axes[0]
    names = [text.get_text() for text in axes.get_yticklabels()]
    at = {(names[round(t.get_position()[1])], names[round(t.get_position()[0])]): t.get_text() for t in axes.texts}
    alike = at["church", "hall"] == at["hall", "church"] == "+3.0"
    gains = at["church", "hall"] == "+3.0" and at["hall", "church"] == "−3.0"
    assert alike or gains
    return ["What two items of one seat add to the sum of their worths." if alike else
            "What the item of the row gains beyond its worth against that of the column.",
            "Framed: shown to differ from 0" if frames(axes) == 2 else "no frames",
            "White: in no game." if len(at) == 4 else "all known"]


def drawn_ratings(way: bool) -> Drawn:
    bars = interval(-20.0, 20.0) if way else interval(nan, nan)
    table = pd.DataFrame([{"agent": agent, "rating": rating, **bars, "games": 60, "seats": 2}
                          for agent, rating in ((A, 30.0), (B, 0.0), ("random", -30.0))])
    return (figure := ratings.draw(table)), heading(figure)


def shown_ratings(figure: Figure) -> list[str]:
    axes, = figure.axes
    found = sorted(dots(axes), key=lambda dot: dot.y)
    mean = dashed(axes) == {0.0} and abs(sum(dot.x for dot in found)) < 1e-9
    return ["relative to the mean of all agents; 90 games." if mean else "no mean", intervals(*found)]


# ---- an atlas -----------------------------------------------------------------------------------

MEASURES = {"win": ("wins (%)", 100.0)}


def drawn_funnel(way: bool) -> Drawn:
    table = pd.DataFrame([{"measure": "win", "games": games, "low": 0.5 - wide, "lower": 0.5 - wide / 3, "median": 0.5,
                           "upper": 0.5 + wide / 3, "high": 0.5 + wide, "by_chance": chance}
                          for games, wide, chance in ((10, 0.3, 0.14), (40, 0.2 if way else 0.14, 0.07),
                                                      (90, 0.18 if way else 0.09, 0.046))])
    return (figure := funnel.draw(table, MEASURES, "worlds")), heading(figure)


def shown_funnel(figure: Figure) -> list[str]:
    axes = figure.axes[0]
    chance = [round(float(line.get_ydata()[-1]), 3) for line in axes.lines if line.get_linestyle() == "--"]
    outer, inner = (_width(axes, at) for at in (0, 1))
    dashes = chance == [round(50 - 1.96 * 4.6, 3), round(50 + 1.96 * 4.6, 3)]
    return ["Shaded: where 95 % and half of the worlds lie" if abs(outer / inner - 3) < 1e-6 else "other shading",
            "Dashed: where 95 % would lie if all were alike." if dashes else "other dashes",
            "Where the shaded band is the wider, they differ by more than chance."]


def _width(axes: Axes, band: int) -> float:
    points = axes.collections[band].get_paths()[0].vertices
    return float(np.ptp(points[np.isclose(points[:, 0], points[:, 0].max()), 1]))


def differ(figure: Figure) -> bool:
    """Whether the shaded band is wider at the end than the dashed lines are apart."""
    ends = [float(line.get_ydata()[-1]) for line in figure.axes[0].lines if line.get_linestyle() == "--"]
    return _width(figure.axes[0], 0) > 1.05 * float(np.ptp(ends))


def drawn_raw(way: bool) -> Drawn:
    raw = np.array([0.2, 0.5, 0.8])
    table = pd.DataFrame({"measure": "win", "raw": raw, "pooled": raw if way else 0.5 + 0.1 * (raw - 0.5)})
    return (figure := raw_pooled.draw(table, MEASURES, "world")), heading(figure)


def shown_raw(figure: Figure) -> list[str]:
    axes = figure.axes[0]
    line = cast(Any, axes.lines[0])
    x, y = line.get_xy1()
    across = (axes.get_xlabel(), axes.get_ylabel()) == ("raw", "pooled")
    return ["On the dashed line the two agree" if x == y and line.get_slope() == 1 else "another line",
            "Across: what a world's own games say. Up: the pooled estimate." if across else "turned round",
            "the flatter the cloud, the more of the raw spread is chance"]


def is_steep(figure: Figure) -> bool:
    """Whether the cloud rises as the dashed line does, so that next to nothing of the raw spread is chance."""
    cloud = figure.axes[0].lines[1]
    slope = np.polyfit(np.asarray(cloud.get_xdata(), float), np.asarray(cloud.get_ydata(), float), 1)[0]
    return bool(slope > 0.9)


def drawn_levels(way: bool) -> Drawn:
    half = (0.1, 0.1 if way else nan)
    table = pd.DataFrame([{"measure": "win", "factor": "first", "level": level, "effect": x, "low": x - half[at],
                           "high": x + half[at]} for at, (level, x) in enumerate((("2", 0.2), ("3", -0.2)))])
    return (figure := level_effects.draw(table, MEASURES, "worlds")), heading(figure)


def shown_levels(figure: Figure) -> list[str]:
    axes, = figure.axes
    found = dots(axes)
    assert [dot.label for dot in found] == ["2 (first)", "3 (first)"]
    return ["lie from the mean of all, as pooled." if dashed(axes) == {0.0} else "no mean", intervals(*found)]


def drawn_map(way: bool) -> Drawn:
    table = pd.DataFrame([{"level_0": z, "level_1": y, "level_2": x, "value": 0.4 + 0.1 * x, "sure": way and x == 2}
                          for z in (0, 1) for y in range(3) for x in range(3) if x != y])
    figure = variant_maps.draw(table, ("trade", "money", "roads"), ("1 one", "2 two", "3 three"), "Wins", 100.0, 0.5)
    return figure, heading(figure)


def shown_map(figure: Figure) -> list[str]:
    panels = [axes for axes in figure.axes if axes.images]
    first = panels[0]
    across = {round(text.get_position()[0]): text.get_text() for text in first.texts} == {0: "40", 1: "50", 2: "60"}
    white = all(bool(np.ma.getmaskarray(np.ma.masked_invalid(first.images[0].get_array()))[n, n]) for n in range(3))
    titles = {axes.get_title() + axes.get_title("left") for axes in panels} == {"trade: 1 one", "trade: 2 two"}
    return ["A map for each level of trade; down money, across roads." if across and titles else "other maps",
            "Framed: something is said of it with a probability of 95 % or more.",
            "White: none, or not played." if white else "all played"]


def sure_of_the_last(figure: Figure) -> bool:
    """Whether the two fields of the last column are framed in each map."""
    found = {frames(axes) for axes in figure.axes if axes.images}
    assert found in ({0}, {2})
    return found == {2}


def drawn_strengths(way: bool) -> Drawn:
    table = pd.DataFrame([("123", 0.7, 0.8 if way else 0.3, HOLDS if way else TURNS), ("124", 0.6, 0.52, OPEN)],
                         columns=["item", "at_weaker", "at_stronger", "word"])
    table = table.assign(stronger_low=table["at_stronger"] - 0.1, stronger_high=table["at_stronger"] + 0.1)
    return (figure := both_strengths.draw(table, "mcts:9", "worlds")), heading(figure)


def shown_strengths(figure: Figure) -> list[str]:
    axes, = figure.axes
    named = (axes.get_xlabel(), axes.get_ylabel()) == ("the first wins between greedy agents (%)",
                                                       "the first wins between mcts:9 (%)")
    points = [line for line in axes.lines if line.get_marker() in style.MARKERS]
    hollow = [line.get_label() for line in points if same_color(line.get_markerfacecolor(), "white")]
    bars = [line for line in axes.lines if line.get_linestyle() == "-" and len(line.get_xdata()) == 2]
    corners = sorted(tuple(each.get_paths()[0].get_extents().extents) for each in axes.collections)
    return ["Across: percent of games that the first of two wins between greedy agents" if named else "turned round",
            "with 95 % bars" if len(bars) == sum(len(line.get_xdata()) for line in points) else "points without bars",
            "In the shaded corners the same player is favoured" if corners == [(0, 0, 50, 50), (50, 50, 100, 100)]
            else "other corners",
            "hollow worlds: not settled" if hollow == [f"{OPEN} (1)"] else "others are hollow"]


def in_a_shaded_corner(figure: Figure) -> bool:
    """Whether the world that is named lies where the same player is favoured by both."""
    axes, = figure.axes
    x, y = axes.texts[0].xy
    return any(each.get_paths()[0].contains_point((x, y)) for each in axes.collections)


# ---- the table ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A picture of a page: the plot that draws it, data on which its claims come out one way and the other.

    Where the words only explain how to read the marks, `read` reads them so: it has to find what the data were made to
    hold in the first of the two figures, and not in the second.
    """

    plot: str
    drawn: Callable[[bool], Drawn]
    shown: Callable[[Figure], Sequence[str]]
    read: Callable[[Figure], bool] | None = None


KINDS = {
    "win shares": Kind("win_shares", drawn_win_shares, shown_win_shares),
    "tiles": Kind("tile_win_shares", drawn_tiles, shown_tiles),
    "scores": Kind("score_distribution", drawn_scores, shown_scores),
    "sources": Kind("points_by_source", drawn_sources, shown_sources),
    "strategies": Kind("strategies", drawn_strategies, shown_strategies, lives_on_goods),
    "winners": Kind("forest", drawn_winners, shown_winners),
    "length": Kind("game_length", drawn_length, shown_length),
    "win chances": Kind("win_chances", drawn_chances, shown_chances, is_decided),
    "forest": Kind("forest", drawn_forest, shown_forest),
    "against its kind": Kind("forest", drawn_against_kind, shown_against_kind),
    "comparison": Kind("forest", drawn_comparison, shown_comparison),
    "company": Kind("forest", drawn_company, shown_company, lie_apart),
    "exchange rate": Kind("exchange_rate", drawn_exchange, shown_exchange),
    "owners": Kind("naive_scatter", drawn_naive, shown_naive, owners_are_right),
    "boards": Kind("board_matrix", drawn_boards, shown_boards, beats_all),
    "skill": Kind("skill_curve", drawn_skill, shown_skill),
    "ladder": Kind("ladder", drawn_ladder, shown_ladder),
    "sequence": Kind("confidence_sequence", drawn_sequence, shown_sequence),
    "what if": Kind("what_if", drawn_what_if, shown_what_if),
    "settings": Kind("settings", drawn_settings, shown_settings),
    "pairs": Kind("pair_matrix", drawn_pairs, shown_pairs),
    "ratings": Kind("ratings", drawn_ratings, shown_ratings),
    "funnel": Kind("funnel", drawn_funnel, shown_funnel, differ),
    "raw and pooled": Kind("raw_pooled", drawn_raw, shown_raw, is_steep),
    "levels": Kind("level_effects", drawn_levels, shown_levels),
    "both strengths": Kind("both_strengths", drawn_strengths, shown_strengths, in_a_shaded_corner),
    "maps": Kind("variant_maps", drawn_map, shown_map, sure_of_the_last),
}


@pytest.mark.parametrize("name", KINDS)
def test_what_is_said_of_a_picture_is_what_it_shows(name):
    kind = KINDS[name]
    (one, said_of_one), (other, said_of_other) = kind.drawn(True), kind.drawn(False)
    of_one, of_other = kind.shown(one), kind.shown(other)
    if kind.read is None:
        assert set(of_one) != set(of_other), "no claim comes out differently"
    else:
        assert (kind.read(one), kind.read(other)) == (True, False)
    for own, foreign, said in ((of_one, of_other, said_of_one), (of_other, of_one, said_of_other)):
        for sentence in own:
            assert sentence in said, f"missing: {sentence!r} in {said!r}"
        for sentence in set(foreign) - set(own):
            assert sentence not in said, f"false: {sentence!r} in {said!r}"


def test_every_plot_has_a_row():
    drawing = {module.name for module in pkgutil.iter_modules(plots.__path__) if module.name != "style"
               for name, each in inspect.getmembers(import_module(f"reports.plots.{module.name}"), inspect.isfunction)
               if not name.startswith("_") and inspect.signature(each).return_annotation in ("Figure", Figure)}
    assert drawing == {kind.plot for kind in KINDS.values()}
