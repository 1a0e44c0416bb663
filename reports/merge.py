"""Runs of one plan, from several machines, put together as one run.

Runs differ in their seed, or are the shards of one seed. Shards keep their parts: together they are the run that one
machine would have played, byte by byte. Of runs with different seeds the blocks are numbered on, by ascending seed, and
cut into parts as in one run with all the blocks.
"""
from __future__ import annotations

import gzip
import json
import shutil
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from games.api import InputError
from reports import left_behind
from reports.experiments.plan import MERGED
from reports.experiments.strengths import MATCH
from reports.run import GAMES, MANIFEST, RECORDS, SHARD, SUFFIX, TILES, Run, open_run, part_blocks, part_file, write

OWN = ("begun", "seed", "games", "blocks", "part_blocks", SHARD, MATCH)        # of a run, and not of the plan
SIZES = ("games", "blocks")     # equal in all shards of a seed
KINDS = ("simulate", "balance", "tournament")
LONGEST = 60
CHUNK = 2**20           # bytes that are read at a time


def merge(runs: Sequence[Path], out: Path) -> Run:
    """Write the run at `out`, a name not yet used, an empty folder, or the same runs put together before.

    Raises InputError for runs that are not finished, of different plans, or that hold the same games.
    """
    if len(runs) < 2:
        raise InputError(f"RUN: found {len(runs)} to merge, expected two or more")
    for path in runs:
        if path.resolve() == out.resolve():
            raise InputError(f"--out: found {out}, which is one of the runs; expected a new folder")
    opened = sorted((_checked(path) for path in runs), key=lambda run: (run.manifest["seed"], _shard(run)))
    for run in opened[1:]:
        _same_plan(opened[0], run)
    by_seed = [list(own) for _, own in groupby(opened, key=lambda run: int(run.manifest["seed"]))]
    for own in by_seed:
        _whole(own)
    manifest = _manifest([own[0].manifest for own in by_seed])
    if _is_there(out, manifest):
        return open_run(out)
    fresh = left_behind.mine(out, "merging")
    left_behind.sweep(out, "merging")
    try:
        _write(by_seed, manifest, fresh)
        if out.exists():
            out.rmdir()
        fresh.rename(out)
    except OSError as error:
        raise InputError(f"{out}: cannot be written: {error.strerror}") from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return open_run(out)


# ---- what may be added up ----------------------------------------------------------------------


