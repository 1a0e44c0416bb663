"""Paired matches between two agents as lines of a ledger: for the strength curve and the parts of the search."""
from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bench.peers.facts import our_version
from bench.publish import Ledger, Row
from mcts.match import match, plan

KEY = ("game", "version", "seats", "options", "first", "second", "games", "seed")
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
    """The line of this match: from the ledger, or played now, block by block with swapped seats, and kept there."""
    what = plan(table.game, [first, second], table.games, table.seats, table.options, table.seed)
    wanted = {"game": what.game, "version": what.version, "seats": what.seats,
              "options": options_text(what.options),
              "first": what.agents[0], "second": what.agents[1], "games": what.blocks * what.seats, "seed": what.seed}
    found, program = ledger.find(wanted), our_version()
    if found is not None and found["program"] != program:
        print(f"{ledger.path}: {found['first']} was played by {found['program']}, this is {program}", file=sys.stderr)
    if found is None:
        print(f"{table.game}: {what.agents[0]} against {what.agents[1]}, {wanted['games']} games", file=sys.stderr)
        found = ledger.add(wanted | outcome(match(what, jobs=table.jobs)) | {"program": program})
    return found


def outcome(result: Any) -> Row:
    """The numbers of a finished match, in the order of NUMBERS."""
    win, margin = result.win, result.margin
    return {"win": win.estimate, "low": win.low, "high": win.high, "stderr": win.stderr, "margin": margin.estimate,
            "margin_low": margin.low, "margin_high": margin.high, "score_first": result.standings[0].score,
            "score_second": result.standings[1].score, "elo": None if result.elo is None else result.elo.estimate}


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
            raise ValueError(f"--options: found {part!r}, expected NAME=VALUE,...")
        found[name.strip()] = text.strip().replace("+", ",")
    return found
