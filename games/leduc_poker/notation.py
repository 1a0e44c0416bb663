"""Moves of Leduc hold'em as text, both ways: `fold`, `check`, `call`, `raise`; at chance nodes `deal K`, `board Q`."""
from __future__ import annotations

import difflib

from core_ext.state import State
from games.api import InputError
from games.fields import shown
from games.leduc_poker.position import own, position_from_json, position_to_json
from games.leduc_poker.tables import RANKS

__all__ = ["action_text", "parse_action", "position_from_json", "position_to_json"]

SAME = {"bet": "raise", "pass": "check", "deal": "board"}


def action_text(state: State, action: int) -> str:
    """The text of an act, or at a chance node of a card. ValueError for a code that is neither."""
    mine = own(state)
    if not 0 <= action <= 2:
        raise ValueError(f"action {action} is none of 0 to 2")
    raw = mine.raw()
    if mine.is_chance_node():
        return f"{'deal' if raw['dealt'] < 2 else 'board'} {RANKS[action]}"
    owing = raw["paid"][0] != raw["paid"][1]
    return ("fold", "call" if owing else "check", "raise")[action]


def parse_action(state: State, text: str) -> int:
    """The legal act or the card that a text names; `bet` is a raise, `pass` a check, `K` alone the card that is due.

    Raises InputError naming what was found and what is possible.
    """
    if not isinstance(text, str):
        raise InputError(f"move: found {shown(text)}, expected a text such as 'check'")
    mine = own(state)
    legal = {action_text(mine, action): action for action in mine.legal_actions()}
    if not legal:
        raise InputError(f"move: found {shown(text)}, but the game is over")
    words = text[:100].lower().split()
    for known, action in legal.items():
        verb, _, card = known.lower().partition(" ")
        spoken = [*[SAME.get(word, word) if word != verb else word for word in words[:1]], *words[1:]]
        if spoken in ([verb, card], [verb] if not card else [card]):
            return action
    close = difflib.get_close_matches(" ".join(words), list(legal), n=1, cutoff=0.6)
    offer = f"did you mean '{close[0]}'?" if close else f"expected one of: {', '.join(legal)}"
    raise InputError(f"move: found {shown(text)}, which is not possible here; {offer}")
