"""Plays an atlas into its directory: a file for each pass of each variant, written whole or not at all."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from io import BytesIO
from math import inf
from pathlib import Path
from time import monotonic

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

import reports.run
from games.api import InputError
from mcts.simulate import Player
from mcts.workers import check, in_order
from reports.atlas import four, looks
from reports.atlas.games import Cartographer, Row
from reports.atlas.measures import estimated
from reports.atlas.plan import KIND, AtlasPlan, Pass, Unit, from_manifest
from reports.atlas.sides import SIDED, sided, strengths
from reports.lock import one_writer
from reports.run import GAMES, MANIFEST, SHARD, Run, Shard

Progress = Callable[[float], None]      # share of the work that is done


def play(path: Path, plan: AtlasPlan, jobs: int = 1, backend: str = "loky", scheduler: str | None = None,
         progress: Progress | None = None, shard: Shard | None = None, first: Sequence[str] = (),
         seconds: float | None = None) -> Run:
    """Play what the run at `path` has not yet; it is begun where there is none.

    With shard (k, n) only every n-th variant, and nothing of the stronger agent in all seats: its looks need what all
    shards found, and the same command plays them in the folder into which these are merged.

    The variants in `first` are played before the others, in that order. After so many `seconds` by the clock nothing
    new is begun, whatever was found; asked again it goes on.

    Stopped at any moment it loses the variants at hand only; asked again it ends with the same files, for any number of
    jobs. Raises InputError where `path` holds something else.
    """
    check(jobs, backend, scheduler)
    ends = inf if seconds is None else monotonic() + seconds
    if shard is not None and not 1 <= shard[0] <= shard[1] <= len(plan.items):
        raise InputError(f"shard: found {shard[0]}/{shard[1]}, expected K/N with K from 1 to N, and N at most "
                         f"{len(plan.items)}, a variant each")
    with (one_writer(path),
          reports.run.beginning(path, plan, {"jobs": jobs, "backend": backend}, (GAMES,), shard) as run):
        reports.run.sweep(path)
        work, told = Cartographer(Player.here(plan.game, plan.version), plan), Told()
        while True:
            units = asked(path, plan, shard, told)
            missing = _in_order([unit for unit in units if not _file(path, unit).exists()], first)
            if not missing or monotonic() >= ends:
                break
            whole = sum(unit.made_in.work for unit in units)
            done = whole - sum(unit.made_in.work for unit in missing)
            with closing(in_order(work, missing, jobs, backend, scheduler)) as results:
                for unit, rows in zip(missing, results, strict=True):
                    if progress is not None:
                        progress(done / whole)
                    reports.run.write(_file(path, unit), _parquet(rows))
                    done += unit.made_in.work
                    if monotonic() >= ends:
                        break
    return run


def _in_order(units: list[Unit], first: Sequence[str]) -> list[Unit]:
    """The same, those of the variants named first before the others."""
    at = {item: n for n, item in enumerate(first)}
    return sorted(units, key=lambda unit: at.get(unit.item, len(at)))


@dataclass
class Told:
    """What a run has told while it is played, which stays as it is: games of whole passes, and who gets a look."""

    games: dict[str, pd.DataFrame] = field(default_factory=dict)        # by key of the pass
    chosen: dict[str, Sequence[str]] = field(default_factory=dict)      # by key of the look


def asked(path: Path, plan: AtlasPlan, shard: Shard | None = None, told: Told | None = None) -> list[Unit]:
    """What the run at `path` is to hold, as far as its games tell: a look follows from what was played before it.

    What the run has `told` before is not read and worked out again, and what it tells now is added.
    """
    later = [each for each in plan.passes if looks.is_look(each)]
    own = set(plan.items if shard is None else plan.items[shard[0] - 1::shard[1]])
    units = [unit for unit in plan.units() if unit.made_in not in later and unit.item in own]
    if shard is not None or not later or any(not _file(path, unit).exists() for unit in units):
        return units
    told = Told() if told is None else told

    def keep(made_in: Pass) -> None:
        if made_in.key not in told.games:
            told.games[made_in.key] = games_of(path, plan, made_in)

    for each in plan.passes:
        if each not in later:
            keep(each)
    for seats in looks.TABLES:
        for look, each in enumerate(looks.looks(plan, seats), start=1):
            if each.key not in told.chosen:
                told.chosen[each.key] = chosen_for(plan, told.games, look, seats)
            own_units = [Unit(each, item) for item in told.chosen[each.key]]
            units += own_units
            if any(not _file(path, unit).exists() for unit in own_units):
                break
            keep(each)
    return units


def chosen_for(plan: AtlasPlan, games: Mapping[str, pd.DataFrame], look: int, seats: int = looks.SEATS
               ) -> Sequence[str]:
    """The variants that get this look, from the games before it; of a later one the likeliest word first."""
    if seats == four.SEATS:
        return four.chosen(plan, games, look)
    known = estimated(plan, {**games, looks.name_of_looks(): looks.together(plan, games)}, SIDED)
    if look == 1:
        return sided(known) if known else plan.items
    return looks.wanted({row["item"]: row["probability"] for row in strengths(known) if row["can_come"]}, look)


def merge(runs: Sequence[Path], out: Path) -> Run:
    """Put all shards of an atlas together at `out`, a name not yet used. Raises InputError for other than all of them.

    The command that played the shards, without --shard, goes on there with the later looks.
    """
    if len(runs) < 2:
        raise InputError(f"RUN: found {len(runs)} to merge, expected two or more")
    opened = [open_atlas(path) for path in runs]
    first, plan = opened[0]
    for run, other in opened[1:]:
        if other != plan:
            raise InputError(f"{run.path}: holds another atlas than {first.path}; expected shards of one")
    shards = [tuple(run.manifest.get(SHARD, (1, 1))) for run, _ in opened]
    if sorted(shards) != [(k, len(runs)) for k in range(1, len(runs) + 1)]:
        said = ", ".join(f"{k}/{n}" for k, n in shards)
        raise InputError(f"{first.path}: {SHARD}: found {said}, expected 1/{len(runs)} to {len(runs)}/{len(runs)}")
    for (run, _), shard in zip(opened, shards, strict=True):
        lacks = [unit for unit in asked(run.path, plan, (shard[0], shard[1])) if not _file(run.path, unit).exists()]
        if lacks:
            raise InputError(f"{run.path}: lacks {len(lacks)} of its files; finish it first, with the command that "
                             "began it")
    with one_writer(out), reports.run.beginning(out, plan, None, (GAMES,)) as whole:
        for run, _ in opened:
            for file in sorted((run.path / GAMES).glob("*.parquet")):
                reports.run.write(out / GAMES / file.name, file.read_bytes())
    return whole


def open_atlas(path: Path) -> tuple[Run, AtlasPlan]:
    """An atlas's run and its plan. Raises InputError where `path` is none."""
    run = reports.run.open_run(path)
    return run, from_manifest(run.manifest, path)


