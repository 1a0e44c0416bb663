"""The first paragraph of a balance report: the question, what is settled and what is not, and the games behind it."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite, isnan
from typing import Any

import pandas as pd

from mcts.interval import ENOUGH
from reports.documents.tables import records
from reports.documents.words import few, listed, rounded, signed
from reports.experiments import company
from reports.experiments.items import SKILL, STYLES
from reports.experiments.plan import BalancePlan
from reports.experiments.rows import Row

NAMED = 6               # items of one verdict that the paragraph names
WAITING = ("not settled", "too few blocks")
BY = {"margin": "margin", "win": "share of the win"}
MEANT = {               # verdicts of one item and of several
    "strong": ("is strong", "are strong"), "weak": ("is weak", "are weak"),
    "slight": ("has a small effect", "have small effects"), "balanced": ("is balanced", "are balanced"),
    "no difference": ("makes no difference in any block", "make no difference in any block"),
    "raises": ("raises it", "raise it"), "lowers": ("lowers it", "lower it"),
    "depends on skill": ("depends on skill: at four times the budget the verdict is another one",
                         "depend on skill: at four times the budget their verdicts are others"),
    "costs": ("is costly", "are costly"), "helps": ("is a gain", "are gains"),
    "wins more": ("wins more", "win more"), "wins less": ("wins less", "win less"),
    "better": ("is better than par", "are better than par"), "worse": ("is worse than par", "are worse than par"),
    "smaller": ("is closer to par than what matters", "are closer to par than what matters"),
    "not settled": ("is not settled", "are not settled"),
}


def title(plan: BalancePlan) -> str:
    """The page's heading."""
    what = {SKILL: "depth of skill", STYLES: "ways to play"}.get(plan.kind, f"balance of {plan.kind}")
    return f"{plan.rules_of_game.title}: {what}"


def opening(plan: BalancePlan, rows: Sequence[Row], tables: Mapping[str, pd.DataFrame], blocks: int, games: int) -> str:
    """The paragraph."""
    said = [_asked(plan)]
    for record in plan.records:
        own = [each for each in rows if each.estimand == record.estimand and each.agent == plan.agents[-1]]
        before = f"{record.name.capitalize()}: " if len(plan.records) > 1 else ""
        if record.ranked:
            own.sort(key=lambda each: -each.estimate)
        if own and all(each.verdict.startswith(WAITING) for each in own):
            said.append(f"{before}{'nothing' if before else 'Nothing'} is settled yet{_need(own, record.one_item)}.")
            continue
        for outcome in dict.fromkeys(each.outcome for each in sorted(own, key=lambda each: each.outcome)):
            mine = [each for each in own if each.outcome == outcome]
            said.append(f"{before}{'by' if before else 'By'} {_verdicts(outcome, mine, record.one_item)}")
    if "depth" in tables:
        said.append(depth(tables["depth"]))
    if "decisions" in tables:
        said.append(_decisions(tables["decisions"]))
    said += _checks(plan, tables)
    if "not_estimated" in tables:
        names = list(tables["not_estimated"]["cell"])
        said.append(f"Nothing can be said yet of {few(names, NAMED)}.")
    return " ".join([*said, _played(plan, blocks, games)])


def depth(table: pd.DataFrame) -> str:
    """How many doublings of the budget win something, and the Elo from random up to there."""
    row = records(table)[0]
    elo = "" if isnan(row["elo_from_random"]) else (
        f", {row['elo_from_random']:.0f} Elo above random moves ({row['low']:.0f} to {row['high']:.0f})")
    times = f"{row['doublings']} doubling{'' if row['doublings'] == 1 else 's'}"
    if row["blocks"] < ENOUGH["win"]:
        return (f"It cannot be said yet where skill ends: {row['blocks']:,} blocks a step were played, and it takes "
                f"{ENOUGH['win']}. Counted so far: {times}{elo}.")
    if row["saturated"]:
        return f"Skill ends after {times} of the budget{elo}: two more in a row win next to nothing."
    return f"Skill does not end within the {times} played{elo}: the game is that deep, or deeper."


