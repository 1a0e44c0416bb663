"""A target that lies beyond the values of a varied number: further values are played, in runs below the run.

RUN/further-1 and so on are balance runs of their own, with seeds of their own. Which values they try follows from the
games before them alone, so that a stopped run goes on as if it had not been stopped.
"""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd

import reports.run
from games.api import InputError
from mcts.limits import SEEDS
from reports.experiments import against_kind, varied, what_if
from reports.experiments.plan import BalancePlan
from reports.experiments.results import results
from reports.experiments.rows import Row
from reports.experiments.what_if import SEPARATOR, aimed_at
from reports.run import MANIFEST, SHARD, Run
from reports.statistics import surface
from reports.statistics.surface import ABOVE, BELOW

STAGES = 3              # times that further values are played
REACH = 3               # values of a stage
APART = 7_919           # between the seeds of stages
FARTHEST = 2            # times the range played, as far as one stage goes


def next_stage(path: Path, plan: BalancePlan) -> tuple[Path, BalancePlan] | None:
    """What is to be played next below the finished run at `path`; None where the target is found, or out of reach."""
    if not plan.target or SEPARATOR in plan.vary or plan.stop != "fixed":
        return None
    run = reports.run.open_run(path)
    if SHARD in run.manifest:       # it does not know what the other shards find
        return None
    done = [(run, plan)]
    for number in range(1, STAGES + 1):
        values = further_values(merged(plan, done), *rows_of(plan, done))
        if not values:
            return None
        stage = _stage(plan, number, values)
        folder = path / f"further-{number}"
        if not (folder / MANIFEST).exists() or not reports.run.open_run(folder).complete:
            return folder, stage
        done.append((reports.run.open_run(folder), stage))
    return None


def stages(path: Path, plan: BalancePlan) -> list[tuple[Run, BalancePlan]]:
    """The stages below a run that hold games, in order."""
    found = []
    for number in range(1, STAGES + 1):
        folder = path / f"further-{number}"
        if not (folder / MANIFEST).exists():
            break
        run = reports.run.open_run(folder)
        values = tuple(str(value) for value in run.manifest["values"])
        if run.parts:
            found.append((run, _stage(plan, number, values)))
    return found


def whole(path: Path, run: Run, plan: BalancePlan) -> tuple[BalancePlan, list[Row], dict[str, pd.DataFrame], list[Run]]:
    """A run with all its stages: a plan that names all values, rows and tables of all, and the runs."""
    rows, found = results(plan, run)
    later = stages(path, plan)
    if not later:
        return plan, rows, found, [run]
    done = [(run, plan), *later]
    everything = merged(plan, done)
    all_rows, alike = rows_of(plan, done)
    tables = found | varied.tables(everything, all_rows, alike)
    return everything, all_rows, tables, [run for run, _ in done]


def merged(plan: BalancePlan, done: list[tuple[Run, BalancePlan]]) -> BalancePlan:
    """The plan with the values and blocks of all stages."""
    values = {value for _, each in done for value in each.values}
    return replace(plan, values=tuple(sorted(values, key=int)), blocks=sum(each.blocks for _, each in done))


def rows_of(plan: BalancePlan, done: list[tuple[Run, BalancePlan]]) -> tuple[list[Row], list[against_kind.Line]]:
    """The rows of all stages, and their lines against the mean of the kind."""
    rows, alike = list[Row](), list[against_kind.Line]()
    for run, each in done:
        own, tables = results(each, run)
        rows += own
        if against_kind.TABLE in tables:
            alike += [{str(k): v for k, v in line.items()} for line in tables[against_kind.TABLE].to_dict("records")]
    return rows, alike


def further_values(plan: BalancePlan, rows: list[Row], alike: list[against_kind.Line]) -> tuple[str, ...]:
    """Values to play beyond those of the plan, towards the target of the item whose number it is; those that the game
    takes.
    """
    table = varied.tables(plan, rows, alike).get("what_if", pd.DataFrame())
    if not len(table):
        return ()
    own = table[(table["agent"] == plan.agents[-1]) & (table["outcome"] == "margin")
                & (table["estimand"] == plan.records[0].estimand)]
    wanted: list[int] = []
    for item, part in own.groupby("item", sort=False):
        if varied.is_of(plan, str(item)):
            at = surface.crossing(part["value"], part["estimate"], part["stderr"], aimed_at(plan.target))
            wanted += _beyond([int(value) for value in plan.values], at) if at.changes else []
    return tuple(str(value) for value in sorted(set(wanted)) if _is_legal(plan, value))


def _beyond(values: list[int], at: surface.Crossing) -> list[int]:
    """Up to REACH whole values between the range played and a step past the crossing."""
    first, last = min(values), max(values)
    span = max(1, last - first)
    step = max(1, round(span / max(1, len(values) - 1)))
    if at.beyond == ABOVE:
        end = min(int(at.aim) + step, last + FARTHEST * span)
        return sorted({last + round((end - last) * k / REACH) for k in range(1, REACH + 1)} - {last})
    if at.beyond == BELOW:
        end = max(int(at.aim) - step, first - FARTHEST * span)
        return sorted({first - round((first - end) * k / REACH) for k in range(1, REACH + 1)} - {first})
    return []


def _is_legal(plan: BalancePlan, value: int) -> bool:
    """Whether the game takes this value of the number."""
    rules = what_if.rules_text(plan.options.get("rules", ""), plan.vary, str(value))
    try:
        plan.rules_of_game.start(plan.seats, {**plan.options, "rules": rules})
    except InputError:
        return False
    return True


def _stage(plan: BalancePlan, number: int, values: tuple[str, ...]) -> BalancePlan:
    """A stage: as many blocks a value as the run has."""
    draft = replace(plan, values=values, seed=(plan.seed + APART * number) % SEEDS)
    cycles = -(-plan.blocks * len(values) // (len(plan.values) * len(draft.cycle)))
    return replace(draft, blocks=max(1, cycles) * len(draft.cycle))
