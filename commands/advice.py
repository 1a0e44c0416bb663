"""Commands that search or measure: what to do in a position, how a game was played, how fast the search is."""
from __future__ import annotations

import os
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import games as library
from commands.arguments import (
    FILE,
    Table,
    argument,
    as_json,
    deterministic,
    flag,
    group,
    option,
    position_file,
    real,
    record_file,
    seed,
    table,
    threads,
    trust,
    whole,
)
from commands.records import any_record
from commands.stopping import Stopped, keeps
from games.api import InputError
from games.documents import name_of, write_file
from games.frozen import frozen
from games.positions import draw_on, read_position
from mcts.limits import LEAST_SECONDS, MOST_SECONDS, MOST_SIMULATIONS, MOST_THREADS
from reports.terminal.console import out, print_json
from reports.terminal.help import command

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game
    from mcts.params import SearchParams

CORES = os.cpu_count() or 1


@frozen
class Search:
    """How to search, and how long."""

    seconds: float | None
    simulations: int | None
    threads: int | None
    deterministic: bool
    seed: int
    settings: str
    model: str

    def params(self) -> SearchParams:
        """What to ask of a search. Without a word about threads one that only the clock ends has all cores at hand, and
        one that counts simulations has one thread, so that the seed says all.
        """
        from mcts.advice import search_params
        from mcts.params import cores

        threads = self.threads or (cores() if self.simulations is None else 1)
        settings = ",".join(filter(None, (self.settings, self.model and f"model={self.model}")))
        found = search_params(settings, self.seconds, self.simulations, threads, self.seed)
        return replace(found, deterministic=self.deterministic or found.deterministic)


search = group("search", Search,
               option("--seconds", type=real(LEAST_SECONDS, MOST_SECONDS), metavar="N",
                      help="stop after N seconds; 5 unless --simulations is given"),
               option("--simulations", type=whole(1, MOST_SIMULATIONS), metavar="N",
                      help="stop after N simulations"),
               threads, deterministic, seed,
               option("--settings", default="", help="settings of the search, as in policy=uct,exploration=1.4"),
               option("--model", metavar="FILE", default="",
                      help="a net judges positions, instead of playouts: a file of `train`, or own, the game's"))


calibration = option("--calibration", type=FILE, metavar="FILE", help="what chances mean, as `calibrate` measured it")


def measured_by(file: Path | None, rules: Game, state: State) -> Game:
    """The game with what a file says that its searches mean. Raises InputError where it says nothing of this one."""
    if file is None:
        return rules
    from games.calibrations import read_calibration
    from mcts.confidence import calibration, fit_name

    found = read_calibration(file)
    for what, own in (("game", rules.name), ("version", rules.version)):
        if found[what] != own:
            raise InputError(f"{file}: {what}: found {found[what]!r}, expected {own!r}, which is played here")
    measured = rules.calibrated_by(found)
    if calibration(measured, state.seats, state.options) is None:
        raise InputError(f"{file}: found fits {', '.join(map(repr, found['fits']))}, expected one for "
                         f"{fit_name(rules, state.seats, state.options)!r}, or for searches that aim at the win")
    return measured


@command(example="suggest examples/burgundy-midgame.json --seconds 2 --json")
@position_file
@search
@trust
@as_json
@option("--svg", type=FILE, metavar="FILE", help="write a picture of the board with the best line marked (SVG)")
@calibration
@option("--top", type=whole(1), default=5, help="how many plans to show; --json has all")
@flag("--moves", help="rank single moves instead of plans")
@flag("--details", help="show all plans, all seats and all differences")
def suggest(position: str, search: Search, trust: bool, as_json: bool, svg: Path | None, calibration: Path | None,
            top: int, moves: bool, details: bool) -> None:
    """Rank the plans for a turn: what to do until another seat decides or a chance event occurs, how sure, and why."""
    from rich.text import Text

    from mcts.advice import advise
    from reports.terminal.advice import suggestion
    from reports.terminal.progress import Progress

    rules, state, view = read_position(position, trust)
    rules = measured_by(calibration, rules, state)
    params = search.params()
    with Progress("search") as progress:
        document, stopped = advise(rules, state, params, name_of(position), progress, view=view)
    if svg is not None:
        from games.plan_picture import plan_picture

        write_file(svg, plan_picture(rules, state, document["planInfos"][0]["moves"]).encode())
    print_json(document) if as_json else out(suggestion(document, top, moves, details))
    if svg is not None and not as_json:
        out(Text(f"picture: {svg}"))
    if stopped:
        raise Stopped(f"these are the {document['rootInfo']['visits']:,} simulations made so far")


