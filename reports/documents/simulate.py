"""The report of a simulated run as a page."""
from __future__ import annotations

from collections.abc import Mapping
from html import escape
from math import isnan
from typing import Any

import pandas as pd

from reports.documents import web, words
from reports.documents.tables import records, seats_are_shared_out, telling

CAVEAT = """<div class="warning"><p><strong>This is not what a tile is worth.</strong> Agents buy some tiles when
they are ahead and others when they are behind, so the share of the win of those who own a tile at the end says who
owned it, not what owning it did. It can be far from the tile's effect, and even on the other side of par, however
many games are played and however narrow the interval. What a tile is worth is settled by an experiment that hands it
out at random.</p></div>"""

HOW_TO_READ = """<ul>
<li><strong>Par</strong> is what each would have if nothing made a difference: one win in as many as there are seats,
and a margin of 0. A win shared by <i>k</i> counts 1/<i>k</i> for each.</li>
<li><strong>Margin</strong> is a seat's score less the mean of the other seats' scores, in points.</li>
<li><strong>Block</strong>: all games that share dice and draws, in which the agents (or, where all agents are alike,
the luck) go round the table. Blocks are independent of each other, games of one block are not: every interval is
computed over blocks.</li>
<li><strong>Interval</strong>: 95 % of intervals computed in this way hold the true value. All of them are about these
agents and these options, not about other players.</li>
<li><strong>Verdict</strong>: <i>strong</i> and <i>weak</i> are away from par by 2 percentage points (1.5 points of
margin) or more; <i>slight</i> is away by less; <i>balanced</i> is shown to be nearer than that; <i>no difference</i> is
at par exactly, in every block; <i>not settled</i> is none of these, and is never the same as balanced. A win share
needs 200 blocks for a verdict, a margin 50. Seats are judged only where all agents are alike.</li>
</ul>"""


def page(manifest: Mapping[str, Any], seats: pd.DataFrame, tables: Mapping[str, pd.DataFrame],
         pictures: Mapping[str, bytes]) -> str:
    """The whole page. `pictures` holds the SVG of each figure by name; a section without one has its table alone."""
    parts = [_opening(manifest, seats, tables), _winners(tables, pictures), _scores(tables, pictures),
             sources(tables, pictures), strategies(tables, pictures),
             _length(tables, pictures), shape(tables, pictures), _tiles(tables, pictures),
             web.section("How to read this", HOW_TO_READ), web.section("The run", web.entries(manifest))]
    return web.document(words.title(manifest, tables), parts)


def _opening(manifest: Mapping[str, Any], seats: pd.DataFrame, tables: Mapping[str, pd.DataFrame]) -> str:
    table = tables["win_shares"]
    known, open_ = words.settled(table), words.not_settled(table)
    text = [f'<p class="lead">{escape(words.asked(manifest, tables))}</p>',
            "<h3>Settled</h3>", web.items(known or ["Nothing yet about who wins."]),
            "<h3>Not settled</h3>", web.items(open_ or ["None of the questions about who wins."])]
    left_out = int(tables["score_distribution"]["games"].iloc[0]) - int(table["games"].max())
    if left_out:
        text.append(f"<p>{left_out:,} game{'' if left_out == 1 else 's'} of blocks cut short "
                    f"{'is' if left_out == 1 else 'are'} left out of the question who wins.</p>")
    if not seats_are_shared_out(seats):
        text.append("<p>The agents did not sit equally often in each seat: what is said of an agent holds the worth of"
                    " its seats too.</p>")
    return "\n".join(text)


