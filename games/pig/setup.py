"""From options and tables to a starting position."""
from __future__ import annotations

from collections.abc import Mapping

from games.api import Option
from games.options import unusual, whole_numbers
from games.pig import tables
from games.pig.state import PigState

OPTIONS = (
    Option("goal", str(tables.GOAL), "points banked that win, 1 to 10000"),
    Option("faces", str(tables.FACES), "faces of the die, 2 to 20; face 1 empties the pot"),
    Option("cap", str(tables.CAP), "choices after which a game ends undecided, 1 to 1000000"),
)
LIMITS = {"goal": (1, 10_000), "faces": (2, 20), "cap": (1, 1_000_000)}


def new_state(seats: int, options: Mapping[str, str]) -> PigState:
    """The position before the first turn, seat 0 to act. Raises InputError naming the option refused."""
    return PigState(seats, unusual(options, OPTIONS), whole_numbers(options, OPTIONS, LIMITS) | {"bust": tables.BUST})
