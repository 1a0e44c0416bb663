"""Which items are worth more, or less, together? Every seat begins with two items, all pairs in turn.

A block draws other items for every place, two for each, and rotates them. What a place gets is the sum of its items'
worths and what the pair adds to it, less the same of the others. Each item's worth is fitted, so that a pair is judged
by what it adds.
"""
from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

import numpy as np
import pandas as pd

from games.api import Game
from reports.experiments import design, gift
from reports.experiments.items import Kind, with_items, without_items
from reports.experiments.plan import OUTCOMES, BalancePlan, Cell, Data, Experiment, Findings, Spread, Table, Told
from reports.experiments.trials import Trial
from reports.statistics import extras
from reports.statistics.contrasts import holders
from reports.statistics.effects import Effect, Floats, Ints, coefficient, par
from reports.statistics.extras import Extras

BOTH = " and "          # between the items of a pair
SIZE = 2                # items of a seat


def trials(plan: BalancePlan, cell: Cell, block: int, at: int) -> list[Trial]:
    """Two other items for every seat, all of them rotated."""
    n = plan.seats
    numbers = design.drawn(len(plan.items), SIZE * n, plan.seed, at)
    sets = [tuple(plan.items[i] for i in sorted(numbers[SIZE * place:SIZE * (place + 1)])) for place in range(n)]
    options = plan.options_of(cell)
    if plan.supply == "moved":
        options = without_items(plan.items_kind, options, [item for own in sets for item in own])
    out = []
    for r in range(n):
        seated = [sets[(s - r) % n] for s in range(n)]
        given = options
        for which in range(SIZE):
            given = with_items(plan.items_kind, given, [own[which] for own in seated])
        out.append(Trial(plan.task(cell, block, r, given), cell.experiment, "", cell.value,
                         tuple(BOTH.join(own) for own in seated)))
    return out


def refuses(game: Game, kind: Kind, seats: int) -> str:
    """Two items for every seat have to be there, and one more, or nothing could be told apart."""
    few = len(kind.items) <= SIZE * seats
    return gift.refuses(game, kind, seats) or (
        f"gives every seat two items, and {len(kind.items)} {kind.name} are too few for {seats} seats" if few else "")


def sets(data: Data) -> Ints:
    """The items of each place by number, as [block, place, item]."""
    at = {name: i for i, name in enumerate(data.plan.items)}
    n = data.plan.seats
    codes, held = pd.factorize(data.seats["held"])
    numbers = np.array([[at[item] for item in own.split(BOTH)] for own in held], dtype=np.intp)
    return numbers[codes.reshape(-1, n, n)[:, 0, :]]


def estimate(data: Data) -> Findings:
    """What each pair adds to the worths of its two, raw and drawn to nothing."""
    out, plan, held = Findings(), data.plan, sets(data)
    for outcome in OUTCOMES:
        pairs, often, found = extras.held_together(held, holders(data.cube(outcome), par(outcome, plan.seats)),
                                                   len(plan.items))
        for k, (one, other) in enumerate(pairs):
            name = plan.items[one] + BOTH + plan.called(plan.items[other])
            out.rows.append(data.row(name, EXPERIMENT.estimand, outcome, effect_of(found, k, int(often[k]), plan.seats),
                                     supply=plan.supply))
        out.tables.setdefault("together", []).extend(lines(data, outcome, pairs, often, found))
        out.tables.setdefault("pairs_spread", []).append(
            {"agent": data.cell.agent, "value": data.cell.value, "outcome": outcome, "spread": found.spread,
             "pairs": len(pairs), "blocks": data.blocks})
    return out


def effect_of(found: Extras, k: int, blocks: int, seats: int) -> Effect:
    """The extra of pair k as an effect; without p where too few blocks held it."""
    known = not isnan(found.q[k])
    effect = coefficient(float(found.values[k]), float(found.stderrs[k]), found.degrees, blocks, blocks * seats,
                         found.level)
    return effect if known else Effect(effect.interval, float("nan"), effect.games)


def lines(data: Data, outcome: str, pairs: list[tuple[int, int]], often: Ints, found: Extras) -> list[dict[str, Any]]:
    """A line a pair of items."""
    called = data.plan.called
    return [{"agent": data.cell.agent, "value": data.cell.value, "outcome": outcome,
             "item": called(data.plan.items[one]), "other": called(data.plan.items[other]),
             "extra": float(found.values[k]), "low": float(found.lows[k]), "high": float(found.highs[k]),
             "stderr": float(found.stderrs[k]), "p": float(found.p[k]), "q": float(found.q[k]),
             "shown": bool(found.q[k] <= data.plan.q), "shrunk": float(found.shrunk[k]),
             "shrunk_stderr": float(found.shrunk_stderrs[k]), "blocks": int(often[k])}
            for k, (one, other) in enumerate(pairs)]


def spread(data: Data, outcome: str) -> Spread:
    """Of what a place got: the worths of single items explain some of it, and are fitted."""
    values: Floats = holders(data.cube(outcome), par(outcome, data.plan.seats))
    return design.variance(values[:, 0])


def cost(plan: BalancePlan) -> float:
    """Pairs there are, over those of a block."""
    count = len(plan.items)
    return count * (count - 1) / 2 / plan.seats


def spread_words(row: Mapping[str, Any]) -> str:
    """How much pairs differ in what they add."""
    if isnan(row["spread"]):
        return ""
    if row["spread"] < 0.05:
        return "Pairs differ in what they add by no more than chance would make them."
    return f"What a pair adds to its two items differs by about {row['spread']:.1f} points from pair to pair."


TOLD = Told(
    page="which {kind} go together", up="{it} together bring {points} more than the two apart",
    down="{it} together bring {points} less than the two apart",
    none="Of no pair it is shown that the two bring more, or less, together than apart.", column="added",
    played="Every seat begins with two items, other ones in each seat, and all pairs take turns.")
EXPERIMENT = Experiment(
    "pairs", "together", "Pairs: what two items add to each other", TOLD, trials, estimate, refuses, spread=spread,
    cost=cost, enough={"margin": extras.ENOUGH, "win": 50},
    tables={"pairs_spread": Table("How much pairs differ", ("agent", "outcome", "spread", "pairs", "blocks"),
                                  spread_words)},
    win_range=lambda seats: (-1.0, 1.0))
