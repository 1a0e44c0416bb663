"""A part of a study with what it found, and what several players found of the same items side by side."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import isnan, nan, sqrt
from pathlib import Path
from typing import Any

import pandas as pd
from scipy import special

from bench.study.parts import BOARDS, SEATS, Part
from reports.experiments.against_kind import TABLE
from reports.experiments.plan import BalancePlan
from reports.experiments.results import enough, results
from reports.experiments.robin import EXPERIMENT as ROBIN
from reports.experiments.rows import Row, table
from reports.experiments.run import open_balance
from reports.rows import records
from reports.run import MANIFEST
from reports.statistics import effects as rotated
from reports.statistics.blocks import Q, q_values
from reports.statistics.effects import Effect

Line = dict[str, Any]
LEAST = 4               # rounds of an item, on average, before a part is told of
EFFECTS = ("seats", "item", "agent", "outcome", "estimate", "low", "high", "level", "stderr", "blocks", "games",
           "enough", "delta", "verdict", "blocks_to_go", "q_budgets")


@dataclass(frozen=True)
class Chapter:
    """One part of a study, as far as it was played."""

    part: Part
    plan: BalancePlan
    rows: list[Row]
    tables: dict[str, pd.DataFrame]
    blocks: int
    games: int

    @classmethod
    def of(cls, part: Part, path: Path) -> Chapter:
        """What stands in the run at `path`."""
        run, plan = open_balance(path)
        rows, found = results(plan, run)
        return cls(part, plan, rows, found, *run.played())

    @classmethod
    def all_of(cls, parts: Sequence[Part], runs: Path) -> list[Chapter]:
        """The parts that were played far enough to say anything of them."""
        return [cls.of(part, runs / part.name) for part in parts if _is_told(runs / part.name)]

    @property
    def best(self) -> str:
        """Its strongest player."""
        return self.plan.agents[-1]

    def checks(self) -> str:
        """What the tables beside the effects say in sentences, of the strongest player and of points."""
        known = {name: told.says for record in self.plan.records for name, told in record.tables.items() if told.says}
        return " ".join(filter(None, (says(row) for name, says in known.items() if name in self.tables
                                      for row in records(self.tables[name])
                                      if (row["agent"], row["outcome"]) == (self.best, "margin"))))


def _is_told(path: Path) -> bool:
    """Whether a run has games, and of many items that share a fit a few rounds each."""
    if not (path / MANIFEST).exists():
        return False
    run, plan = open_balance(path)
    blocks = run.played()[0] if run.parts else 0
    share = min(record.held(plan) for record in plan.records)
    return blocks > 0 if share == 1 else share * blocks / len(plan.agents) >= LEAST


@dataclass(frozen=True)
class Change:
    """An effect with a stronger player less that with a weaker one. NaN where one of them has too few games."""

    item: str
    first: float
    second: float
    difference: float
    low: float
    high: float
    q: float

    @property
    def is_known(self) -> bool:
        """Whether there are games enough to tell."""
        return not isnan(self.q)

    @property
    def is_shown(self) -> bool:
        """Whether the effects are shown to differ, few of those named being named wrongly."""
        return self.q <= Q


def effects(chapters: Sequence[Chapter]) -> pd.DataFrame:
    """Effects in all of them: items against the mean of their kind, boards and places against the mean of all."""
    return pd.DataFrame([line for c in chapters for line in _effects(c)], columns=list(EFFECTS))


def _effects(c: Chapter) -> list[Line]:
    if c.part.kind in (BOARDS, SEATS):
        least = {(r.item, r.outcome): enough(r) for r in c.rows}
        tested = {(row["item"], row["outcome"]): row["q"] for row in records(c.tables.get("budgets", pd.DataFrame()))}
        return [{**row, "seats": c.plan.seats, "enough": least[row["item"], row["outcome"]],
                 "q_budgets": tested.get((row["item"], row["outcome"]), nan)} for row in records(table(c.rows))]
    own = c.tables.get(TABLE, pd.DataFrame())
    return [{"q_budgets": nan, **row, "seats": c.plan.seats, "estimate": row["deviation"],
             "enough": ROBIN.enough[row["outcome"]]} for row in records(own)]


def players(found: pd.DataFrame) -> list[str]:
    """Who played, from the weakest on."""
    return list(dict.fromkeys(found["agent"]))


def of(found: pd.DataFrame, agent: str, outcome: str = "margin") -> dict[str, Line]:
    """Effects of one player and outcome by item, the largest first."""
    own = found[(found["agent"] == agent) & (found["outcome"] == outcome)]
    own = own.sort_values(["estimate", "item"], ascending=[False, True], kind="stable")
    return {row["item"]: row for row in records(own)}


def leader(found: pd.DataFrame) -> str:
    """By whom items are sorted: the strongest player with games enough of every item, else the first."""
    all_items = found["item"].nunique()
    for agent in reversed(players(found)):
        own = found[(found["agent"] == agent) & (found["outcome"] == "margin")]
        if len(own) == all_items and (own["blocks"] >= own["enough"]).all():
            return agent
    return players(found)[0]


def changes(found: pd.DataFrame, first: str, second: str, outcome: str = "margin") -> list[Change]:
    """Of each item, how far its effect with the second player is from that with the first; from different games.

    Of the two budgets of a run its own test decides, so that a page says nothing else than the run's report.
    """
    one, other = (of(found, agent, outcome) for agent in (first, second))
    both = [(one[item], other[item]) for item in one if item in other]
    apart = [_apart(a, b) if all(_is_judged(row) for row in (a, b)) else None for a, b in both]
    tested = q_values([nan if found is None else found.p for found in apart])
    out = []
    for (a, b), found_apart, q in zip(both, apart, tested, strict=True):
        of_run = found_apart is not None and a["q_budgets"] == b["q_budgets"]       # never so where one has none
        between = (found_apart.interval.estimate, found_apart.interval.low, found_apart.interval.high) if found_apart \
            else (nan, nan, nan)
        out.append(Change(a["item"], a["estimate"], b["estimate"], *between, a["q_budgets"] if of_run else q))
    return out


def _is_judged(row: Line) -> bool:
    """Whether there are games enough of an item."""
    return row["blocks"] >= row["enough"] and not isnan(row["stderr"])


def _apart(a: Line, b: Line) -> Effect:
    """The second effect less the first."""
    one, other = (rotated.coefficient(row["estimate"], row["stderr"], max(1, row["blocks"] - 1), row["blocks"],
                                      row["games"]) for row in (a, b))
    return rotated.difference(other, one)


def steps(found: pd.DataFrame) -> list[tuple[str, str]]:
    """Pairs of players to compare: each with the next, and the weakest with the strongest."""
    known = players(found)
    return [*pairwise(known), *([(known[0], known[-1])] if len(known) > 2 else [])]


def swaps(found: pd.DataFrame, first: str, second: str, outcome: str = "margin") -> list[tuple[str, str]]:
    """Pairs of items whose order turns round: one is shown ahead with the first player, the other with the second."""
    one, other = (_ahead(found, agent, outcome) for agent in (first, second))
    return sorted((a, b) for a, b in one if (b, a) in other)


def _ahead(found: pd.DataFrame, agent: str, outcome: str) -> set[tuple[str, str]]:
    """Pairs of items of which the first is shown to be worth more, few of those named being named wrongly.

    The items of `of` come in falling order. The squared error of the difference of two deviations from a mean of n is
    n / (n - 1) times the sum of theirs, if all are known alike.
    """
    own = list(of(found, agent, outcome).values())
    judged, wider = [row for row in own if _is_judged(row)], len(own) / max(1, len(own) - 1)
    pairs = list(combinations(judged, 2))
    p = [2 * float(special.ndtr(-abs(a["estimate"] - b["estimate"])
                                / sqrt(wider * (a["stderr"] ** 2 + b["stderr"] ** 2)))) for a, b in pairs]
    return {(a["item"], b["item"]) for (a, b), q in zip(pairs, q_values(p), strict=True) if q <= Q}
