"""The command `ludosoph`: reads arguments, calls the floors below, prints. Data to stdout, words to stderr."""
from __future__ import annotations

import errno
import os
import platform
import re
import secrets
import shlex
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import datetime
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from rich.text import Text
from typer import Argument, Option

import games as library
from games.api import Game, InputError
from games.documents import name_of, write_file
from games.fields import one_line
from games.options import read_options
from games.positions import draw_on, play_moves, read_position
from reports.terminal.console import on_terminal, out, print_json, say
from reports.terminal.help import Contents, Program
from reports.wording import counted

if TYPE_CHECKING:
    from core_ext.state import State
    from games.records import Record

PROGRAM = "ludosoph"
TRACEBACK = "LUDOSOPH_TRACEBACK"    # set in the environment, a fault of the program shows its traceback
FAULT = 70                  # exit status of a fault of the program, EX_SOFTWARE of sysexits.h
FULL = (errno.ENOSPC, errno.EDQUOT)     # no room on a disk: the system does not say in which file
EVENT_INDENT = 13           # of lines that go on under an event of a record

MOST_SIMULATIONS = 10**10   # of a search
MOST_SECONDS = 86_400.0     # of a search, and of a measurement: a day
EXPECTED = (                # how the argument parser says what is right, and how this program does
    (r"Input should be greater than or equal to (\S+)", r"\1 or more"),
    (r"Input should be less than or equal to (\S+)", r"\1 at most"),
    (r"Input should be a valid integer.*", "a whole number"),
    (r"Input should be a valid number.*", "a number"),
    (r"Value error, '.*?' is not one of (.*?)\.?$", r"one of \1"),
)

app = Program(add_completion=False, pretty_exceptions_enable=False, cls=Contents,
              help="A Monte Carlo strategy analyser and opponent for modern tabletop games.")


class Stopped(Exception):
    """Ctrl-C, with a message that says what was kept."""


class Backend(StrEnum):
    """How simulate and match share out their games."""

    loky = "loky"
    threading = "threading"
    dask = "dask"


# ---- arguments that several commands take ------------------------------------------------------

GameName = Annotated[str, Argument(metavar="GAME", help="a game, by its name in `ludosoph games`")]
PositionFile = Annotated[str, Argument(metavar="POSITION", help="a position file (JSON), or - for standard input")]
Trust = Annotated[bool, Option("--trust", help="take the position even if its tiles, goods or cards do not add up to "
                                               "what the box holds")]
RecordFile = Annotated[str, Argument(metavar="RECORD", help="a record file (JSON lines), or - for standard input")]
Seats = Annotated[int | None, Option("--seats", metavar="N", help="number of seats, by default the game's own")]
Options = Annotated[list[str] | None, Option("--option", metavar="K=V", help="an option of the game; may repeat")]
Seed = Annotated[int, Option("--seed", min=0, max=2**63 - 1,
                             help="seed of everything random; it fixes the result")]
Json = Annotated[bool, Option("--json", help="print one JSON document and nothing else")]
Details = Annotated[bool, Option("--details", help="show everything, however many lines that takes")]
Svg = Annotated[Path | None, Option("--svg", metavar="FILE", help="write a picture of the board (SVG)")]
PlanSvg = Annotated[Path | None, Option("--svg", metavar="FILE",
                                        help="write a picture of the board with the best line marked (SVG)")]
Threads = Annotated[int, Option("--threads", min=1, max=256, help="threads that each search uses")]
Simulations = Annotated[int | None, Option("--simulations", min=1, max=MOST_SIMULATIONS, metavar="N",
                                              help="stop after N simulations")]
Seconds = Annotated[float | None, Option("--seconds", min=0.001, max=MOST_SECONDS, metavar="N",
                                         help="stop after N seconds; 5 unless --simulations is given")]
Agents = Annotated[list[str] | None, Option("--agent", metavar="A",
                                            help="random, greedy, heuristic:T, flat:N, mcts:N, mcts:Xs; may repeat")]
Jobs = Annotated[int, Option("--jobs", min=1, max=1024, help="how many games to play at the same time")]
Workers = Annotated[Backend, Option("--backend", metavar="B",
                                    help="play in: loky (processes), threading or dask")]
Scheduler = Annotated[str | None, Option("--scheduler", metavar="ADDR",
                                         help="the Dask scheduler; its workers play instead of --jobs")]
ShardOf = Annotated[str, Option("--shard", metavar="K/N", help="play part K of N; `report --merge` joins them")]


# ---- commands ----------------------------------------------------------------------------------


@app.command(epilog="Example: ludosoph games burgundy")
def games(name: Annotated[str, Argument(metavar="[NAME]", help="a game, to see its options")] = "",
          details: Details = False, as_json: Json = False) -> None:
    """List the games, or the options of one game."""
    from mcts.levels import listed
    from reports.terminal.lists import GamePage, game_list

    found = [library.load(each) for each in ([name] if name else library.names())]
    if as_json:
        print_json([{"name": g.name, "title": g.title, "version": g.version, "seats": list(g.seats),
                     "hidden": g.hidden.what, "sources": list(g.sources), "options": [asdict(o) for o in g.options],
                     "levels": listed(g.name, g.seats[0])} for g in found])
    elif name or details:
        out(*(part for game in found for part in (GamePage(game, details), *[""] * (len(found) > 1))))
    else:
        out(game_list(found))


