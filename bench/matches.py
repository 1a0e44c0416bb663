"""Paired matches between two agents, their blocks in a ledger: for the strength curve and the parts of the search."""
from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, fields
from typing import Any

from bench.peers.facts import our_version
from bench.publish import Ledger, Row
from games.api import InputError
from mcts.interval import known
from mcts.match import Match, MatchResult, Tally, plan, summarise, tally
from mcts.play import play
from mcts.simulate import by_block
from mcts.workers import in_order
from reports.terminal.progress import Progress

KEY = ("game", "version", "seats", "options", "first", "second", "seed", "block")
NUMBERS = ("win", "low", "high", "stderr", "margin", "margin_low", "margin_high", "score_first", "score_second", "elo")


@dataclass(frozen=True)
class Table:
    """Where agents meet."""

    game: str
    seats: int | None
    options: Mapping[str, str]
    games: int
    seed: int
    jobs: int = 1


def meet(table: Table, first: str, second: str, ledger: Ledger) -> Row:
    """The line of this match, whose blocks come from the ledger or are played now and kept there."""
    what = plan(table.game, [first, second], table.games, table.seats, table.options, table.seed)
    about = {"game": what.game, "version": what.version, "seats": what.seats, "options": options_text(what.options),
             "first": what.agents[0], "second": what.agents[1], "seed": what.seed}
    found = summarise(what, tallies(what, about, ledger, table.jobs))
    return about | {"games": found.games} | outcome(found)


def tallies(what: Match, about: Row, ledger: Ledger, jobs: int) -> list[Tally]:
    """The blocks of a match, in their order."""
    program = our_version()             # asked once: it is the one that plays, whatever becomes of the files meanwhile
    names = [about | {"block": block} for block in range(what.blocks)]
    found = [ledger.find(name) for name in names]
    tell_of_others([row for row in found if row is not None], program, ledger)
    new = [block for block, row in enumerate(found) if row is None]
    if new:
        begun, tasks = what.blocks - len(new), [task for task in what.tasks() if found[task.block] is None]
        with Progress(f"{what.agents[0]} against {what.agents[1]}", what.blocks * what.seats) as progress, \
                closing(in_order(play, tasks, jobs)) as games:
            progress.start = begun / what.blocks
            for done, (block, played) in enumerate(zip(new, by_block(games, what.seats), strict=True), begun + 1):
                found[block] = ledger.add(names[block] | kept(tally(played, len(what.agents))) | {"program": program})
                progress(done / what.blocks)
    return [read(row) for row in found if row is not None]


def kept(block: Tally) -> Row:
    """A block as a ledger writes it: numbers with spaces between, exactly."""
    return {name: " ".join(map(repr, numbers)) for name, numbers in asdict(block).items()}


def read(row: Mapping[str, Any]) -> Tally:
    """A block as a ledger has it."""
    return Tally(**{field.name: tuple(map(float, row[field.name].split())) for field in fields(Tally)})


def tell_of_others(rows: Sequence[Row], program: str, ledger: Ledger) -> None:
    """A word on standard error where these blocks were played by another version than this program."""
    others = {row["program"] for row in rows} - {program}
    if others:
        print(f"{ledger.path}: {rows[0]['first']} was played by {', '.join(sorted(others))}, this is {program}",
              file=sys.stderr)


def outcome(result: MatchResult) -> Row:
    """The numbers of a finished match, in the order of NUMBERS."""
    win, margin = result.win, result.margin
    found = {"win": win.estimate, "low": win.low, "high": win.high, "stderr": win.stderr, "margin": margin.estimate,
             "margin_low": margin.low, "margin_high": margin.high, "score_first": result.standings[0].score,
             "score_second": result.standings[1].score, "elo": None if result.elo is None else result.elo.estimate}
    return known(found.items())


def value(row: Mapping[str, Any], name: str) -> float | None:
    """A number of a line; None where there is none."""
    return float(row[name]) if row.get(name) not in (None, "") else None


def percent(row: Mapping[str, Any]) -> str:
    """The share of the win with its interval, in words."""
    return bounded(value(row, "win") or 0, value(row, "low"), value(row, "high"), 100)


def signed(row: Mapping[str, Any]) -> str:
    """The margin with its interval, in words."""
    return bounded(value(row, "margin") or 0, value(row, "margin_low"), value(row, "margin_high"), form="+.1f")


def bounded(middle: float, low: float | None, high: float | None, scale: int = 1, form: str = ".1f") -> str:
    """An estimate, with its interval where there is one, in words."""
    bounds = "" if low is None or high is None else f" ({scale * low:{form}} to {scale * high:{form}})"
    return f"{scale * middle:{form}}{bounds}"


def options_text(options: Mapping[str, str]) -> str:
    """Options as a ledger writes them, by name."""
    return " ".join(f"{name}={text}" for name, text in sorted(options.items()))


def options_of(pairs: str) -> dict[str, str]:
    """Options written as `boards=2,margin_weight=0`; a comma inside a value is written as a plus. Raises ValueError."""
    found = {}
    for part in filter(None, pairs.split(",")):
        name, equals, text = part.partition("=")
        if not equals:
            raise InputError(f"--options: found {part!r}, expected NAME=VALUE,...")
        found[name.strip()] = text.strip().replace("+", ",")
    return found
