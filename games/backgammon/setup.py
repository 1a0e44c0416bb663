"""From options and tables to a starting position."""
from __future__ import annotations

from collections.abc import Mapping

from games.api import Option
from games.backgammon.state import BackgammonState
from games.backgammon.tables import START
from games.options import unusual

OPTIONS = (
    Option("scoring", "win", "what a game is played for: the win, or the points it counts (gammon 2, backgammon 3)",
           ("win", "points")),
)


def new_state(seats: int, options: Mapping[str, str]) -> BackgammonState:
    """The position before the opening roll."""
    return BackgammonState(unusual(options, OPTIONS), START, options.get("scoring") == "points")
