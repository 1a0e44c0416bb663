"""Time and memory that the report of a large run takes: a run that was played, repeated until it has so many games.

    python -m bench large_report RUN [GAMES...]

Games are those of RUN again and again under new numbers: the statistics are worth nothing, the work is the same.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Annotated, Any

import pyarrow as pa
import pyarrow.parquet as pq
import typer

from games.api import InputError
from reports.experiments.plan import KIND
from reports.run import open_run

ROOT = Path(__file__).resolve().parents[2]
SECONDS, GIGABYTES = 15 * 60, 4.0      # aims, for the largest
SIZES = (100_000, 1_000_000, 10_000_000)
RESULTS = ROOT / "bench" / "results"
PAGES = {False: "large-report.md", True: "large-balance.md"}        # by whether it is a balance run
KINDS = ("games", "tiles")


def repeat(source: Path, target: Path, games: int) -> int:
    """Write a run of at least so many games, the source's own in each part; returns how many. Its records stay out."""
    run = open_run(source)
    if not run.complete:
        raise InputError(f"{source}: has {run.games_done} of {run.manifest['games']} games; expected a finished run")
    own, blocks = int(run.manifest["games"]), int(run.manifest["blocks"])
    parts = -(-games // own)
    manifest = run.manifest | {"games": parts * own, "blocks": parts * blocks, "part_blocks": blocks}
    for kind in KINDS:
        (target / kind).mkdir(parents=True)
        whole = pa.concat_tables([pq.read_table(file) for file in sorted((source / kind).glob("*.parquet"))])
        for part in range(parts):
            table = whole
            for name, step in (("game", own), ("block", blocks)):
                moved = pa.array(table[name].to_numpy() + part * step)
                table = table.set_column(table.column_names.index(name), name, moved)
            pq.write_table(table, target / kind / f"part-{part:05d}.parquet", compression="zstd")
    (target / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return parts * own


@dataclass(frozen=True)
class Taken:
    """What a report took."""

    seconds: float
    busy: float             # seconds of a processor
    gigabytes: float        # GiB, at the most


def measured(run: Path) -> Taken:
    """What `report` takes for a run. Raises InputError with what it said if it fails."""
    begun = perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "cli", "report", str(run)], cwd=ROOT, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    said = process.stderr.read() if process.stderr else ""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise InputError(f"report: {said[-500:]}")
    return Taken(perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / (1 << 20))


def table(rows: list[tuple[int, Taken]], asked: list[int], manifest: Mapping[str, Any]) -> str:
    """What was measured, as a page."""
    experiments = f"balance run ({' and '.join(manifest['experiments'])})" if manifest.get("kind") == KIND else "run"
    lines = [f"| {games:,} | {each.seconds:.0f} s | {each.busy:.0f} s | {each.gigabytes:.2f} GiB |"
             for games, each in rows]
    return "\n".join([
        f"# The report of a large {experiments} of {manifest['game']}", "",
        f"`python -m bench large_report RUN {' '.join(map(str, asked))}` on {os.cpu_count()} cores: "
        "games that were played, again and again under new numbers until there are as many. The aim for ten million: "
        f"below {SECONDS // 60} minutes and below {GIGABYTES:g} GB.", "",
        "| games | time | of one processor | memory at the most |", "| ---: | ---: | ---: | ---: |", *lines, ""])


def run(
    run: Annotated[Path, typer.Argument(help="a finished run of `simulate` or `balance`")],
    games: Annotated[list[int] | None, typer.Argument(help="games of the runs that are reported")] = None,
    out: Annotated[Path | None, typer.Option(help="where the table goes; by default to the results")] = None,
) -> None:
    """Measure what the reports of runs as large as that take, and write the table."""
    rows, sizes, manifest = [], games or list(SIZES), open_run(run).manifest
    for asked in sizes:
        with TemporaryDirectory(dir=run.parent) as folder:
            count = repeat(run, Path(folder) / "large", asked)
            taken = measured(Path(folder) / "large")
        rows.append((count, taken))
        print(f"report of {count:,} games: {taken.seconds:.1f} s, {taken.busy:.1f} s of a processor, "
              f"{taken.gigabytes:.2f} GiB at the most", flush=True)
    (out or RESULTS / PAGES[manifest.get("kind") == KIND]).write_text(table(rows, sizes, manifest), encoding="utf-8")
