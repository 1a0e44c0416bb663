"""Moves of Connect Four as text, both ways: `d4` is the cell where the stone comes to lie. Positions: position.py."""
from __future__ import annotations

from core_ext.state import State
from games.api import InputError
from games.connect_four.board import COLUMN_NAMES, own, stacks_of
from games.connect_four.position import position_from_json, position_to_json
from games.connect_four.tables import COLUMNS
from games.fields import shown

__all__ = ["action_text", "parse_action", "position_from_json", "position_to_json"]


def action_text(state: State, action: int) -> str:
    """The cell that a stone dropped into column `action` reaches. ValueError for a code that is no column."""
    if not 0 <= action < COLUMNS:
        raise ValueError(f"action {action} is none of 0 to {COLUMNS - 1}")
    return f"{COLUMN_NAMES[action]}{len(stacks_of(own(state))[action]) + 1}"


def parse_action(state: State, text: str) -> int:
    """The legal action that a text names: a cell such as `d4`, or the letter of a column alone.

    Raises InputError naming what was found and the moves there are.
    """
    if not isinstance(text, str):
        raise InputError(f"move: found {shown(text)}, expected a text such as 'd4' or 'd'")
    legal = {action_text(state, action): action for action in own(state).legal_actions()}
    if not legal:
        raise InputError(f"move: found {shown(text)}, but the game is over")
    found = text.strip().lower()
    for cell, action in legal.items():
        if found and found in (cell, cell[0]):
            return action
    raise InputError(f"move: found {shown(text)}, which is not possible here; expected one of {', '.join(legal)}")