@app.command(epilog="Example: ludosoph rules world504 --option world=617 --against 671")
def rules(game: GameName, seats: Seats = None, option: Options = None, as_json: Json = False,
          html: Annotated[Path | None, Option("--html", metavar="FILE", help="write the page as HTML that needs no "
                                              "other file")] = None,
          against: Annotated[str | None, Option("--against", metavar="VALUE", help="say only what differs from the "
                                                "game with this value of the option that shapes it")] = None,
          listed: Annotated[bool, Option("--list", help="list all games that this option makes, one a line; "
                                         "with --json, one JSON object a line")] = False) -> None:
    """Print the rules of a game as its options make them, in numbered paragraphs."""
    from reports.documents import rules as document
    from reports.terminal.rules import Printed, listing

    found = library.load(game)
    if listed:
        if html is not None or against is not None or seats is not None or option:
            raise InputError("--list: goes with --json alone; expected no other option beside it")
        sys.stdout.writelines(f"{line}\n" for line in listing(found, as_json))
        return
    books = document.read_rules(found, seats, read_options(found, option or ()), against)
    if html is not None:
        write_file(html, document.as_html(books).encode())
        say(f"page: {html}")
    if as_json:
        print_json(document.as_json(books))
    elif html is None:
        out(Printed(books))


@app.command(epilog="Example: ludosoph new burgundy --seats 3 --option boards=random --seed 7 > start.json")
def new(game: GameName, seats: Seats = None, option: Options = None, seed: Seed = 0,
        until_decision: Annotated[bool, Option(
            "--until-decision/--raw", help="draw chance until a player has to decide (the default), or nothing at all",
        )] = True) -> None:
    """Print a starting position. Its luck is drawn from the seed."""
    rules = library.load(game)
    state = _start(rules, seats, option)
    if until_decision:
        draw_on(state, seed)
    print_json(rules.notation.position_to_json(state))


@app.command(epilog="Example: ludosoph show examples/burgundy-midgame.json --svg board.svg")
def show(position: PositionFile, svg: Svg = None, trust: Trust = False, as_json: Json = False,
         seat: Annotated[int | None, Option("--seat", min=0, metavar="S", help="show only what this seat sees; "
                                            "by default everything")] = None,
         details: Annotated[bool, Option("--details", help="show the whole board, however many lines")] = False,
         since: Annotated[str | None, Option("--since", metavar="EARLIER", help="a position file: mark what is new "
                                             "on the board since then")] = None) -> None:
    """Show a position as text, in at most 40 lines, or as a picture; in full or as one seat sees it."""
    from reports.terminal.board import LINES, board, height
    from reports.terminal.standing import standing_seen, standing_table

    found = read_position(position, trust)
    rules, state, _ = found
    if seat is not None and as_json:
        raise InputError("--seat: goes with the board as text or picture, not with --json")
    seat, before = found.seen_by(seat), found.earlier(since, trust)
    if svg is not None:
        write_file(svg, rules.render.svg(state, seat).encode())
        say(f"picture: {svg}")
    stands = standing_seen(rules, state, seat)
    if as_json:
        more = {} if stands is None else {"standing": asdict(stands)}
        print_json({**rules.notation.position_to_json(state), **more})
    elif svg is None:
        below = [] if stands is None else standing_table(stands, state.is_terminal())
        out(board(rules, state, seat, None if details else LINES - height(below), before), *below)


@app.command(epilog="Example: ludosoph moves examples/burgundy-midgame.json")
def moves(position: PositionFile, details: Details = False, trust: Trust = False, as_json: Json = False) -> None:
    """List the legal moves, or the outcomes of chance with their probabilities.

    A terminal shows them in columns, up to a screen of them; a file or a program gets all, one a line.
    """
    from rich.text import Text

    from mcts.analysis import whose
    from reports.terminal.lists import move_list

    rules, state, _ = read_position(position, trust)
    chance = dict(state.chance_outcomes()) if state.is_chance_node() else {}
    rows = [(rules.notation.action_text(state, a), chance.get(a)) for a in state.legal_actions()]
    if as_json:
        print_json({"game": rules.name, "version": rules.version, **whose(rules, state), "moves": [
            {"move": text} if p is None else {"move": text, "probability": p} for text, p in rows]})
        return
    texts = [text if p is None else f"{text}  [{100 * p:.1f} %]" for text, p in rows]
    if on_terminal():
        if rules.talk.acting(state):
            out(Text(f"{rules.who(state)}:".capitalize()), "")
        out(move_list(texts, state, details))
    else:
        sys.stdout.writelines(f"{text}\n" for text in texts)


@app.command(epilog="Example: ludosoph apply examples/burgundy-midgame.json 'workers [die 4]' > next.json")
def apply(position: PositionFile,
          move: Annotated[list[str], Argument(metavar="MOVE...", help="as `moves` lists it; `random` draws chance")],
          until_decision: Annotated[bool, Option(
              "--until-decision", help="then draw chance until a player has to decide")] = False,
          trust: Trust = False, seed: Seed = 0) -> None:
    """Print the position after these moves. At a chance node, give the outcome or let `random` draw it."""
    rules, state, _ = read_position(position, trust)
    play_moves(rules, state, move, seed)
    if until_decision:
        draw_on(state, seed)
    print_json(rules.notation.position_to_json(state))


