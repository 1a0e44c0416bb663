"""The starting position of tic-tac-toe: an empty board."""
from __future__ import annotations

from collections.abc import Mapping

from games.tic_tac_toe.state import TicTacToeState


def new_state(seats: int, options: Mapping[str, str]) -> TicTacToeState:
    """An empty board; seat 0 makes the first mark. The game has no options."""
    return TicTacToeState(dict(options))
