"""A backgammon position of OpenSpiel's as one of ours. Its actions are whole turns, so the position is carried over."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core_ext.state import State
from games.registry import load

CHECKERS, POINTS, BAR = 15, 24, 25      # of each seat; places of ours are 0 (off), 1 to 24, and the bar
PLAY = 2                                # stage of ours in which a seat moves checkers


def places(seat: int, board: Sequence[int]) -> list[int]:
    """Checkers of a seat by our places, from OpenSpiel's: 24 points as seat 1 counts them, from 0, then the bar.

    Seat 1 moves down that count and seat 0 up it. What is neither on a point nor on the bar is borne off.
    """
    own = list(board[:POINTS]) if seat else list(board[:POINTS])[::-1]
    return [CHECKERS - sum(board), *own, board[POINTS]]


def position(found: dict[str, Any]) -> State:
    """Our state for what OpenSpiel's worker describes: a seat is to play dice that differ.

    A double is one turn of ours and two of OpenSpiel's, so such a position has no twin.
    """
    state = load("backgammon").start()
    dice = sorted(found["dice"], reverse=True)
    state.load({**state.raw(), "count": [places(s, found["board"][s]) for s in (0, 1)], "dice": dice, "stage": PLAY,
                "seat": found["player"]})
    return state
