"""From options and tables to a starting position."""
from __future__ import annotations

from collections.abc import Mapping

from games.api import Option
from games.leduc_poker import tables
from games.leduc_poker.state import LeducState
from games.options import unusual, whole_numbers

OPTIONS = (
    Option("ante", str(tables.ANTE), "chips each seat puts in before the deal, 1 to 1000"),
    Option("small", str(tables.SMALL), "chips of a raise in the first round, 1 to 1000"),
    Option("big", str(tables.BIG), "chips of a raise in the second round, 1 to 1000"),
    Option("raises", str(tables.RAISES), "most raises in a round, 1 to 6"),
)
LIMITS = {"ante": (1, 1000), "small": (1, 1000), "big": (1, 1000), "raises": (1, 6)}


def new_state(seats: int, options: Mapping[str, str]) -> LeducState:
    """The position before the deal. Raises InputError naming the option refused."""
    numbers = whole_numbers(options, OPTIONS, LIMITS)
    return LeducState(seats, unusual(options, OPTIONS), numbers | {"stake": [numbers["small"], numbers["big"]]})
