"""Commands for a game that goes on: against the program, or beside a real table."""
from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import games as library
from commands import PROGRAM
from commands.arguments import FILE, Table, game_unless_resumed, option, resume, table, whole
from commands.records import kept_in, new_file, resumed
from commands.stopping import keeps
from games import records
from games.api import InputError
from mcts.limits import MOST_SEED, MOST_THREADS
from reports.terminal.console import say
from reports.terminal.help import command

USUAL_LEVEL = "3"


@command(example="play burgundy --level 2 --record evening.jsonl")
@game_unless_resumed
@table
@option("--seat", type=whole(0), metavar="S", help="your seat, by default 0")
@option("--level", metavar="L",
        help="how well the others play: 1 (beginner) to 8 (strongest), or any agent; by default 3")
@option("--threads", type=whole(1, MOST_THREADS),
        help="threads of others that think by the clock, as mcts:1s does; by default one a core, at most 16")
@option("--seed", type=whole(0, MOST_SEED), help="seed of the luck and of the others; by default a new one")
@option("--record", type=FILE, metavar="FILE", help="keep the game in this file, by default GAME-SEED.jsonl")
@resume
def play(game: str, table: Table, seat: int | None, level: str | None, threads: int | None, seed: int | None,
         record: Path | None, resume: Path | None) -> None:
    """Play in the terminal. Enter a move's number or text, or several as in `5; 12; end turn`."""
    from mcts.levels import named
    from mcts.session import Session
    from reports.terminal.play import play_on

    if resume is not None:
        found = resumed(records.read(resume), game, {"--seats": table.seats, "--option": table.option,
                                                     "--seat": seat, "--level": level, "--threads": threads,
                                                     "--seed": seed})
        session, kept = Session.resumed(found), kept_in(record, resume)
    else:
        seed = secrets.randbits(32) if seed is None else seed
        rules = library.load(_named(game))
        state = table.start(rules)
        others = _by_all_cores(named(game, state.seats, level or USUAL_LEVEL), threads)
        session = Session.begun(rules, state, seat or 0, others, seed)
        kept = record or Path(f"{game}-{seed}.jsonl")
        new_file(kept)
    say(f"seed {session.seed}, you are seat {session.seat}; the game is kept in {kept}")
    records.write(session.record, kept)     # a file that cannot be written is found out now, not at the end
    left = f"the game so far is in {kept}; go on with: {PROGRAM} play --resume {kept}"
    with keeps(left):
        play_on(session, kept, left)


@command(example="follow burgundy --seats 3 --record evening.jsonl")
@game_unless_resumed
@table
@option("--seat", type=whole(0), metavar="S", help="your seat at the table")
@option("--record", type=FILE, metavar="FILE", help="keep the game in this file, by default GAME-DATE.jsonl")
@resume
def follow(game: str, table: Table, seat: int | None, record: Path | None, resume: Path | None) -> None:
    """Follow a real table: type draws and moves in short forms as they happen, `?` for advice, `h` for help."""
    from mcts.follow import Follow
    from reports.terminal.follow import follow_on

    if resume is not None:
        found = resumed(records.read(resume), game, {"--seats": table.seats, "--option": table.option})
        followed, kept = Follow.resumed(found, seat), kept_in(record, resume)
    else:
        rules = library.load(_named(game))
        followed = Follow(rules, table.start(rules), seat)
        kept = record or Path(f"{game}-{datetime.now():%Y-%m-%d-%H%M}.jsonl")
        new_file(kept)
    say(f"the game is kept in {kept}; h for help")
    left = f"the game so far is in {kept}; go on with: {PROGRAM} follow --resume {kept}"
    with keeps(left):
        follow_on(followed, kept, left)


def _named(game: str) -> str:
    """The name of a game, where --resume can stand for it."""
    if not game:
        raise InputError(f"GAME: is missing; expected one of {', '.join(library.names())}, or --resume RECORD")
    return game


def _by_all_cores(agent: str, threads: int | None) -> str:
    """An agent as a person at this machine would have it: one that thinks by the clock uses the cores, unless it says
    itself how many threads it has. Others stay as they are, so that their games can be repeated.
    """
    from mcts.agents import Search, make
    from mcts.params import cores

    found = make(agent)
    if not isinstance(found, Search) or found.params.seconds is None or "threads=" in agent:
        return agent
    return replace(found, params=replace(found.params, threads=threads or cores())).name