def _checked(path: Path) -> Run:
    """A finished run whose length was fixed before the first game. Raises InputError."""
    run = open_run(path)
    kind, stop = run.manifest.get("kind"), run.manifest.get("stop", "fixed")
    if kind not in KINDS:
        raise InputError(f"{path}: kind: found {_said(kind)}, expected {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    if stop != "fixed" or run.manifest.get("target"):
        found = f"stop: found {_said(stop)}" if stop != "fixed" else f"target: found {_said(run.manifest['target'])}"
        raise InputError(f"{path}: {found}; expected a run of fixed length, whose games do not decide what is played")
    if run.manifest.get(MERGED):
        raise InputError(f"{path}: was put together from other runs; expected those runs themselves")
    if not run.complete:
        raise InputError(f"{path}: games: found {run.games_done:,} of {run.games_asked:,}; finish it first, with the "
                         "command that began it")
    return run


def _same_plan(first: Run, other: Run) -> None:
    """Raises InputError naming the first thing in which two plans differ."""
    for name in dict.fromkeys([*first.manifest, *other.manifest]):
        a, b = first.manifest.get(name), other.manifest.get(name)
        if name in OWN or a == b:
            continue
        if isinstance(a, dict) and isinstance(b, dict):
            key = next(key for key in [*a, *b] if a.get(key) != b.get(key))
            name, a, b = f"{name}: {key}", a.get(key), b.get(key)
        raise InputError(f"{other.path}: {name}: found {_said(b)}, expected {_said(a)} as in {first.path}")


def _whole(own: Sequence[Run]) -> None:
    """Refuse runs of one seed that are not its shards, each once. Raises InputError."""
    seed, first = own[0].manifest["seed"], own[0]
    for one, other in zip(own, own[1:], strict=False):
        if _shard(one) == _shard(other) or 1 in (_shard(one)[1], _shard(other)[1]):
            raise InputError(f"{other.path}: seed: found {seed}, as in {one.path}: these are the same games; expected "
                             "another seed, or other shards of it")
        for name in SIZES:
            if one.manifest[name] != other.manifest[name]:
                raise InputError(f"{other.path}: {name}: found {other.manifest[name]}, expected {one.manifest[name]} "
                                 f"as in {one.path}, a shard of the same seed")
    found, shards = [_shard(run)[0] for run in own], _shard(first)[1]
    if found != list(range(1, shards + 1)) or any(_shard(run)[1] != shards for run in own):
        said = ", ".join("{}/{}".format(*_shard(run)) for run in own)
        raise InputError(f"{first.path}: {SHARD}: found {said} of seed {seed}, expected all of 1/{shards} to "
                         f"{shards}/{shards}")


def _shard(run: Run) -> tuple[int, int]:
    number, shards = run.manifest.get(SHARD, (1, 1))
    return number, shards


def _said(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else text[:LONGEST - 1] + "…"


# ---- the run that they are together ------------------------------------------------------------


@dataclass(frozen=True)
class Whole:
    """A plan of so many games, for `part_blocks`."""

    games: int
    block_games: int

    def asked(self) -> dict[str, Any]:
        """Nothing beyond that."""
        return {}


def _manifest(manifests: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Of the run with all the blocks: one of shards is that of the plan, one of several seeds names them."""
    first = {name: value for name, value in manifests[0].items() if name != SHARD}
    if len(manifests) == 1:
        return first
    games, blocks = (sum(int(each[name]) for each in manifests) for name in SIZES)
    return first | {"games": games, "blocks": blocks,
                    "part_blocks": part_blocks(Whole(games, int(first["block_games"]))),
                    MERGED: [[each["seed"], each["blocks"]] for each in manifests]}


def _is_there(out: Path, manifest: Mapping[str, Any]) -> bool:
    """Whether `out` is this very run. Raises InputError where it is something else."""
    if not out.exists() or out.is_dir() and not any(out.iterdir()):
        return False
    if out.is_dir() and (out / MANIFEST).is_file():
        there = open_run(out)
        if there.complete and SHARD not in there.manifest and all(
                there.manifest.get(name) == value for name, value in manifest.items()
                                  if name != "begun"):
            return True
    raise InputError(f"{out}: holds something else; name a new or empty folder")


def _write(by_seed: Sequence[Sequence[Run]], manifest: Mapping[str, Any], folder: Path) -> None:
    for kind in SUFFIX:
        (folder / kind).mkdir(parents=True)
    if len(by_seed) == 1:
        for run in by_seed[0]:
            for number in run.asked:
                check_whole(run, number)
                for kind in SUFFIX:
                    shutil.copyfile(part_file(run.path, kind, number), part_file(folder, kind, number))
    else:
        for kind in (GAMES, TILES):
            for number, table in enumerate(_cut(_tables(by_seed, kind), int(manifest["part_blocks"]),
                                                int(manifest["blocks"]))):
                buffer = BytesIO()
                pq.write_table(table, buffer, compression="zstd")
                write(part_file(folder, kind, number), buffer.getvalue())
        _write_records(by_seed, manifest, folder)
    write(folder / MANIFEST, (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode())


def check_whole(run: Run, number: int) -> None:
    """Read a part from its beginning to its end. Raises InputError naming the file that cannot be."""
    run.rows([number])
    file = part_file(run.path, RECORDS, number)
    try:
        with gzip.open(file) as packed:
            while packed.read(CHUNK):
                pass
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{file}: cannot be read: {str(error)[:200]}") from error


def _shifts(by_seed: Sequence[Sequence[Run]]) -> Iterator[tuple[Run, int]]:
    """Every run, and the blocks of the seeds before it."""
    before = 0
    for own in by_seed:
        yield from ((run, before) for run in own)
        before += int(own[0].manifest["blocks"])


def _tables(by_seed: Sequence[Sequence[Run]], kind: str) -> Iterator[pa.Table]:
    """The parts in order, blocks and games numbered on."""
    for run, before in _shifts(by_seed):
        for number in run.asked:
            file = part_file(run.path, kind, number)
            try:
                table = pq.read_table(file)
            except (OSError, pa.ArrowException) as error:
                raise InputError(f"{file}: cannot be read: {str(error)[:200]}") from error
            for name, more in (("block", before), ("game", before * int(run.manifest["block_games"]))):
                at = table.column_names.index(name)
                table = table.set_column(at, name, pa.array(table[name].to_numpy() + more))
            yield table


def _cut(tables: Iterable[pa.Table], size: int, blocks: int) -> Iterator[pa.Table]:
    """The rows again, in parts of `size` blocks of which there are `blocks`; a part may be without rows."""
    held, part, parts = None, 0, -(-blocks // size)
    for table in tables:
        held = table if held is None else pa.concat_tables([held, table], promote_options="permissive")
        while part < parts - 1 and len(held) and held["block"][-1].as_py() >= (part + 1) * size:
            rows = int((held["block"].to_numpy() < (part + 1) * size).sum())
            yield held[:rows].combine_chunks()
            held, part = held[rows:], part + 1
    assert held is not None         # a run has a part
    yield held.combine_chunks()
    for _ in range(parts - 1 - part):
        yield held[:0]


def _write_records(by_seed: Sequence[Sequence[Run]], manifest: Mapping[str, Any], folder: Path) -> None:
    size, lines, part = int(manifest["part_blocks"]), list[str](), 0
    for block, record in _records(by_seed):
        while block >= (part + 1) * size:
            _write_part(folder, part, lines)
            lines, part = [], part + 1
        lines += record
    for number in range(part, -(-int(manifest["blocks"]) // size)):
        _write_part(folder, number, lines)
        lines = []


def _write_part(folder: Path, number: int, lines: Sequence[str]) -> None:
    write(part_file(folder, RECORDS, number), gzip.compress("".join(lines).encode(), mtime=0))


def _records(by_seed: Sequence[Sequence[Run]]) -> Iterator[tuple[int, list[str]]]:
    """Block and lines of each game that was written down, its header numbered on."""
    for run, before in _shifts(by_seed):
        for number in run.asked:
            file = part_file(run.path, RECORDS, number)
            try:
                with gzip.open(file, "rt", encoding="utf-8") as text:
                    yield from _numbered(text, before, before * int(run.manifest["block_games"]))
            except (OSError, EOFError) as error:
                raise InputError(f"{file}: cannot be read: {str(error)[:200]}") from error


def _numbered(text: Iterable[str], blocks: int, games: int) -> Iterator[tuple[int, list[str]]]:
    block, lines = -1, list[str]()
    for line in text:
        if line.startswith('{"format"'):
            if lines:
                yield block, lines
            header = json.loads(line)
            block = header["block"] = header["block"] + blocks
            if "number" in header:
                header["number"] += games
            line, lines = json.dumps(header, ensure_ascii=False) + "\n", []
        lines.append(line)
    if lines:
        yield block, lines
