"""What a player takes from each part, in a sentence or two."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan

import pandas as pd

from reports.documents import balance_words
from reports.documents.tables import records
from reports.documents.words import listed, signed
from reports.experiments.items import OPENINGS, SEATS, SKILL, STYLES
from reports.experiments.opening import EXPERIMENT as OPENING
from reports.experiments.plan import BalancePlan
from reports.experiments.rows import Row

NAMED = 3                   # best and worst that a sentence names
UP, DOWN = ("strong", "raises", "costs", "wins more"), ("weak", "lowers", "helps", "wins less")


def sentence(plan: BalancePlan, rows: Sequence[Row], tables: Mapping[str, pd.DataFrame]) -> str:
    """The part in words, by the margin: what is shown, and that the rest is not."""
    own = sorted((r for r in rows if r.outcome == "margin" and r.agent == plan.agents[-1]
                  and r.estimand in {record.estimand for record in plan.records} and not isnan(r.estimate)),
                 key=lambda r: -r.estimate)
    if plan.kind == SKILL:
        return balance_words.depth(tables["depth"]) if "depth" in tables else "Too few games for a ladder of skill."
    if plan.kind == SEATS:
        return _seats(own, tables)
    if plan.kind == OPENINGS:
        return _openings(own)
    up, down = ([r for r in order if shown(r) == side][:NAMED] for order, side in ((own, 1), (own[::-1], -1)))
    if plan.kind == STYLES:
        said = _said(("These ways to play cost most:", up), ("These are a gain:", down))
        return said or "No way to play is shown to cost or gain anything."
    if plan.experiments == ("boards",):
        said = " ".join(f"{_capital(r.item)} is worth {abs(r.estimate):.1f} points {side} than the average board."
                        for side, found in (("more", up), ("less", down)) for r in found)
        return said or "No board is shown to be better or worse than the average board."
    said = _said((f"The best {plan.kind} to begin with:", up), ("The worst:", down))
    return said or f"No item of {plan.kind} is shown to be worth anything to a seat that begins with it."


def shown(row: Row) -> int:
    """1 or -1 for an effect shown to be above or below nothing by any amount, else 0."""
    verdict = row.verdict.partition(",")[0]
    if verdict in UP or verdict in DOWN:
        return 1 if verdict in UP else -1
    return 0 if verdict != "slight" else 1 if row.estimate > 0 else -1


def _capital(name: str) -> str:
    return name[0].upper() + name[1:]


def _said(*groups: tuple[str, Sequence[Row]]) -> str:
    return " ".join(f"{head} {listed([_named(r) for r in rows])}." for head, rows in groups if rows)


def _named(row: Row) -> str:
    price = "" if isnan(row.price_vp) else f", as good as {signed(row.price_vp).removeprefix('+')} points"
    return f"{row.item} ({signed(row.estimate)} margin{price})"


def _seats(own: Sequence[Row], tables: Mapping[str, pd.DataFrame]) -> str:
    away = [r for r in own if shown(r)]
    if away:
        return f"Where you sit matters: {listed([_named(r) for r in away])}."
    if own and all(r.verdict in ("balanced", "no difference") for r in own):
        return "It does not matter where you sit: every seat is shown to be within 1.5 points of the others."
    p = next((row["p"] for row in records(tables["joint_test"]) if row["outcome"] == "margin"), float("nan"))
    more = "" if isnan(p) else f" (p = {p:.2g})"
    return f"It is not shown that one seat is better than another{more}, nor that all are alike."


def _openings(own: Sequence[Row]) -> str:
    """The best first moves: shown to be better than the mean of those tried beside them; by board where there are."""
    boards: dict[str, list[Row]] = {}
    for each in own:
        if each.estimand == OPENING.estimand and shown(each) > 0 and "own choice" not in each.item:
            where, colon, _ = each.item.partition(": ")
            boards.setdefault(where if colon and where.startswith("board ") else "", []).append(each)
    best = [rows[0] for rows in boards.values()]
    if not best:
        return "No first move is shown to be better than the others. More games would tell."
    return (f"The best first moves: {listed([_named(r) for r in best])}, each against the average of the moves tried "
            "beside it. No other is shown to be better.")
