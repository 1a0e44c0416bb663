"""A balance run as rows and tables: estimates with their q and verdict, and the checks."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isnan, nan
from typing import Any

import pandas as pd

from games.api import InputError
from mcts.interval import ENOUGH, Interval
from reports.experiments import against_kind, stopping, strengths, varied
from reports.experiments import rows as report_rows
from reports.experiments.company import company
from reports.experiments.gathered import gathered
from reports.experiments.plan import NAMES, BalancePlan, Findings, load
from reports.experiments.rows import Row
from reports.run import Run
from reports.statistics import blocks as estimate
from reports.statistics import verdicts
from reports.statistics.blocks import q_values
from reports.statistics.effects import Effect, difference
from reports.statistics.regression import TooLittleData
from reports.statistics.sequences import ALPHA
from reports.statistics.verdicts import (
    SEQUENCE,
    SKILL,
    at_level,
    at_two_budgets,
    more_blocks,
    selected_intervals,
    verdict,
)


def results(plan: BalancePlan, run: Run) -> tuple[list[Row], dict[str, pd.DataFrame]]:
    """The judged rows, best item first, and the tables beside them. Raises InputError where nothing was played yet."""
    found, played = Findings(), gathered(plan, run)
    if not played:
        raise InputError("holds no finished games yet")
    if plan.stop == "gsprt":            # decides, and does not estimate
        found.tables["decisions"] = stopping.decided(played)
    for data in played if plan.stop != "gsprt" else ():
        record = load(data.cell.experiment)
        try:
            estimated = record.estimate(data)
        except TooLittleData as error:     # items that never met, a cell of one block
            found.tables.setdefault("not_estimated", []).append({"cell": data.cell.name, "why": str(error)})
            played = [each for each in played if each is not data]
            continue
        found.add(estimated)
        if plan.stop == "sequence" and record.values is not None:
            found.tables.setdefault("sequence", []).extend(stopping.watched(data))
    for record in plan.records if plan.stop != "gsprt" else ():
        if record.together is not None:
            found.tables |= record.together([data for data in played if data.cell.experiment == record.name])
    rows = judged(found.rows, plan.q)
    found.tables[strengths.TABLE] = strengths.lines(plan, rows, strictly(rows, plan.q)) if plan.stronger else []
    rows, found.tables["budgets"] = at_both(rows, plan)
    rows = report_rows.ranked(in_words(rows))
    found.tables["company"] = company(rows)
    alike = found.tables.get(against_kind.TABLE, []) + against_kind.of_rows(rows, plan)
    found.tables[against_kind.TABLE] = against_kind.in_words(alike, plan)
    tables = {name: pd.DataFrame(lines) for name, lines in found.tables.items() if lines}
    if plan.vary and rows:
        tables |= varied.tables(plan, rows, found.tables[against_kind.TABLE])
    return rows, tables


def judged(rows: Sequence[Row], limit: float) -> list[Row]:
    """The rows with q and verdict. One family: one agent, estimand and outcome of the run."""
    families: dict[tuple[str, str, str], list[int]] = {}
    for at, each in enumerate(rows):
        families.setdefault((each.agent, each.estimand, each.outcome), []).append(at)
    out = list(rows)
    for members in families.values():
        for at, q in zip(members, q_values([rows[i].p for i in members]), strict=True):
            out[at] = replace(rows[at], q=q)
        wide = selected([out[i] for i in members], limit)
        for at, found in zip(members, wide, strict=True):
            out[at] = replace(out[at], verdict=_judged_as(out[at], found, limit))
    return out


def strictly(rows: Sequence[Row], limit: float) -> list[Row]:
    """The rows judged for a word that rests on two of them: each with half the error, so that the word has no more."""
    out = []
    for each in rows:
        found = as_estimate(each)
        if found.is_known and found.note != SEQUENCE:      # which errs less than it may
            found = at_level(found, verdicts.BOTH_LEVEL)
        out.append(replace(each, low=found.low, high=found.high))
    return judged(out, limit / 2)


def _judged_as(each: Row, wide: Interval, limit: float) -> str:
    """The verdict of a row. Of an item that is one of several picked out, its wider interval counts."""
    found = as_estimate(each)
    if found.is_known and wide.is_known:
        found = replace(found, low=min(found.low, wide.low), high=max(found.high, wide.high))
    own = each.q * estimate.Q / limit   # the rules below compare with their own limit
    return verdict(found, each.outcome, own, each.delta, enough(each))


def enough(each: Row) -> int:
    """Blocks from which a row is judged: of those that hold the item, where items share a fit."""
    counts = next((r.enough for r in map(load, NAMES) if each.estimand in (r.estimand, *r.also)), ENOUGH)
    return counts.get(each.outcome, counts["margin"])


def in_words(rows: list[Row]) -> list[Row]:
    """The rows with the verdicts that their experiments have words of their own for."""
    words = {record.estimand: record.words for record in map(load, NAMES)}
    return [replace(each, verdict=words.get(each.estimand, {}).get(each.verdict, each.verdict)) for each in rows]


def at_both(rows: list[Row], plan: BalancePlan) -> tuple[list[Row], list[dict[str, Any]]]:
    """With two budgets a verdict holds only as far as both say it; and how far the effects at both differ.

    An item depends on skill only where that difference is shown, few of those named being named wrongly. Two agents of
    unlike strength keep verdicts of their own (`strengths`).
    """
    if len(plan.agents) < 2 or plan.stronger:
        return rows, []
    known = {(r.item, r.estimand, r.outcome, r.agent): r for r in rows}
    out, lines = {id(each): each for each in rows}, list[dict[str, Any]]()
    families: dict[tuple[str, str], list[tuple[Row, Row]]] = {}
    for each in rows:
        low, high = (known.get((each.item, each.estimand, each.outcome, agent)) for agent in plan.agents)
        if each is low and high is not None:
            families.setdefault((each.estimand, each.outcome), []).append((low, high))
    for pairs in families.values():
        apart = [budgets_apart(low, high) for low, high in pairs]
        for (low, high), found, q in zip(pairs, apart, q_values([found.p for found in apart]), strict=True):
            differ, between = q <= plan.q, found.interval
            said = at_two_budgets(low.verdict, high.verdict, differ,
                                  more_blocks(between, low.delta, enough(low)))
            out[id(low)], out[id(high)] = replace(low, verdict=said), replace(high, verdict=said)
            lines.append({"item": low.item, "estimand": low.estimand, "outcome": low.outcome, "low_agent": low.agent,
                          "high_agent": high.agent, "at_low": low.estimate, "at_high": high.estimate,
                          "difference": between.estimate, "low": between.low, "high": between.high, "p": found.p,
                          "q": q, "depends_on_skill": said == SKILL})
    return [out[id(each)] for each in rows], lines


def budgets_apart(low: Row, high: Row) -> Effect:
    """The effect at the larger budget less that at the smaller, from different blocks.

    Of effects that are watched while games run the intervals at any look may not meet, which is the stricter test.
    """
    one, other = (Effect(as_estimate(each), each.p, each.games) for each in (high, low))
    found = difference(one, other)
    if low.stop_rule == SEQUENCE:
        meet = not (low.high < high.low or high.high < low.low)
        return replace(found, p=nan if isnan(low.low + high.low) else 1.0 if meet else 2 * ALPHA)
    return found


def as_estimate(each: Row) -> Interval:
    """The estimate of a row."""
    note = "no interval" if isnan(each.low) else SEQUENCE if each.stop_rule == SEQUENCE else ""
    return Interval(each.estimate, each.low, each.high, each.stderr, each.level, each.blocks, note)


def selected(rows: Sequence[Row], limit: float) -> list[Interval]:
    """The intervals of one family as a report shows them: wider for those selected, so that few of these miss."""
    return selected_intervals([as_estimate(each) for each in rows], [each.q for each in rows], limit)
