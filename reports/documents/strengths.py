"""Two strengths of play on a page: who played, in its first line, and what becomes of effects among better players."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

import pandas as pd

from reports.documents import web
from reports.documents.headline import Head
from reports.documents.names import Meaning, below
from reports.experiments.against_kind import TABLE as AGAINST_KIND
from reports.experiments.plan import BalancePlan
from reports.experiments.rows import Row
from reports.experiments.strengths import MATCH, TABLE
from reports.rows import records
from reports.statistics.blocks import FEW
from reports.statistics.verdicts import APPEARS, EVEN, FADES, HOLDS, OPEN, TURNS
from reports.wording import counted, few, signed, signed_between, whole

FLAGGED = (HOLDS, TURNS)        # words of effects that a page names as found: weak play carries them as well
NAMED = 6                       # items that a sentence names
TITLE = "Do better players keep it?"
SAID = {HOLDS: "Better players keep it", TURNS: "Among better players it turns round",
        FADES: "It is so among weak players only", APPEARS: "It is so among better players only",
        EVEN: "Even among better players", OPEN: "Not settled among better players"}
EXPLAINED = (
    "Every question is played by both players, in games of their own. <i>Holds</i>: the effect is shown among the "
    "stronger, on the same side as among the weaker. <i>Turns round</i>: shown in both, on opposite sides. <i>Only "
    "among weak players</i>: shown among the weaker, and among the stronger shown to be too small to matter. "
    "<i>Even</i>: shown to be too small to matter among the stronger. <i>Only among better players</i>: shown among "
    "the stronger, and shown to be too small to matter among the weaker. <i>Not found again</i>: shown in both, but "
    "not when the headline was played a second time by the stronger. <i>Not settled</i> is none of these.")


def who(plan: BalancePlan, manifest: Mapping[str, Any]) -> str:
    """Who played, and by how much the stronger is the stronger; empty for a run of one player."""
    if not plan.stronger:
        return ""
    found = manifest.get(MATCH) or {}
    weaker = plan.agents[0]
    if not found:
        return f"Played by {plan.stronger}, and again by {weaker}."
    against = f"against {weaker}" if plan.seats == 2 else f"at a table with {plan.seats - 1} of {weaker}"
    return (f"Played by {plan.stronger}, and again by {weaker}, which is weaker: {plan.stronger} won "
            f"{whole(found['win'])} of {counted(found['games'], 'game')} {against}, enough to show that it wins "
            f"{whole(found['at_least'])} or more. What follows is said of {plan.stronger}.")


def flagged(plan: BalancePlan, tables: Mapping[str, pd.DataFrame], rows: Sequence[Row]) -> list[Row]:
    """The rows that may be named as found: all in a run of one player, else those that better players keep or turn."""
    if not plan.stronger or TABLE not in tables:
        return list(rows)
    said = {(row["item"], row["estimand"], row["outcome"]): row["word"] for row in records(tables[TABLE])}
    return [row for row in rows if said.get((row.item, row.estimand, row.outcome)) in FLAGGED]


def sentences(plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """What becomes of the effects among better players, a sentence a word, by points."""
    groups: dict[str, list[str]] = {}
    for row in of_page(plan, tables):
        groups.setdefault(row["word"], []).append(
            f"{row['item']} ({signed(row['at_weaker'])} with {row['weaker']}, {signed(row['at_stronger'])} with "
            f"{row['stronger']})")
    return [f"{SAID[word]}: {few(groups[word], NAMED)}." for word in SAID if word in groups]


def once(plan: BalancePlan, tables: Mapping[str, pd.DataFrame], head: Head | None) -> str:
    """Which of what better players keep or turn was played only once, where the headline was played twice; else empty.
    """
    if head is None or head.second is None:
        return ""
    rest = [str(row["item"]) for row in of_page(plan, tables)
            if row["word"] in FLAGGED and row["item"] != head.first.item
            and not head.first.is_other_side(row["at_stronger"], row["stronger_low"], row["stronger_high"])]
    if not rest:
        return ""
    return (f"Only the first finding was played a second time; what is said of {few(rest, NAMED)} rests on one run.")


def section(plan: BalancePlan, tables: Mapping[str, pd.DataFrame], meaning: Meaning) -> str:
    """The table of all items; empty for a run of one player."""
    own = of_page(plan, tables)
    if not own:
        return ""
    lines = [[below(row["item"], meaning), _between(row, "weaker"), _between(row, "stronger"), row["word"]]
             for row in own]
    head = ["", f"{plan.agents[0]}, points", f"{plan.stronger}, points", "among better players"]
    of = "Against the mean of its kind" if "kind_mean" in own[0] else "Effects in points"
    return web.section(TITLE, f"<p>{EXPLAINED}</p>", web.table(f"{of}, with 95 % intervals", head, lines))


def of_page(plan: BalancePlan, tables: Mapping[str, pd.DataFrame], outcome: str = "margin") -> list[dict[str, Any]]:
    """A line an item: against the mean of its kind where the run compares so, else against nothing; in points, or in
    shares of the win.
    """
    if not plan.stronger:
        return []
    own = _against_kind(plan, tables, outcome)
    if not own and TABLE in tables:
        shown = {record.estimand for record in plan.records}
        own = [row for row in records(tables[TABLE]) if row["estimand"] in shown and row["outcome"] == outcome]
    order = list(SAID)
    return sorted(own, key=lambda row: (order.index(row["word"]) if row["word"] in order else len(order),
                                        -row["at_stronger"] if not isnan(row["at_stronger"]) else 0.0, row["item"]))


def _against_kind(plan: BalancePlan, tables: Mapping[str, pd.DataFrame], outcome: str) -> list[dict[str, Any]]:
    if AGAINST_KIND not in tables or "kept" not in tables[AGAINST_KIND]:
        return []
    lines = [row for row in records(tables[AGAINST_KIND]) if row["outcome"] == outcome]
    weak = {(row["estimand"], row["item"]): row for row in lines if row["agent"] == plan.agents[0]}
    out = []
    for strong in lines:
        one = weak.get((strong["estimand"], strong["item"]))
        if strong["agent"] == plan.stronger and one is not None:
            out.append({"item": strong["item"], "word": strong["kept"], "kind_mean": strong["kind_mean"],
                        "weaker": one["agent"], "stronger": strong["agent"], "blocks": strong["blocks"],
                        "at_weaker": one["deviation"], "weaker_low": one["low"], "weaker_high": one["high"],
                        "at_stronger": strong["deviation"], "stronger_low": strong["low"],
                        "stronger_high": strong["high"]})
    return out


def _between(row: Mapping[str, Any], which: str) -> str:
    if row["blocks"] < FEW or isnan(row[f"at_{which}"]):
        return "—"
    low, high = row[f"{which}_low"], row[f"{which}_high"]
    return signed(row[f"at_{which}"]) + ("" if isnan(low) else f"\n{signed_between(low, high)}")
