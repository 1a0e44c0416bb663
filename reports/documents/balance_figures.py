"""The tables of a balance report: the rows, and what its figures draw."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from math import inf
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from reports.documents import against_kind, pairs
from reports.documents import what_if as what_if_page
from reports.documents.names import labels, meanings
from reports.experiments import results
from reports.experiments.against_kind import TABLE
from reports.experiments.gift import EXPERIMENT as GIFT
from reports.experiments.items import POINTS, quantity
from reports.experiments.plan import BalancePlan, Experiment
from reports.experiments.robin import EXPERIMENT as ROBIN
from reports.experiments.robin import TOKEN
from reports.experiments.rows import Row, in_order, is_shown, table
from reports.plots import (
    board_matrix,
    confidence_sequence,
    exchange_rate,
    forest,
    ladder,
    naive_scatter,
    skill_curve,
    what_if,
)

IN_A_FIGURE = 2         # outcomes
MOST = 36               # items of a forest


def shown(plan: BalancePlan, rows: Sequence[Row]) -> pd.DataFrame:
    """The rows with the intervals that a forest shows: never narrower than those of the table, and of selected items
    wider where that is needed so that few of them miss.
    """
    lines = list[dict[str, Any]]()
    groups: dict[tuple[str, str, str], list[Row]] = {}
    for each in rows:
        groups.setdefault((each.agent, each.estimand, each.outcome), []).append(each)
    for members in groups.values():
        wide = members if plan.stop != "fixed" else None
        found = [results.as_estimate(r) for r in wide] if wide else results.selected(members, plan.q)
        for r, e in zip(members, found, strict=True):
            low, high = next(record for record in plan.records if r.estimand in (record.estimand, *record.also)
                             ).win_range(plan.seats) if r.outcome == "win" else (-inf, inf)
            lines.append({**asdict(r), "shown_low": max(np.fmin(r.low, e.low), low),
                          "shown_high": min(np.fmax(r.high, e.high), high)})
    return pd.DataFrame(lines, columns=[*table(rows).columns, "shown_low", "shown_high"])


def figures(plan: BalancePlan, rows: Sequence[Row], found: dict[str, pd.DataFrame]) -> dict[str, Figure]:
    """The figures of a run by name."""
    drawn: dict[str, Figure] = {}
    if not rows:
        return drawn
    meaning = meanings(plan.game, plan.options, plan.vary)
    alike = against_kind.figure(plan, found, meaning)
    if alike is not None:
        drawn[TABLE] = alike
    drawn |= pairs.figures(plan, found, meaning)
    all_rows = shown(plan, [row for row in rows if is_shown(row)])
    for record in plan.records:
        own = all_rows[all_rows["estimand"] == record.estimand]
        if len(own):
            drawn.update(_forests(plan, record, own.assign(low=own["shown_low"], high=own["shown_high"])))
    if "company" in found and len(all_rows):
        drawn["company"] = _company(plan, all_rows, found["company"])
    tokens = all_rows[(all_rows["estimand"] == TOKEN) & (all_rows["outcome"] == "margin")]
    if len(tokens) and not plan.vary:
        drawn["exchange_rate"] = _exchange(_named(plan, all_rows), tokens, plan.agents[-1])
    for record in plan.records:
        causal = _naive(plan, all_rows[all_rows["estimand"] == record.estimand])
        if len(causal):
            drawn[f"naive_{record.name}"] = naive_scatter.draw(_named(plan, causal),
                                                               record.title[0].lower() + record.title[1:])
    if "matrix" in found:
        own = found["matrix"]
        last = own[(own["outcome"] == "margin") & (own["agent"] == plan.agents[-1])
                   & (own["value"] == own["value"].iloc[0])]
        drawn["board_matrix"] = board_matrix.draw(last)
    if "doublings" in found:
        drawn["ladder"] = ladder.draw(found["doublings"])
        if (found["doublings"]["step"] > 0).any():
            drawn["skill_curve"] = skill_curve.draw(found["doublings"])
    if "sequence" in found:
        own = found["sequence"]
        drawn["confidence_sequence"] = confidence_sequence.draw(
            own[(own["outcome"] == "margin") & (own["agent"] == plan.agents[-1])])
    if "settings" in found:
        drawn |= what_if_page.figures(plan, found)
    if "balanced_at" in found and found["what_if"]["outcome"].isin(forest.UNITS).any():
        drawn["what_if"] = what_if.draw(*(_first(found[name], plan.agents[-1]) for name in ("what_if", "balanced_at")))
    return drawn


def _first(rows: pd.DataFrame, agent: str) -> pd.DataFrame:
    """The rows of the strongest agent and of the first estimand that is not a token's."""
    own = rows[(rows["agent"] == agent) & (rows["estimand"] != TOKEN)]
    return own[own["estimand"] == own["estimand"].iloc[0]]


