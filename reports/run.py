"""The run directory: what was asked, and every game that was played, so that a stopped run can continue.

    manifest.json               what was asked; and by what, where and when the run was begun
    games/part-00000.parquet    one row a seat and game
    tiles/part-00000.parquet    one row a game, seat and tile: how many it had at the end
    records/part-00000.jsonl.gz the games themselves, one record after another

A shard is a run of some of the parts of a plan, for one of several machines; `reports.merge` puts shards together.

A part holds a fixed number of blocks. It is written under another name and renamed when whole, the games last, so a
part whose games are there is complete. Parts depend on nothing but what was asked: not on workers, clock or machine.
While games are played, one process holds the folder (`reports.lock`).
"""
from __future__ import annotations

import gzip
import json
import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from games import records
from games.api import InputError
from games.documents import read_file
from games.records import Record
from mcts import simulate as selfplay
from mcts import tournament
from mcts.simulate import Progress, by_block, program_version
from mcts.workers import check
from reports.folders import MANIFEST, check_run_folder
from reports.lock import LOCK, one_writer
from reports.manifest import FORMAT, MERGED, NUMBERS, SHARD, check_manifest, check_part, is_shard, short

GAMES, TILES, RECORDS = "games", "tiles", "records"
SUFFIX = {GAMES: "parquet", TILES: "parquet", RECORDS: "jsonl.gz"}
PARTS, LEAST, MOST = 100, 20, 1000      # aimed at in a run; games of one part
BATCH = 20_000          # games that are read at a time
Shard = tuple[int, int]
LIBRARIES = ("ludosoph", "numpy", "pyarrow", "joblib")

TILE_SCHEMA = pa.schema([("game", pa.int64()), ("block", pa.int64()), ("seat", pa.int64()), ("tile", pa.string()),
                         ("count", pa.int64())])
CATEGORIES = {GAMES: [], TILES: ["tile"]}       # a few names in millions of rows are read as such


class Planned(Protocol):
    """What a run is asked for: games in blocks. A plan to simulate is one, a plan to balance another."""

    @property
    def games(self) -> int: ...
    @property
    def block_games(self) -> int: ...
    def asked(self) -> dict[str, Any]: ...


class Kept(Protocol):
    """A finished game as a run keeps it."""

    record: list[str]

    def rows(self) -> list[dict[str, Any]]: ...
    def tiles(self) -> list[dict[str, Any]]: ...


