"""How many games a balance run needs, and how long they take: from a pilot that is played and thrown away."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from math import ceil, nan, sqrt
from time import perf_counter

import numpy as np
import pandas as pd

from mcts.workers import in_order
from reports.experiments import design
from reports.experiments.plan import BalancePlan, Data, Experiment, Spread, cells, load
from reports.experiments.trials import Played, Trial, play_trial
from reports.run import TILE_SCHEMA
from reports.statistics import sizes

SECONDS = 30.0              # of a pilot, at most
LEAST = 4                   # blocks of a pilot, however long they take
DEEP = 10                   # blocks aimed at in a cell: a spread needs several


@dataclass(frozen=True)
class Need:
    """What one experiment with one agent needs to see a difference of `delta` in one outcome."""

    experiment: str
    agent: str
    outcome: str
    delta: float
    sd: float               # of a single game
    measured: float         # luck left in the pilot
    used: float             # luck left that the plan reckons with
    blocks: int             # of a cell, at power 80 %
    games: int              # of all cells together
    games_90: int           # at power 90 %
    games_strict: int       # at power 80 %, the error shared out over the items (Bonferroni)
    hours: float            # for `games`, with the jobs asked for
    shows: float            # what the games asked for would show, at power 80 %


@dataclass(frozen=True)
class Pilot:
    """What was played, and what follows."""

    blocks: int
    games: int
    seconds_a_game: dict[str, float]        # by agent
    needs: list[Need]


def pilot(plan: BalancePlan, jobs: int = 1, backend: str = "loky", scheduler: str | None = None,
          progress: Callable[[float], None] | None = None, seconds: float = SECONDS) -> Pilot:
    """Play up to 100 blocks a cell of the first cells, as far as the seconds go, and reckon from their spread."""
    begun, played, spent = perf_counter(), list[Played](), dict[str, list[float]]()
    blocks = _blocks(plan)
    with closing(in_order(_timed, (t for b in blocks for t in plan.trials(b)), jobs, backend, scheduler)) as results:
        for at, block in enumerate(blocks):
            for _ in plan.trials(block):
                found, took = next(results)
                played += found
                spent.setdefault(found[0].trial.asked_of, []).extend([took / len(found)] * len(found))
            gone = perf_counter() - begun
            if progress is not None:
                progress(min(1.0, max((at + 1) / len(blocks), gone / seconds)))
            if gone > seconds and at + 1 >= LEAST * len(plan.agents):
                break
    each = {agent: float(np.mean(took)) for agent, took in spent.items()}
    seats = pd.DataFrame([row for p in played for row in p.rows()])
    tiles = pd.DataFrame([row for p in played for row in p.tiles()], columns=TILE_SCHEMA.names)
    return Pilot(int(seats["block"].nunique()), int(seats["game"].nunique()), each,
                 list(_needs(plan, list(cells(plan, seats, tiles)), each, jobs)))


def _timed(trial: Trial) -> tuple[list[Played], float]:
    begun = perf_counter()
    return play_trial(trial), perf_counter() - begun


def _blocks(plan: BalancePlan) -> list[int]:
    """Blocks of the pilot: of so few cells that each has about DEEP of them, all experiments and agents in turn."""
    groups = {(c.experiment, c.agent) for c in plan.cells}
    chosen: dict[tuple[str, str], list[str]] = {}
    for cell in plan.cells:
        mine = chosen.setdefault((cell.experiment, cell.agent), [])
        if len(mine) < max(1, sizes.PILOT // DEEP):
            mine.append(cell.name)
    names = {name for mine in chosen.values() for name in mine}
    found, block = list[int](), 0
    while len(found) < sizes.PILOT * len(groups):
        if plan.cell_of(block)[0].name in names:
            found.append(block)
        block += 1
    return found


def _needs(plan: BalancePlan, found: list[Data], seconds: dict[str, float], jobs: int) -> Iterator[Need]:
    for record in plan.records:
        for agent in plan.agents:
            group = [d for d in found if (d.cell.experiment, d.cell.agent) == (record.name, agent)]
            if not group:
                continue
            for outcome in record.outcomes:
                yield _need(plan, record, agent, outcome, group, seconds[agent] / jobs / 3600)


def _need(plan: BalancePlan, record: Experiment, agent: str, outcome: str, group: list[Data], hours: float) -> Need:
    single = float(np.mean([data.seats[outcome].var() for data in group]))
    spreads, blocks = [_spread(data, outcome) for data in group], sum(data.blocks for data in group)
    known = [(v, n) for v, n in spreads if n > 1]
    variance = sum(v * (n - 1) for v, n in known) / sum(n - 1 for _, n in known) if known else nan
    measured = plan.seats * variance / single if single > 0 else nan
    trusted = known and (blocks >= sizes.PILOT or record.any_pilot)
    used = measured if trusted else sizes.PLANNED_LUCK
    variance = variance if trusted else used * single / plan.seats
    delta = plan.delta_win if outcome == "win" else plan.delta_margin
    # blocks without a chance to take the item say nothing, and yet are played
    times = record.cost(plan) * blocks / max(1, sum(n for _, n in spreads))
    own = [c for c in plan.cells if (c.experiment, c.agent) == (record.name, agent)]
    cells_ = len(own)
    family = len(plan.items)

    def games(power: float, items: int) -> tuple[int, int]:
        least = ceil(record.enough[outcome] / record.held(plan))
        need = max(least, ceil(sizes.factor(power=power, items=items) * variance * times / delta ** 2))
        return need, need * cells_ * plan.block_games

    asked = sum(plan.cell_blocks(c) for c in own) / cells_
    shows = sqrt(sizes.factor() * variance * times / asked) if asked else nan
    blocks_80, games_80 = games(sizes.POWER, 1)
    return Need(record.name, agent, outcome, delta, sqrt(single), measured, used, blocks_80, games_80,
                games(0.90, 1)[1], games(sizes.POWER, family)[1], games_80 * hours, shows)


def _spread(data: Data, outcome: str) -> Spread:
    """Variance of the block values of a cell, and how many there are; of what the items do not explain, if many are."""
    record = load(data.cell.experiment)
    if record.spread is not None:
        return record.spread(data, outcome)
    assert record.values is not None, f"{record.name}: has neither values nor a spread"
    return design.variance(record.values(data, outcome))
