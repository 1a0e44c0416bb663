"""Moves of Pig as text, both ways: `roll`, `hold`, and at a chance node `die 4`. Positions: position.py."""
from __future__ import annotations

import difflib

from core_ext.state import State
from games.api import InputError
from games.fields import shown
from games.pig.position import own, position_from_json, position_to_json

__all__ = ["action_text", "parse_action", "position_from_json", "position_to_json"]

CHOICES = ("roll", "hold")      # by action code
SAME = {"stop": "hold", "bank": "hold"}


def action_text(state: State, action: int) -> str:
    """The text of a choice, or at a chance node of an outcome. ValueError for a code that is neither."""
    mine = own(state)
    if mine.is_chance():
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
    if not isinstance(text, str):
        raise InputError(f"move: found {shown(text)}, expected a text such as 'roll'")
    legal = {action_text(state, action): action for action in own(state).legal()}
    if not legal:
        raise InputError(f"move: found {shown(text)}, but the game is over")
    word = " ".join(text[:100].lower().split())
    for known in (word, SAME.get(word, ""), f"die {word}"):
        if known in legal:
            return legal[known]
    close = difflib.get_close_matches(word, list(legal), n=1, cutoff=0.6)
    offer = f"did you mean '{close[0]}'?" if close else f"expected one of: {', '.join(legal)}"
    raise InputError(f"move: found {shown(text)}, which is not possible here; {offer}")
