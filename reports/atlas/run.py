"""Plays an atlas into its directory: a file for each pass of each variant, written whole or not at all."""
from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

import reports.run
from games.api import InputError
from mcts.simulate import Player
from mcts.workers import check, in_order
from reports.atlas.games import Cartographer, Row
from reports.atlas.plan import KIND, AtlasPlan, Pass, Unit, from_manifest
from reports.lock import one_writer
from reports.run import GAMES, MANIFEST, Run

Progress = Callable[[float], None]      # share of the work that is done


def play(path: Path, plan: AtlasPlan, jobs: int = 1, backend: str = "loky", scheduler: str | None = None,
         progress: Progress | None = None) -> Run:
    """Play what the run at `path` has not yet; it is begun where there is none.

    Stopped at any moment it loses the variants at hand only; asked again it ends with the same files, for any number of
    jobs. Raises InputError where `path` holds something else.
    """
    check(jobs, backend, scheduler)
    with one_writer(path), reports.run.beginning(path, plan, {"jobs": jobs, "backend": backend}, (GAMES,)) as run:
        reports.run.sweep(path)
        units = list(plan.units())
        missing = [unit for unit in units if not _file(path, unit).exists()]
        whole = sum(unit.made_in.work for unit in units)
        done = whole - sum(unit.made_in.work for unit in missing)
        work = Cartographer(Player.here(plan.game, plan.version), plan)
        with closing(in_order(work, missing, jobs, backend, scheduler)) as results:
            for unit, rows in zip(missing, results, strict=True):
                if progress is not None:
                    progress(done / whole)
                reports.run.write(_file(path, unit), _parquet(rows))
                done += unit.made_in.work
    return run


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
