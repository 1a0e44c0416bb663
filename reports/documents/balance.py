"""`report RUN` of a balance run: the paragraph, then tables and figures by experiment, the checks, how to read it."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from math import isinf, isnan
from pathlib import Path
from typing import Any

import pandas as pd

from games.api import InputError
from reports.documents import balance_figures, web
from reports.documents import balance_words as words
from reports.documents.folder import FOLDER, publish
from reports.documents.tables import records
from reports.documents.words import percent, priced, signed, signed_between
from reports.experiments import rows as report_rows
from reports.experiments.plan import BalancePlan, Experiment, Table
from reports.experiments.results import results
from reports.experiments.rows import Row
from reports.experiments.run import open_balance

HOW_TO_READ = """<ul>
<li><strong>Every effect comes from games in which the experiment decided who has what.</strong> It holds for these
agents, this number of seats and these options, and for no others.</li>
<li><strong>Margin</strong> is a seat's score less the mean of the other seats' scores, in points; <strong>win</strong>
the share of the win, here in percentage points (pp) off par.</li>
<li><strong>Block</strong>: games that share dice and draws, in which the item goes round the table. Blocks are the
unit of every interval. <i>Luck left</i> is the part of the luck that the blocks did not cancel: 1 is all of it.</li>
<li><strong>Gift</strong> and <strong>round robin</strong> say what it is worth to have it for nothing. <strong>Take or
leave</strong> says what it is worth to take it: you pay its price and give up the best other move. The two differ, and
both are true.</li>
<li><strong>Price</strong>: how many points, or how much of the resource, are worth as much.</li>
<li><strong>Verdict</strong>: <i>strong</i> and <i>weak</i> differ from nothing by the size that matters, or by more;
<i>slight</i> differs by less; <i>balanced</i> is shown to be nearer to nothing than that; <i>not settled</i> is none of
these, and never means balanced. Few verdicts come from chance: the false discovery rate is controlled.</li>
<li><strong>Owners' win rate</strong> is the number that other tables print. It says who takes the item, not what the
item does. It stands last, and no table is sorted by it.</li>
</ul>"""
ROWS = "balance"        # the table of all rows
CHECKS = {      # tables that no experiment has for itself
    "decisions": Table("What sequential tests decided", ("agent", "item", "experiment", "decision", "delta", "blocks")),
    "balanced_at": Table("Where the effect would be 0", ("agent", "item", "estimand", "outcome", "number",
                                                         "balanced_at", "low", "high", "values_found_balanced")),
    "not_estimated": Table("Not estimated", ("cell", "why")),
}
COLUMNS: dict[str, tuple[str, Callable[[Row], str]]] = {        # of the rows, that some experiments show
    "price_vp": ("price, points", priced),
    "price_resource": ("price, resource", lambda row: row.price_resource or "—"),
    "opportunity_rate": ("could take", lambda row: percent(row.opportunity_rate)),
    "take_rate": ("took", lambda row: percent(row.take_rate)),
    "naive_win_owned": ("owners' win rate", lambda row: percent(row.naive_win_owned)),
}


def write_report(run_dir: str | Path) -> list[Path]:
    """Write RUN/report/ and return the paths of its files, the page first; one that is there is replaced as a whole.

    The same run gives the same bytes. Raises InputError for a directory that is no balance run or holds no game yet.
    """
    run_dir = Path(run_dir)
    run, plan = open_balance(run_dir)
    try:
        rows, found = results(plan, run)
    except InputError as error:
        raise InputError(f"{run_dir}: {error}") from error
    blocks, games = (int(run.seats[name].nunique()) for name in ("block", "game"))
    all_tables = {ROWS: report_rows.table(rows), **found}
    return publish(run_dir / FOLDER, all_tables, balance_figures.figures(plan, rows, found),
                   lambda pictures: page(plan, run.manifest, rows, found, pictures, blocks, games))


def page(plan: BalancePlan, manifest: Mapping[str, Any], rows: Sequence[Row], tables: Mapping[str, pd.DataFrame],
         pictures: Mapping[str, bytes], blocks: int, games: int) -> str:
    """The whole page. `pictures` holds the SVG of each figure by name."""
    lead = escape(words.opening(plan, rows, tables, blocks, games))
    parts = [f'<p class="lead">{lead}</p>',
             *(web.section(record.title, *told(record, plan, rows, pictures)) for record in plan.records if rows),
             _company(plan, tables, pictures),
             _pictures("What if", ("what_if",), pictures), _pictures("Prices", ("exchange_rate",), pictures),
             _pictures("Pairs", ("board_matrix",), pictures),
             _pictures("Depth of skill", ("skill_curve", "ladder"), pictures),
             _pictures("While it ran", ("confidence_sequence",), pictures),
             _naive(pictures), _checks(plan, tables),
             web.section("How to read this", HOW_TO_READ), web.section("The run", web.entries(manifest))]
    return web.document(words.title(plan), parts)


def told(record: Experiment, plan: BalancePlan, rows: Sequence[Row], pictures: Mapping[str, bytes]) -> list[str]:
    """What a page shows of one experiment: its forests and its tables."""
    own = [each for each in rows if each.estimand in (record.estimand, *record.also)]
    drawn = [web.picture(pictures, name, record.title) for name in pictures
             if name == f"forest_{record.name}" or name.startswith(f"forest_{record.name}_")]
    measures = any(each.outcome not in ("margin", "win") for each in own)
    made = [_measures_table(own)] if measures else [
        _effects_table(record, [each for each in own if each.agent == agent], agent) for agent in plan.agents]
    return [f"<p>{escape(record.note)}</p>" if record.note else "", *drawn, *made]


def _effects_table(record: Experiment, rows: Sequence[Row], agent: str) -> str:
    wins = {(r.item, r.estimand): r for r in rows if r.outcome == "win"}
    first, last = ([COLUMNS[name] for name in record.columns if (name == "naive_win_owned") == late]
                   for late in (False, True))
    head = ["", "margin", "interval", "verdict", "win, pp", "interval", "verdict", *(name for name, _ in first),
            "blocks", "luck left", *(name for name, _ in last)]
    lines = [[row.item, *_cells(row, 1), *_cells(wins[row.item, row.estimand], 100),
              *(shown(row) for _, shown in first), f"{row.blocks:,}", _number(row.luck_left, ".2f"),
              *(shown(row) for _, shown in last)] for row in rows if row.outcome == "margin"]
    return web.table(f"All seats played by {agent}; par is 0", head, lines)


def _measures_table(rows: Sequence[Row]) -> str:
    """Of an experiment that measures whole games."""
    lines = [[r.item, r.outcome, *_cells(r, 1), _number(r.delta, ".2f"), f"{r.blocks:,}"] for r in rows]
    return web.table("Whole games with the item in the supply, against games without it",
                     ["", "outcome", "effect", "interval", "verdict", "size that matters", "blocks"], lines)


def _company(plan: BalancePlan, tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
    """Both worths of each item side by side; empty for a run without both."""
    if "company" not in tables:
        return ""
    own = tables["company"]
    lines = [[r["item"], *_estimated(r, "gift"), *_estimated(r, "robin"), _number(r["z"], ".1f").replace("-", "−"),
              "—" if isnan(r["price_vp"]) else f"{r['price_vp']:.1f}".replace("-", "−"), r["price_resource"] or "—",
              percent(r["naive_win_owned"])]
             for r in records(own[(own["agent"] == plan.agents[-1]) & (own["outcome"] == "margin")])]
    head = ["", "gift, margin", "interval", "round robin, margin", "interval", "z of the difference", "price, points",
            "price, resource", "owners' win rate"]
    return web.section("Alone and in company", web.picture(pictures, "company", "Gift beside round robin"),
                       web.table(f"From different games; all seats played by {plan.agents[-1]}", head, lines))


def _estimated(r: Mapping[str, Any], name: str) -> list[str]:
    return [signed(r[name]), signed_between(r[f"{name}_low"], r[f"{name}_high"])]


def _cells(r: Row, scale: float) -> list[str]:
    return ["—" if isnan(r.estimate) else signed(r.estimate * scale), signed_between(r.low * scale, r.high * scale),
            r.verdict]


def _number(x: float, form: str) -> str:
    return "—" if isnan(x) else format(x, form)


def _pictures(heading: str, names: Sequence[str], pictures: Mapping[str, bytes]) -> str:
    drawn = [web.picture(pictures, name, heading) for name in names if name in pictures]
    return web.section(heading, *drawn) if drawn else ""


def _naive(pictures: Mapping[str, bytes]) -> str:
    names = [name for name in pictures if name.startswith("naive_")]
    return _pictures("What owners' win rates would have said", names, pictures)


def _checks(plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> str:
    made, shown = [], {name: table for record in plan.records for name, table in record.tables.items()} | CHECKS
    for name, table in shown.items():
        if name in tables:
            own = tables[name].reindex(columns=list(table.columns))
            made.append(web.table(table.caption, [c.replace("_", " ") for c in table.columns],
                                  [[_cell(v) for v in row] for row in own.itertuples(index=False)]))
    return web.section("Checks", *made) if made else ""


def _cell(value: Any) -> str:
    if isinstance(value, float):
        if isnan(value) or isinf(value):
            return "—"
        return f"{value:.3g}" if abs(value) < 100 else f"{value:,.0f}"
    return str(value)