def _winners(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    table = telling(tables["win_shares"])
    margins = {(row["kind"], row["name"]): row for row in records(table[table["outcome"] == "margin"])}
    lines = []
    for win in records(table[table["outcome"] == "win"]):
        margin = margins[win["kind"], win["name"]]
        lines.append([win["name"], *_cells(win, "win"), *_cells(margin, "margin"), f"{win['blocks']:,}"])
    head = ["", "win", "95 % interval", "verdict", "margin", "95 % interval", "verdict", "blocks"]
    drawn = web.picture(pictures, "win_shares", "Share of the win and margin of each agent and seat")
    return web.section("Who wins", drawn,
                       web.table("Share of the win, and margin in points, of each agent and each seat", head, lines))


def _scores(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    lines = [[row["name"], f"{row['mean']:.1f}", _between(row), *_spread(row),
              f"{row['rows']:,}"] for row in records(telling(tables["score_distribution"]))]
    head = ["", "mean", "95 % interval", "sd", "lowest", "10 %", "median", "90 %", "highest", "scores"]
    drawn = web.picture(pictures, "score_distribution", "Final scores by seat, agent and board")
    return web.section("Final scores", drawn,
                       web.table("Final scores in points, of each seat in each game", head, lines))


def sources(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    """The section on where the points come from."""
    table = telling(tables["points_by_source"])
    if len(table) == 0:
        return web.section("Where the points come from", "<p>The run holds no points by source.</p>")
    columns = list(dict.fromkeys(table["name"]))
    cell = {(row["source"], row["name"]): f"{row['mean']:.1f}<br><small>{_between(row)}</small>"
            for row in records(table)}
    lines = [[escape(source), *(cell[source, name] for name in columns)] for source in dict.fromkeys(table["source"])]
    drawn = web.picture(pictures, "points_by_source", "Mean points by source")
    caption = "Mean points a seat and game from each source, with 95 % intervals"
    return web.section("Where the points come from", drawn, web.table(caption, ["", *columns], lines, safe=True))


def strategies(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    """The section on strategies; empty for a run whose points have no sources to tell apart."""
    if "winner_less_opponents" not in tables:
        return ""
    parts = [f"<p>{escape(words.strategies(tables))}</p>", web.picture(pictures, "strategies", "Points by strategy")]
    if "strategies" in tables and len(tables["strategies"]) > 1:
        lines = [[row["strategy"], f"{row['share'] * 100:.0f} %", f"{row['win'] * 100:.1f} %",
                  *_bounded(row, "win", 100), words.signed(row["margin"]), *_bounded(row, "margin", 1),
                  f"{row['score']:.1f}", f"{row['blocks']:,}"] for row in records(tables["strategies"])]
        head = ["", "of seats", "win", "95 % interval", "margin", "95 % interval", "mean score", "blocks"]
        caption = "Who played so, and how it went; who plays so chose to, so this is no effect"
        parts.append(web.table(caption, head, lines))
    return web.section("Strategies", *parts, web.picture(pictures, "winners", "What winners have more of"))


def _bounded(row: dict[str, Any], name: str, scale: float) -> list[str]:
    low, high = row[f"{name}_low"] * scale, row[f"{name}_high"] * scale
    if isnan(low):
        return ["—"]
    return [f"{low:.1f} to {high:.1f} %" if name == "win" else f"{words.signed(low)} to {words.signed(high)}"]


def _length(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    lines = [[row["measure"], f"{row['mean']:.1f}", _between(row), *_spread(row)]
             for row in records(tables["game_length"])]
    head = ["", "mean", "95 % interval", "sd", "least", "10 %", "median", "90 %", "most"]
    return web.section("How long games are", web.picture(pictures, "game_length", "Decisions and rounds of a game"),
                       web.table("Number in a game", head, lines))


def shape(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    """The section on the shape of play; empty where no game was judged."""
    if "shape" not in tables:
        return ""
    lines = [[row["meaning"], _figures(row["mean"]),
              "—" if isnan(row["low"]) else f"{_figures(row['low'])} to {_figures(row['high'])}",
              *(_figures(row[k]) for k in ("min", "median", "max"))] for row in records(tables["shape"])]
    head = ["", "mean", "95 % interval", "least", "median", "most"]
    return web.section("Shape of play", f"<p>{escape(words.shape(tables))}</p>",
                       web.picture(pictures, "win_chances", "Win chances of three games, decision by decision"),
                       web.table("Of a game, over the games judged; intervals by block", head, lines))


def _figures(number: float) -> str:
    return f"{number:.{1 if abs(number) >= 10 else 3}f}".replace("-", "−")


def _tiles(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    table = tables["tile_win_shares"]
    if len(table) == 0:
        return web.section("Tiles", "<p>The run holds no tiles.</p>")
    lines = [[row["tile"], f"{row['owned']:,}", f"{row['frequency'] * 100:.1f} %", f"{row['copies']:.2f}",
              f"{row['naive_win_owned'] * 100:.1f} %", words.span(row, "win")] for row in records(table)]
    head = ["", "times owned", "seats owning it", "copies a seat", "owners' win share (not its effect)",
            "95 % interval"]
    return web.section("Tiles", CAVEAT, web.picture(pictures, "tile_win_shares", "How often each tile is owned, and its"
                                              " owners' share of the win, which is not the effect of the tile"),
                       "<details><summary>All tiles as a table</summary>",
                       web.table("Tiles owned at the end, the most often owned first", head, lines), "</details>")


def _cells(row: dict[str, Any], outcome: str) -> list[str]:
    number = f"{row['estimate'] * 100:.1f} %" if outcome == "win" else words.signed(row["estimate"])
    return [number, words.span(row, outcome), row["verdict"]]


def _between(row: dict[str, Any]) -> str:
    return "—" if isnan(row["low"]) else f"{row['low']:.1f} to {row['high']:.1f}"


def _spread(row: dict[str, Any]) -> list[str]:
    names = ("sd", "min", "p10", "median", "p90", "max")
    return ["—" if isnan(row[name]) else f"{row[name]:{'g' if name in ('min', 'max') else '.1f'}}" for name in names]
