"""From options and tables to a starting position."""
from __future__ import annotations

from collections.abc import Mapping

from games.api import InputError, Option
from games.leduc_poker import tables
from games.leduc_poker.state import LeducState

OPTIONS = (
    Option("ante", str(tables.ANTE), "chips each seat puts in before the deal, 1 to 1000"),
    Option("small", str(tables.SMALL), "chips of a raise in the first round, 1 to 1000"),
    Option("big", str(tables.BIG), "chips of a raise in the second round, 1 to 1000"),
    Option("raises", str(tables.RAISES), "most raises in a round, 1 to 6"),
)
DEFAULTS = {o.name: o.default for o in OPTIONS}
MOST = {"ante": 1000, "small": 1000, "big": 1000, "raises": 6}


def number(options: Mapping[str, str], name: str) -> int:
    """The whole number an option gives, or its default. Raises InputError naming the option."""
    text, most = options.get(name, DEFAULTS[name]), MOST[name]
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= most):
        raise InputError(f"option {name}: found {text[:40]!r}, expected a whole number from 1 to {most}")
    return int(text)


def new_state(seats: int, options: Mapping[str, str]) -> LeducState:
    """The position before the deal. Raises InputError naming the option refused."""
    given = {k: v for k, v in options.items() if v != DEFAULTS[k]}
    return LeducState(seats, given, *(number(options, name) for name in ("ante", "small", "big", "raises")))