@app.command(epilog="Example: ludosoph suggest examples/burgundy-midgame.json --seconds 2 --json")
def suggest(position: PositionFile, seconds: Seconds = None, simulations: Simulations = None, threads: Threads = 1,
            seed: Seed = 0, trust: Trust = False, as_json: Json = False, svg: PlanSvg = None,
            settings: Annotated[str, Option("--settings",
                                            help="settings of the search, as in policy=uct,exploration=1.4")] = "",
            top: Annotated[int, Option("--top", min=1, help="how many plans to show; --json has all")] = 5,
            moves: Annotated[bool, Option("--moves", help="rank single moves instead of plans")] = False,
            details: Annotated[bool, Option("--details", help="show all plans, all seats and all differences")] = False,
            ) -> None:
    """Rank the plans for a turn: what to do until another seat decides or a chance event occurs, how sure, and why."""
    from games.plan_picture import plan_picture
    from mcts import advice
    from reports.terminal.advice import suggestion
    from reports.terminal.progress import Progress

    rules, state, _ = read_position(position, trust)
    params = advice.search_params(settings, seconds, simulations, threads, seed)
    with Progress("search") as progress:
        document, stopped = advice.advise(rules, state, params, name_of(position), progress)
    if svg is not None:
        write_file(svg, plan_picture(rules, state, document["planInfos"][0]["moves"]).encode())
    print_json(document) if as_json else out(suggestion(document, top, moves, details))
    if svg is not None and not as_json:
        out(Text(f"picture: {svg}"))
    if stopped:
        raise Stopped(f"these are the {document['rootInfo']['visits']:,} simulations made so far")


@app.command(epilog="Example: ludosoph analyze --threads 2 --memory 1024")
def analyze(threads: Annotated[int, Option("--threads", min=1, max=256, help="threads that all searches share")] =
            os.cpu_count() or 1,
            memory: Annotated[int, Option("--memory", metavar="MB", min=16, max=1_000_000,
                                          help="memory for the trees of all searches together")] = 2048) -> None:
    """Answer queries, a JSON object a line, from standard input. Answers go to standard output, in any order."""
    from service.analyze import Engine, dump, lines_of, serve_lines

    def write(document: dict[str, Any]) -> None:
        sys.stdout.buffer.write(dump(document))
        sys.stdout.buffer.flush()

    try:
        serve_lines(lines_of(sys.stdin.buffer), Engine(threads, memory * 2**20, write))
    except KeyboardInterrupt:
        raise Stopped("each search that had begun is answered with what it found") from None


@app.command(epilog="Example: ludosoph serve --port 8504 --reports runs")
def serve(host: Annotated[str, Option("--host", metavar="H", help="address to listen on; this machine alone by "
                                      "default")] = "127.0.0.1",
          port: Annotated[int, Option("--port", min=1, max=65535, metavar="P", help="port to listen on")] = 8504,
          database: Annotated[str, Option("--database", metavar="URL", help="sqlite:///FILE or postgresql://...")] =
          "sqlite:///ludosoph.db",
          threads: Annotated[int | None, Option("--threads", min=1, max=256, help="threads that all searches share; by "
                                                "default one a core")] = None,
          memory: Annotated[int, Option("--memory", min=16, metavar="MB",
                                        help="memory for the trees of all searches")] = 2048,
          most_seconds: Annotated[float, Option("--most-seconds", min=0.1,
                                                help="the longest that one search may take")] = 60.0,
          rate: Annotated[float, Option("--rate", min=0.0, metavar="N", help="requests a second of one client in the "
                                        "long run; 0: no limit")] = 20.0,
          scheduler: Annotated[str | None, Option("--scheduler", metavar="ADDR", help="a Dask scheduler whose workers "
                                                  "do advice and analyses")] = None,
          reports: Annotated[Path | None, Option("--reports", metavar="DIR", help="show the reports of the runs in "
                                                 "this folder")] = None,
          tokens: Annotated[Path | None, Option("--tokens", metavar="FILE", help="hashes of API tokens, one of which "
                                                "every client then needs")] = None,
          new_token: Annotated[str, Option("--new-token", metavar="NAME", help="print a new API token and its line for "
                                           "that file")] = "",
          origin: Annotated[list[str] | None, Option("--origin", metavar="URL", help="another site whose pages may "
                                                     "ask; may repeat")] = None,
          proxies: Annotated[str, Option("--proxies", metavar="ADDRESSES",
                                         help="proxies trusted to name the client")] = "",
          keep_days: Annotated[float, Option("--keep-days", min=0.0, metavar="N", help="delete tables at which nothing "
                                             "has happened for N days; 0: never")] = 0.0,
          ) -> None:
    """Serve the web page and the HTTP API: play, follow a real table, analyse, review. Needs `ludosoph[service]`."""
    try:
        from service import app as server
        from service import clients
        from service.searches import Limits
        from service.settings import MB, Settings
    except ModuleNotFoundError as error:
        raise InputError(f"serve: {error.name} is not installed; in a clone: pip install '.[service]'") from None

    if new_token:
        print("\n".join(clients.new_token(new_token)))
        return
    chosen = Settings(host=host, port=port, database=database, reports=reports, tokens=tokens, proxies=proxies,
                      origins=tuple(origin or ()), memory=memory * MB, scheduler=scheduler or "",
                      searches=Limits(seconds=most_seconds), requests_per_second=rate, keep_days=keep_days)
    say(f"http://{host}:{port}")
    server.run(chosen if threads is None else replace(chosen, threads=threads))


