"""Compares the speed of two versions of the program: `ludosoph bench` of this tree and of another one, in turns.

    python -m bench versions ../before --games connect_four,burgundy,orleans,catan_cards

The other tree is a checkout that is built in place (`setup.py build_ext --inplace`); both use this environment.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Annotated

import typer

from bench.peers.facts import earlier, facts
from bench.publish import Row, page, publish
from games.api import InputError
from reports.terminal.progress import Progress

ROOT = Path(__file__).resolve().parents[2]
RATES = {"random_playouts_per_second": "random playouts", "playouts_per_second": "heuristic playouts",
         "whole_simulations_per_second": "simulations, playouts to the end",
         "simulations_per_second": "simulations, the game's own settings"}
LEAD = """Speed of this version divided by that of an earlier one: the median over rounds of the ratio within a round,
and the lowest and highest ratio. Above 1 this version is faster. Both take turns, since a machine differs from minute
to minute: this version is the first of every second round. Made by `python -m bench versions`."""


def rates(tree: Path, game: str, seconds: float) -> dict[str, float]:
    """What `ludosoph bench` of one tree prints, one thread."""
    command = [sys.executable, str(tree / "cli.py"), "bench", game, "--seconds", str(seconds), "--threads", "1",
               "--json"]
    made = subprocess.run(command, cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)}, capture_output=True,
                          text=True)
    if made.returncode:
        raise InputError(f"{tree}: bench {game} ended with status {made.returncode}: {made.stderr.strip()[-300:]}")
    return {name: float(json.loads(made.stdout)[name]) for name in RATES}


def compared(game: str, other: Path, rounds: int, seconds: float) -> list[Row]:
    """One row a rate: the ratio of this version to the other one, and both medians."""
    pairs: list[tuple[Mapping[str, float], Mapping[str, float]]] = []
    with Progress(game) as progress:
        for turn in range(rounds):
            first, second = [rates(tree, game, seconds) for tree in ((ROOT, other) if turn % 2 else (other, ROOT))]
            pairs.append((first, second) if turn % 2 else (second, first))
            progress((turn + 1) / rounds)
    rows = []
    for rate in RATES:
        ratios = [here[rate] / there[rate] for here, there in pairs]
        rows.append({"game": game, "rate": rate, "here": median(here[rate] for here, _ in pairs),
                     "there": median(there[rate] for _, there in pairs), "ratio": median(ratios),
                     "lowest": min(ratios), "highest": max(ratios), "rounds": rounds})
    return rows


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The table as Markdown."""
    body = [[row["game"], RATES[row["rate"]], f"{row['there']:,.0f}", f"{row['here']:,.0f}", f"{row['ratio']:.3f}",
             f"{row['lowest']:.3f} to {row['highest']:.3f}"] for row in rows]
    return page("This version beside an earlier one", LEAD, about,
                ["game", "a second", "earlier", "this one", "ratio", "lowest to highest"], body, left=2)


Out = Annotated[Path, typer.Option(help="Folder for NAME.csv and NAME.md.")]


def run(other: Annotated[Path, typer.Argument(help="The other version's tree, built in place.")],
        games: Annotated[str, typer.Option(help="Names, separated by commas.")] =
        "connect_four,burgundy,orleans,catan_cards",
        rounds: Annotated[int, typer.Option(min=1, help="Times that both are measured.")] = 7,
        seconds: Annotated[float, typer.Option(min=0.5, help="Of one measurement.")] = 6.0,
        name: Annotated[str, typer.Option(help="Of the files.")] = "versions",
        out: Out = ROOT / "bench" / "results") -> None:
    """Measure both versions in turns and write the ratios as CSV and Markdown."""
    commit = earlier(other)
    rows = [row for game in games.split(",") for row in compared(game, other.resolve(), rounds, seconds)]
    about = facts(earlier=commit, rounds=str(rounds), seconds=f"{seconds:g}")
    for path in publish(rows, about, written(rows, about), out, name):
        print(path)
