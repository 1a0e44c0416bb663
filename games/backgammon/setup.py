"""From options and tables to a starting position."""
from __future__ import annotations

from collections.abc import Mapping

from games.api import Option
from games.backgammon.state import BackgammonState
from games.backgammon.tables import START

OPTIONS = (
    Option("scoring", "win", "what a game is played for: the win, or the points it counts (gammon 2, backgammon 3)",
           ("win", "points")),
)
DEFAULTS = {option.name: option.default for option in OPTIONS}


def new_state(seats: int, options: Mapping[str, str]) -> BackgammonState:
    """The position before the opening roll."""
    given = {name: value for name, value in options.items() if value != DEFAULTS[name]}
    return BackgammonState(given, START, options.get("scoring") == "points")
