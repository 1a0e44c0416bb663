"""Pairs on a page: which items go together, which beat each other, and on which board an item is worth more."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from reports.documents import web
from reports.documents.names import Meaning, below, labels
from reports.experiments.plan import BalancePlan
from reports.plots import pair_matrix
from reports.rows import records
from reports.statistics.extras import ENOUGH
from reports.wording import few, signed, signed_between

NAMED = 4               # pairs that a sentence names
ENDS = (8, 4)           # rows of a table that are shown
MOST = 40               # items of a figure
LEAST = 0.1             # points of the furthest best guess, below which a figure would be empty


@dataclass(frozen=True)
class Kind:
    """One table of pairs."""

    table: str
    title: str
    mirror: int         # 1: the same either way; -1: one gains what the other loses; 0: the second is no item
    one: str            # a pair in words
    note: str           # of the figure
    caption: str


KINDS = (
    Kind("together", "Pairs held together", 1, "{item} and {other} together",
         "What two items of one seat add to the sum of their worths.",
         "A dark field is a pair that is worth more, or less, together than apart."),
    Kind("met", "Items that meet", -1, "{item} against {other}",
         "What the item of the row gains beyond its worth against that of the column.",
         "A dark field is a pair in which one item answers the other."),
    Kind("by_board", "By board", 0, "{item} on {other}",
         "What the item of the row brings on the board of the column beyond its worth on all.",
         "A row of one colour is worth the same on every board; a dark field is a board that an item was made for, or "
         "where it is lost."),
)


def of_page(plan: BalancePlan, tables: Mapping[str, pd.DataFrame], kind: Kind) -> pd.DataFrame:
    """The pairs by points, of the strongest agent; none where a number is varied."""
    if kind.table not in tables or plan.vary:
        return pd.DataFrame()
    own = tables[kind.table]
    return own[(own["agent"] == plan.agents[-1]) & (own["outcome"] == "margin")]


def sentences(plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """What is shown of pairs, a sentence a table: what stands out, or that nothing does."""
    said = []
    for kind in KINDS:
        own = records(of_page(plan, tables, kind))
        judged = [row for row in own if not isnan(row["q"])]
        if not judged or kind.table == "together":      # whose rows say so already
            continue
        shown = sorted((row for row in judged if row["shown"]), key=lambda row: -abs(row["shrunk"]))
        what = {"met": "Items against each other", "by_board": "Items by board"}[kind.table]
        known = f"{len(judged)} pairs" if kind.mirror else f"{len(judged)} items on boards"
        tail = "shown to bring more or less than the item does otherwise."
        named = few([_told(kind, row) for row in shown], NAMED) if shown else f"of {known} none"
        said.append(f"{what}: {named} {'are' if len(shown) > 1 else 'is'} {tail}")
    return said


def section(plan: BalancePlan, tables: Mapping[str, pd.DataFrame], pictures: Mapping[str, bytes],
            meaning: Meaning) -> str:
    """A section a table: the figure, and the pairs that stand out most."""
    made = []
    for kind in KINDS:
        own = of_page(plan, tables, kind)
        if not len(own) or own["q"].isna().all():       # too few games to say anything of any
            continue
        rows = sorted(records(own), key=lambda row: (isnan(row["q"]), row["q"], -abs(row["shrunk"])))
        lines = [[below(row["item"], meaning), below(row["other"], meaning), signed(row["shrunk"]),
                  f"{signed(row['extra'])}\n{signed_between(row['low'], row['high'])}",
                  f"{row['blocks'] * plan.seats:,}",
                  "shown" if row["shown"] else "not shown" if not isnan(row["q"]) else "too few games"] for row in rows]
        head = ["", "on" if not kind.mirror else "with" if kind.mirror > 0 else "against", "best guess", "measured",
                "games", "verdict"]
        made.append(web.section(kind.title, web.picture(pictures, f"pairs_{kind.table}", kind.title, kind.caption),
                                web.table(f"{kind.note} In points, those shown first; the best guess draws what was "
                                          "measured to 0, as far as its error asks for.", head, lines, kind.table,
                                          ENDS)))
    return "\n".join(made)


def figures(plan: BalancePlan, tables: Mapping[str, pd.DataFrame], meaning: Meaning) -> dict[str, Figure]:
    """A matrix a table."""
    drawn = {}
    for kind in KINDS:
        own = of_page(plan, tables, kind)
        if len(own) and not is_drawn(own):
            continue
        items = sorted({*own["item"], *(own["other"] if kind.mirror else ())}, key=_natural) if len(own) else []
        if not 2 <= len(items) <= MOST:
            continue
        beside = labels(items, meaning)
        columns = items if kind.mirror else sorted(set(own["other"]), key=_natural)
        note = (f"{kind.note}\nMeasured, and drawn to 0 as far as noise asks for. White: in no game.\nFramed: shown to "
                f"differ from 0, of all pairs with {ENOUGH} blocks or more (false discovery rate {plan.q:g}).")
        drawn[f"pairs_{kind.table}"] = pair_matrix.draw(own, kind.title, note, kind.mirror,
                                                        {item: beside[item] for item in items},
                                                        {name: _short(name) for name in columns})
    return drawn


def is_drawn(own: pd.DataFrame) -> bool:
    """Whether there is anything to see: pairs that differ by more than chance, of which there are enough games."""
    return bool(own["shown"].any() or own["shrunk"].abs().max() >= LEAST and own["blocks"].median() >= ENOUGH)


def _told(kind: Kind, row: Mapping[str, Any]) -> str:
    return f"{kind.one.format(**row)} ({signed(row['extra'])})"


def _short(name: str) -> str:
    """A number alone, where that is what tells names apart."""
    number = name.rpartition(" ")[2]
    return number if number.isdecimal() else name


def _natural(name: str) -> tuple[str, int, str]:
    words, _, number = name.rpartition(" ")
    return (words, int(number), "") if number.isdecimal() else (name, 0, "")