@app.command(epilog="Example: ludosoph bench burgundy --seconds 20")
def bench(game: Annotated[str, Argument(metavar="[GAME]", help="a game; by default the first of `games`")] = "",
          seats: Seats = None, option: Options = None,
          seconds: Annotated[float, Option("--seconds", min=0.1, max=MOST_SECONDS,
                                           help="how long to measure, roughly")] = 20.0,
          threads: Annotated[int, Option("--threads", min=1, max=256, help="measure 1, 2, 4, ... up to this many")] =
          min(8, os.cpu_count() or 1),
          seed: Seed = 0, as_json: Json = False,
          signature: Annotated[bool, Option("--signature", help="print one number for the results of fixed searches "
                                            "in every game, instead of speeds")] = False) -> None:
    """Measure how fast a game and the search run. It times playouts, moves alone, and a tree on several threads."""
    import mcts.bench
    from reports.terminal.progress import Progress
    from reports.terminal.screen import speed

    if signature:
        _signature(as_json)
        return
    rules = library.load(game or library.names()[0])
    state = _start(rules, seats, option)
    draw_on(state, seed)
    with Progress("bench") as progress:
        found = mcts.bench.bench(rules.name, rules.version, state, seconds, mcts.bench.doublings(threads), seed,
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


@app.command(epilog="Example: ludosoph play burgundy --level 2 --record evening.jsonl")
def play(game: Annotated[str, Argument(metavar="[GAME]", help="a game; not needed with --resume")] = "",
         seats: Seats = None, option: Options = None,
         seat: Annotated[int, Option("--seat", min=0, help="your seat")] = 0,
         level: Annotated[str, Option("--level", metavar="L", help="how well the others play: 1 (beginner) to 8 "
                                      "(strongest), or any agent")] = "3",
         seed: Annotated[int | None, Option("--seed", min=0, max=2**63 - 1,
                                            help="seed of the luck and of the others; by default a new one")] = None,
         record: Annotated[Path | None, Option("--record", metavar="FILE", help="keep the game in this file, by "
                                               "default GAME-SEED.jsonl")] = None,
         resume: Annotated[Path | None, Option("--resume", metavar="RECORD", help="continue this game")] = None,
         ) -> None:
    """Play in the terminal. Enter a move's number or text, or several as in `5; 12; end turn`."""
    from games import records
    from mcts.levels import named
    from mcts.session import Session
    from reports.terminal.play import play_on

    if resume is not None:
        found = _resumed(records.read(resume), game, {"--seats": seats, "--option": option, "--seed": seed})
        session, kept = Session.resumed(found), record or resume
    else:
        seed = secrets.randbits(32) if seed is None else seed
        rules = library.load(_named(game))
        state = _start(rules, seats, option)
        session = Session.begun(rules, state, seat, named(game, state.seats, level), seed)
        kept = record or Path(f"{game}-{seed}.jsonl")
        _new_file(kept)
    say(f"seed {session.seed}, you are seat {session.seat}; the game is kept in {kept}")
    records.write(session.record, kept)     # a file that cannot be written is found out now, not at the end
    left = f"the game so far is in {kept}; go on with: {PROGRAM} play --resume {kept}"
    with _keeps(left):
        play_on(session, kept, left)


@app.command(epilog="Example: ludosoph follow burgundy --seats 3 --record evening.jsonl")
def follow(game: Annotated[str, Argument(metavar="[GAME]", help="a game; not needed with --resume")] = "",
           seats: Seats = None, option: Options = None,
           seat: Annotated[int | None, Option("--seat", min=0, metavar="S", help="your seat at the table")] = None,
           record: Annotated[Path | None, Option("--record", metavar="FILE", help="keep the game in this file, by "
                                                 "default GAME-DATE.jsonl")] = None,
           resume: Annotated[Path | None, Option("--resume", metavar="RECORD", help="continue this game")] = None,
           ) -> None:
    """Follow a real table: type draws and moves in short forms as they happen, `?` for advice, `h` for help."""
    from games import records
    from mcts.follow import Follow
    from reports.terminal.follow import follow_on

    if resume is not None:
        found = _resumed(records.read(resume), game, {"--seats": seats, "--option": option})
        table, kept = Follow.resumed(found, seat), record or resume
    else:
        rules = library.load(_named(game))
        table = Follow(rules, _start(rules, seats, option), seat)
        kept = record or Path(f"{game}-{datetime.now():%Y-%m-%d-%H%M}.jsonl")
        _new_file(kept)
    say(f"the game is kept in {kept}; h for help")
    left = f"the game so far is in {kept}; go on with: {PROGRAM} follow --resume {kept}"
    with _keeps(left):
        follow_on(table, kept, left)


@app.command(epilog="Example: ludosoph match burgundy --agent mcts:500 --agent greedy --games 100")
def match(game: GameName, agent: Agents = None,
          games: Annotated[int, Option("--games", min=1, help="how many games; with --sprt at most")] = 200,
          sprt: Annotated[bool, Option("--sprt", help="stop when it is clear which agent is stronger")] = False,
          seats: Seats = None, option: Options = None, jobs: Jobs = 1, backend: Workers = Backend.loky,
          scheduler: Scheduler = None, seed: Seed = 0, as_json: Json = False) -> None:
    """Play agents against each other. They swap seats with the same luck, and the result says how sure it is."""
    import mcts.match
    from reports.terminal.progress import Progress
    from reports.terminal.screen import standings

    asked = mcts.match.plan(game, agent or [], games, seats, _options(game, option), seed)
    test = mcts.match.default_sprt(asked.seats) if sprt else None
    with Progress("match", asked.blocks * asked.seats) as progress, \
            _keeps("nothing was kept: no block was finished, or a sequential test not decided"):
        result = mcts.match.match(asked, jobs, backend.value, test, lambda done, all_: progress(done / all_),
                                  scheduler=scheduler)
    print_json(result.to_json()) if as_json else out(standings(result))
    if result.interrupted:
        raise Stopped(f"the match ends with {result.blocks:,} of {asked.blocks:,} blocks")


@app.command(epilog="Example: ludosoph simulate burgundy --games 200 --agent greedy --agent mcts:200 --out run1")
def simulate(game: GameName,
             to: Annotated[Path, Option("--out", metavar="RUN", help="folder of the run")],
             games: Annotated[int, Option("--games", min=1, help="how many games, rounded up to whole blocks")] = 200,
             agent: Agents = None, seats: Seats = None, option: Options = None, jobs: Jobs = 1,
             backend: Workers = Backend.loky, scheduler: Scheduler = None, shard: ShardOf = "",
             seed: Seed = 0) -> None:
    """Play games between agents and keep them in a folder. The same command continues a run that was stopped."""
    import mcts.simulate
    import reports.run
    from reports.terminal.progress import Progress

    plan = mcts.simulate.plan(game, agent or [], games, seats, _options(game, option), seed)

    try:
        with Progress("simulate", plan.games) as progress:
            told = progress.from_where_it_was()
            run = reports.run.simulate(to, plan, jobs, backend.value, lambda done, all_: told(done / all_), scheduler,
                                       reports.run.shard_of(shard))
    except KeyboardInterrupt:
        kept = reports.run.open_run(to)
        raise Stopped(f"{to} keeps {kept.games_done:,} of {kept.games_asked:,} games; "
                      "the same command goes on from there") from None
    out(Text(f"{to}: {run.games_done:,} games, records and tables; next: {PROGRAM} report {to}"))


@app.command(epilog="Example: ludosoph balance burgundy --items boards --agent greedy --out balance1")
def balance(game: GameName,
            items: Annotated[str, Option("--items", metavar="KIND",
                                         help="seats, styles, openings, or a kind of the game")] = "",
            to: Annotated[Path | None, Option("--out", metavar="RUN", help="folder of the run")] = None,
            item: Annotated[list[str] | None, Option("--item", metavar="ITEM",
                                                         help="an item of that kind; by default all")] = None,
            experiment: Annotated[list[str] | None, Option(
                "--experiment", metavar="NAME",
                help="gift, robin, pairs, take, supply, seats, boards, restrict or skill; may repeat")] = None,
            agent: Agents = None,
            budget: Annotated[int | None, Option(
                "--budget", min=1, metavar="N", help="simulations a decision; four times as many are played, too")]
            = None,
            one_budget: Annotated[bool, Option("--one-budget", help="play only the budget asked for")] = False,
            doublings: Annotated[int, Option("--doublings", min=1,
                                             help="how often to double it, with --experiment skill")] = 4,
            games: Annotated[int, Option("--games", min=1, help="games at most, rounded up to whole blocks")] = 2000,
            seats: Seats = None, option: Options = None,
            plan: Annotated[bool, Option("--plan", help="play a pilot and say how many games are needed")] = False,
            stop: Annotated[str, Option("--stop", metavar="RULE",
                                        help="fixed, sequence (until settled) or gsprt")] = "fixed",
            delta_win: Annotated[float, Option("--delta-win", help="percentage points of the win that matter")] = 2.0,
            delta_margin: Annotated[float, Option("--delta-margin", help="points ahead that matter")] = 1.5,
            q: Annotated[float, Option("--q", help="false discovery rate of the items named")] = 0.1,
            vary: Annotated[list[str] | None, Option(
                "--vary", metavar="PATH=RANGE", help="vary a number, lo..hi or lo..hi:step; up to three")] = None,
            target: Annotated[str, Option("--target", metavar="EFFECT",
                                          help="find where the effect is zero, mean or N")] = "",
            supply: Annotated[str, Option("--supply", metavar="HOW",
                                             help="items are given, or moved from the supply")] = "given",
            resource: Annotated[str, Option("--resource", metavar="NAME",
                                            help="resource of the tokens in a round robin")] = "",
            points: Annotated[str, Option("--points", metavar="LIST",
                                          help="tokens of points in a round robin, as in 2,4,6")] = "",
            records: Annotated[bool, Option("--records", help="write the games down, as simulate does, to replay "
                                            "them")] = False,
            jobs: Jobs = 1, backend: Workers = Backend.loky, scheduler: Scheduler = None, shard: ShardOf = "",
            seed: Seed = 0, details: Details = False, as_json: Json = False) -> None:
    """Measure what items, seats or boards are worth, by experiments that share luck."""
    from reports.experiments import extending, pilot
    from reports.experiments import question as asking
    from reports.experiments.run import balance as play_blocks
    from reports.run import shard_of
    from reports.terminal import balance as screen
    from reports.terminal.progress import Progress

    if items in library.load(game).variants.kinds:
        beside = {"--experiment": experiment, "--agent": agent, "--budget": budget, "--seats": seats, "--plan": plan,
                  "--vary": vary, "--resource": resource, "--points": points, "--details": details, "--shard": shard}
        for name in (name for name, value in beside.items() if value):
            raise InputError(f"{name}: does not go with --items {items}, which are played in passes of their own")
        _atlas(game, items, item or (), _options(game, option), to, jobs, backend.value, scheduler, seed, as_json)
        return
    asked = asking.make_plan(asking.Question(
        game, items, item or (), experiment or (), agent or (), budget, seats, _options(game, option), games, seed,
        supply, resource, points, stop, delta_win, delta_margin, q, vary or (), doublings, records, one_budget,
        target))
    if plan:
        with Progress("pilot") as progress, _keeps("a pilot counts as a whole; nothing was kept"):
            found = pilot.pilot(asked, jobs, backend.value, scheduler, progress)
        print_json(screen.as_json(asked, found)) if as_json else out(screen.needs(asked, found, jobs, details))
        return
    if to is None:
        raise InputError("--out: is missing; expected the folder of the run, or --plan")
    try:
        with Progress("balance", asked.games) as progress:
            run = play_blocks(to, asked, jobs, backend.value, scheduler, progress.from_where_it_was(), shard_of(shard))
        while (stage := extending.next_stage(to, asked)) is not None:
            folder, more = stage
            with Progress(f"{asked.vary} at {', '.join(more.values)}", more.games) as progress:
                play_blocks(folder, more, jobs, backend.value, scheduler, progress.from_where_it_was())
    except KeyboardInterrupt:
        raise Stopped(f"{to} keeps the blocks played so far; the same command goes on from there") from None
    if as_json:
        print_json({"run": str(to), "blocks_done": run.games_done // asked.block_games, **asked.asked()})
    else:
        blocks = run.games_done // asked.block_games
        out(Text(f"{to}: {counted(blocks, 'block')}; next: {PROGRAM} report {to}"))


def _atlas(game: str, kind: str, items: Sequence[str], options: dict[str, str], to: Path | None, jobs: int,
           backend: str, scheduler: str | None, seed: int, as_json: bool) -> None:
    """Play an atlas of the variants of a game, or of some of them."""
    from reports.atlas import plan, run
    from reports.terminal.progress import Progress

    asked = plan.make_plan(game, kind, items, options, seed)
    if to is None:
        raise InputError("--out: is missing; expected the folder of the run")
    try:
        with Progress("atlas") as progress:
            run.play(to, asked, jobs, backend, scheduler, progress.from_where_it_was())
    except KeyboardInterrupt:
        raise Stopped(f"{to} keeps the {kind} played so far; the same command goes on from there") from None
    if as_json:
        print_json({"run": str(to), **asked.asked()})
    else:
        out(Text(f"{to}: {len(asked.items)} {kind}, {asked.games:,} games; next: {PROGRAM} report {to}"))


@app.command(epilog="Example: ludosoph report run1")
def report(run: Annotated[list[Path] | None, Argument(
               metavar="RUN", help="a folder that `simulate` or `balance` wrote; two with --compare")] = None,
           compare: Annotated[bool, Option("--compare", help="compare two runs, and say what differs")] = False,
           merge: Annotated[bool, Option("--merge", help="put runs of one plan (different seeds, or all shards of one) "
                                         "together in the folder --out, and report on them")] = False,
           strategy: Annotated[str, Option("--strategy", metavar="GAME", help="play experiments on a whole game, and "
                                           "write a strategy page for players")] = "",
           agent: Annotated[str, Option("--agent", metavar="A", help="agent in all seats, with --strategy")] = "greedy",
           games: Annotated[int, Option("--games", min=1, help="games of each experiment, with --strategy")] = 1000,
           seats: Seats = None, option: Options = None,
           to: Annotated[Path | None, Option("--out", metavar="DIR", help="folder to write: by default against-RUN1 "
                                             "in the second run with --compare, strategy-GAME with --strategy; needed "
                                             "with --merge")] = None,
           shape: Annotated[int | None, Option("--shape", min=1, metavar="N", help="replay and judge N games: drama, "
                                               "lead changes, stakes and win chances over time")] = None,
           judge: Annotated[int, Option("--judge", min=2, help="playouts for each decision that is judged")] = 100,
           jobs: Jobs = 1, seed: Seed = 0, as_json: Json = False) -> None:
    """Write a report of one run, of two compared, or of a whole game: a page, plots, and tables as CSV and Parquet."""
    from reports.atlas.run import is_atlas
    from reports.documents.atlas import write_report as write_atlas
    from reports.documents.balance import write_report as write_balance
    from reports.documents.simulate_report import Shape, write_report
    from reports.experiments.run import is_balance
    from reports.terminal.pages import written
    from reports.terminal.progress import Progress

    runs, document = run or [], dict[str, Any]()
    if strategy:
        if runs or compare:
            raise InputError("--strategy: plays its own runs; expected no RUN beside it")
        _strategy(strategy, agent, games, seats, _options(strategy, option), to, shape, judge, jobs, seed, as_json)
        return
    if merge:
        runs = [_merged(runs, to, compare)]
        to = None
    if len(runs) != 1 + compare:
        raise InputError(f"RUN: found {len(runs)} of them, expected "
                         + ("two" if compare else "one, or two and --compare"))
    if to is not None and not compare:
        raise InputError("--out: goes with --compare, --merge and --strategy; the report of a run lies in the run")
    if shape is not None and (compare or is_balance(runs[0]) or is_atlas(runs[0])):
        raise InputError("--shape: goes with one run that `simulate` wrote, whose records it replays")
    with _keeps("a report is written whole; the one there was is kept"), Progress("judging") as progress:
        if compare:
            from reports.documents.comparison import as_json as compared
            from reports.documents.comparison import opening, write_comparison

            found, (page, *others) = write_comparison(runs[0], runs[1], to)
            document = compared(found, page)
            if not as_json:
                out(Text(opening(found)))
        else:
            judged = None if shape is None else Shape(shape, judge, jobs, progress.from_where_it_was())
            page, *others = (write_balance(runs[0]) if is_balance(runs[0]) else
                             write_atlas(runs[0]) if is_atlas(runs[0]) else write_report(runs[0], judged))
    if as_json:
        print_json(document or {"report": str(page), "files": [str(file) for file in others]})
    else:
        out(written(page, others))


def _merged(runs: list[Path], to: Path | None, compare: bool) -> Path:
    """The folder of several runs put together."""
    from reports.merge import merge

    if to is None or compare:
        raise InputError("--merge: does not go with --compare" if compare else
                         "--out: is missing; with --merge expected the folder of the run that the others are together")
    return merge(runs, to).path


def _strategy(game: str, agent: str, games: int, seats: int | None, options: dict[str, str], to: Path | None,
              shape: int | None, judge: int, jobs: int, seed: int, as_json: bool) -> None:
    """A strategy report: what is missing of its runs is played, then the page is written."""
    from reports.documents.strategy import write_strategy
    from reports.documents.strategy_parts import Asked
    from reports.terminal.pages import Sections, written
    from reports.terminal.progress import Progress

    @contextmanager
    def watch(what: str) -> Iterator[Callable[[float], None]]:
        with Progress(what) as progress:
            yield progress.from_where_it_was()

    asked = Asked(game, agent, games, seats, options, seed, judge=judge)
    folder = to or Path(f"strategy-{game}")
    with _keeps(f"{folder} keeps what was played; the same command goes on from there"):
        document, files = write_strategy(asked if shape is None else replace(asked, shape=shape), folder, jobs, watch)
    if as_json:
        print_json(document)
        return
    out(Sections(document), "", written(files[0], files[1:]))


@app.command(epilog="Example: ludosoph replay examples/burgundy-game.jsonl")
def replay(record: Annotated[str, Argument(metavar="RECORD", help="a record file (JSON lines), - for standard input, "
                                           "or a RUN and --game")],
           moves: Annotated[bool, Option("--moves", help="print every event")] = False,
           game: Annotated[int | None, Option("--game", metavar="N", help="game N of the run in folder RECORD, "
                                              "counted from 0")] = None,
           trust: Trust = False, as_json: Json = False) -> None:
    """Replay a record and say how the game ended. Every event and the result are checked."""
    from rich.text import Text

    from games import records
    from reports.terminal.console import screen
    from reports.terminal.layout import Paragraph
    from reports.terminal.screen import outcome

    found, width = _record(record, trust) if game is None else _recorded(record, game, trust), screen().width
    rules = library.load(found.game)
    state = records.start(found)
    for step in records.steps(found):
        state = step.state
        if moves and not as_json:
            line = Text(f"{step.number:4} {step.event.who:7} {step.event.move}")
            print(*(part.plain for part in Paragraph(line, EVENT_INDENT).lines(width)), sep="\n")
    over = state.is_terminal()
    if as_json:
        print_json({"game": found.game, "version": rules.version, "events": len(found.events),
                    "finished": over, "result": records.result(state) if over else None,
                    "position": rules.notation.position_to_json(state)})
        return
    out(outcome(rules, state, found.players), "",
        f"{found.name}: all {len(found.events):,} events are legal"
        + (", the result is as stated" if found.result else ""))


@app.command(epilog="Example: ludosoph review examples/burgundy-game.jsonl --simulations 500 --worst 5")
def review(record: RecordFile,
           simulations: Annotated[int, Option("--simulations", min=2, max=MOST_SIMULATIONS,
                                              help="simulations for each decision")] = 1000,
           worst: Annotated[int, Option("--worst", min=1, metavar="N", help="how many costly decisions to name")] = 3,
           details: Annotated[bool, Option("--details", help="list all decisions and all chance events")] = False,
           seat: Annotated[int | None, Option("--seat", min=0, metavar="S", help="while the game is not over, count "
                                              "what this seat knows; by default the last to decide")] = None,
           threads: Threads = 1, seed: Seed = 0, trust: Trust = False, as_json: Json = False) -> None:
    """Tell luck from skill in a game, and name the decisions that cost most, with what was better."""
    import mcts.review
    from games import records
    from reports.terminal.progress import Progress
    from reports.terminal.review import judgement
    from reports.terminal.screen import seat_names

    found = _record(record, trust)
    if seat is not None and seat >= found.seats:
        raise InputError(f"--seat: found {seat}, expected 0 to {found.seats - 1}")
    actions = [step.action for step in records.steps(found)]
    with Progress("review") as progress, _keeps("a review is printed whole; nothing was kept"):
        judged = mcts.review.review(library.load(found.game), records.start(found), actions, simulations, seed,
                                    threads, progress, seat, worst)
    if as_json:
        print_json(asdict(judged))
    else:
        out(judgement(judged, seat_names(found.seats, found.players), details))


# ---- from arguments to games -------------------------------------------------------------------


def _record(path: str, trust: bool) -> Record:
    from games import records

    if (Path(path) / "manifest.json").is_file():
        raise InputError(f"{path}: is a run, expected a record; `{PROGRAM} replay RUN --game N` reads game N of a run")
    return replace(records.read(sys.stdin if path == "-" else Path(path)), trust=trust)


def _recorded(run: str, game: int, trust: bool) -> Record:
    """One game of a run."""
    from reports.run import open_run

    return replace(open_run(Path(run)).record(game), trust=trust)


def _options(game: str, option: Sequence[str] | None) -> dict[str, str]:
    return read_options(library.load(game), option or ())


def _named(game: str) -> str:
    """The name of a game, where --resume can stand for it."""
    if not game:
        raise InputError(f"GAME: is missing; expected one of {', '.join(library.names())}, or --resume RECORD")
    return game


def _resumed(found: Record, game: str, beside: dict[str, object]) -> Record:
    """The record of a game that is continued: as it was begun, so that nothing else may be asked for beside it."""
    if game and game != found.game:
        raise InputError(f"GAME: found {game[:40]!r}, but {found.name} is a game of {found.game}; leave GAME out")
    for name in (name for name, value in beside.items() if value is not None):
        raise InputError(f"{name}: does not go with --resume, which continues a game as it was begun")
    return found


def _new_file(path: Path) -> None:
    """A record must not go over another one."""
    if path.exists():
        raise InputError(f"{path}: exists; go on with it (--resume {path}) or name another file (--record FILE)")


def _start(game: Game, seats: int | None, option: Sequence[str] | None) -> State:
    return game.start(seats, read_options(game, option or ()))


# ---- errors ------------------------------------------------------------------------------------


@contextmanager
def _keeps(what: str) -> Iterator[None]:
    """Turns Ctrl-C into a message that says what was kept."""
    try:
        yield
    except KeyboardInterrupt:
        raise Stopped(what) from None


def _refuse(status: int, *lines: str) -> NoReturn:
    for line in lines:
        say(line)
    sys.exit(status)


def _fault(error: BaseException, given: Sequence[str]) -> list[str]:
    """What is said of a fault of the program; where it happened goes to a file, or to the screen if that is asked for.
    """
    program = _program()
    command = shlex.join([PROGRAM, *given])
    story = "".join(traceback.format_exception(error))
    place = "the lines above"
    if TRACEBACK in os.environ:
        say(story.rstrip())
    else:
        about = f"{command}\n{program}, Python {platform.python_version()}, {platform.platform()}\n\n"
        try:
            with tempfile.NamedTemporaryFile("w", prefix=f"{PROGRAM}-fault-", suffix=".txt", delete=False,
                                             encoding="utf-8", errors="backslashreplace") as file:
                file.write(about + story)
            place = file.name
        except OSError:
            place = f"what {TRACEBACK}=1 shows"
    what = f"{type(error).__name__}: {one_line(error)}"
    return [f"{PROGRAM}: this is a fault of the program, not of your input: {what}",
            f"Please report it with the version ({program}), the command ({one_line(ValueError(command))}) and {place}"]


def _program() -> str:
    """The program with its version."""
    try:
        return f"{PROGRAM} {version(PROGRAM)}"
    except PackageNotFoundError:
        return f"{PROGRAM} (not installed)"


def main(arguments: Sequence[str] | None = None) -> None:
    """The entry point. Exit status: 0, 2 for what cannot be used, 130 for Ctrl-C, 70 for a fault of the program."""
    given = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    try:
        if given == ["--version"]:
            print(_program())
            sys.exit(0)
        status = typer.main.get_command(app).main(args=given, prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
        if status == 130:
            raise KeyboardInterrupt
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())     # or the interpreter complains at its end
        sys.exit(141)
    except Stopped as stop:
        _refuse(130, f"{PROGRAM}: stopped: {stop}")
    except (KeyboardInterrupt, typer.Abort):
        _refuse(130, f"{PROGRAM}: stopped; nothing was written")
    except InputError as error:
        _refuse(2, f"{PROGRAM}: {one_line(error)}")
    except MemoryError as error:
        _refuse(2, f"{PROGRAM}: {str(error) or 'out of memory'}; a smaller budget, or fewer threads or jobs, need less")
    except Exception as error:
        if isinstance(error, OSError) and (error.filename is not None or error.errno in FULL):
            _refuse(2, f"{PROGRAM}: {one_line(error)}")
        if hasattr(error, "format_message"):       # what the argument parser refuses
            _refuse(2, *_usage(error, given))
        _refuse(FAULT, *_fault(error, given))
    sys.exit(status if isinstance(status, int) else 0)


def _usage(error: Any, given: Sequence[str]) -> list[str]:
    """An error of the argument parser in two lines, with the value it refuses, which its own words leave out."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else PROGRAM
    names = getattr(getattr(error, "param", None), "opts", [])
    found = [value for name, value in pairwise(given) if name in names]
    found += [word.partition("=")[2] for word in given if word.partition("=")[0] in names and "=" in word]
    said = error.format_message()
    for pattern, words in EXPECTED:
        if found and (right := re.search(pattern, said)):
            said = f"{names[0]}: found {found[-1]!r}, expected {right.expand(words)}"
            break
    else:
        said += f" (found {found[-1]!r})" if found else ""
    return [f"{PROGRAM}: {one_line(ValueError(said))}", f"Try '{path} --help'."]


if __name__ == "__main__":
    main()
