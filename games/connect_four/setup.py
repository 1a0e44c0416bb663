"""The starting position of Connect Four: an empty board."""
from __future__ import annotations

from collections.abc import Mapping

from games.connect_four.state import ConnectFourState


def new_state(seats: int, options: Mapping[str, str]) -> ConnectFourState:
    """An empty board; seat 0 drops the first stone. The game has no options."""
    return ConnectFourState(dict(options))
