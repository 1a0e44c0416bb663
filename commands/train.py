"""The command that trains a model of a game."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.text import Text

import games as library
from commands import PROGRAM
from commands.arguments import FILE, Table, as_json, game_name, jobs, option, real, seed, table, whole
from commands.stopping import keeps
from reports.terminal.console import out, print_json
from reports.terminal.help import command
from reports.wording import counted


@command(example="train connect_four --hours 0.05 --out model.json")
@game_name
@option("--hours", type=real(0.0001, 10_000), required=True, help="hours to train; those of earlier calls count")
@option("--out", "to", type=FILE, metavar="MODEL", required=True, help="file of the model")
@option("--width", type=whole(8, 128), default=64, help="units of the first layer of the net")
@table
@jobs
@seed
@as_json
def train(game: str, hours: float, to: Path, width: int, table: Table, jobs: int, seed: int, as_json: bool) -> None:
    """Train a net that judges positions, by games with itself. The same command goes on where it stopped."""
    from mcts.training.trainer import Plan, quality
    from mcts.training.trainer import train as learn
    from reports.terminal.progress import Progress

    rules = library.load(game)
    seats, options = rules.checked(table.seats, table.options(game))
    asked = Plan(game, seats, options, hours, width, seed, jobs)
    learnt = f"{to}.training"
    with (keeps(f"{learnt} keeps all but the generation under way; the same command goes on from there", Path(learnt)),
          Progress("train") as progress):
        told = progress.from_where_it_was()
        known = learn(asked, to, lambda share, what: told(share))
    found: dict[str, Any] = {"model": str(to) if known.model else None, "games": known.games,
                             "generations": known.generation, "seconds": round(known.seconds), "error": quality(known),
                             "matches": known.matches}
    if as_json:
        print_json(found)
        return
    out(Text(f"{counted(known.games, 'game')}, {counted(known.generation, 'generation')}; the net is off by "
             f"{found['error']['shares'] ** 0.5:.3f} of the win on its latest positions"))
    for each in known.matches:
        outcome = "won" if each["won"] else "did not win"
        out(Text(f"generation {each['generation']} {outcome} against {each['against']}: "
                 f"{each['share']:.1%} of {counted(each['games'], 'game')} at equal time"))
    if known.model is None:
        out(Text(f"no model has won its match yet, so {to} was not written; more hours go on from {to}.training"))
    else:
        out(Text(f"{to}: next: {PROGRAM} suggest POSITION --model {to}"))
