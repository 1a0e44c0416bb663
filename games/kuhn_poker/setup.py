"""From options and tables to a starting position."""
from __future__ import annotations

from collections.abc import Mapping

from games.api import InputError, Option
from games.kuhn_poker import tables
from games.kuhn_poker.state import KuhnState

OPTIONS = (
    Option("ante", str(tables.ANTE), "chips each seat puts in before the deal, 1 to 1000"),
    Option("bet", str(tables.BET), "chips of the bet, 1 to 1000"),
)
DEFAULTS = {o.name: o.default for o in OPTIONS}
MOST = 1000


def chips(options: Mapping[str, str], name: str) -> int:
    """The whole number an option gives, or its default. Raises InputError naming the option."""
    text = options.get(name, DEFAULTS[name])
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= MOST):
        raise InputError(f"option {name}: found {text[:40]!r}, expected a whole number from 1 to {MOST}")
    return int(text)


def ranks(seats: int) -> str:
    """Names of the cards in a game of so many seats, low to high."""
    return tables.RANKS[-(seats + 1):]


def new_state(seats: int, options: Mapping[str, str]) -> KuhnState:
    """The position before the deal. Raises InputError naming the option refused."""
    numbers = {name: chips(options, name) for name in DEFAULTS}
    return KuhnState(seats, {k: v for k, v in options.items() if v != DEFAULTS[k]}, numbers)
