"""Moves of backgammon as text, both ways: `24/18`, `bar/20*`, `6/off`; dice as `roll 3 1`. Positions: position.py.

The texts of one legal list are distinct, so a text and a position name one move.
"""
from __future__ import annotations

import re

from core_ext.state import State
from games.api import own
from games.backgammon.names import BAR, OPENING, move_text, place_and_face, would_hit
from games.backgammon.position import position_from_json, position_to_json
from games.backgammon.state import BackgammonState
from games.moves import read_move

__all__ = ["action_text", "parse_action", "position_from_json", "position_to_json"]

ACTIONS = 32 * 6 + BAR + 1
ORDER = "\n(as much of a roll as can be must be played; where order does not matter: the larger die, " \
        "or of a double the higher point, goes first)"
OTHER_WORDS = {"25": "bar", "b": "bar", "0": "off", "o": "off"}


def action_text(state: State, action: int) -> str:
    """The text of a legal action, or at a chance node of a possible outcome. ValueError for a code that is neither."""
    raw = own(state, BackgammonState).raw()
    if state.is_chance_node():
        if not 0 <= action < 36:
            raise ValueError(f"outcome {action} is none of 0 to 35")
        word = "opening" if raw["stage"] == OPENING else "roll"
        return f"{word} {action // 6 + 1} {action % 6 + 1}"
    place, face = place_and_face(action)
    if not (1 <= place <= BAR and 1 <= face <= 6 and action < ACTIONS):
        raise ValueError(f"action {action} is no checker move: 32 x face (1-6) + place (1-25)")
    return move_text(place, face, would_hit(raw["count"], raw["seat"], place, face))


def parse_action(state: State, text: str) -> int:
    """The legal action or chance outcome that a text names.

    Case and spacing do not matter, the `*` of a hit may be left out, `25` is the bar and `0` is off; two dice may be
    given in either order except in the opening, where the first is seat 0's. Raises InputError naming what was found
    and the legal moves nearest to it.
    """
    note = ORDER if isinstance(text, str) and "/" in text and state.current_player() >= 0 else ""
    return read_move(text, {action_text(state, action): action for action in state.legal_actions()}, _words, note=note)


def _words(text: str) -> list[str]:
    """What of a text counts."""
    words = re.findall(r"[a-z]+|[0-9]+|[^\sa-z0-9*-]", text[:200].lower())
    if words[:1] == ["roll"]:
        return ["roll", *sorted(words[1:])]
    return [OTHER_WORDS.get(word, word) for word in words] if "/" in words else words
