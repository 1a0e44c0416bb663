"""The report of a simulated run as a page."""
from __future__ import annotations

from collections.abc import Mapping
from html import escape
from math import isnan
from typing import Any

import pandas as pd

from reports.documents import web, words
from reports.documents.names import Meaning, age, below, meanings
from reports.documents.tables import CHOICES, DECISIONS, points_that_matter
from reports.plots.tile_win_shares import MOST
from reports.rows import records, telling
from reports.wording import counted, minus, number, signed, whole

SHARES, CHANCES = ("forced", "decisiveness"), ("stake", "drama")      # measures of shape in percent
COUNTS = ("decisions", "branching", "branching_90", "lead_changes", "movement")     # counts that are never below 0
NEARLY = 0.95       # of all decisions, from which share on a choice is said to be there nearly always
COLUMNS = 6         # of groups beside each other; with more there is no room for the intervals
CAVEAT = """<div class="warning"><p><strong>This is not what a tile is worth.</strong> Agents buy some tiles when
they are ahead and others when they are behind, so the share of the win of those who own a tile at the end says who
owned it, not what owning it did. The two can be far apart, however many games are played. What a tile is worth is
settled by an experiment that hands it out at random: <code>ludosoph balance</code>.</p></div>"""

HOW_TO_READ = """<ul>
<li><strong>Small figures</strong> below a number are its 95 % interval: where the true value lies, if the same agents
played for ever. Other players may differ.</li>
<li><strong>Equal share</strong>: one win in as many as there are seats. A win shared by <i>k</i> counts 1/<i>k</i> for
each.</li>
<li><strong>Points ahead</strong>: a seat's score less the mean of the other seats' scores.</li>
<li><strong>Strong</strong> and <strong>weak</strong> are shown to be away from an equal share by 2 percentage points
of the win ({points:g} points ahead, which are worth as much) or more, <strong>slight</strong> by less,
<strong>above</strong> and <strong>below</strong> by either. <strong>Balanced</strong> is shown to be nearer than
that. <strong>Not settled</strong> is none of these, and is never the same as balanced. Seats are judged only where
all agents are alike.</li>
<li><strong>Games that share their luck</strong> form a block: the same dice and draws, while the agents (or, where all
are alike, the luck) go round the table. Intervals count blocks, not games, as games of one block are not independent. A
verdict on the win takes 200 blocks, one on points 50.</li>
</ul>"""


def page(manifest: Mapping[str, Any], shared_out: bool, tables: Mapping[str, pd.DataFrame],
         pictures: Mapping[str, bytes]) -> str:
    """The whole page. `pictures` holds the SVG of each figure by name; a section without one has its table alone.

    `shared_out`: whether each agent sat equally often in each seat.
    """
    parts = [_opening(manifest, shared_out, tables), _winners(tables, pictures), _scores(tables, pictures),
             sources(tables, pictures), strategies(tables, pictures),
             _length(tables, pictures), shape(tables, pictures),
             _tiles(tables, pictures, meanings(str(manifest.get("game", "")), manifest.get("options", {}))),
             web.section("How to read this", HOW_TO_READ.format(points=points_that_matter(tables))),
             web.section("The run", web.entries(manifest))]
    return web.document(words.title(manifest, tables), parts)


def _opening(manifest: Mapping[str, Any], shared_out: bool, tables: Mapping[str, pd.DataFrame]) -> str:
    table = tables["win_shares"]
    known, open_ = words.settled(table), words.not_settled(table)
    first = words.finding(tables)
    known = [sentence for sentence in known if not first.startswith(sentence[:-1])]
    text = [web.lead(first, words.asked(manifest, tables), age(manifest)),
            *(["<h3>Also settled</h3>", web.items(known)] if known else []),
            *(["<h3>Not settled</h3>", web.items(open_)] if open_ else [])]
    left_out = int(tables["score_distribution"]["games"].iloc[0]) - int(table["games"].max())
    if left_out:
        text.append(f"<p>{counted(left_out, 'game')} of blocks cut short "
                    f"{'is' if left_out == 1 else 'are'} left out of the question who wins.</p>")
    if not shared_out:
        text.append("<p>The agents did not sit equally often in each seat: what is said of an agent holds the worth of"
                    " its seats too.</p>")
    return "\n".join(text)


