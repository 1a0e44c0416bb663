"""Plays a balance run into its directory, as far as its stopping rule says."""
from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path

import reports.run
from games.api import InputError
from mcts.simulate import Player
from mcts.workers import check, in_order
from reports.experiments import stopping
from reports.experiments.plan import RECORDED, BalancePlan, from_manifest
from reports.experiments.strengths import MATCH, of_plan
from reports.experiments.trials import Played, Trial, Trialist
from reports.lock import one_writer
from reports.run import MANIFEST, Run, Shard

Progress = Callable[[float], None]      # share done


def balance(path: Path, plan: BalancePlan, jobs: int = 1, backend: str = "loky", scheduler: str | None = None,
            progress: Progress | None = None, shard: Shard | None = None) -> Run:
    """Play the blocks of a plan that are not yet in the run at `path`, which is begun where there is none.

    With shard (k, n) only those of the k-th of n parts of the plan, which together are the run of the plan.

    With two agents of unlike strength a match between them comes first; what came of it is kept in the manifest.

    Stopped at any moment it loses the games of the part at hand only; asked again it ends with the same parts. Raises
    InputError where `path` holds something else.
    """
    check(jobs, backend, scheduler)
    if shard is not None and (plan.stop != "fixed" or plan.target):
        why = "ends by what it sees" if plan.stop != "fixed" else "looks for a target"
        raise InputError(f"shard: found {shard[0]}/{shard[1]} of a run that {why}, which takes all games in one place; "
                         "expected a run of fixed length")
    _same_records(path, plan)
    more = None
    if plan.stronger and not (path / MANIFEST).exists():
        more = {MATCH: of_plan(plan, jobs, backend, scheduler)}
    with (one_writer(path),
          reports.run.beginning(path, plan, {"jobs": jobs, "backend": backend}, shard=shard, more=more) as run):
        reports.run.sweep(path)
        watch = stopping.Watch(plan)
        if not run.complete and not watch.settled(run):
            trialist = Trialist(Player.here(plan.game, plan.version), bool(run.manifest.get(RECORDED)))
            _play_on(run, watch, lambda trials: in_order(trialist, trials, jobs, backend, scheduler), progress)
    return reports.run.open_run(path)


def _same_records(path: Path, plan: BalancePlan) -> None:
    """Refuse to continue without records a run that has them: a plan without says nothing of them."""
    if not plan.recorded and is_balance(path) and reports.run.open_run(path).manifest.get(RECORDED):
        raise InputError(f"{path}: holds another run: {RECORDED}: found true, asked for false; add --records, or "
                         "name a new folder")


def _play_on(run: Run, watch: stopping.Watch, play: Callable[[Iterator[Trial]], Generator[list[Played], None, None]],
             progress: Progress | None) -> None:
    """Play and write the parts that are missing, until the stopping rule is content."""
    size, path, plan = int(run.manifest["part_blocks"]), run.path, watch.plan
    asked = range(run.asked.start * size, min(run.asked.stop * size, plan.blocks))
    missing = asked[len(run.done) * size:]
    with closing(play(trial for block in missing for trial in plan.trials(block))) as results:
        for number in range(run.done.stop, run.asked.stop):
            blocks = range(number * size, min((number + 1) * size, plan.blocks))
            reports.run.write_part(path, number, list(_part(plan, blocks, asked, results, progress)))
            if watch.settled(reports.run.open_run(path)):
                return


def _part(plan: BalancePlan, blocks: range, asked: range, results: Iterator[list[Played]],
          progress: Progress | None) -> Iterator[Played]:
    for block in blocks:
        trials: list[Trial] = plan.trials(block)
        for at in range(len(trials)):
            yield from next(results)
            if progress is not None:
                progress((block - asked.start + (at + 1) / len(trials)) / len(asked))


def open_balance(path: Path) -> tuple[Run, BalancePlan]:
    """A balance run and its plan. Raises InputError where `path` is none."""
    run = reports.run.open_run(path)
    return run, from_manifest(run.manifest, path)


def is_balance(path: Path) -> bool:
    """Whether a run directory holds a balance run. Raises InputError where it is no run."""
    return (path / MANIFEST).is_file() and reports.run.open_run(path).manifest.get("kind") == "balance"
