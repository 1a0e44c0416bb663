"""Moves of Kuhn poker as text, both ways: `check`, `bet`, `fold`, `call`, and at a chance node `deal K`."""
from __future__ import annotations

import difflib

from core_ext.state import State
from games.api import InputError
from games.fields import shown
from games.kuhn_poker.position import own, position_from_json, position_to_json
from games.kuhn_poker.setup import ranks

__all__ = ["action_text", "parse_action", "position_from_json", "position_to_json"]

OPEN, FACING = ("check", "bet"), ("fold", "call")       # words of codes 0 and 1, before and after the first bet
SAME = {"pass": 0, "p": 0, "b": 1}                      # words that fit both; then `bet` also answers a bet


def action_text(state: State, action: int) -> str:
    """The text of an act, or at a chance node of a card. ValueError for a code that is neither."""
    mine = own(state)
    words: tuple[str, ...] | str = FACING if mine.raw()["opener"] else OPEN
    if mine.is_chance_node():
        words = ranks(mine.seats)
    if not 0 <= action < len(words):
        raise ValueError(f"action {action} is none of 0 to {len(words) - 1}")
    return f"deal {words[action]}" if mine.is_chance_node() else words[action]


def parse_action(state: State, text: str) -> int:
    """The legal act or the card that a text names; `pass` is a check or a fold, `bet` also a call, `K` also a deal.

    Raises InputError naming what was found and what is possible.
    """
    if not isinstance(text, str):
        raise InputError(f"move: found {shown(text)}, expected a text such as 'check'")
    mine = own(state)
    legal = {action_text(mine, action): action for action in mine.legal_actions()}
    if not legal:
        raise InputError(f"move: found {shown(text)}, but the game is over")
    word = " ".join(text[:100].lower().split())
    for known, action in legal.items():
        if word in (known.lower(), known.lower().removeprefix("deal ")):
            return action
    if not mine.is_chance_node() and word in {**SAME, "bet": 1}:
        return {**SAME, "bet": 1}[word]
    close = difflib.get_close_matches(word, list(legal), n=1, cutoff=0.6)
    offer = f"did you mean '{close[0]}'?" if close else f"expected one of: {', '.join(legal)}"
    raise InputError(f"move: found {shown(text)}, which is not possible here; {offer}")