def _winners(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    table = telling(tables["win_shares"])
    margins = {(row["kind"], row["name"]): row for row in records(table[table["outcome"] == "margin"])}
    lines = []
    for win in records(table[table["outcome"] == "win"]):
        margin = margins[win["kind"], win["name"]]
        lines.append([win["name"], *_cells(win, "win"), *_cells(margin, "margin"), f"{win['games']:,}"])
    head = ["", "wins", "verdict", "points ahead", "verdict", "games"]
    drawn = web.picture(pictures, "win_shares", "Share of the win and points ahead of each agent and seat",
                        "The further right of the dashed line, the better; who is on it has an equal share. A bar that "
                        "crosses the line leaves open whether there is a difference.")
    return web.section("Who wins", drawn, web.table("Share of the win, and points ahead of the mean of the others",
                                                    head, lines, "win_shares"))


def _scores(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    lines = [[row["name"], f"{number(row['mean'])}\n{_between(row)}", *_spread(row),
              f"{row['rows']:,}"] for row in records(telling(tables["score_distribution"]))]
    head = ["", "mean", "median", "middle 80 %", "lowest to highest", "scores"]
    drawn = web.picture(pictures, "score_distribution", "Final scores by seat, agent and board", _widest(tables))
    return web.section("Final scores", drawn, web.table("Final scores in points, of each seat in each game", head,
                                                        lines, "score_distribution"))


def _widest(tables: Mapping[str, pd.DataFrame]) -> str:
    """Where half of the scores lie, and the groups that score most and least."""
    table = tables["score_distribution"]
    rows = records(table)
    half = minus(f"Half of all scores lie between {rows[0]['q25']:.0f} and {rows[0]['q75']:.0f} points.")
    boards = sorted((row for row in rows if row["kind"] == "board"), key=lambda row: -float(row["mean"]))
    most, least = (minus(f"{row['mean']:.1f}") for row in (boards[0], boards[-1])) if boards else ("", "")
    apart = (f" Of the boards, {boards[0]['name']} scores most ({most} on average) and {boards[-1]['name']} least "
             f"({least})." if most != least else "")
    return half + apart


def sources(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    """The section on where the points come from."""
    table = telling(tables["points_by_source"])
    if len(table) == 0:
        return ""
    columns = list(dict.fromkeys(table["name"]))
    wide = len(columns) > COLUMNS
    cell = {(row["source"], row["name"]): number(row["mean"]) + ("" if wide else f"\n{_between(row)}")
            for row in records(table)}
    lines = [[source, *(cell[source, name] for name in columns)] for source in dict.fromkeys(table["source"])]
    first = records(table)[0]
    part = f" ({whole(first['share'])} of the score)" if 0 <= first["share"] <= 1 else ""  # costs may eat it up
    drawn = web.picture(pictures, "points_by_source", "Mean points by source",
                        f"The largest source is {first['source']}, with {number(first['mean'])} points a seat and"
                        f" game{part}. Marks far apart in a line show who scores differently.")
    caption = "Mean points a seat and game from each source" + (
        "; the intervals are in tables/points_by_source.csv" if wide else "")
    return web.section("Where the points come from", drawn,
                       web.table(caption, ["", *columns], lines, "points_by_source"))


def strategies(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    """The section on strategies; empty for a run whose points have no sources to tell apart."""
    if "winner_less_opponents" not in tables:
        return ""
    parts = [f"<p>{escape(words.strategies(tables))}{_sampled(tables)}</p>",
             web.picture(pictures, "strategies", "Points by strategy",
                         "A mark right of the grey line: this group gets more of its points from there than others.")]
    if "strategies" in tables and len(tables["strategies"]) > 1:
        lines = [[row["strategy"], f"{row['share'] * 100:.0f} %",
                  f"{row['win'] * 100:.1f} %\n{_bounded(row, 'win', 100)}",
                  f"{signed(row['margin'])}\n{_bounded(row, 'margin', 1)}", f"{row['score']:.1f}"]
                 for row in records(tables["strategies"])]
        head = ["", "of seats", "wins", "points ahead", "mean score"]
        caption = "How those fared who played so; they chose to, so this is not what playing so does"
        parts.append(web.table(caption, head, lines, "strategies"))
    return web.section("Strategies", *parts, web.picture(
        pictures, "winners", "What winners have more of",
        "The sources at the top are those in which the winner was furthest ahead of the others in its game. Shaded: "
        f"too small to matter. {winners_have(tables['winner_less_opponents'])} What they have more of need not be what "
        "made them win."))


def winners_have(table: pd.DataFrame) -> str:
    """From how many sources the winner got more than its opponents; over the rows of `winner_less_opponents`."""
    return f"On average winners have more of {int((table['mean'] > 0).sum())} of {counted(len(table), 'source')}."


def _sampled(tables: Mapping[str, pd.DataFrame]) -> str:
    """Where strategies were looked for in some of the games only."""
    own, games = (int(tables[name]["games"].max()) for name in ("winner_less_opponents", "game_length"))
    return f" This section is from {own:,} games, spread evenly over all {games:,}." if 3 * own < 2 * games else ""


def _bounded(row: dict[str, Any], name: str, scale: float) -> str:
    low, high = row[f"{name}_low"] * scale, row[f"{name}_high"] * scale
    if isnan(low):
        return "no interval"
    return f"{low:.1f} to {high:.1f} %" if name == "win" else f"{signed(low)} to {signed(high)}"


def _length(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    rows = records(tables["game_length"])
    lines = [[row["measure"], f"{row['mean']:.1f}\n{_between(row)}", *_spread(row)] for row in rows]
    head = ["", "mean", "median", "middle 80 %", "least to most"]
    mean = {row["measure"]: f"{row['mean']:.0f}" for row in rows}
    exact = {row["measure"]: float(row["mean"]) for row in rows}
    alike = exact.get(CHOICES, 0.0) >= NEARLY * exact[DECISIONS]
    choice = "" if CHOICES not in mean else f", {'nearly always' if alike else f'{mean[CHOICES]} times'} with a choice"
    rounds = f", and a game lasts {mean['rounds']} rounds" if "rounds" in mean else ""
    return web.section("How long games are", web.picture(
        pictures, "game_length", "Decisions and rounds of a game",
        f"A seat decides {mean[DECISIONS]} times on average{choice}{rounds}. A wide hill means that games differ."),
        web.table("Number in a game", head, lines, "game_length"))


def shape(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    """The section on the shape of play; empty where no game was judged."""
    if "shape" not in tables:
        return ""
    lines = [[row["meaning"], _figures(row, "mean") + (
                  "" if isnan(row["low"]) else f"\n{_figures(row, 'low')} to {_figures(row, 'high')}"),
              *(_figures(row, k) for k in ("min", "median", "max"))] for row in records(tables["shape"])]
    head = ["", "mean", "least", "median", "most"]
    return web.section("Shape of play", f"<p>{escape(words.shape(tables))}</p>",
                       web.picture(pictures, "win_chances", "Win chances of single games, decision by decision",
                                   "Each colour is a seat, and its height the chance to win. Where the colours share "
                                   "the height the game is open; where one of them fills it, decided."),
                       web.table("Of a game, over the games replayed", head, lines, "shape"))


def _figures(row: Mapping[str, Any], name: str) -> str:
    """A measure of a game's shape: shares in percent and never beyond 0 and 100, the small ones to two decimals."""
    x = float(row[name])
    if row["measure"] in COUNTS and name == "low":
        x = max(0.0, x)         # the interval of few games would go below
    if row["measure"] in SHARES:
        return f"{number(100 * max(0.0, min(1.0, x)))} %"
    if row["measure"] in CHANCES:
        return f"{number(100 * x)} %"
    return minus(f"{x:.2f}") if row["measure"] in ("movement", "calibration") else number(x)


def _tiles(tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes], meaning: Meaning) -> str:
    table = tables["tile_win_shares"]
    if len(table) == 0:
        return ""
    lines = [[below(row["tile"], meaning), f"{row['frequency'] * 100:.1f} %", f"{row['copies']:.2f}",
              f"{row['naive_win_owned'] * 100:.1f} %\n{words.span(row, 'win')}"] for row in records(table)]
    head = ["", "seats that own it", "copies a seat", "owners' win share (not its effect)"]
    first = records(table)[0]
    return web.section("Tiles", CAVEAT, web.picture(
        pictures, "tile_win_shares", "How often each tile is owned, and its owners' share of the win, which is not the"
        " effect of the tile", f"{first['tile'].capitalize()} is owned most often, by "
        f"{whole(first['frequency'])} of seats. {_owners(table[:MOST], len(table))}"),
        web.table("Tiles owned at the end, the most often owned first", head, lines, "tile_win_shares"))


def _owners(table: pd.DataFrame, all_of_them: int) -> str:
    """Of how many tiles drawn the bar lies beside the dashed line; one that crosses it leaves the matter open."""
    known = table[table["low"].notna()]
    above, below_ = int((known["low"] > known["par"]).sum()), int((known["high"] < known["par"]).sum())
    drawn = f"Of the {len(table)} tiles drawn, owners" if len(table) < all_of_them else "Owners"
    return (f"{drawn} of {counted(above, 'tile')} win more than an equal share, of {below_} less; a bar that crosses "
            "the dashed line leaves it open.")


def _cells(row: dict[str, Any], outcome: str) -> list[str]:
    amount = f"{row['estimate'] * 100:.1f} %" if outcome == "win" else signed(row["estimate"])
    return [f"{amount}\n{words.span(row, outcome)}", words.SHOWN.get(row["verdict"], row["verdict"])]


def _between(row: dict[str, Any]) -> str:
    return "" if isnan(row["low"]) else f"{number(row['low'])} to {number(row['high'])}"


def _spread(row: dict[str, Any]) -> list[str]:
    """Median, the middle four fifths, and the ends."""
    return [minus(text) for text in (f"{row['median']:.0f}", f"{row['p10']:.0f} to {row['p90']:.0f}",
                                           f"{row['min']:g} to {row['max']:g}")]
