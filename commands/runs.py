"""Commands that play many games between agents, and those that put finished runs together or report on them."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from rich.text import Text

from commands import PROGRAM
from commands.arguments import (
    FILE,
    FOLDER,
    Judging,
    Sharers,
    Table,
    Workers,
    agents,
    argument,
    as_json,
    flag,
    game_name,
    judging,
    option,
    run_folder,
    seed,
    sharers,
    table,
    whole,
    workers,
)
from commands.stopping import Stopped, keeps
from games.api import InputError
from reports.folders import check_run_folder
from reports.terminal.console import out, print_json, say
from reports.terminal.help import command

WRITTEN_WHOLE = "a report is written whole, so nothing was changed"


@command(example="match burgundy --agent mcts:500 --agent greedy --games 100")
@game_name
@agents
@option("--games", type=whole(1), default=200, help="how many games; with --sprt at most")
@flag("--sprt", help="stop when it is clear which agent is stronger")
@table
@workers
@seed
@as_json
def match(game: str, agents: Sequence[str], games: int, sprt: bool, table: Table, workers: Workers, seed: int,
          as_json: bool) -> None:
    """Play agents against each other. They swap seats with the same luck, and the result says how sure it is."""
    import mcts.match
    from reports.terminal.measured import standings
    from reports.terminal.progress import Progress

    asked = mcts.match.plan(game, agents, games, table.seats, table.options(game), seed)
    tell_rounded(games, asked.blocks * asked.seats, asked.seats)
    test = mcts.match.default_sprt(asked.seats) if sprt else None
    with Progress("match", asked.blocks * asked.seats) as progress, \
            keeps("nothing was kept: no block was finished, or a sequential test not decided"):
        result = mcts.match.match(asked, workers.jobs, workers.backend, test, lambda done, all_: progress(done / all_),
                                  scheduler=workers.scheduler)
    print_json(result.to_json()) if as_json else out(standings(result))
    if result.interrupted:
        raise Stopped(f"the match ends with {result.blocks:,} of {asked.blocks:,} blocks")


@command(example="tournament pig --agent greedy --agent mcts:50 --agent random --out pig-cup")
@game_name
@option("--out", "to", type=FOLDER, metavar="RUN", help="folder of the run: by default tournament-GAME")
@option("--games", type=whole(1), default=600, help="how many games, rounded up to whole blocks")
@agents
@table
@sharers
@seed
@as_json
def tournament(game: str, to: Path | None, games: int, agents: Sequence[str], table: Table, workers: Sharers,
               seed: int, as_json: bool) -> None:
    """Rate more agents than seats. All meet, and the same command continues a tournament that was stopped."""
    import mcts.tournament
    import reports.run
    from reports.documents.tournament import result, write_report
    from reports.terminal.pages import written
    from reports.terminal.progress import Progress
    from reports.terminal.tournament import rated

    plan = mcts.tournament.plan(game, agents, games, table.seats, table.options(game), seed)
    tell_rounded(games, plan.games, plan.block_games)
    folder = to or Path(f"tournament-{game.replace(':', '-')}")
    try:
        with Progress("tournament", plan.games) as progress:
            told = progress.from_where_it_was()
            run = reports.run.simulate(folder, plan, workers.jobs, workers.backend,
                                       lambda done, all_: told(done / all_), workers.scheduler,
                                       reports.run.shard_of(workers.shard))
    except KeyboardInterrupt:
        raise _kept(folder) from None
    found = result(run)
    with keeps(WRITTEN_WHOLE):
        page, *others = write_report(folder)
    print_json(found.to_json() | {"report": str(page)}) if as_json else out(rated(found), "", written(page, others))


@command(example="simulate burgundy --games 200 --agent greedy --agent mcts:200 --out run1")
@game_name
@option("--out", "to", type=FOLDER, metavar="RUN", required=True, help="folder of the run")
@option("--games", type=whole(1), default=200, help="how many games, rounded up to whole blocks")
@agents
@table
@sharers
@seed
def simulate(game: str, to: Path, games: int, agents: Sequence[str], table: Table, workers: Sharers,
             seed: int) -> None:
    """Play games between agents and keep them in a folder. The same command continues a run that was stopped."""
    import mcts.simulate
    import reports.run
    from reports.terminal.progress import Progress

    plan = mcts.simulate.plan(game, agents, games, table.seats, table.options(game), seed)
    tell_rounded(games, plan.games, plan.block_games)
    try:
        with Progress("simulate", plan.games) as progress:
            told = progress.from_where_it_was()
            run = reports.run.simulate(to, plan, workers.jobs, workers.backend, lambda done, all_: told(done / all_),
                                       workers.scheduler, reports.run.shard_of(workers.shard))
    except KeyboardInterrupt:
        raise _kept(to) from None
    out(Text(f"{to}: {run.games_done:,} games, records and tables; next: {PROGRAM} report {to}"))


def _kept(folder: Path) -> BaseException:
    """What ends a run on Ctrl-C: with how many games it keeps, once there is one."""
    from reports.run import MANIFEST, open_run

    if not (folder / MANIFEST).is_file():
        return KeyboardInterrupt()
    kept = open_run(folder)
    return Stopped(f"{folder} keeps {kept.games_done:,} of {kept.games_asked:,} games; the same command goes on from "
                   "there")


def tell_rounded(asked: int, played: int, block: int, most: str = "") -> None:
    """Say before the games that they are more than were asked for."""
    if played != asked:
        say(f"{played:,} games are played{most}, not {asked:,}: blocks of {block}, which share their luck, are whole")


@command(example="report run1")
@argument("run", type=FILE, metavar="RUN", help="a folder that `simulate`, `balance`, `atlas` or `merge` wrote")
@judging
@as_json
def report(run: Path, judging: Judging, as_json: bool) -> None:
    """Write a report of a run: a page, plots, and tables."""
    _report(run, judging, as_json)


@command(example="merge first second --out both")
@argument("runs", type=FILE, metavar="RUN...", nargs=-1, required=True,
          help="folders with runs of one plan: of different seeds, or all shards of one")
@run_folder
@judging
@as_json
def merge(runs: Sequence[Path], to: Path | None, judging: Judging, as_json: bool) -> None:
    """Put runs of one plan together in a folder, and report on them. They differ in their seeds or are its shards."""
    if to is None:
        raise InputError("--out: is missing; expected the folder of the run that the others are together")
    from reports.atlas import run as atlas_run
    from reports.merge import merge as together

    is_an_atlas = all(map(atlas_run.is_atlas, runs))
    _report((atlas_run.merge if is_an_atlas else together)(runs, to).path, judging, as_json)


def _report(run: Path, judging: Judging, as_json: bool) -> None:
    """The report of one run, in its folder."""
    check_run_folder(run)
    from reports.documents.kinds import kind_of
    from reports.documents.simulate_report import Shape, write_report
    from reports.terminal.pages import written
    from reports.terminal.progress import Progress

    kind = kind_of(run)
    if judging.shape is not None and kind is not None:
        raise InputError("--shape: goes with one run that `simulate` wrote, whose records it replays")
    with keeps(WRITTEN_WHOLE), Progress("judging") as progress:
        judged = None if judging.shape is None else Shape(judging.shape, judging.judge, judging.jobs,
                                                          progress.from_where_it_was())
        page, *others = write_report(run, judged) if kind is None else kind.write_report(run)
    if as_json:
        print_json({"report": str(page), "files": [str(file) for file in others]})
    else:
        out(written(page, others))


@command(example="compare usual other --out compared")
@argument("first", type=FILE, metavar="RUN1", help="a folder that `simulate` or `balance` wrote")
@argument("second", type=FILE, metavar="RUN2", help="another, of the same game")
@option("--out", "to", type=FOLDER, metavar="DIR", help="folder to write: by default against-RUN1 in the second run")
@as_json
def compare(first: Path, second: Path, to: Path | None, as_json: bool) -> None:
    """Compare two runs of a game, and say what differs. They may differ in an option, a version or an agent."""
    for run in (first, second):
        check_run_folder(run)
    from reports.documents.comparison import as_json as compared
    from reports.documents.comparison import opening, write_comparison
    from reports.terminal.pages import written

    with keeps(WRITTEN_WHOLE):
        found, (page, *others) = write_comparison(first, second, to)
    if as_json:
        print_json(compared(found, page))
    else:
        out(Text(opening(found)), written(page, others))


@command(example="strategy burgundy --games 2000 --jobs 8 --out burgundy-strategy")
@game_name
@option("--agent", metavar="A", default="greedy", help="agent in all seats")
@option("--games", type=whole(1), default=1000, help="games of each experiment")
@table
@option("--out", "to", type=FOLDER, metavar="DIR", help="folder to write: by default strategy-GAME")
@judging
@as_json
def strategy(game: str, agent: str, games: int, table: Table, to: Path | None, judging: Judging,
             as_json: bool) -> None:
    """Measure a whole game, and write a strategy page for players."""
    from reports.documents.strategy import write_strategy
    from reports.documents.strategy_parts import Asked
    from reports.terminal.pages import Sections, written
    from reports.terminal.progress import Progress

    @contextmanager
    def watch(what: str) -> Iterator[Callable[[float], None]]:
        with Progress(what) as progress:
            yield progress.from_where_it_was()

    asked = Asked(game, agent, games, table.seats, table.options(game), judging.seed, judge=judging.judge)
    if judging.shape is not None:
        asked = replace(asked, shape=judging.shape)
    folder = to or Path(f"strategy-{game}")
    with keeps(f"{folder} keeps what was played; the same command goes on from there", folder):
        document, files = write_strategy(asked, folder, judging.jobs, watch)
    if as_json:
        print_json(document)
    else:
        out(Sections(document), "", written(files[0], files[1:]))
