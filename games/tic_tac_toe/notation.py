"""Moves of tic-tac-toe as text, both ways: `b2` is the middle, `a1` the lower left. Positions: position.py."""
from __future__ import annotations

from core_ext.state import State
from games.api import InputError
from games.fields import shown
from games.tic_tac_toe.position import CELL_NAMES, own, position_from_json, position_to_json

__all__ = ["action_text", "parse_action", "position_from_json", "position_to_json"]


def action_text(state: State, action: int) -> str:
    """The name of a cell. ValueError for a code that is none."""
    if not 0 <= action < len(CELL_NAMES):
        raise ValueError(f"action {action} is none of 0 to {len(CELL_NAMES) - 1}")
    return CELL_NAMES[action]


def parse_action(state: State, text: str) -> int:
    """The legal action that a text names. Raises InputError naming what was found and the moves there are."""
    if not isinstance(text, str):
        raise InputError(f"move: found {shown(text)}, expected a cell such as 'b2'")
    legal = {CELL_NAMES[action]: action for action in own(state).legal_actions()}
    if not legal:
        raise InputError(f"move: found {shown(text)}, but the game is over")
    found = text.strip().lower()
    if found not in legal:
        raise InputError(f"move: found {shown(text)}, which is not possible here; expected one of {', '.join(legal)}")
    return legal[found]
