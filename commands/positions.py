"""Commands about games, positions and records: what there is, how it stands, what can be done."""
from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import games as library
from commands import PROGRAM
from commands.arguments import (
    FILE,
    RECORD,
    GameName,
    Table,
    argument,
    as_json,
    details,
    flag,
    game_name,
    option,
    position_file,
    seed,
    table,
    trust,
    whole,
)
from commands.records import any_record
from games.api import InputError
from games.documents import write_file
from games.fields import one_line
from games.positions import draw_on, play_moves, read_position, whose
from reports.terminal.console import on_terminal, out, print_json, say
from reports.terminal.help import command

EVENT_INDENT = 13           # of lines that go on under an event of a record


@command(example="games burgundy")
@argument("name", type=GameName(), metavar="[NAME]", default="", help="a game, to see its options")
@details
@as_json
def games(name: str, details: bool, as_json: bool) -> None:
    """List the games, or the options of one game."""
    from mcts.levels import listed
    from reports.terminal.lists import GamePage, game_list

    found, wrong = ([library.load(name)], []) if name else library.playable()
    for error in wrong:
        say(f"{PROGRAM}: warning: {one_line(error)}")
    if as_json:
        print_json([{"name": g.name, "title": g.title, "version": g.version, "seats": list(g.seats),
                     "hidden": g.hidden.what, "sources": list(g.sources), "options": [asdict(o) for o in g.options],
                     "levels": listed(g.name, g.seats[0])} for g in found])
    elif name or details:
        out(*(part for game in found for part in (GamePage(game, details), *[""] * (len(found) > 1))))
    else:
        out(game_list(found))


@command(example="rules world504 --option world=617 --against 671")
@game_name
@table
@as_json
@option("--html", type=FILE, metavar="FILE", help="write the page as HTML that needs no other file")
@option("--against", metavar="VALUE", help="say only what differs from the game with this value of the option that "
        "shapes it")
@flag("--list", "listed", help="list all games that this option makes, one a line; with --json, one JSON object a line")
@option("--language", default="en", show_default=True, metavar="CODE", help="en, or another language such as de")
def rules(game: str, table: Table, as_json: bool, html: Path | None, against: str | None, listed: bool,
          language: str) -> None:
    """Print the numbered rules of a game as its options make them."""
    from games.speech import languages
    from reports.documents import rules as document
    from reports.terminal.rules import Printed, listing

    found = library.load(game)
    if language not in languages():
        raise InputError(f"--language: found {language!r}, expected one of {', '.join(languages())}")
    if listed:
        if html is not None or against is not None or table.seats is not None or table.option or language != "en":
            raise InputError("--list: goes with --json alone; expected no other option beside it")
        sys.stdout.writelines(f"{line}\n" for line in listing(found, as_json))
        return
    books = document.read_rules(found, table.seats, table.options(game), against, language)
    if html is not None:
        write_file(html, document.as_html(books).encode())
        say(f"page: {html}")
    if as_json:
        print_json(document.as_json(books))
    elif html is None:
        out(Printed(books))


@command(example="new burgundy --seats 3 --option boards=random --seed 7 > start.json")
@game_name
@table
@seed
@option("--until-decision/--raw", default=True, help="draw chance until a player has to decide (the default), or "
        "nothing at all")
def new(game: str, table: Table, seed: int, until_decision: bool) -> None:
    """Print a starting position. Its luck is drawn from the seed."""
    rules = library.load(game)
    state = table.start(rules)
    if until_decision:
        draw_on(state, seed)
    print_json(rules.notation.position_to_json(state))


@command(example="show examples/burgundy-midgame.json --svg board.svg")
@position_file
@option("--svg", type=FILE, metavar="FILE", help="write a picture of the board (SVG)")
@trust
@as_json
@option("--seat", type=whole(0), metavar="S", help="show only what this seat sees; by default everything")
@flag("--details", help="show the whole board, however many lines")
@option("--since", metavar="EARLIER", help="a position file: mark what is new on the board since then")
def show(position: str, svg: Path | None, trust: bool, as_json: bool, seat: int | None, details: bool,
         since: str | None) -> None:
    """Show a position as text or a picture, whole or as a seat sees it."""
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
        others = [line for each in rules.formats for line in each.lines(state)]
        room = None if details else LINES - height(below) - len(others)
        out(board(rules, state, seat, room, before), *below, *others)


@command(example="moves examples/burgundy-midgame.json")
@position_file
@details
@trust
@as_json
def moves(position: str, details: bool, trust: bool, as_json: bool) -> None:
    """List the legal moves, or what chance may bring and how likely.

    A terminal shows them in columns, up to a screen of them; a file or a program gets all, one a line.
    """
    from rich.text import Text

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


@command(example="apply examples/burgundy-midgame.json 'workers [die 4]' > next.json")
@position_file
@argument("move", metavar="MOVE...", nargs=-1, required=True, help="as `moves` lists it; `random` draws chance")
@flag("--until-decision", help="then draw chance until a player has to decide")
@trust
@seed
def apply(position: str, move: Sequence[str], until_decision: bool, trust: bool, seed: int) -> None:
    """Print the position after these moves. At a chance node, give the outcome or let `random` draw it."""
    rules, state, _ = read_position(position, trust)
    play_moves(rules, state, move, seed)
    if until_decision:
        draw_on(state, seed)
    print_json(rules.notation.position_to_json(state))


@command(example="replay examples/burgundy-game.jsonl")
@argument("record", type=RECORD, metavar="RECORD",
          help="a record file (JSON lines), - for standard input, or a RUN and --game")
@flag("--moves", help="print every event")
@option("--game", type=whole(), metavar="N", help="game N of the run in folder RECORD, counted from 0")
@trust
@as_json
def replay(record: str, moves: bool, game: int | None, trust: bool, as_json: bool) -> None:
    """Replay a record and say how the game ended. Every event and the result are checked."""
    from rich.text import Text

    from games import records
    from reports.terminal.console import screen
    from reports.terminal.layout import Paragraph
    from reports.terminal.screen import outcome

    found, width = any_record(record, trust, game), screen().width
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