def _asked(plan: BalancePlan) -> str:
    names = [plan.called(item) for item in plan.items]
    alone = len(names) == 1 or plan.kind == SKILL
    it = few(names, NAMED) if alone else f"each of {few(names, NAMED)}"
    first, *others = (record.question for record in plan.records)
    questions = "; and ".join([first.format(it=it), *(other.format(it="it" if alone else "each") for other in others)])
    varied = f", with {plan.vary} at {listed(plan.values)}" if plan.vary else ""
    return f"This report asks {questions}{varied}, in {plan.rules_of_game.title} with {plan.seats} seats."


def _played(plan: BalancePlan, blocks: int, games: int) -> str:
    who = plan.agents[0] if len(plan.agents) == 1 else f"{plan.agents[0]}, and again by {plan.agents[1]}"
    players = "" if plan.kind == SKILL else f"All seats are played by {who}. "
    of = "" if blocks >= plan.blocks else f", of {plan.blocks:,} at most"
    return (f"{players}The numbers come from {games:,} game{'' if games == 1 else 's'} in {blocks:,} "
            f"block{'' if blocks == 1 else 's'}{of}; the games of a block share their luck.")


def _verdicts(outcome: str, rows: Sequence[Row], one_item: bool) -> str:
    """What is settled, each item with its effect; and what is not, and how many blocks that takes."""
    groups: dict[str, list[Row]] = {}
    for each in rows:
        verdict = each.verdict.partition(",")[0]
        groups.setdefault("not settled" if verdict in WAITING else verdict, []).append(each)
    waiting = groups.pop("not settled", [])
    parts = [_are(verdict, [f"{r.item} ({_effect(r)})" for r in found]) for verdict, found in groups.items()]
    need = _need(waiting, one_item)
    if not parts:
        return f"{BY.get(outcome, outcome)}, nothing is settled yet{need}."
    open_ones = [_are("not settled", [r.item for r in waiting]) + need] if waiting else []
    return f"{BY.get(outcome, outcome)}, {'; '.join([*parts, *open_ones])}."


def _need(waiting: Sequence[Row], one_item: bool) -> str:
    """The blocks after which all of these are settled."""
    more = max((int(r.verdict.split()[2]) for r in waiting if r.verdict.endswith("more blocks")), default=0)
    return f"; that may take about {rounded(more)} more blocks{' for each item' if one_item else ''}" if more else ""


def _are(verdict: str, names: Sequence[str]) -> str:
    one, several = MEANT.get(verdict, (f"is {verdict}", f"are {verdict}"))
    return f"{few(names, NAMED)} {one if len(names) == 1 else several}"


def _effect(row: Row) -> str:
    return f"{signed(100 * row.estimate)} pp" if row.outcome == "win" else signed(row.estimate)


def _decisions(table: pd.DataFrame) -> str:
    """What sequential tests decided; they do not estimate."""
    parts = [_are(str(word), list(rows["item"])) for word, rows in table.groupby("decision", sort=False)]
    return f"Sequential tests of the share of the win decide, and do not estimate: {'; '.join(parts)}."


def _checks(plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> list[str]:
    said = [table.says(row) for name, table in {n: t for r in plan.records for n, t in r.tables.items()}.items()
            if table.says is not None for row in _rows(tables, name, plan)]
    if alone := _rows(tables, "company", plan):
        said.append(company.in_words(pd.DataFrame(alone)))
    for row in _rows(tables, "balanced_at", plan):
        if row["estimand"] == "token":
            continue
        if isfinite(row["low"]) and isfinite(row["high"]):
            said.append(f"{row['item']} would be balanced with {row['number']} at {row['balanced_at']:.1f} "
                        f"({row['low']:.1f} to {row['high']:.1f}).")
        else:
            said.append(f"It cannot be said yet at which {row['number']} {row['item']} would be balanced.")
    return [each for each in said if each]


def _rows(tables: Mapping[str, pd.DataFrame], name: str, plan: BalancePlan) -> list[dict[str, Any]]:
    """Rows of a table about the margin, of the strongest agent."""
    if name not in tables:
        return []
    table = tables[name]
    table = table[(table["outcome"] == "margin") & (table["agent"] == plan.agents[-1])]
    return [{str(k): v for k, v in row.items()} for row in table.to_dict("records")]
