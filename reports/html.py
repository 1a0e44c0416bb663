"""A report as one page that needs nothing else: pictures inside it, no script, nothing that a browser would fetch."""
from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from math import isnan
from typing import Any

import pandas as pd

from reports import words
from reports.tables import seats_are_shared_out, telling

LONGEST = 300       # characters of a manifest entry that the page shows
NOT_SHOWN = ("begun", "title")      # where and when a run was begun says nothing of its games

STYLE = """
:root { color-scheme: light; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 52rem; background: #fff; color: #1a1a1a;
  font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; line-height: 1.25; margin: 3rem 0 .6rem; padding-top: 1rem; border-top: 1px solid #d5d5d5; }
h3 { font-size: 1.05rem; margin: 1.4rem 0 .3rem; }
p, ul { margin: .5rem 0; } ul { padding-left: 1.3rem; }
.lead { font-size: 1.15rem; }
.wide { overflow-x: auto; margin: 1rem 0; }
.wide img { display: block; width: 100%; min-width: 34rem; height: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: #4a4a4a; padding-bottom: .4rem; }
th, td { padding: .3rem .7rem .3rem 0; text-align: right; white-space: nowrap;
  border-bottom: 1px solid #e4e4e4; }
thead th { border-bottom: 2px solid #8a8a8a; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; } th { font-weight: 600; }
.warning { border: 2px solid #b34700; border-left-width: 10px; padding: .6rem 1rem; margin: 1rem 0;
  background: #fff6ef; }
details summary { cursor: pointer; padding: .4rem 0; font-weight: 600; }
code { font-size: .92em; overflow-wrap: anywhere; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem; }
@media print { .wide { overflow: visible; } .wide img { min-width: 0; } h2, .wide { break-inside: avoid; } }
"""

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
    title = escape(words.title(manifest, tables))
    parts = [_opening(manifest, seats, tables), _winners(tables, pictures), _scores(tables, pictures),
             _sources(tables, pictures), _length(tables, pictures), _tiles(tables, pictures),
             _section("How to read this", HOW_TO_READ), _section("The run", _entries(manifest))]
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta http-equiv="Content-Security-Policy"'
            " content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n"
            f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n" + "\n".join(parts) + "\n</body>\n</html>\n")


def _opening(manifest: Mapping[str, Any], seats: pd.DataFrame, tables: Mapping[str, pd.DataFrame]) -> str:
    table = tables["win_shares"]
    known, open_ = words.settled(table), words.not_settled(table)
    text = [f'<p class="lead">{escape(words.asked(manifest, tables))}</p>',
            "<h3>Settled</h3>", _items(known or ["Nothing yet about who wins."]),
            "<h3>Not settled</h3>", _items(open_ or ["None of the questions about who wins."])]
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
    margins = {(row["kind"], row["name"]): row for row in _records(table[table["outcome"] == "margin"])}
    lines = []
    for win in _records(table[table["outcome"] == "win"]):
        margin = margins[win["kind"], win["name"]]
        lines.append([win["name"], *_cells(win, "win"), *_cells(margin, "margin"), f"{win['blocks']:,}"])
    head = ["", "win", "95 % interval", "verdict", "margin", "95 % interval", "verdict", "blocks"]
    return _section("Who wins", _picture(pictures, "win_shares", "Share of the win and margin of each agent and seat"),
                    _table("Share of the win, and margin in points, of each agent and each seat", head, lines))


