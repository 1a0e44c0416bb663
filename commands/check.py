"""The command that checks a game: anybody's rules against what every game promises."""
from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path

import games as library
from commands.arguments import FOLDER, GameOrFile, Table, argument, as_json, details, option, real, seed, table, whole
from commands.stopping import Failed, keeps
from games.registry import SPIEL_PREFIX, listed_file
from mcts.limits import MOST_SECONDS
from reports.terminal.console import out, print_json
from reports.terminal.help import command

SECONDS = 20.0


@command(example="check examples/nim.py --seconds 5")
@argument("game", type=GameOrFile(), metavar="GAME", help="a game, by its name in `ludosoph games`, or a Python file "
          "of one")
@table
@option("--games", type=whole(1), metavar="N", help="random games of each promise and number of seats; by default as "
        "many as fit into --seconds, at least one")
@option("--seconds", type=real(0.1, MOST_SECONDS), metavar="N", default=SECONDS, help="how long to check without "
        "--games, roughly")
@option("--out", "to", type=FOLDER, metavar="DIR", help="folder for the positions of failures: by default check-GAME")
@seed
@details
@as_json
def check(game: str, table: Table, games: int | None, seconds: float, to: Path | None, seed: int, details: bool,
          as_json: bool) -> None:
    """Check anybody's game by random games.

    It looks at lists, chances, copies, texts, records, secrets and pictures. Of each failure it names the method and
    what was found and expected, and writes the position to a file. Exit status 1: something is broken.
    """
    from games.contract import check as contract
    from reports.terminal.checked import as_document, verdict
    from reports.terminal.progress import Progress

    is_file = game.endswith(".py") or (os.sep in game and not game.startswith(SPIEL_PREFIX))
    with listed_file(Path(game)) if is_file else nullcontext(game) as name:
        rules = library.load(name)
        starts = contract.starts_of(rules, table.seats, table.options(name))
        with Progress("check") as progress, keeps("a check is told whole; nothing was kept"):
            report = contract.check(starts, games, seconds, seed, progress)
        files = contract.write_positions(report, to or Path(f"check-{name}"))
    print_json(as_document(report, files)) if as_json else out(*verdict(report, files, details))
    if report.failures:
        raise Failed