def _named(plan: BalancePlan, rows: pd.DataFrame) -> pd.DataFrame:
    """The rows with items called by what they do."""
    return rows.assign(item=rows["item"].map(labels(rows["item"], meanings(plan.game, plan.options, plan.vary))))


def _forests(plan: BalancePlan, record: Experiment, own: pd.DataFrame) -> dict[str, Figure]:
    outcomes = list(dict.fromkeys(own["outcome"]))
    drawn, left_out = {}, ""
    if len(items := own["item"].unique()) > MOST:
        kept = _ends(own)
        own, left_out = own[own["item"].isin(kept)], f" {len(items) - len(kept)} more in between: balance.csv."
    for first in range(0, len(outcomes), IN_A_FIGURE):
        part = own[own["outcome"].isin(outcomes[first:first + IN_A_FIGURE])]
        named = _named(plan, part)
        note = ("Right of the dashed line: above nothing. Shaded: too small to matter. "
                f"{int(part['games'].min()):,} games or more each.\nBars: where the true value lies (95 %, wider for "
                f"items that are picked out); hollow: no interval.{left_out}")
        if not record.ranked:
            named = named.sort_values("item", kind="stable", key=lambda items: items.map(in_order))
        drawn[f"forest_{record.name}" + (f"_{first // IN_A_FIGURE + 1}" if first else "")] = forest.draw(
            named, record.title, note,
            ranked=record.ranked, what=record.told.column)
    return drawn


def _ends(rows: pd.DataFrame) -> list[str]:
    """Of more items than a figure holds, those with the largest and the smallest effects."""
    last = rows[(rows["agent"] == rows["agent"].iloc[-1]) & (rows["outcome"] == rows["outcome"].iloc[0])]
    order = list(last.sort_values("estimate", ascending=False, na_position="last", kind="stable")["item"])
    return [*order[:MOST * 2 // 3], *order[-(MOST // 3):]]


def _company(plan: BalancePlan, rows: pd.DataFrame, both: pd.DataFrame) -> Figure:
    own = rows[(rows["agent"] == plan.agents[-1]) & rows["item"].isin(both["item"])
               & rows["estimand"].isin([GIFT.estimand, ROBIN.estimand])]
    own = own.sort_values("estimand", key=lambda names: names == ROBIN.estimand, kind="stable")
    alone = own["estimand"].map({GIFT.estimand: "alone", ROBIN.estimand: "among other items"})
    return forest.draw(_named(plan, own).assign(agent=alone, low=own["shown_low"], high=own["shown_high"]),
                       "Alone and in company", "What each item is worth to a seat that begins with it, alone and among "
                       "others.\nBars: where the true value lies (95 %). Shaded: too small to matter.", what="worth")


def _exchange(rows: pd.DataFrame, tokens: pd.DataFrame, agent: str) -> Figure:
    own = tokens[tokens["agent"] == agent]
    names = own["item"].map(lambda item: quantity(item)[0])
    curves = pd.DataFrame({"token": names, "quantity": own["item"].map(lambda item: float(quantity(item)[1])),
                           "worth": own["estimate"], "low": own["low"], "high": own["high"]})
    curves = curves.sort_values("token", key=lambda c: c.map(lambda name: (name != POINTS, name)), kind="stable")
    items = rows[(rows["estimand"] == ROBIN.estimand) & (rows["outcome"] == "margin")
                 & (rows["agent"] == agent)]
    return exchange_rate.draw(curves, pd.DataFrame({"item": items["item"], "worth": items["estimate"]}))


def _naive(plan: BalancePlan, own: pd.DataFrame) -> pd.DataFrame:
    own = own[(own["outcome"] == "win") & (own["agent"] == plan.agents[-1]) & own["naive_win_owned"].notna()
              & own["estimate"].notna()]
    return pd.DataFrame({"item": own["item"], "estimate": own["estimate"], "low": own["low"], "high": own["high"],
                         "naive": own["naive_win_owned"] - 1 / plan.seats})