@dataclass(frozen=True)
class Run:
    """A run on disk: finished, or as far as it has come. Open it with `open_run`."""

    path: Path
    manifest: dict[str, Any]

    @property
    def parts(self) -> int:
        """Complete parts, counted from the first."""
        return len(self.done)

    @property
    def parts_asked(self) -> int:
        return len(self.asked)

    @property
    def asked(self) -> range:
        """The parts that are asked for, by number: all of the plan, or those of a shard."""
        parts = -(-int(self.manifest["blocks"]) // int(self.manifest["part_blocks"]))
        number, shards = self.manifest.get(SHARD, (1, 1))
        return range(parts * (number - 1) // shards, parts * number // shards)

    @property
    def done(self) -> range:
        """The complete parts, by number."""
        first, last = self.asked.start, self.asked.stop
        return range(first, next((n for n in self.asked if not part_file(self.path, GAMES, n).exists()), last))

    @property
    def games_done(self) -> int:
        """Games in the complete parts."""
        return len(self._games(self.done))

    @property
    def games_asked(self) -> int:
        """Games of the parts that are asked for."""
        return len(self._games(self.asked))

    @property
    def complete(self) -> bool:
        return self.games_done == self.games_asked

    @property
    def numbers(self) -> range:
        """The games in the complete parts, by number; those of a shard need not begin with 0."""
        return self._games(self.done)

    def _games(self, parts: range) -> range:
        """The games of some parts, by number."""
        size, games = self.manifest["part_blocks"] * self.manifest["block_games"], int(self.manifest["games"])
        return range(min(parts.start * size, games), min(parts.stop * size, games))

    @cached_property
    def seats(self) -> pd.DataFrame:
        """One row a seat and game, in order of game and seat. Raises InputError for a part that cannot be read."""
        return self._table(GAMES, self.done)

    @cached_property
    def tiles(self) -> pd.DataFrame:
        """One row a game, seat and tile that the seat had at the end. Raises InputError."""
        return self._table(TILES, self.done)

    def batches(self) -> Iterator[tuple[pd.DataFrame, pd.DataFrame]]:
        """`seats` and `tiles` part by part, a few parts at a time, so that no more is held. Raises InputError."""
        done = self.done
        step = max(1, BATCH // (int(self.manifest["part_blocks"]) * int(self.manifest["block_games"])))
        for first in done[::step]:
            yield self.rows(range(first, min(done.stop, first + step)))

    def rows(self, parts: Iterable[int]) -> tuple[pd.DataFrame, pd.DataFrame]:
        """`seats` and `tiles` of some parts. Raises InputError."""
        return self._table(GAMES, parts), self._table(TILES, parts)

    def played(self) -> tuple[int, int]:
        """Blocks and games that were played: fewer than `games_done` where games fork. Raises InputError."""
        found = np.zeros(2, dtype=np.int64)
        for n in self.done:
            rows = self._read(GAMES, n, ["block", "game"])
            found += [len(pc.unique(rows[name])) for name in rows.column_names]
        return int(found[0]), int(found[1])

    def records(self) -> Iterator[Record]:
        """Every game, in order. Raises InputError."""
        return chain.from_iterable(records.read_all(part_file(self.path, RECORDS, n)) for n in self.done)

    def record(self, number: int) -> Record:
        """Game `number`. Raises InputError."""
        games = self._games(self.done)
        if number not in games:
            found = f"{games.start} to {games.stop - 1}" if games else "none yet"
            raise InputError(f"{self.path}: game: found {number}, the run holds {found}")
        size = self.manifest["part_blocks"] * self.manifest["block_games"]
        part = number // size
        for at, record in enumerate(records.read_all(part_file(self.path, RECORDS, part)), start=part * size):
            if record.more.get("number", at) == number:   # a balance run lacks some, and each says its number
                return record
        raise InputError(f"{self.path}: game: found {number}, expected one that was played and written down; `balance` "
                         "writes down games only with --records")

    def _table(self, kind: str, parts: Iterable[int]) -> pd.DataFrame:
        tables = [self._read(kind, n) for n in parts]
        if not tables:
            return TILE_SCHEMA.empty_table().to_pandas() if kind == TILES else pd.DataFrame()
        whole = pa.concat_tables(tables, promote_options="permissive").unify_dictionaries()
        del tables
        return whole.to_pandas(split_blocks=True, self_destruct=True)

    def _read(self, kind: str, part: int, columns: list[str] | None = None) -> pa.Table:
        file = part_file(self.path, kind, part)
        try:
            table = pq.read_table(file, columns=columns, read_dictionary=CATEGORIES[kind])
        except pa.ArrowInvalid as error:
            raise InputError(f"{file}: is no whole Parquet file; delete it, and the command that played the run plays "
                             "these games again") from error
        except (OSError, pa.ArrowException) as error:
            raise InputError(f"{file}: cannot be read: {str(error)[:200]}") from error
        if kind == GAMES and MERGED not in self.manifest:
            check_part(table, str(file), self._rows_of(part))
        return table

    def _rows_of(self, part: int) -> int | None:
        """Rows of a part: a seat and game each. None where games fork, which are not counted before they are played."""
        if self.manifest["kind"] not in ("simulate", tournament.KIND):
            return None
        return int(self.manifest["seats"]) * len(self._games(range(part, part + 1)))


# ---- writing ---------------------------------------------------------------------------------


def simulate(path: Path, plan: selfplay.Planned, jobs: int = 1, backend: str = "loky", progress: Progress | None = None,
             scheduler: str | None = None, shard: Shard | None = None) -> Run:
    """Play the games of a plan that are not yet in the run at `path`, which is begun where there is none.

    With shard (k, n) only those of the k-th of n parts of the plan, which together are the run of the plan.

    Stopped at any moment (an exception, Ctrl-C, a killed process), it loses the games of the part at hand only; asked
    again it ends with the same parts. Raises InputError where `path` holds something else, or is being written, and
    ClusterLost where a cluster is lost.
    """
    check(jobs, backend, scheduler)
    run = _begun(path, plan, shard)
    if run is not None and run.complete:
        if progress is not None:
            progress(run.games_done, run.games_asked)
        return run
    with one_writer(path), beginning(path, plan, {"jobs": jobs, "backend": backend}, shard=shard) as run:
        sweep(path)
        size, first, blocks = run.manifest["part_blocks"], run.done.stop, len(run.asked) - len(run.done)
        told = _of_shard(run, progress)
        if told is not None:
            told(first * size * plan.block_games, plan.games)
        with closing(selfplay.simulate(plan, jobs, backend, told, first * size, blocks * size, scheduler)) as finished:
            for number, games in enumerate(by_block(finished, size * plan.block_games), start=first):
                write_part(path, number, games)
    return open_run(path)


def _of_shard(run: Run, progress: Progress | None) -> Progress | None:
    """Progress that is told of games of the plan, and tells of those of the run."""
    first, games = run._games(run.asked).start, run.games_asked
    return progress and (lambda done, _: progress(done - first, games))


def begin(path: Path, plan: Planned, how: dict[str, Any] | None = None, folders: Iterable[str] = tuple(SUFFIX),
          shard: Shard | None = None, more: dict[str, Any] | None = None) -> Run:
    """The run of this plan at `path`, with its manifest written if it is new. Raises InputError for any other run.

    `folders` are those in which the run keeps its games; `more` is what a new manifest says besides what was asked.
    """
    run = _begun(path, plan, shard)
    if run is not None:
        return run
    asked = {name: value for name, value in _asked(plan, shard).items() if value is not None or name != SHARD}
    manifest = {"format": FORMAT, "kind": "simulate", **asked, **(more or {}), "begun": _here() | (how or {})}
    try:
        for kind in folders:
            (path / kind).mkdir(parents=True, exist_ok=True)
        write(path / MANIFEST, (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode())
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
    return Run(path, manifest)


@contextmanager
def beginning(path: Path, plan: Planned, how: dict[str, Any] | None = None, folders: Iterable[str] = tuple(SUFFIX),
              shard: Shard | None = None, more: dict[str, Any] | None = None) -> Iterator[Run]:
    """`begin`, for the time in which the run is played. What is refused then, such as a scheduler that does not answer,
    leaves no new run without games behind. A cluster that is lost on the way does: the same command goes on.
    """
    new, folders = not (path / MANIFEST).exists(), tuple(folders)
    run = begin(path, plan, how, folders, shard, more)
    try:
        yield run
    except InputError as error:
        kept = isinstance(error, ConnectionError) or any(any((path / kind).iterdir()) for kind in folders)
        if new and not kept:
            (path / MANIFEST).unlink()
            for kind in folders:
                (path / kind).rmdir()
        raise


def _begun(path: Path, plan: Planned, shard: Shard | None = None) -> Run | None:
    """The run of this plan, if it was begun at `path`. Raises InputError for anything else that is there."""
    if path.exists() and not path.is_dir():
        raise InputError(f"{path}: is a file, expected a folder for the run or a name not yet used")
    if (path / MANIFEST).exists():
        run = open_run(path)
        for name, value in _asked(plan, shard).items():
            if run.manifest.get(name) != value:
                raise InputError(f"{path}: holds another run: {name}: found {short(run.manifest.get(name))}, "
                                 f"asked for {short(value)}; name a new folder")
        return run
    if path.exists() and any(not (f.name.endswith(".part") or f.name == LOCK or f.name in SUFFIX and _is_bare(f))
                             for f in path.iterdir()):
        raise InputError(f"{path}: holds files but no {MANIFEST}; name a new or empty folder")
    return None


def _asked(plan: Planned, shard: Shard | None) -> dict[str, Any]:
    """What a run is asked for; by which program, too, as agents may play otherwise in the next. Raises InputError."""
    size = part_blocks(plan)
    parts = -(-plan.games // (plan.block_games * size))
    if shard is not None and not 1 <= shard[0] <= shard[1] <= parts:
        raise InputError(f"shard: found {shard[0]}/{shard[1]}, expected K/N with K from 1 to N, and N at most {parts}: "
                         f"a run of {plan.games:,} games is kept in so many parts")
    return plan.asked() | {"part_blocks": size, "program": program_version(), SHARD: shard and list(shard)}


def _is_bare(folder: Path) -> bool:
    """Whether it is a folder without files, as a process leaves that is killed before it writes the manifest."""
    return folder.is_dir() and not any(folder.iterdir())


def open_run(path: Path) -> Run:
    """The run at `path`. Raises InputError where there is none."""
    check_run_folder(path)
    return Run(path, check_manifest(read_file(path / MANIFEST), str(path / MANIFEST)))


def shard_of(text: str) -> Shard | None:
    """A shard as it is asked for, `K/N`; None for no text. Raises InputError."""
    number, _, shards = text.partition("/")
    if text and not (number.isdecimal() and shards.isdecimal() and is_shard([int(number), int(shards)])):
        raise InputError(f"shard: found {text[:40]!r}, expected K/N with K from 1 to N, as in 2/4")
    return (int(number), int(shards)) if text else None


def part_blocks(plan: Planned) -> int:
    """Blocks of one part: about PARTS parts a run, each of LEAST to MOST games."""
    games = min(MOST, max(LEAST, plan.games // PARTS))
    return max(1, games // plan.block_games)


def write_part(path: Path, number: int, games: Sequence[Kept]) -> None:
    """Write one part whole: its games last, as they are what makes it count."""
    text = "".join(line + "\n" for game in games for line in game.record)
    write(part_file(path, RECORDS, number), gzip.compress(text.encode(), mtime=0))
    tiles = pa.Table.from_pylist([row for game in games for row in game.tiles()], schema=TILE_SCHEMA)
    write(part_file(path, TILES, number), _parquet(tiles))
    rows = [row for game in games for row in game.rows()]
    write(part_file(path, GAMES, number), _parquet(pa.Table.from_pylist(rows, schema=_schema(rows))))


def _schema(rows: Sequence[dict[str, Any]]) -> pa.Schema:
    """Types of the columns, in the order of the rows: by name where a part might hold whole numbers by chance."""
    fields, first = [], dict[str, Any]()
    for row in rows:                        # games of several experiments say different things
        for name, value in row.items():
            first.setdefault(name, value)
    for name, value in first.items():
        if name in NUMBERS or name.startswith("source_") or isinstance(value, float):
            fields.append((name, pa.float64()))
        elif isinstance(value, int):
            fields.append((name, pa.int64()))
        else:
            fields.append((name, pa.string()))
    return pa.schema(fields)


def _parquet(table: pa.Table) -> bytes:
    buffer = BytesIO()
    pq.write_table(table, buffer, compression="zstd")
    return buffer.getvalue()


def write(file: Path, data: bytes) -> None:
    """Write a file whole or not at all, also when the power fails. Raises InputError."""
    partial = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        with partial.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        partial.replace(file)
        _keep_names(file.parent)
    except OSError as error:
        raise InputError(f"{file}: cannot be written: {error.strerror}") from error
    finally:
        partial.unlink(missing_ok=True)


def _keep_names(folder: Path) -> None:
    """Have the folder itself written, so that names outlast a power failure in the order in which they were given."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sweep(path: Path) -> None:
    """Remove what a killed process had half written."""
    for folder in (path, *(path / kind for kind in SUFFIX)):
        for left in folder.glob(".*.part"):
            left.unlink(missing_ok=True)


def part_file(path: Path, kind: str, number: int) -> Path:
    """The file of a part."""
    return path / kind / f"part-{number:05d}.{SUFFIX[kind]}"


def _here() -> dict[str, Any]:
    """By what, where and when: facts that no report may depend on."""
    return {"at": datetime.now(UTC).isoformat(timespec="seconds"), "python": platform.python_version(),
            "system": platform.platform(), "machine": platform.machine(), "cores": os.cpu_count(),
            "versions": {name: _version(name) for name in LIBRARIES}}


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
