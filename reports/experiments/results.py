"""A balance run as rows and tables: estimates with their q and verdict, and the checks."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isnan

import pandas as pd

from games.api import InputError
from mcts.interval import ENOUGH, Interval
from reports.experiments import rows as report_rows
from reports.experiments import stopping, what_if
from reports.experiments.company import company
from reports.experiments.plan import NAMES, BalancePlan, Findings, cells, load
from reports.experiments.rows import Row
from reports.run import Run
from reports.statistics import blocks as estimate
from reports.statistics.blocks import q_values
from reports.statistics.regression import TooLittleData
from reports.statistics.verdicts import SEQUENCE, at_two_budgets, selected_intervals, verdict


def results(plan: BalancePlan, run: Run) -> tuple[list[Row], dict[str, pd.DataFrame]]:
    """The judged rows, best item first, and the tables beside them. Raises InputError where nothing was played yet."""
    seats = run.seats
    if not len(seats):
        raise InputError("holds no finished games yet")
    found, played = Findings(), list(cells(plan, seats, run.tiles))
    for data in played:
        record = load(data.cell.experiment)
        if plan.stop == "gsprt":        # decides, and does not estimate
            found.tables.setdefault("decisions", []).append(stopping.decided(data))
            continue
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
    rows = report_rows.ranked(at_both(judged(found.rows, plan.q), plan))
    found.tables["company"] = company(rows)
    tables = {name: pd.DataFrame(lines) for name, lines in found.tables.items() if lines}
    if plan.vary and rows:
        tables["what_if"], tables["balanced_at"] = varied(plan, rows)
    return rows, tables


def judged(rows: Sequence[Row], limit: float) -> list[Row]:
    """The rows with q and verdict. One family: one agent, estimand and outcome of the run."""
    families: dict[tuple[str, str, str], list[int]] = {}
    for at, each in enumerate(rows):
        families.setdefault((each.agent, each.estimand, each.outcome), []).append(at)
    out = list(rows)
    for members in families.values():
        for at, q in zip(members, q_values([rows[i].p for i in members]), strict=True):
            out[at] = replace(rows[at], q=q, verdict=_verdict(rows[at], q, limit))
    return out


def _verdict(each: Row, q: float, limit: float) -> str:
    found = as_estimate(each)
    own = q * estimate.Q / limit        # the rules below compare with their own limit
    words = next((record.words for record in map(load, NAMES) if record.estimand == each.estimand), {})
    said = (verdict(found, each.outcome, own, each.delta) if each.outcome in ENOUGH else
            estimate.verdict(found, 0.0, each.delta, own, ENOUGH["margin"]))
    return words.get(said, said)


def at_both(rows: list[Row], plan: BalancePlan) -> list[Row]:
    """With two budgets a verdict holds only where both say the same."""
    if len(plan.agents) < 2:
        return rows
    said = {(r.item, r.estimand, r.outcome, r.agent): r.verdict for r in rows}
    out = []
    for each in rows:
        low, high = (said.get((each.item, each.estimand, each.outcome, agent), "") for agent in plan.agents)
        out.append(replace(each, verdict=at_two_budgets(low, high)) if _both_judged(low, high) else each)
    return out


def _both_judged(*verdicts: str) -> bool:
    """Whether both say something, and say how many blocks they need where they are not settled."""
    return all(v and (not v.startswith("not settled") or v.endswith("more blocks")) for v in verdicts)


def as_estimate(each: Row) -> Interval:
    """The estimate of a row."""
    note = "no interval" if isnan(each.low) else SEQUENCE if each.stop_rule == SEQUENCE else ""
    return Interval(each.estimate, each.low, each.high, each.stderr, each.level, each.blocks, note)


def selected(rows: Sequence[Row], limit: float) -> list[Interval]:
    """The intervals of one family as a report shows them: wider for those selected, so that few of these miss."""
    return selected_intervals([as_estimate(each) for each in rows], [each.q for each in rows], limit)


def varied(plan: BalancePlan, rows: Sequence[Row]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The effect of every item at every value of the varied number, and the value at which it would be 0."""
    lines, crossings = [], []
    suffix = {f" ({plan.vary}={value})": value for value in plan.values}
    for each in rows:
        item, value = next(((each.item.removesuffix(s), v) for s, v in suffix.items() if each.item.endswith(s)),
                           (each.item, ""))
        lines.append({"item": item, "value": float(value), "estimand": each.estimand, "outcome": each.outcome,
                      "agent": each.agent, "estimate": each.estimate, "low": each.low, "high": each.high,
                      "stderr": each.stderr, "level": each.level, "verdict": each.verdict, "delta": each.delta})
    table = pd.DataFrame(lines).sort_values(["item", "estimand", "outcome", "agent", "value"], kind="stable")
    for (name, estimand, outcome, agent), part in table.groupby(["item", "estimand", "outcome", "agent"], sort=False):
        at = what_if.balanced_value(list(part["value"]), list(part["estimate"]), list(part["stderr"]))
        near = [f"{v:g}" for v in part.loc[part["verdict"] == "balanced", "value"]]
        crossings.append({"item": name, "estimand": estimand, "outcome": outcome, "agent": agent, "number": plan.vary,
                          "balanced_at": at.value, "low": at.low, "high": at.high,
                          "values_found_balanced": " ".join(near)})
    return table, pd.DataFrame(crossings)