@command(example="analyze --threads 2 --memory 1024")
@option("--threads", type=whole(1, MOST_THREADS), default=CORES, help="threads that all searches share")
@option("--memory", type=whole(16, 1_000_000), default=2048, metavar="MB",
        help="memory for the trees of all searches together")
@flag("--strict", help="refuse a query with an unknown field, instead of a warning")
def analyze(threads: int, memory: int, strict: bool) -> None:
    """Answer queries, a JSON object a line, from standard input. Answers go to standard output, in any order."""
    from service.analyze import Engine, dump, lines_of, serve_lines

    def write(document: dict[str, Any]) -> None:
        sys.stdout.buffer.write(dump(document))
        sys.stdout.buffer.flush()

    with keeps("each search that had begun is answered with what it found"):
        serve_lines(lines_of(sys.stdin.buffer), Engine(threads, memory * 2**20, write, strict))


@command(example="review examples/burgundy-game.jsonl --simulations 500 --worst 5")
@record_file
@option("--simulations", type=whole(2, MOST_SIMULATIONS), default=1000, help="simulations for each decision")
@option("--worst", type=whole(1), default=3, metavar="N", help="how many costly decisions to name")
@flag("--details", help="list all decisions and all chance events")
@option("--seat", type=whole(0), metavar="S", help="while the game is not over, count what this seat knows; by default "
        "the last to decide")
@option("--threads", type=whole(1, MOST_THREADS), default=1, help="threads of each search, which share no tree")
@calibration
@seed
@trust
@as_json
def review(record: str, simulations: int, worst: int, details: bool, seat: int | None, threads: int,
           calibration: Path | None, seed: int, trust: bool, as_json: bool) -> None:
    """Tell luck from skill in a game, and name the decisions that cost most, with what was better."""
    import mcts.review
    from games import records
    from mcts.unknown import view_of
    from reports.terminal.progress import Progress
    from reports.terminal.review import judgement
    from reports.terminal.screen import seat_names

    found = any_record(record, trust)
    if seat is not None and seat >= found.seats:
        raise InputError(f"--seat: found {seat}, expected 0 to {found.seats - 1}")
    actions, start = [step.action for step in records.steps(found)], records.start(found)
    rules = measured_by(calibration, library.load(found.game), start)
    with Progress("review") as progress, keeps("a review is printed whole; nothing was kept"):
        judged = mcts.review.review(rules, start, actions, simulations, seed, threads, progress, seat, worst,
                                    view=view_of(found))
    if as_json:
        print_json(asdict(judged))
    else:
        out(judgement(judged, seat_names(found.seats, found.players), details))


@command(example="bench burgundy --seconds 20")
@argument("game", metavar="[GAME]", default="", help="a game; by default the first of `games`")
@table
@option("--seconds", type=real(0.1, MOST_SECONDS), default=20.0, help="how long to measure, roughly")
@option("--threads", default=str(min(8, CORES)), metavar="N",
        help="measure 1, 2, 4, ... up to this many; or the numbers given, as in 1,2,16")
@seed
@as_json
@flag("--signature", help="print one number for the results of fixed searches in every game, instead of speeds")
def bench(game: str, table: Table, seconds: float, threads: str, seed: int, as_json: bool, signature: bool) -> None:
    """Measure how fast a game and the search run. It times playouts, moves alone, and a tree on several threads."""
    import mcts.bench
    from reports.terminal.measured import speed
    from reports.terminal.progress import Progress

    if signature:
        _signature(as_json)
        return
    rules = library.load(game or library.names()[0])
    state = table.start(rules)
    draw_on(state, seed)
    with Progress("bench") as progress:
        found = mcts.bench.bench(rules.name, rules.version, state, seconds, mcts.bench.thread_counts(threads), seed,
                                 progress)
    print_json(asdict(found)) if as_json else out(speed(found))


def _signature(as_json: bool) -> None:
    from mcts.signature import signatures, total

    parts = signatures()
    if as_json:
        print_json({"signature": f"{total(parts):08x}", "games": {part.game: f"{part.value:08x}" for part in parts}})
        return
    for part in parts:
        print(f"{part.game:14}{part.value:08x}")
    print(f"{'signature':14}{total(parts):08x}")
