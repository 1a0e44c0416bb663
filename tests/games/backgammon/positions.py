"""Positions of backgammon in a line, for the tests."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import games
from core_ext.state import State

from . import twin

GAME = games.load("backgammon")
TEXT = GAME.notation.action_text
FACES = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def document(first: Mapping[int, int], second: Mapping[int, int], seat: int = 0, dice: Sequence[int] = (),
             **more: Any) -> dict[str, Any]:
    """A position document from checkers by place (25: the bar); what is missing to fifteen is borne off."""
    players = [{"points": {str(p): n for p, n in side.items() if p != twin.BAR}, "bar": side.get(twin.BAR, 0),
                "off": 15 - sum(side.values())} for side in (first, second)]
    return {"format": "ludosoph-position/1", "game": "backgammon", "version": GAME.version, "seats": 2,
            "stage": "play" if dice else "roll", "seat": seat, "dice": list(dice), "players": players, **more}


def of(first: Mapping[int, int], second: Mapping[int, int], seat: int = 0, dice: Sequence[int] = (),
       **more: Any) -> State:
    """The state of such a document."""
    return GAME.notation.position_from_json(document(first, second, seat, dice, **more))


def texts(state: State) -> list[str]:
    """The legal moves in words."""
    return [TEXT(state, action) for action in state.legal_actions()]


def do(state: State, *moves: str) -> State:
    """The state itself after these moves or outcomes."""
    for move in moves:
        state.apply_action(GAME.notation.parse_action(state, move))
    return state


def board(state: State) -> twin.Board:
    """The board as the twin has it."""
    first, second = state.raw()["count"]
    return tuple(first), tuple(second)


def rolled(at: twin.Board, seat: int, dice: Sequence[int]) -> State:
    """A seat is to play these dice (or, where it cannot move, has just had its turn) on this board."""
    state = GAME.start()
    state.load({**state.raw(), "count": [list(row) for row in at], "turns": [1, 1], "stage": 1, "seat": seat})
    return do(state, f"roll {max(dice)} {min(dice)}")


def ends(state: State) -> list[twin.Board]:
    """The boards at the end of this turn, one for each way through the choices offered."""
    seat, turns = state.current_player(), state.raw()["turns"]
    found = []
    for action in state.legal_actions():
        after = state.copy()
        after.apply_action(action)
        if after.current_player() == seat and after.raw()["turns"] == turns:
            found += ends(after)
        else:
            found.append(board(after))
    return found
