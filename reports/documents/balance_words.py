"""The first paragraph of a balance report: what was asked, of which agents, how many games, what is settled or not."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite, isnan
from typing import Any

import pandas as pd

from mcts.interval import ENOUGH
from reports.documents.tables import records
from reports.documents.words import listed
from reports.experiments import company
from reports.experiments.items import SKILL, STYLES
from reports.experiments.plan import BalancePlan
from reports.experiments.rows import Row

NAMED = 6               # items of one verdict that the paragraph names
WAITING = ("not settled", "too few blocks")
BY = {"margin": "margin", "win": "share of the win"}
MEANT = {"strong": "strong", "weak": "weak", "slight": "different from nothing, but by little", "balanced": "balanced",
         "no difference": "without any effect, in every block", "raises": "raised", "lowers": "lowered",
         "depends on skill": "dependent on skill: the verdict is another one at four times the budget",
         "costs": "costly", "helps": "a gain",
         "better": "better than par", "worse": "worse than par", "smaller": "nearer to par than the size that matters"}


def title(plan: BalancePlan) -> str:
    """The page's heading."""
    what = {SKILL: "depth of skill", STYLES: "ways to play"}.get(plan.kind, f"balance of {plan.kind}")
    return f"{plan.rules_of_game.title}: {what}"


def opening(plan: BalancePlan, rows: Sequence[Row], tables: Mapping[str, pd.DataFrame], blocks: int, games: int) -> str:
    """The paragraph."""
    said = [_asked(plan), _played(plan, blocks, games)]
    for record in plan.records:
        own = [each for each in rows if each.estimand == record.estimand and each.agent == plan.agents[-1]]
        before = f"{record.name.capitalize()}: by " if len(plan.records) > 1 else "By "
        for outcome in dict.fromkeys(each.outcome for each in own):
            said.append(before + _verdicts(outcome, [each for each in own if each.outcome == outcome], record.one_item))
    if "depth" in tables:
        said.append(depth(tables["depth"]))
    if "decisions" in tables:
        said.append(_decisions(tables["decisions"]))
    said += _checks(plan, tables)
    if "not_estimated" in tables:
        names = list(tables["not_estimated"]["cell"])
        said.append(f"Nothing can be said yet of {_listed(names)}.")
    return " ".join(said)


def depth(table: pd.DataFrame) -> str:
    """How many doublings of the budget win something, and the Elo from random up to there."""
    row = records(table)[0]
    elo = "" if isnan(row["elo_from_random"]) else (
        f", {row['elo_from_random']:.0f} Elo above random moves ({row['low']:.0f} to {row['high']:.0f})")
    times = f"{row['doublings']} doubling{'' if row['doublings'] == 1 else 's'}"
    if row["blocks"] < ENOUGH["win"]:
        return (f"Where skill ends cannot be said of {row['blocks']:,} blocks a step ({ENOUGH['win']} are asked"
                f" for); what was counted up to its end or the largest budget: {times}{elo}.")
    if row["saturated"]:
        return f"Skill ends after {times} of the budget{elo}: two more in a row win next to nothing."
    return f"Skill does not end within the {times} played{elo}; so it is that deep, or deeper."


def _asked(plan: BalancePlan) -> str:
    many = _listed(plan.items)
    it = many if len(plan.items) == 1 or plan.kind == SKILL else f"each item of the kind {plan.kind} ({many})"
    first, *others = (record.question for record in plan.records)
    questions = "; and ".join([first.format(it=it), *(other.format(it="each") for other in others)])
    who = plan.agents[0] if len(plan.agents) == 1 else f"{plan.agents[0]}, and once more {plan.agents[1]}"
    varied = f", with {plan.vary} at {listed(plan.values)}" if plan.vary else ""
    players = "" if plan.kind == SKILL else f", all of them played by {who}"
    return f"Asked was {questions}{varied}, in {plan.rules_of_game.title} with {plan.seats} seats{players}."


def _played(plan: BalancePlan, blocks: int, games: int) -> str:
    of = "" if blocks >= plan.blocks else f" of the {plan.blocks:,} asked for at most"
    return (f"{games:,} game{'' if games == 1 else 's'} {'was' if games == 1 else 'were'} played, in {blocks:,} "
            f"block{'' if blocks == 1 else 's'}{of} of games that share their luck.")


def _verdicts(outcome: str, rows: Sequence[Row], one_item: bool) -> str:
    groups: dict[str, list[Row]] = {}
    for each in rows:
        groups.setdefault(each.verdict.partition(",")[0], []).append(each)
    parts = [f"{MEANT.get(verdict, verdict)}: {_listed([r.item for r in found])}" for verdict, found in groups.items()
             if verdict not in WAITING]
    settled = f"settled are, {'; '.join(parts)}" if parts else "nothing is settled yet"
    waiting = [r for name in WAITING for r in groups.get(name, [])]
    if not waiting:
        return f"{BY.get(outcome, outcome)}, {settled}; nothing is left open."
    more = max((int(r.verdict.split()[2]) for r in waiting if r.verdict.endswith("more blocks")), default=0)
    apiece = " each" if one_item else ""
    need = f", which takes up to about {_rounded(more)} more blocks{apiece}" if more else ""
    return f"{BY.get(outcome, outcome)}, {settled}; not settled: {_listed([r.item for r in waiting])}{need}."


def _decisions(table: pd.DataFrame) -> str:
    """What sequential tests decided; they do not estimate."""
    parts = [f"{MEANT.get(str(word), word)}: {_listed(list(rows['item']))}"
             for word, rows in table.groupby("decision", sort=False)]
    return f"Sequential tests of the share of the win, which decide and do not estimate, say {'; '.join(parts)}."


def _checks(plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> list[str]:
    said = [table.says(row) for name, table in {n: t for r in plan.records for n, t in r.tables.items()}.items()
            if table.says is not None for row in _rows(tables, name, plan)]
    if alone := _rows(tables, "company", plan):
        said.append(company.said(pd.DataFrame(alone)))
    for row in _rows(tables, "balanced_at", plan):
        if row["estimand"] == "token":
            continue
        if isfinite(row["low"]) and isfinite(row["high"]):
            said.append(f"{row['item']} would be balanced with {row['number']} at {row['balanced_at']:.1f} "
                        f"({row['low']:.1f} to {row['high']:.1f}).")
        else:
            said.append(f"At which {row['number']} {row['item']} would be balanced cannot be said yet.")
    return [each for each in said if each]


def _rows(tables: Mapping[str, pd.DataFrame], name: str, plan: BalancePlan) -> list[dict[str, Any]]:
    """Rows of a table about the margin, of the strongest agent."""
    if name not in tables:
        return []
    table = tables[name]
    table = table[(table["outcome"] == "margin") & (table["agent"] == plan.agents[-1])]
    return [{str(k): v for k, v in row.items()} for row in table.to_dict("records")]


def _rounded(number: int) -> str:
    """Two figures: the need for blocks is itself an estimate."""
    step = 10 ** max(0, len(str(number)) - 2)
    return f"{-(-number // step) * step:,}"


def _listed(names: Sequence[str]) -> str:
    return listed(names if len(names) <= NAMED + 1 else [*names[:NAMED], f"{len(names) - NAMED} more"])
