"""From options and tables to a starting position."""
from __future__ import annotations

from collections.abc import Mapping

from games.api import InputError, Option
from games.pig import tables
from games.pig.state import PigState

OPTIONS = (
    Option("goal", str(tables.GOAL), "points banked that win, 1 to 10000"),
    Option("faces", str(tables.FACES), "faces of the die, 2 to 20; face 1 empties the pot"),
    Option("cap", str(tables.CAP), "choices after which a game ends undecided, 1 to 1000000"),
)
DEFAULTS = {o.name: o.default for o in OPTIONS}
LIMITS = {"goal": (1, 10_000), "faces": (2, 20), "cap": (1, 1_000_000)}


def number(options: Mapping[str, str], name: str) -> int:
    """The whole number an option gives, or its default. Raises InputError naming the option."""
    text, (low, high) = options.get(name, DEFAULTS[name]), LIMITS[name]
    if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
        raise InputError(f"option {name}: found {text[:40]!r}, expected a whole number from {low} to {high}")
    return int(text)


def new_state(seats: int, options: Mapping[str, str]) -> PigState:
    """The position before the first turn, seat 0 to act. Raises InputError naming the option refused."""
    numbers = {name: number(options, name) for name in LIMITS} | {"bust": tables.BUST}
    return PigState(seats, {k: v for k, v in options.items() if v != DEFAULTS[k]}, numbers)
