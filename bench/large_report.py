"""Time and memory that the report of a large run takes: a run that was played, repeated until it has so many games.

    python -m bench.large_report RUN [GAMES]

Games are those of RUN again and again under new numbers: the statistics are worth nothing, the work is the same.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Annotated

import pyarrow as pa
import pyarrow.parquet as pq
import typer

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path[0] = str(ROOT)                 # the project, not this folder

from bench.command import start  # noqa: E402
from games.api import InputError  # noqa: E402
from reports.run import open_run  # noqa: E402

SECONDS, GIGABYTES = 60, 2.0        # aims
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


def measured(run: Path) -> tuple[float, float]:
    """Seconds, and GiB at the most, that `report` takes for a run. Raises InputError with what it said if it fails."""
    begun = perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "cli", "report", str(run)], cwd=ROOT, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    said = process.stderr.read() if process.stderr else ""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise InputError(f"report: {said[-500:]}")
    return perf_counter() - begun, used.ru_maxrss / (1 << 20)


def large_report(
    run: Annotated[Path, typer.Argument(help="a finished run of `simulate`")],
    games: Annotated[int, typer.Argument(help="games of the run that is reported")] = 200_000,
) -> None:
    """Print what the report of a run as large as that takes, against the aims."""
    with TemporaryDirectory(dir=run.parent) as folder:
        count = repeat(run, Path(folder) / "large", games)
        seconds, gigabytes = measured(Path(folder) / "large")
    print(f"report of {count:,} games: {seconds:.1f} s (aim: below {SECONDS}), {gigabytes:.2f} GiB at the most "
          f"(aim: below {GIGABYTES:g})")


if __name__ == "__main__":
    start(large_report, None)
