"""The command that measures what the win chances of a game mean."""
from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from rich.text import Text

from commands.arguments import FILE, Table, Workers, as_json, game_name, option, seed, table, whole, workers
from commands.stopping import keeps
from games.api import InputError
from games.drawing import slug
from reports.terminal.console import out, print_json
from reports.terminal.help import command


@command(example="calibrate pig --games 12 --agent mcts:50 --simulations 200 --out pig-calibration.json")
@game_name
@option("--out", "to", type=FILE, metavar="FILE", help="file to write, by default GAME-calibration.json; the games are "
        "kept beside it")
@option("--agent", metavar="A", default="mcts:200", help="the agent that plays, in all seats")
@option("--simulations", type=whole(2, 10_000_000), default=1000, help="of the searches whose chances are measured")
@option("--games", type=whole(5), default=40, help="how many games; three positions are taken from each")
@option("--again", type=whole(2), default=4, metavar="N", help="games played on from each position")
@option("--family", metavar="F", default="", help="measure some games of a family for all, such as goal=3 of world504")
@table
@workers
@seed
@as_json
def calibrate(game: str, to: Path | None, agent: str, simulations: int, games: int, again: int, family: str,
              table: Table, workers: Workers, seed: int, as_json: bool) -> None:
    """Measure what the win chances of a game mean. `suggest` takes the file; the same command goes on after a stop.

    Searching agents play games, and play on from positions of them; what the searches said there is held against how
    often the seat to move won.
    """
    path = to or Path(f"{game}-calibration.json")
    if path.suffix != ".json":
        raise InputError(f"--out: found {str(path)!r}, expected a file that ends in .json")
    import mcts.calibrate as measured
    from reports.terminal.calibration import calibrated
    from reports.terminal.progress import Progress

    asked = measured.asked(game, table.seats, table.options(game), agent, simulations, again, games, seed, family)
    measured.kept_in(path, game)
    played = path.with_name(f"{path.stem}-{slug(asked.fit)}.jsonl")
    with (keeps(f"{played} keeps the games so far; the same command goes on from there", played),
          Progress("calibrate", games) as progress):
        rows = measured.measure(asked, played, workers.jobs, workers.backend, workers.scheduler,
                                progress.from_where_it_was())
    made, check = measured.document(asked, rows)
    measured.keep(path, game, asked.version, asked.fit, made)
    if as_json:
        print_json({"calibration": str(path), "games": str(played), "fit": asked.fit, **made, "check": asdict(check)})
        return
    out(calibrated(asked.fit, made, check), Text(f"{path}: next: suggest POSITION --calibration {path}"))
