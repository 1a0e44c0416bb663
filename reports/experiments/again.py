"""The headline of a run of two strengths is played a second time, with another seed, before a page prints it.

The furthest of many effects is partly lucky, and one in twenty headlines is luck alone. RUN/again is a balance run of
its own: the stronger agent alone, as many blocks as it had in the run, and only what the headline is about. What that
is follows from the games of the run, so that a stopped run goes on as if it had not been stopped.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, isclose, isnan
from pathlib import Path
from typing import Any

import pandas as pd

import reports.run
from mcts.limits import SEEDS
from reports.experiments import against_kind, strengths
from reports.experiments.plan import BalancePlan, load
from reports.experiments.results import results
from reports.experiments.rows import Row
from reports.rows import records
from reports.run import MANIFEST, SHARD, Run
from reports.statistics.verdicts import HOLDS, REFUTED, TURNS

FOLDER = "again"
APART = 611_953         # between the seeds of the two
ABOUT = "margin"        # the outcome that headlines are about


@dataclass(frozen=True)
class Headline:
    """The effect that a page names first: among the stronger, in points."""

    item: str
    estimand: str
    estimate: float
    low: float
    high: float
    blocks: int
    of_kind: bool           # whether it is against the mean of its kind

    @property
    def side(self) -> int:
        """1 above 0, -1 below."""
        return 1 if self.estimate > 0 else -1

    def is_other_side(self, estimate: float, low: float, high: float) -> bool:
        """Whether an item with this effect says the same of its rival: of two places, what one gains the other loses.
        """
        return all(isclose(one, -two, abs_tol=1e-9) for one, two in zip(
            (estimate, low, high), (self.estimate, self.high, self.low), strict=True))


@dataclass(frozen=True)
class Again:
    """A headline, what the second run found of it, and whether that shows the same side."""

    first: Headline
    second: Headline
    seeds: tuple[int, int]

    @property
    def same(self) -> bool:
        """Whether the second run shows it by itself, on the same side."""
        return self.second.low * self.first.side > 0 and self.second.high * self.first.side > 0


def headline(plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> Headline | None:
    """The strongest effect that better players keep or turn: that whose interval is furthest from 0; None without one.

    Against the mean of its kind where the run compares so, as its page does. `tables` are those of the run alone, not
    such as `heeded` makes of them.
    """
    if not plan.stronger:
        return None
    found = _of_kind(plan, tables) or _of_rows(plan, tables)
    named = [each for each, word in found if word in (HOLDS, TURNS) and each.low * each.side > 0]
    return max(named, key=lambda each: (min(abs(each.low), abs(each.high)), abs(each.estimate)), default=None)


def next_run(path: Path, plan: BalancePlan) -> tuple[Path, BalancePlan] | None:
    """What is still to be played a second time below the finished run at `path`; None where nothing is."""
    if not plan.stronger or (run := reports.run.open_run(path)).manifest.get(SHARD) is not None:
        return None             # a shard does not know what the others find
    _, tables = results(plan, run)
    first = headline(plan, tables)
    if first is None:
        return None
    folder, second = path / FOLDER, second_plan(plan, first)
    done = (folder / MANIFEST).exists() and reports.run.open_run(folder).complete
    return None if done else (folder, second)


def second_plan(plan: BalancePlan, first: Headline) -> BalancePlan:
    """The run that plays a headline a second time."""
    experiment = next(record for record in plan.records if record.estimand == first.estimand)
    alone = experiment.one_item and not first.of_kind
    items = tuple(item for item in plan.items if not alone or plan.called(item) == first.item)
    draft = replace(plan, agents=(plan.stronger,), stronger="", items=items, experiments=(experiment.name,),
                    stop="fixed", seed=(plan.seed + APART) % SEEDS, merged=(), recorded=False)
    had = sum(plan.cell_blocks(cell) for cell in plan.cells if cell.agent == plan.stronger
              and cell.experiment == experiment.name and cell.item in ("", *items))
    return replace(draft, blocks=max(1, ceil(had / len(draft.cycle))) * len(draft.cycle))


def second(path: Path, plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> Again | None:
    """What the second run says of the headline; None where there is none, or no such run yet."""
    first = headline(plan, tables)
    if first is None or not (path / FOLDER / MANIFEST).exists():
        return None
    run = reports.run.open_run(path / FOLDER)
    if not run.complete:
        return None
    own = second_plan(plan, first)
    found = of_item(own, run, first)
    return None if found is None else Again(first, found, (plan.seed, own.seed))


def heeded(tables: Mapping[str, pd.DataFrame], second: Again | None) -> dict[str, pd.DataFrame]:
    """The same tables, in which a headline that the second run does not show is no longer said to be kept or turned.

    Nothing else is said to be found of that item by the same experiment either, such as its share of the win; nor of
    its only rival, such as the other place of two.
    """
    out = dict(tables)
    if second is None or second.same:
        return out
    name, column, *numbers = ((against_kind.TABLE, "kept", "deviation", "low", "high") if second.first.of_kind else
                              (strengths.TABLE, "word", "at_stronger", "stronger_low", "stronger_high"))
    table = out[name]
    rivals = [row["item"] for row in records(table)
              if row["outcome"] == ABOUT and second.first.is_other_side(*(row[each] for each in numbers))]
    own = (table["item"].isin([second.first.item, *rivals]) & (table["estimand"] == second.first.estimand)
           & table[column].isin([HOLDS, TURNS]))
    out[name] = table.assign(**{column: table[column].mask(own, REFUTED)})
    return out


def of_item(plan: BalancePlan, run: Run, first: Headline) -> Headline | None:
    """The same effect in another run."""
    rows, tables = results(plan, run)
    both = [each for each, _ in _lines(tables, plan.agents[-1])] if first.of_kind else [
        _of_row(row) for row in rows if row.outcome == ABOUT]
    return next((each for each in both if (each.item, each.estimand) == (first.item, first.estimand)
                 and not isnan(each.low)), None)


def _of_rows(plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> list[tuple[Headline, str]]:
    shown = {record.estimand for record in plan.records if load(record.name).outcomes}
    return [(Headline(row["item"], row["estimand"], row["at_stronger"], row["stronger_low"], row["stronger_high"],
                      row["blocks"], False), row["word"])
            for row in _rows(tables, strengths.TABLE) if row["outcome"] == ABOUT and row["estimand"] in shown]


def _of_kind(plan: BalancePlan, tables: Mapping[str, pd.DataFrame]) -> list[tuple[Headline, str]]:
    return [(each, word) for each, word in _lines(tables, plan.stronger) if word]


def _lines(tables: Mapping[str, pd.DataFrame], agent: str) -> list[tuple[Headline, str]]:
    return [(Headline(row["item"], row["estimand"], row["deviation"], row["low"], row["high"], row["blocks"], True),
             str(row.get("kept", ""))) for row in _rows(tables, against_kind.TABLE)
            if row["agent"] == agent and row["outcome"] == ABOUT]


def _of_row(row: Row) -> Headline:
    return Headline(row.item, row.estimand, row.estimate, row.low, row.high, row.blocks, False)


def _rows(tables: Mapping[str, pd.DataFrame], name: str) -> Sequence[dict[str, Any]]:
    return records(tables[name]) if name in tables else []