def _scores(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    lines = [[row["name"], f"{row['mean']:.1f}", _between(row), *_spread(row),
              f"{row['rows']:,}"] for row in _records(telling(tables["score_distribution"]))]
    head = ["", "mean", "95 % interval", "sd", "lowest", "10 %", "median", "90 %", "highest", "scores"]
    return _section("Final scores", _picture(pictures, "score_distribution", "Final scores by seat, agent and board"),
                    _table("Final scores in points, of each seat in each game", head, lines))


def _sources(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    table = telling(tables["points_by_source"])
    if len(table) == 0:
        return _section("Where the points come from", "<p>The run holds no points by source.</p>")
    columns = list(dict.fromkeys(table["name"]))
    cell = {(row["source"], row["name"]): f"{row['mean']:.1f}<br><small>{_between(row)}</small>"
            for row in _records(table)}
    lines = [[escape(source), *(cell[source, name] for name in columns)] for source in dict.fromkeys(table["source"])]
    return _section("Where the points come from", _picture(pictures, "points_by_source", "Mean points by source"),
                    _table("Mean points a seat and game from each source, with 95 % intervals", ["", *columns], lines,
                           safe=True))


def _length(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    lines = [[row["measure"], f"{row['mean']:.1f}", _between(row), *_spread(row)]
             for row in _records(tables["game_length"])]
    head = ["", "mean", "95 % interval", "sd", "least", "10 %", "median", "90 %", "most"]
    return _section("How long games are", _picture(pictures, "game_length", "Decisions and rounds of a game"),
                    _table("Number in a game", head, lines))


def _tiles(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    table = tables["tile_win_shares"]
    if len(table) == 0:
        return _section("Tiles", "<p>The run holds no tiles.</p>")
    lines = [[row["tile"], f"{row['owned']:,}", f"{row['frequency'] * 100:.1f} %", f"{row['copies']:.2f}",
              f"{row['naive_win_owned'] * 100:.1f} %", words.span(row, "win")] for row in _records(table)]
    head = ["", "times owned", "seats owning it", "copies a seat", "owners' win share (not its effect)",
            "95 % interval"]
    return _section("Tiles", CAVEAT, _picture(pictures, "tile_win_shares", "How often each tile is owned, and its"
                                              " owners' share of the win, which is not the effect of the tile"),
                    "<details><summary>All tiles as a table</summary>",
                    _table("Tiles owned at the end, the most often owned first", head, lines), "</details>")


def _cells(row: dict[str, Any], outcome: str) -> list[str]:
    number = f"{row['estimate'] * 100:.1f} %" if outcome == "win" else words.signed(row["estimate"])
    return [number, words.span(row, outcome), row["verdict"]]


def _between(row: dict[str, Any]) -> str:
    return "—" if isnan(row["low"]) else f"{row['low']:.1f} to {row['high']:.1f}"


def _spread(row: dict[str, Any]) -> list[str]:
    names = ("sd", "min", "p10", "median", "p90", "max")
    return ["—" if isnan(row[name]) else f"{row[name]:{'g' if name in ('min', 'max') else '.1f'}}" for name in names]


def _section(heading: str, *parts: str) -> str:
    return "\n".join([f"<section>\n<h2>{escape(heading)}</h2>", *(part for part in parts if part), "</section>"])


def _items(sentences: Iterable[str]) -> str:
    return "<ul>\n" + "\n".join(f"<li>{escape(each)}</li>" for each in sentences) + "\n</ul>"


def _picture(pictures: Mapping[str, bytes], name: str, alternative: str) -> str:
    if name not in pictures:
        return ""
    data = b64encode(pictures[name]).decode("ascii")
    return f'<div class="wide"><img alt="{escape(alternative)}" src="data:image/svg+xml;base64,{data}"></div>'


def _table(caption: str, head: Sequence[str], lines: Sequence[Sequence[str]], safe: bool = False) -> str:
    """A table whose first column names the row; cells that are `safe` are HTML already."""
    shown: Callable[[str], str] = str if safe else escape
    rows = ["".join(f'<th scope="row">{shown(cell)}</th>' if at == 0 else f"<td>{shown(cell)}</td>"
                    for at, cell in enumerate(line)) for line in lines]
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    return (f'<div class="wide"><table>\n<caption>{escape(caption)}</caption>\n<thead><tr>{top}</tr></thead>\n<tbody>\n'
            + "\n".join(f"<tr>{row}</tr>" for row in rows) + "\n</tbody></table></div>")


def _entries(manifest: Mapping[str, Any]) -> str:
    lines = ["<p>What was asked for, as the run's <code>manifest.json</code> says it:</p>", "<dl>"]
    for name, value in manifest.items():
        if name in NOT_SHOWN:
            continue
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        text = text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text):,} characters)"
        lines.append(f"<dt>{escape(str(name))}</dt><dd><code>{escape(text)}</code></dd>")
    return "\n".join([*lines, "</dl>"])


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    return [{str(name): value for name, value in row.items()} for row in table.to_dict("records")]
