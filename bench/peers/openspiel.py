"""Simulations and playouts a second of ours, OpenSpiel's and plain C's, in one run, taking turns."""
from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from bench.peers import callgrind
from bench.peers.environment import ROOT
from bench.peers.facts import facts
from bench.peers.games import PAIRINGS, Pairing
from bench.peers.instructions import Counts, count_instructions
from bench.peers.interleave import interleave
from bench.peers.subject import START, WORKS, subjects
from bench.peers.table import row, write
from bench.peers.worker import openspiel
from games.registry import names

TITLE = "Simulations and playouts a second, beside OpenSpiel"
LEAD = """Both sides search the same positions with UCT, the same exploration constant, as many simulations, one
uniformly random playout each and one thread: OpenSpiel's C++ `MCTSBot`, for the poker games its `ISMCTSBot`. Within a
round every side does its work once, and who begins changes. Our time is that of `search()` as called from Python, tree
freed; theirs leaves out making the bot and freeing the tree. Their playouts are those of `RandomRolloutEvaluator` in
C++, asked for by one visit of a root. Plain C (`bench/yardstick`) is written for that one game.
In backgammon OpenSpiel's action is a whole turn and ours moves one checker. Made by `python -m bench openspiel`."""

Games = Annotated[str, typer.Option(help="Games, separated by commas; all that both sides have, if not given.")]
Simulations = Annotated[int | None, typer.Option(min=2, help="Simulations and playouts of each measurement; if not "
                                                             "given, as many as suit the game.")]
Repeats = Annotated[int, typer.Option(min=1, help="Measurements of each kind.")]
Seconds = Annotated[float | None, typer.Option(min=0, help="Begin no round after this long, once three are done.")]
Exploration = Annotated[float, typer.Option(help="c of UCT for utilities in [0, 1]; OpenSpiel's is converted.")]
Out = Annotated[Path, typer.Option(help="Folder for NAME.csv and NAME.md.")]
Name = Annotated[str, typer.Option(help="Name of these files.")]
Callgrind = Annotated[bool, typer.Option("--callgrind", help="Also count instructions, from the start only (minutes).")]


def measure(games: Games = "", simulations: Simulations = None, repeats: Repeats = 15, seconds: Seconds = None,
            exploration: Exploration = 1.0, seed: int = 1, out: Out = ROOT / "bench" / "results",
            name: Name = "openspiel", instructions: Callgrind = False) -> None:
    """Measure our search and playouts beside OpenSpiel's and plain C's, taking turns; write CSV and Markdown.

    OpenSpiel is installed into build/peers/venv on the first run. Ctrl-C ends the run and keeps what was measured.

    Example: python -m bench openspiel --games connect_four,pig --repeats 5
    """
    chosen = chosen_games(games)
    if instructions and not callgrind.available():
        raise typer.BadParameter("--callgrind needs valgrind, which is not on the path")
    with openspiel() as peer:
        versions = peer.ask("versions")
        measured = [s for pairing in chosen for s in subjects(pairing, peer, simulations, exploration, seed)]
        tasks = [subject.task(work, peer) for subject in measured for work in WORKS]
        done = interleave(tasks, repeats, seconds, lambda n: print(f"round {n} of {repeats}", file=sys.stderr))
    counted: Counts = {}
    if instructions and done:
        done = count_instructions([s for s in measured if s.label == START], counted)
    rows = [row(t.game, t.position, t.work, t.count, t.seconds, counted.get((t.game, t.position, t.work)))
            for t in tasks if t.seconds]
    if not rows:
        raise typer.Exit(1)
    about = facts(open_spiel=versions["open_spiel"], exploration=f"{exploration:g} for utilities in [0, 1]",
                  complete="yes" if done else "no, interrupted")
    for path in write(rows, about, out, name, TITLE, LEAD):
        print(path)


def chosen_games(listed: str) -> list[Pairing]:
    """The pairings of these games. Raises BadParameter naming what there is."""
    there = [name for name in PAIRINGS if name in names()]
    wanted = [word.strip() for word in listed.split(",") if word.strip()] or there
    for word in wanted:
        if word not in there:
            raise typer.BadParameter(f"--games: found {word!r}, expected some of {', '.join(there)}")
    return [PAIRINGS[word] for word in wanted]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(measure)
    try:
        app(arguments)
    except (RuntimeError, ValueError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
