"""Commands that measure what items, seats, boards and whole variants of a game are worth."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

import games as library
from commands import PROGRAM
from commands.arguments import (
    Sharers,
    Table,
    Workers,
    agents,
    as_json,
    details,
    flag,
    game_name,
    game_options,
    group,
    option,
    real,
    run_folder,
    seed,
    several,
    sharers,
    table,
    whole,
)
from commands.runs import tell_rounded
from commands.stopping import Stopped, keeps
from games.api import InputError
from games.frozen import frozen
from games.options import read_options
from reports.terminal.console import out, print_json
from reports.terminal.help import command
from reports.wording import counted

if TYPE_CHECKING:
    from reports.experiments.plan import BalancePlan

NO_FOLDER = "--out: is missing; expected the folder of the run"


@frozen
class Measured:
    """What is measured, by which experiments, and for which printed numbers."""

    items: str
    item: Sequence[str]
    experiment: Sequence[str]
    supply: str
    resource: str
    points: str
    vary: Sequence[str]
    target: str


measured = group(
    "measured", Measured,
    option("--items", metavar="KIND", default="", help="seats, styles, openings, or a kind of the game"),
    several("--item", metavar="ITEM", help="an item of that kind; by default all"),
    several("--experiment", metavar="NAME",
            help="such as gift, pairs, take, supply, seats or skill; may repeat"),
    option("--supply", metavar="HOW", default="given", help="items are given, or moved from the supply"),
    option("--resource", metavar="NAME", default="", help="resource of the tokens in a round robin"),
    option("--points", metavar="LIST", default="", help="tokens of points in a round robin, as in 2,4,6"),
    several("--vary", metavar="PATH=RANGE", help="vary a number, lo..hi or lo..hi:step; up to three"),
    option("--target", metavar="EFFECT", default="", help="find where the effect is zero, mean or N"))


@frozen
class Players:
    """Who plays."""

    agents: Sequence[str]
    stronger: str
    budget: int | None
    one_budget: bool
    doublings: int


players = group(
    "players", Players, agents,
    option("--stronger", metavar="A", default="", help="a stronger agent, by whose games verdicts go; both play"),
    option("--budget", type=whole(1), metavar="N", help="simulations a decision; four times as many are played, too"),
    flag("--one-budget", help="play only the budget asked for"),
    option("--doublings", type=whole(1), default=4, help="how often to double it, with --experiment skill"))


@frozen
class Length:
    """How many games are played, and what counts as a difference."""

    games: int
    stop: str
    delta_win: float
    delta_margin: float | None
    q: float


length = group(
    "length", Length,
    option("--games", type=whole(1), default=2000, help="games at most, rounded up to whole blocks"),
    option("--stop", metavar="RULE", default="fixed", help="fixed, sequence (until settled) or gsprt"),
    option("--delta-win", type=real(), default=2.0, help="percentage points of the win that matter"),
    option("--delta-margin", type=real(), help="points ahead that matter; by default worth --delta-win"),
    option("--q", type=real(), default=0.1, help="false discovery rate of the items named"))


@command(example="balance burgundy --items boards --agent greedy --out balance1")
@game_name
@measured
@run_folder
@players
@length
@table
@flag("--plan", help="play a pilot and say how many games are needed")
@flag("--records", help="write the games down, as simulate does, to replay them")
@sharers
@seed
@details
@as_json
def balance(game: str, measured: Measured, to: Path | None, players: Players, length: Length, table: Table, plan: bool,
            records: bool, workers: Sharers, seed: int, details: bool, as_json: bool) -> None:
    """Measure what items, seats or boards are worth, by experiments that share luck."""
    from reports.experiments import extending, pilot
    from reports.experiments.question import Question, make_plan
    from reports.experiments.run import balance as play_blocks
    from reports.run import shard_of
    from reports.terminal import balance as screen
    from reports.terminal.progress import Progress

    asked = make_plan(Question(
        game=game, kind=measured.items, items=measured.item, experiments=measured.experiment, supply=measured.supply,
        resource=measured.resource, points=measured.points, agents=players.agents, budget=players.budget,
        one_budget=players.one_budget, stronger=players.stronger, doublings=players.doublings, games=length.games,
        stop=length.stop, delta_win=length.delta_win, delta_margin=length.delta_margin, q=length.q, seats=table.seats,
        options=table.options(game), vary=measured.vary, target=measured.target, recorded=records, seed=seed))
    tell_rounded(length.games, asked.games, asked.block_games, " at most")
    if plan:
        with Progress("pilot") as progress, keeps("a pilot counts as a whole; nothing was kept"):
            found = pilot.pilot(asked, workers.jobs, workers.backend, workers.scheduler, progress)
        print_json(screen.as_json(asked, found)) if as_json else out(screen.needs(asked, found, workers.jobs, details))
        return
    if to is None:
        raise InputError(f"{NO_FOLDER}, or --plan")
    try:
        with Progress("balance", asked.games) as progress:
            run = play_blocks(to, asked, workers.jobs, workers.backend, workers.scheduler,
                              progress.from_where_it_was(), shard_of(workers.shard))
        while (stage := extending.next_stage(to, asked)) is not None:
            folder, more = stage
            with Progress(f"{asked.vary} at {', '.join(more.values)}", more.games) as progress:
                play_blocks(folder, more, workers.jobs, workers.backend, workers.scheduler,
                            progress.from_where_it_was())
        if asked.stronger:
            _confirm(to, asked, workers)
    except KeyboardInterrupt:
        raise Stopped(_what_is_kept(to, asked)) from None
    if as_json:
        print_json({"run": str(to), "blocks_done": run.games_done // asked.block_games, **asked.asked()})
    else:
        blocks = run.games_done // asked.block_games
        out(Text(f"{to}: {counted(blocks, 'block')}; next: {PROGRAM} report {to}"))


def _what_is_kept(to: Path, asked: BalancePlan) -> str:
    """What is said of a run that was stopped: one of two strengths has no folder before its match is over."""
    from reports.experiments.run import is_balance

    if is_balance(to):
        return f"{to} keeps the blocks played so far; the same command goes on from there"
    begun = f"{asked.stronger} has not shown yet that it is the stronger" if asked.stronger else "no block was begun"
    return f"nothing was kept: {begun}"


def _confirm(to: Path, asked: BalancePlan, workers: Workers) -> None:
    """Play the headline of a run of two strengths a second time, and look for what would even it."""
    from reports.experiments import again, evening
    from reports.experiments.results import results
    from reports.experiments.run import balance as play_blocks
    from reports.run import open_run
    from reports.terminal.progress import Progress

    if (stage := again.next_run(to, asked)) is not None:
        folder, second = stage
        with Progress("a second time", second.games) as progress:
            play_blocks(folder, second, workers.jobs, workers.backend, workers.scheduler, progress.from_where_it_was())
    _, tables = results(asked, open_run(to))
    if (search := evening.next_search(to, asked, tables)) is not None:
        with Progress("what evens it") as progress:
            evening.play(to, search, workers.jobs, workers.backend, workers.scheduler, progress)


@command(example="atlas world504 --item 213 --item 217 --seed 1 --out two")
@game_name
@option("--items", metavar="KIND", default="", help="a kind of variants; by default the first that the game has")
@several("--item", metavar="ITEM", help="a variant of that kind; by default all")
@option("--stronger", metavar="A", default="", help="a stronger agent, a search, by whose games verdicts go")
@several("--pass", "passes", metavar="PASS", help="play only this pass, as greedy-2, or greedy-2=60 with 60 "
         "games; by default all")
@option("--minutes", type=real(0), metavar="M", help="begin nothing new after so many; the same command goes on")
@game_options
@run_folder
@sharers
@seed
@as_json
def atlas(game: str, items: str, item: Sequence[str], stronger: str, passes: Sequence[str], minutes: float | None,
          option: Sequence[str], to: Path | None, workers: Sharers, seed: int, as_json: bool) -> None:
    """Play all variants of a game that is many games, such as the 504 worlds, or some of them."""
    from reports.atlas import looks, plan, run
    from reports.run import shard_of
    from reports.terminal.progress import Progress

    kind = _kind_of_variants(game, items)
    asked = plan.make_plan(game, kind, item, read_options(library.load(game), option), seed,
                           looks.only(looks.passes(stronger) if stronger else plan.PASSES, passes,
                                      looks.by_name(stronger) if stronger else ()))
    if to is None:
        raise InputError(NO_FOLDER)
    with (keeps(f"{to} keeps the {kind} played so far; the same command goes on from there", to),
          Progress("atlas") as progress):
        run.play(to, asked, workers.jobs, workers.backend, workers.scheduler, progress.from_where_it_was(),
                 shard_of(workers.shard), item, None if minutes is None else 60 * minutes)
    if as_json:
        print_json({"run": str(to), **asked.asked()})
    else:
        out(Text(f"{to}: {len(asked.items)} {kind}, {asked.games:,} games; next: {PROGRAM} report {to}"))


def _kind_of_variants(game: str, asked: str) -> str:
    """The kind asked for, else the first. Raises InputError where the game has none, or not this one."""
    kinds = list(library.load(game).variants.kinds)
    if not kinds:
        having = [each.name for each in library.playable()[0] if each.variants.kinds]
        raise InputError(f"GAME: found {game}, which has no variants; expected {' or '.join(having)}")
    if asked and asked not in kinds:
        raise InputError(f"--items: found {asked[:60]!r}, {game} has: {', '.join(kinds)}")
    return asked or kinds[0]
