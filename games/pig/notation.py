"""Moves of Pig as text, both ways: `roll`, `hold`, and at a chance node `die 4`. Positions: position.py."""
from __future__ import annotations

from core_ext.state import State
from games.api import own
from games.moves import read_move
from games.pig.position import position_from_json, position_to_json
from games.pig.state import PigState

__all__ = ["action_text", "parse_action", "position_from_json", "position_to_json"]

CHOICES = ("roll", "hold")      # by action code
SAME = {"stop": "hold", "bank": "hold"}


def action_text(state: State, action: int) -> str:
    """The text of a choice, or at a chance node of an outcome. ValueError for a code that is neither."""
    mine = own(state, PigState)
    if mine.is_chance_node():
        if not 1 <= action <= mine.numbers()["faces"]:
            raise ValueError(f"outcome {action} is no face of the die")
        return f"die {action}"
    if not 0 <= action < len(CHOICES):
        raise ValueError(f"action {action} is none of 0 (roll) and 1 (hold)")
    return CHOICES[action]


def parse_action(state: State, text: str) -> int:
    """The legal choice or the face that a text names; `4` alone is read as `die 4`, `stop` and `bank` as `hold`.

    Raises InputError naming what was found and what is possible.
    """
    legal = {action_text(state, action): action for action in own(state, PigState).legal_actions()}
    also = {text.removeprefix("die "): action for text, action in legal.items()}
    return read_move(text, legal, also=also | {word: legal[same] for word, same in SAME.items() if same in legal})
