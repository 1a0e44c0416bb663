"""A balance report as one page: the paragraph, then tables and figures by experiment, the checks, how to read it."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import isinf, isnan
from typing import Any

import pandas as pd

from reports.documents import balance_words as words
from reports.documents import web
from reports.documents.balance_figures import TITLES
from reports.documents.tables import records
from reports.documents.words import percent, priced, signed
from reports.experiments.catalogue import BY_NAME
from reports.experiments.plan import BOARDS, OPENING, ROBIN, SEATS, SKILL, STYLE, SUPPLY, TAKE, Plan
from reports.experiments.robin import TOKEN
from reports.experiments.rows import Row

HOW_TO_READ = """<ul>
<li><strong>Every effect comes from games in which we decided who has what.</strong> It holds for these agents, this
number of seats and these options, and for no others.</li>
<li><strong>Margin</strong> is a seat's score less the mean of the other seats' scores, in points; <strong>win</strong>
the share of the win, here in percentage points (pp) off par.</li>
<li><strong>Block</strong>: games that share dice and draws, in which the item goes round the table. Blocks are the
unit of every interval. <i>Luck left</i> says how much of the luck the blocks did not cancel: 1 is all of it.</li>
<li><strong>Gift</strong> and <strong>round robin</strong>: worth of having it for nothing. <strong>Take or
leave</strong>: worth of taking it, its price paid and the best other move forgone. They differ, and both are
true.</li>
<li><strong>Price</strong>: so many tokens of points, or of the resource, are worth as much.</li>
<li><strong>Verdict</strong>: <i>strong</i> and <i>weak</i> differ from nothing, by the size that matters or more;
<i>slight</i> by less; <i>balanced</i> is shown to be nearer than that; <i>not settled</i> is none of these, and never
the same as balanced. Among those named, few are named by chance: the false discovery rate is held.</li>
<li><strong>Owners' win rate</strong> is the number that other tables print. It says who takes the item, not what the
item does; it stands last, and nothing here is sorted by it.</li>
</ul>"""
CHECKS = {
    "decisions": ("What sequential tests decided", ("agent", "item", "experiment", "decision", "delta", "blocks")),
    "depth": ("Depth of skill", ("agent", "saturated", "doublings", "played", "elo_from_random", "low", "high")),
    "doublings": ("The ladder, step by step", ("larger", "smaller", "win_off_par", "low", "high", "elo",
                                               "effect_per_sd", "blocks_needed", "nothing_won")),
    "hidden_tokens": ("Hidden points priced back", ("agent", "token", "outcome", "truth", "worth", "low", "high",
                                                    "price_vp", "price_low", "price_high")),
    "additivity": ("Do items only add up? F test of pairs", ("agent", "outcome", "f", "p", "blocks")),
    "joint_test": ("Is any seat favoured? Hotelling's test", ("agent", "outcome", "t2", "f", "p", "blocks")),
    "tie_rule": ("What the tie rule gives each seat", ("agent", "item", "win_from_tie_rule", "games_decided")),
    "komi": ("Points that would take the gift away again", ("agent", "item", "points", "low", "high", "blocks")),
    "shrunk": ("Worth drawn to the mean of all", ("agent", "item", "outcome", "raw", "shrunk", "stderr")),
    "balanced_at": ("Where the effect would be 0", ("agent", "item", "estimand", "outcome", "number", "balanced_at",
                                                    "low", "high", "values_found_balanced")),
    "not_estimated": ("Not estimated", ("cell", "why")),
}


def page(plan: Plan, manifest: Mapping[str, Any], rows: Sequence[Row], tables: Mapping[str, pd.DataFrame],
         pictures: Mapping[str, bytes], blocks: int, games: int) -> str:
    """The whole page. `pictures` holds the SVG of each figure by name."""
    lead = escape(words.opening(plan, rows, tables, blocks, games))
    parts = [f'<p class="lead">{lead}</p>',
             *(web.section(TITLES[e], *told(e, plan, rows, pictures)) for e in plan.experiments if rows),
             _company(plan, tables, pictures),
             _pictures("What if", ("what_if",), pictures), _pictures("Prices", ("exchange_rate",), pictures),
             _pictures("Pairs", ("board_matrix",), pictures),
             _pictures("Depth of skill", ("skill_curve", "ladder"), pictures),
             _pictures("While it ran", ("confidence_sequence",), pictures),
             _naive(pictures), _checks(tables),
             web.section("How to read this", HOW_TO_READ), web.section("The run", web.entries(manifest))]
    return web.document(words.title(plan), parts)


def told(experiment: str, plan: Plan, rows: Sequence[Row], pictures: Mapping[str, bytes]) -> list[str]:
    """What a page shows of one experiment: its forests and its tables."""
    estimands = (BY_NAME[experiment].estimand, TOKEN) if experiment == ROBIN else (BY_NAME[experiment].estimand,)
    own = [each for each in rows if each.estimand in estimands]
    drawn = [web.picture(pictures, name, TITLES[experiment]) for name in pictures
             if name == f"forest_{experiment}" or name.startswith(f"forest_{experiment}_")]
    made = [_supply_table(own)] if experiment == SUPPLY else [
        _effects_table(experiment, plan, [each for each in own if each.agent == agent], agent)
        for agent in plan.agents]
    note = ("<p>The boards were assigned; players who choose theirs may do otherwise.</p>" if experiment == BOARDS
            else "")
    return [note, *drawn, *made]


def _effects_table(experiment: str, plan: Plan, rows: Sequence[Row], agent: str) -> str:
    wins = {(r.item, r.estimand): r for r in rows if r.outcome == "win"}
    head = ["", "margin", "interval", "verdict", "win, pp", "interval", "verdict"]
    head += ["price, points", "price, resource"] * (experiment == ROBIN)
    head += ["could take", "took"] * (experiment == TAKE)
    head += ["blocks", "luck left"]
    naive = experiment not in (SEATS, BOARDS, STYLE, SKILL, OPENING)
    lines = []
    for margin in (r for r in rows if r.outcome == "margin"):
        win = wins[margin.item, margin.estimand]
        line = [margin.item, *_cells(margin, 1), *_cells(win, 100)]
        if experiment == ROBIN:
            line += [priced(margin), margin.price_resource or "—"]
        if experiment == TAKE:
            line += [percent(margin.opportunity_rate), percent(margin.take_rate)]
        lines.append([*line, f"{margin.blocks:,}", _number(margin.luck_left, ".2f"),
                      *([percent(margin.naive_win_owned)] if naive else [])])
    return web.table(f"All seats {agent}; par is 0", [*head, *(["owners' win rate"] if naive else [])], lines)


def _supply_table(rows: Sequence[Row]) -> str:
    lines = [[r.item, r.outcome, *_cells(r, 1), _number(r.delta, ".2f"), f"{r.blocks:,}"] for r in rows]
    return web.table("Whole games with the item in the supply, against games without it",
                       ["", "outcome", "effect", "interval", "verdict", "size that matters", "blocks"], lines)


def _company(plan: Plan, tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes]) -> str:
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
                       web.table(f"From different games; all seats {plan.agents[-1]}", head, lines))


def _estimated(r: Mapping[str, Any], name: str) -> list[str]:
    low, high = r[f"{name}_low"], r[f"{name}_high"]
    return [signed(r[name]), "—" if isnan(low) else f"{signed(low)} to {signed(high)}"]


def _cells(r: Row, scale: float) -> list[str]:
    between = "—" if isnan(r.low) else f"{signed(r.low * scale)} to {signed(r.high * scale)}"
    return ["—" if isnan(r.estimate) else signed(r.estimate * scale), between, r.verdict]


def _number(x: float, form: str) -> str:
    return "—" if isnan(x) else format(x, form)


def _pictures(heading: str, names: Sequence[str], pictures: Mapping[str, bytes]) -> str:
    drawn = [web.picture(pictures, name, heading) for name in names if name in pictures]
    return web.section(heading, *drawn) if drawn else ""


def _naive(pictures: Mapping[str, bytes]) -> str:
    names = [name for name in pictures if name.startswith("naive_")]
    return _pictures("What owners' win rates would have said", names, pictures)


def _checks(tables: Mapping[str, pd.DataFrame]) -> str:
    made = []
    for name, (caption, columns) in CHECKS.items():
        if name in tables:
            own = tables[name].reindex(columns=list(columns))
            made.append(web.table(caption, [c.replace("_", " ") for c in columns],
                                    [[_cell(v) for v in row] for row in own.itertuples(index=False)]))
    return web.section("Checks", *made) if made else ""


def _cell(value: Any) -> str:
    if isinstance(value, float):
        if isnan(value) or isinf(value):
            return "—"
        return f"{value:.3g}" if abs(value) < 100 else f"{value:,.0f}"
    return str(value)
