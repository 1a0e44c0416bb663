"""What a command takes to start: processor time of whole processes, in turns, over that of `import numpy`.

    python -m bench startup ../before --rounds 15

The other tree is a checkout that is built in place; both use this environment. Each round runs everything once; the
least time of all rounds counts, as what a busy machine adds is never less than nothing. Byte code of both trees is kept
in a folder that is thrown away, as that of an installed program is kept; the first, uncounted round writes it.
"""
from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from bench.peers.facts import earlier, facts
from bench.publish import Row, page, publish
from games.api import InputError
from reports.terminal.progress import Progress

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = (
    "--help", "games burgundy", "games", "rules world504", "new burgundy", "show examples/burgundy-midgame.json",
    "moves examples/burgundy-midgame.json", "apply examples/pig-endgame.json roll",
    "replay examples/burgundy-game.jsonl", "suggest examples/burgundy-midgame.json --simulations 1",
)
LEAD = """Processor time (user and system) of whole processes over that of `python -c "import numpy"`: this version
and an earlier one, the least of all rounds, in turns. Made by `python -m bench startup`."""


def seconds(command: Sequence[str], kept: Path, tree: Path) -> float:
    """Processor time of a process and all it waits for."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPATH": str(tree), "PYTHONPYCACHEPREFIX": str(kept)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, stdin=subprocess.DEVNULL, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise InputError(f"{tree}: {' '.join(command[1:])}: ended with status {done.returncode}: {done.stderr[-300:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measured(trees: Mapping[str, Path], rounds: int) -> list[Row]:
    """A row a command: its least time in each tree over that of importing numpy."""
    asked = {("numpy", name): [sys.executable, "-c", "import numpy"] for name in trees}
    asked |= {(command, name): [sys.executable, str(tree / "cli.py"), *command.split()]
              for command in COMMANDS for name, tree in trees.items()}
    least = dict.fromkeys(asked, float("inf"))
    with TemporaryDirectory() as kept, Progress("startup") as progress:
        for turn in range(rounds + 1):
            for (what, name), command in asked.items():
                took = seconds(command, Path(kept) / name, trees[name])
                if turn:
                    least[what, name] = min(least[what, name], took)
            progress((turn + 1) / (rounds + 1))
    numpy = min(least["numpy", name] for name in trees)
    return [{"command": command, **{name: least[command, name] / numpy for name in trees},
             "milliseconds": 1000 * least[command, "here"], "rounds": rounds} for command in COMMANDS]


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The table as Markdown."""
    body = [[f"`{row['command']}`", f"{row['there']:.2f}", f"{row['here']:.2f}", f"{row['milliseconds']:.0f}"]
            for row in rows]
    return page("What a command takes to start", LEAD, about,
                ["command", "earlier", "this one", "this one, ms"], body, left=1)


Out = Annotated[Path, typer.Option(help="Folder for startup.csv and startup.md.")]


def run(other: Annotated[Path, typer.Argument(help="The other version's tree, built in place.")],
        rounds: Annotated[int, typer.Option(min=1, help="How often all commands are run.")] = 15,
        out: Out = ROOT / "bench" / "results") -> None:
    """Measure what commands take to start, here and in another version."""
    commit = earlier(other)
    rows = measured({"there": other.resolve(), "here": ROOT}, rounds)
    about = facts(earlier=commit, rounds=str(rounds))
    for path in publish(rows, about, written(rows, about), out, "startup"):
        print(path)
