"""Moves of the fast card game of CATAN as text, both ways: `trade 2 with pile`. Positions: position.py."""
from __future__ import annotations

from core_ext.state import State
from games.api import own
from games.catan_cards.names import EVENTS, KINDS, STAGES, THINGS
from games.catan_cards.position import position_from_json, position_to_json
from games.catan_cards.state import CatanState
from games.moves import read_move, words
from games.packed import codes

__all__ = ["action_text", "parse_action", "position_from_json", "position_to_json"]

# First code of each block of actions.
STOP, PILE, MARKET, SEAT, GUILD, BUILD, PAY = codes(
    "catan_cards", "A_STOP A_PILE A_MARKET A_SEAT A_GUILD A_BUILD A_PAY")
PLAIN = dict(enumerate(("stop trading", "end build", "draw", "stop", "flip", "keep", "blind", "open hand"), STOP))
CARD_VERBS = {"discard": "discard", "robber": "discard", "take": "take", "pick": "take", "return": "give",
              "give": "give"}


def action_text(state: State, action: int) -> str:
    """The text of a legal action, or at a chance node of a possible outcome. ValueError for a code that is neither."""
    stage = STAGES[own(state, CatanState).stage()]
    if state.is_chance_node():
        return _outcome(stage, action)
    if 0 <= action < STOP:
        return f"{CARD_VERBS.get(stage, 'card')} {KINDS[action]}"
    if action in PLAIN:
        return PLAIN[action]
    if PILE < action < MARKET:
        return f"trade {action - PILE} with pile"
    if MARKET < action < SEAT:
        return f"trade {action - MARKET} with market"
    if SEAT < action < GUILD:
        return f"trade {(action - SEAT) % 16} with seat {(action - SEAT) // 16}"
    if GUILD <= action < BUILD:
        return f"guild seat {action - GUILD}"
    if BUILD <= action < BUILD + len(THINGS):
        return f"build {THINGS[action - BUILD]}"
    if PAY <= action < 2 * PAY:
        paid = [(action >> 5 * (4 - k) & 31, kind) for k, kind in enumerate(KINDS)]
        return "pay " + (" ".join(f"{n} {kind}" for n, kind in paid if n) or "nothing")
    raise ValueError(f"action {action} is none of this game")


def _outcome(stage: str, outcome: int) -> str:
    try:
        if stage == "start":
            return f"start seat {outcome}"
        return f"event {EVENTS[outcome]}" if stage == "event" else f"card {KINDS[outcome]}"
    except IndexError:
        raise ValueError(f"outcome {outcome} is none of stage {stage}") from None


def parse_action(state: State, text: str) -> int:
    """The legal action or chance outcome that a text names; case, spacing and the order of paid cards do not matter.

    Raises InputError naming what was found and the legal moves nearest to it.
    """
    return read_move(text, {action_text(state, action): action for action in state.legal_actions()}, _words)


def _words(text: str) -> list[str]:
    """What of a text counts; a payment in the order of resources."""
    found = words(text)
    if found[:1] == ["pay"] and len(found) % 2 == 1:
        pairs = sorted(zip(found[2::2], found[1::2], strict=True))
        return ["pay", *(word for pair in pairs for word in pair)]
    return found