def is_atlas(path: Path) -> bool:
    """Whether a run directory holds an atlas. Raises InputError where it is no run."""
    return (path / MANIFEST).is_file() and reports.run.open_run(path).manifest.get("kind") == KIND


def games_of(path: Path, plan: AtlasPlan, made_in: Pass) -> pd.DataFrame:
    """The games of a pass as far as they are played, a row each: variants in order, and their games in order.

    Sources of money that a variant does not have are 0. Raises InputError for a file that cannot be read.
    """
    found = [_read(file) for item in plan.items if (file := _file(path, Unit(made_in, item))).exists()]
    if not found:
        return pd.DataFrame()
    whole = pd.concat(found, ignore_index=True)
    money = [name for name in whole.columns if str(name).startswith("money_")]
    return whole.fillna(dict.fromkeys(money, 0.0))


def played(path: Path, plan: AtlasPlan) -> int:
    """Units that are complete."""
    return sum(_file(path, unit).exists() for unit in plan.units())


def _read(file: Path) -> pd.DataFrame:
    try:
        return pq.read_table(file).to_pandas()
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"{file}: cannot be read: {str(error)[:200]}") from error


def _file(path: Path, unit: Unit) -> Path:
    return path / GAMES / unit.file


def _parquet(rows: list[Row]) -> bytes:
    names = list(dict.fromkeys(name for row in rows for name in row))
    filled = [{name: row.get(name, 0.0) for name in names} for row in rows]
    kinds = {name: pa.string() if isinstance(filled[0][name], str) else
             pa.float64() if any(isinstance(row[name], float) for row in filled) or name.startswith(FLOATS) else
             pa.int64() for name in names}
    buffer = BytesIO()
    pq.write_table(pa.Table.from_pylist(filled, schema=pa.schema(list(kinds.items()))), buffer, compression="zstd")
    return buffer.getvalue()


FLOATS = ("score_", "win_", "source_", "money_", "winners_lead")        # columns with whole numbers by chance
