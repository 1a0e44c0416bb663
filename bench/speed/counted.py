"""Counts what the same work takes in two versions of the program: instructions, as callgrind counts them.

    python -m bench counted ../before --games burgundy

A machine that others share gives a timing that repeats within a fifth at best; instructions repeat to a few in a
thousand, so a change of two in a hundred is seen. They say nothing of memory: `python -m bench versions` has the times.
The other tree is a checkout that is built in place; both use this environment.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from bench.peers.callgrind import COLLECTED, CallgrindError, available
from bench.peers.facts import earlier, facts
from bench.publish import Row, page, publish
from games.api import InputError
from reports.terminal.progress import Progress

ROOT = Path(__file__).resolve().parents[2]
WORKER = ROOT / "bench" / "peers" / "version_worker.py"
KINDS = ("random playouts", "heuristic playouts", "simulations, playouts to the end",
         "simulations, the game's own settings")
PIECES = {"connect_four": (40_000, 10_000, 10_000, 10_000), "burgundy": (1_000, 200, 200, 1_000),
            "orleans": (800, 150, 150, 150), "catan_cards": (250, 250, 250, 250), "world504": (40, 30, 30, 30)}
LEAD = """Instructions of one playout or simulation, from the same position with the same seed: those of this version
divided by those of an earlier one. Below 1 this version does less. Counted by callgrind, which repeats to a few in a
thousand on any machine; what memory adds is not in it. Made by `python -m bench counted`."""


def instructions(tree: Path, game: str, counts: Mapping[str, int]) -> dict[str, float]:
    """Instructions of one piece of each kind of work in one tree. Raises CallgrindError."""
    with TemporaryDirectory() as logs:
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--log-file={logs}/%p",
                   sys.executable, "-P", str(WORKER), game, json.dumps(counts)]
        environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
        done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise CallgrindError(f"{tree}: {game}: ended with status {done.returncode}: {done.stderr.strip()[-300:]}")
        children = [json.loads(line) for line in done.stdout.splitlines()]
        totals = {child["kind"]: _collected(Path(logs) / str(child["process"])) for child in children}
    return {kind: (totals[kind] - totals["nothing"]) / count for kind, count in counts.items()}


def _collected(log: Path) -> int:
    found = COLLECTED.search(log.read_text(errors="replace"))
    if found is None:
        raise CallgrindError(f"callgrind counted nothing in process {log.name}")
    return int(found.group(1))


def compared(game: str, other: Path, share: float) -> list[Row]:
    """A row a kind of work."""
    counts = {kind: max(2, round(share * count)) for kind, count in zip(KINDS, PIECES[game], strict=True)}
    here, there = instructions(ROOT, game, counts), instructions(other, game, counts)
    return [{"game": game, "kind": kind, "pieces": counts[kind], "there": there[kind], "here": here[kind],
             "ratio": here[kind] / there[kind]} for kind in KINDS]


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The table as Markdown."""
    body = [[row["game"], row["kind"], f"{row['there']:,.0f}", f"{row['here']:,.0f}", f"{row['ratio']:.3f}"]
            for row in rows]
    return page("Work of this version and of an earlier one", LEAD, about,
                ["game", "one of", "earlier", "this one", "ratio"], body, left=2)


def run(other: Annotated[Path, typer.Argument(help="The other version's tree, built in place.")],
        games: Annotated[str, typer.Option(help="Names, separated by commas.")] = ",".join(PIECES),
        share: Annotated[float, typer.Option(min=0.001, help="Of the usual amount of work.")] = 1.0,
        out: Annotated[Path, typer.Option(help="Folder for counted.csv and counted.md.")] =
        ROOT / "bench" / "results") -> None:
    """Count the instructions of the same work in both versions; write the ratios as CSV and Markdown."""
    commit = earlier(other)
    if not available():
        raise InputError("valgrind is not installed")
    if unknown := set(games.split(",")) - set(PIECES):
        raise InputError(f"--games: found {', '.join(sorted(unknown))}, expected of {', '.join(PIECES)}")
    rows: list[Row] = []
    with Progress("counted") as progress:
        for number, game in enumerate(names := games.split(",")):
            progress(number / len(names))
            rows += compared(game, other.resolve(), share)
    about = facts(earlier=commit)
    for path in publish(rows, about, written(rows, about), out, "counted"):
        print(path)
