"""Effects of two balance runs, item by item, and their differences.

Where both runs lay the same items out over the same blocks, the estimators are linear in the outcomes: the difference
of two effects is the effect in the differences, block by block, with the interval that this has.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd

from games.api import InputError
from reports.documents.differences import COUNT, POINTS, WIN, Difference, of_effect, paired
from reports.experiments.gathered import gathered
from reports.experiments.plan import OUTCOMES, BalancePlan, Data, load
from reports.experiments.results import results
from reports.experiments.robin import with_hidden
from reports.experiments.trials import MAIN
from reports.run import Run
from reports.statistics import effects as rotated

UNIT = {"win": WIN, "margin": POINTS}
SAME = ("kind", "items", "experiments", "tokens", "vary", "values", "merged")     # what lays the blocks of a seed out


def pairs(first: BalancePlan, second: BalancePlan) -> bool:
    """Whether block b of both runs asks the same of the same luck."""
    return (first.seed == second.seed and first.seats == second.seats and len(first.agents) == len(second.agents)
            and all(getattr(first, name) == getattr(second, name) for name in SAME))


def differences(first: tuple[Run, BalancePlan], second: tuple[Run, BalancePlan], pair: bool) -> list[Difference]:
    """Every effect that both runs have. Raises InputError where a run has no games, or there is none to compare."""
    found = list(_paired(first, second) if pair else _unpaired(first, second))
    if not found:
        raise InputError("no item was measured in both runs by the same experiment")
    return found


def _unpaired(first: tuple[Run, BalancePlan], second: tuple[Run, BalancePlan]) -> Iterator[Difference]:
    """Rows of both reports that are about the same, from independent runs."""
    known = []
    for run, plan in (first, second):
        rows, _ = results(plan, run)
        known.append({(r.estimand, r.item, r.outcome, plan.agents.index(r.agent)): r for r in rows})
    for key in known[0]:
        if key in known[1]:
            one, other = (rotated.coefficient(r.estimate, r.stderr, max(1, r.blocks - 1), r.blocks, r.games)
                          for r in (known[0][key], known[1][key]))
            yield of_effect(*_named(key[0], known[0][key].item, key[3], len(first[1].agents)),
                            UNIT.get(key[2], COUNT), one.interval.estimate, other.interval.estimate,
                            rotated.difference(other, one), (one.interval.blocks, other.interval.blocks))


def _paired(first: tuple[Run, BalancePlan], second: tuple[Run, BalancePlan]) -> Iterator[Difference]:
    known = [{plan.cells.index(data.cell): data for data in gathered(plan, run)}
             for run, plan in (first, second)]
    for number in known[0]:
        if number not in known[1]:
            continue
        one, other = _common(known[0][number], known[1][number])
        cell, agents = one.cell, one.plan.agents
        record = load(cell.experiment)
        group, _ = _named(record.estimand, "", agents.index(cell.agent), len(agents))
        if record.values is not None:
            for outcome in OUTCOMES:
                x, y = (_by_block(data, outcome) for data in (one, other))
                if len(x.index.intersection(y.index)):      # else nobody had the chance in the same block of both
                    yield paired(group, one.called(cell.item), UNIT[outcome], x, y)
        elif record.effects is not None:
            yield from _linear(group, one, other)
        else:
            assert record.pairs is not None, f"{record.name}: two runs of it cannot be compared"
            for pair in record.pairs(one, other):
                found = of_effect(group, pair.name, COUNT if pair.counts else POINTS, pair.first.interval.estimate,
                                  pair.second.interval.estimate, pair.apart, (one.blocks, other.blocks))
                yield replace(found, delta=pair.delta)


def _named(estimand: str, item: str, agent: int, agents: int) -> tuple[str, str]:
    """Group and name of a difference; of two budgets the group says which."""
    return estimand + ("" if agents == 1 else f", {('smaller', 'larger')[agent]} budget"), item


def _common(one: Data, other: Data) -> tuple[Data, Data]:
    """Both, of the blocks that both have."""
    both = set(one.seats["block"]) & set(other.seats["block"])
    if not both:
        raise InputError("the runs share their luck, but no block is whole in both")
    first, second = (replace(d, seats=d.seats[d.seats["block"].isin(both)]) for d in (one, other))
    return first, second


def _by_block(data: Data, outcome: str) -> pd.Series:
    """The value of each block that has one: of a game that forks, those in which it did."""
    values = load(data.cell.experiment).values
    assert values is not None
    return pd.Series(values(data, outcome), index=np.unique(data.seats.loc[data.seats["arm"] != MAIN, "block"]))


def _linear(group: str, one: Data, other: Data) -> Iterator[Difference]:
    effects = load(one.cell.experiment).effects
    assert effects is not None
    for outcome, x, y in zip(OUTCOMES, with_hidden(one), with_hidden(other), strict=True):
        par = rotated.par(outcome, one.plan.seats)
        for (name, a), (_, b), (_, apart) in zip(effects(one, x - par), effects(other, y - par), effects(one, y - x),
                                                 strict=True):
            yield of_effect(group, one.called(name), UNIT[outcome], a.interval.estimate, b.interval.estimate, apart,
                            (one.blocks, other.blocks))
