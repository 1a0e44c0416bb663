"""`report RUN` of a balance run: the paragraph, then tables and figures by experiment, the checks, how to read it."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from math import isinf, isnan, nan
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from games.api import InputError
from reports.documents import against_kind, balance_figures, headline, pairs, strengths, web
from reports.documents import balance_words as words
from reports.documents.folder import FOLDER, publish
from reports.documents.names import age, below
from reports.experiments import extending
from reports.experiments import rows as report_rows
from reports.experiments.items import SKILL
from reports.experiments.plan import BalancePlan, Experiment, Table
from reports.experiments.robin import most_points
from reports.experiments.rows import Row, is_shown
from reports.experiments.run import open_balance
from reports.rows import records
from reports.statistics.blocks import FEW
from reports.wording import listed, minus, number, percent, priced, signed, signed_between

HOW_TO_READ = """<ul>
<li><strong>What it holds for</strong>: these agents, this number of seats and these options. The experiment decided who
has what, so it tells what an item does, and not who buys it.</li>
<li><strong>Points</strong>: the margin, a seat's score less the mean of the other seats' scores. <strong>Wins</strong>:
the share of the win, in percentage points above or below an equal share.</li>
<li><strong>Small figures</strong> below a number are its 95 % interval: where the true value lies, if the same agents
played for ever.</li>
<li><strong>Having or taking</strong>: having an item for nothing is worth more than taking it in play, where you pay
its price and give up the best other move. The two differ, and both are true.</li>
<li><strong>Price</strong>: how many points, or how much of a resource, are worth as much as the item. No price
lies beyond what was handed out in the games.</li>
<li><strong>A dash</strong> stands where an item was in fewer than {least} rounds of games: its number would be
noise.</li>
<li><strong>Verdict</strong>: <i>strong</i> and <i>weak</i> are shown to differ from nothing by the size that matters
(here {points:g} points, or {wins:g} percentage points of the win), or by more; <i>slight</i> by less; <i>above</i>
and <i>below</i> differ, but it is not shown by how much; <i>balanced</i> is shown to be nearer to nothing than what
matters. <i>Not settled</i> is none of these, and never means balanced; <i>too few games</i> could not be judged at
all. <i>Depends on skill</i>: with four times the thinking the effect is shown to be another one. Among many items
some stand out by chance: of those named here few do (the false discovery rate is held).</li>
<li><strong>Owners' win rate</strong> is the number that other tables print. It says who takes the item, not what the
item does. It stands last, and no table is sorted by it.</li>
<li><strong>Rounds of games</strong>, blocks in the tables as files, are groups of games that share dice and draws;
each seat has the item in one of them. Every interval counts them, not single games.</li>
</ul>"""
ROWS = "balance"        # the table of all rows
ENDS = (8, 4)           # rows of a long ranking that are shown, from the top and from the bottom
CHECKS = {      # tables that no experiment has for itself
    "decisions": Table("What the tests that end a run early decided",
                       ("agent", "item", "experiment", "decision", "delta", "blocks")),
    "budgets": Table("What four times the thinking changes",
                     ("item", "outcome", "at_low", "at_high", "difference", "low", "high", "q", "depends_on_skill")),
    "balanced_at": Table("Where the effect would be what it should", (
        "agent", "item", "outcome", "number", "target", "balanced_at", "low", "high", "beyond",
        "values_found_balanced")),
    "not_estimated": Table("Not estimated", ("cell", "why")),
}
COLUMNS: dict[str, tuple[str, Callable[[Row, BalancePlan], str]]] = {       # of the rows, that some experiments show
    "price_vp": ("price in points", lambda row, plan: priced(row.price_vp, row.price_low, row.price_high,
                                                             most_points(plan))),
    "price_resource": ("price in", lambda row, plan: _in_resource(row.in_resource)),
    "opportunity_rate": ("could take it", lambda row, plan: percent(row.opportunity_rate)),
    "take_rate": ("took it", lambda row, plan: percent(row.take_rate)),
    "naive_win_owned": ("owners' win rate", lambda row, plan: percent(row.naive_win_owned)),
}
CAPTIONS = {            # what there is to see in a figure
    "what_if": "Where a line of points crosses the dashed one the item would be as it should. A bar at the foot shows"
               " how sure that value is.",
    "settings": "What a smooth surface through the games says of each setting. Framed: it may be what it should be.",
    "exchange_rate": "A line lies at the height of what each item is worth, and leads to its name on the right. Where"
                     " it meets the curve of a token, so many of the token are worth as much.",
    "board_matrix": "A row of one colour is a board that beats, or loses to, nearly all others. A field unlike the rest"
                    " of its row is a pair in which one board beats the other beyond its worth.",
    "skill_curve": "Where the points come down into the shaded band, thinking twice as long wins next to nothing.",
    "ladder": "The further apart two rungs, the more the larger budget wins. Short steps at the top: skill runs out.",
    "confidence_sequence": "A band that has left 0, or lies within the shading, is settled: more games would not change"
                           " the verdict.",
    "company": "Two bars of an item that lie apart say that what others hold changes its worth; where they overlap,"
               " that is open.",
    "naive": "Were owners' win rates right, all items would lie on the dashed line. Those far from it are bought by"
             " winners, or by losers, whatever they do.",
}
WORDS = {"t2": "T²", "f": "F", "price_vp": "price", "price_low": "from", "price_high": "to", "low": "from",
         "high": "to", "stderr": "standard error", "win_off_par": "wins above equal",
         "elo_from_random": "Elo above random", "saturated": "skill ends", "win_from_tie_rule": "wins by the tie rule",
         "delta": "size that matters"}
SHARES = ("worth", "low", "high", "raw", "shrunk", "stderr", "delta",        # of the win, where a row is about it
          "at_low", "at_high", "difference")
IN_POINTS = ("balanced_at", "points")           # a row that has one of these gives amounts, by whatever outcome
ALWAYS_SHARES = ("win_off_par", "win_from_tie_rule", "games_decided")
EXACT = ("p", "f", "t2", "effect_per_sd")


def write_report(run_dir: str | Path) -> list[Path]:
    """Write RUN/report/ and return the paths of its files, the page first; one that is there is replaced as a whole.

    The same run gives the same bytes. Raises InputError for a directory that is no balance run or holds no game yet.
    """
    run_dir = Path(run_dir)
    run, plan = open_balance(run_dir)
    try:
        plan, rows, found, runs = extending.whole(run_dir, run, plan)
    except InputError as error:
        raise InputError(f"{run_dir}: {error}") from error
    blocks, games = map(sum, zip(*(each.played() for each in runs), strict=True))
    head = headline.of_run(run_dir, plan, found)
    found = headline.heeded(head, found)
    all_tables = {ROWS: report_rows.table(rows), **found}
    return publish(run_dir / FOLDER, all_tables, balance_figures.figures(plan, rows, found),
                   lambda pictures: page(plan, run.manifest, rows, found, pictures, blocks, games, head))


def page(plan: BalancePlan, manifest: Mapping[str, Any], rows: Sequence[Row], tables: Mapping[str, pd.DataFrame],
         pictures: Mapping[str, bytes], blocks: int, games: int, head: headline.Head | None = None) -> str:
    """The whole page. `pictures` holds the SVG of each figure by name, `head` what is known of its headline."""
    top = words.opening(plan, rows, tables, blocks, games, head)
    even = headline.fair(plan, head, tables)
    parts = [f"<p>{escape(played)}</p>" if (played := strengths.who(plan, manifest)) else "",
             f'<p class="lead"><strong>{escape(even)}</strong></p>' if even else "",
             web.lead(top.finding, " ".join(top.more), age(manifest)),
             *(["<h3>How sure this is</h3>", web.items(top.sure)] if top.sure else []),
             f"<h3>How it was played</h3><p>{escape(top.played)}</p>",
             strengths.section(plan, tables, words.meaning_of(plan)),
             against_kind.section(plan, tables, pictures, words.meaning_of(plan)),
             *(web.section(record.title, *told(record, plan, rows, pictures)) for record in plan.records if rows),
             pairs.section(plan, tables, pictures, words.meaning_of(plan)),
             _company(plan, tables, pictures),
             *(_pictures(heading, names, pictures) for heading, names in (
                 ("What if", ("what_if", "settings")), ("Prices", ("exchange_rate",)), ("Pairs", ("board_matrix",)),
                 ("Depth of skill", ("skill_curve", "ladder")), ("While it ran", ("confidence_sequence",)))),
             _naive(pictures), _checks(plan, tables),
             how_to_read(plan),
             web.section("The run", web.entries(manifest))]
    return web.document(words.title(plan), parts)


def how_to_read(plan: BalancePlan) -> str:
    """The section that explains the words of a page."""
    return web.section("How to read this", HOW_TO_READ.format(points=plan.delta_margin, wins=100 * plan.delta_win,
                                                              least=FEW))


def told(record: Experiment, plan: BalancePlan, rows: Sequence[Row], pictures: Mapping[str, bytes]) -> list[str]:
    """What a page shows of one experiment: its forests and its tables."""
    own = [each for each in rows if each.estimand == record.estimand]
    strongest = [each for each in own if each.agent == plan.agents[-1]]
    said = seen(strongest, plan.agents[-1] if len(plan.agents) > 1 else "")
    drawn = [web.picture(pictures, name, record.title, said) for name in pictures
             if name == f"forest_{record.name}" or name.startswith(f"forest_{record.name}_")]
    measures = any(each.outcome not in ("margin", "win") for each in own)
    made = [_measures_table(plan, own)] if measures else [
        _effects_table(record, plan, [each for each in own if each.agent == agent], agent) for agent in plan.agents]
    beside = [_effects_table(record, plan, [each for each in rows if each.estimand in record.also
                                            and each.agent == agent], agent) for agent in plan.agents if record.also]
    return [f"<p>{escape(record.note)}</p>" if record.note else "", *drawn, *made,
            web.folded("Tokens, by which items are priced", *beside)]


def seen(rows: Sequence[Row], agent: str = "") -> str:
    """What there is to see in a forest: rows of one agent, who is named where the forest has marks of others too."""
    own = sorted((r for r in rows if r.outcome == "margin" and is_shown(r)), key=lambda r: -r.estimate)
    whose = f"Of the marks of {agent}, furthest" if agent else "Furthest"
    ends = (f"{whose} right by points is {own[0].item}, furthest left {own[-1].item}. "
            if own and own[0].estimate > own[-1].estimate else "")
    return (f"{ends}A bar shows where the true value lies; one that crosses the dashed line leaves open on which side. "
            "Shaded: too small to matter.")


def _effects_table(record: Experiment, plan: BalancePlan, rows: Sequence[Row], agent: str) -> str:
    wins = {(r.item, r.estimand): r for r in rows if r.outcome == "win"}
    shown = [name for name in record.columns if any(COLUMNS[name][1](r, plan) != "—" for r in rows)]
    first, last = ([COLUMNS[name] for name in shown if (name == "naive_win_owned") == late] for late in (False, True))
    unit = next((r.resource_unit for r in rows if r.resource_unit), "")
    head = ["", f"{record.told.column}, points", "verdict", f"{record.told.column}, wins", "verdict",
            *(f"{name} {unit}" if name == "price in" else name for name, _ in first), *(name for name, _ in last)]
    own = [row for row in rows if row.outcome == "margin"]
    if record.ranked:
        own.sort(key=lambda row: (not is_shown(row), -row.estimate if is_shown(row) else 0.0, words.place(row)))
    if plan.vary:
        own.sort(key=lambda row: row.item)
    meaning = words.meaning_of(plan)
    lines = [[below(row.item, meaning), *_cells(row, 1), *_cells(wins[row.item, row.estimand], 100),
              *(show(row, plan) if is_shown(row) else "—" for _, show in first),
              *(show(row, plan) for _, show in last)] for row in own]
    who = "" if plan.kind == SKILL else f"All seats played by {agent}. "
    return web.table(f"{who}Wins in percentage points above an equal share.", head, lines, ROWS, ENDS) if lines else ""


def _measures_table(plan: BalancePlan, rows: Sequence[Row]) -> str:
    """Of an experiment that measures whole games: a column a measure, less those that never change."""
    known = {(r.item, r.outcome): r for r in rows}
    all_of_them = list(dict.fromkeys(r.outcome for r in rows))
    still = [m for m in all_of_them if not any(round(x, 1) for r in rows if r.outcome == m
                                               for x in (r.estimate, r.low, r.high))]
    measures = [m for m in all_of_them if m not in still]
    meaning = words.meaning_of(plan)
    lines = [[below(item, meaning), *(_change(known[item, m]) for m in measures)]
             for item in dict.fromkeys(r.item for r in rows)]
    caption = "Games with the item in the supply, less games without it" + (
        f"; no change of the {listed(still)} in any" if still else "")
    return web.table(caption, ["", *measures], lines, ROWS, ENDS)


def _change(row: Row) -> str:
    word = row.verdict.partition(",")[0]
    said = "" if word in words.WAITING else f", {word}"
    return f"{signed(row.estimate)}\n{signed_between(row.low, row.high)}{said}" if is_shown(row) else "—"


def _company(plan: BalancePlan, tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    """Both worths of each item side by side; empty for a run without both."""
    if "company" not in tables:
        return ""
    own, meaning = tables["company"], words.meaning_of(plan)
    lines = [[below(r["item"], meaning), _estimated(r, "gift"), _estimated(r, "robin"), signed(r["difference"])]
             for r in records(own[(own["agent"] == plan.agents[-1]) & (own["outcome"] == "margin")])]
    head = ["", "alone, points", "among others, points", "more among others"]
    return web.section("Alone and in company",
                       web.picture(pictures, "company", "Worth alone beside worth among others", CAPTIONS["company"]),
                       web.table(f"From different games; all seats played by {plan.agents[-1]}", head, lines, "company",
                                 ENDS))


def _estimated(r: Mapping[str, Any], name: str) -> str:
    return f"{signed(r[name])}\n{signed_between(r[f'{name}_low'], r[f'{name}_high'])}"


def _cells(r: Row, scale: float) -> list[str]:
    verdict = r.verdict.partition(",")[0]
    if not is_shown(r):
        return ["—", verdict]
    bounds = "" if isnan(r.low) else f"\n{signed_between(r.low * scale, r.high * scale)}"
    return ["—" if isnan(r.estimate) else f"{signed(r.estimate * scale)}{bounds}", verdict]


def _in_resource(price: str) -> str:
    """A price such as `3.6 (3.1 to more than 4) silver` without its unit, the interval below."""
    amount, bracket, bounds = (price.rpartition(" ")[0] or "—").partition(" (")
    return f"{amount}\n{bounds.removesuffix(')')}" if bracket else amount


def _pictures(heading: str, names: Sequence[str], pictures: Mapping[str, bytes]) -> str:
    drawn = [web.picture(pictures, name, heading, CAPTIONS["naive" if name.startswith("naive_") else name])
             for name in names if name in pictures]
    return web.section(heading, *drawn) if drawn else ""


def _naive(pictures: Mapping[str, bytes]) -> str:
    names = [name for name in pictures if name.startswith("naive_")][-1:]
    return _pictures("What owners' win rates would have said", names, pictures)


def _checks(plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> str:
    made, shown = [], {name: table for record in plan.records for name, table in record.tables.items()} | CHECKS
    for name, table in shown.items():
        if name in tables:
            columns = [c for c in table.columns if c != "agent" or len(plan.agents) > 1]
            made.append(web.table(table.caption, [WORDS.get(c, c.replace("_", " ")) for c in columns],
                                  [[_cell(row.get(c, nan), c, _is_of_win(row)) for c in columns]
                                   for row in records(tables[name])], name))
    return web.section("Checks", web.folded("Tests and further tables, with their numbers", *made)) if made else ""


def _is_of_win(row: Mapping[str, Any]) -> bool:
    """Whether the bounds in a row of a check are shares of the win."""
    return "win_off_par" in row or row.get("outcome") == "win" and not any(name in row for name in IN_POINTS)


def _cell(value: Any, column: str, of_win: bool) -> str:
    """A number of a check: shares in percent, points to one decimal, tests to two figures."""
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if not isinstance(value, float):
        return str(value)
    if isnan(value):
        return "—"
    if isinf(value):
        return "beyond what was played"
    if column in ALWAYS_SHARES or of_win and column in SHARES:
        return f"{number(100 * value)} %"
    return minus(f"{value:.2g}") if column in EXACT else number(value)
