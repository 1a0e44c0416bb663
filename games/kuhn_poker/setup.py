"""From options and tables to a starting position."""
from __future__ import annotations

from collections.abc import Mapping

from games.api import Option
from games.kuhn_poker import tables
from games.kuhn_poker.state import KuhnState
from games.options import unusual, whole_numbers

OPTIONS = (
    Option("ante", str(tables.ANTE), "chips each seat puts in before the deal, 1 to 1000"),
    Option("bet", str(tables.BET), "chips of the bet, 1 to 1000"),
)
LIMITS = {"ante": (1, 1000), "bet": (1, 1000)}


def ranks(seats: int) -> str:
    """Names of the cards in a game of so many seats, low to high."""
    return tables.RANKS[-(seats + 1):]


def new_state(seats: int, options: Mapping[str, str]) -> KuhnState:
    """The position before the deal. Raises InputError naming the option refused."""
    return KuhnState(seats, unusual(options, OPTIONS), whole_numbers(options, OPTIONS, LIMITS))
