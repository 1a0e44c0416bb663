"""What a seat sees of what happens: which card is drawn, and which passes from hand to hand. See README.md."""
from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from core_ext.state import State
from games.api import Played, own
from games.catan_cards.names import KINDS, REASONS, STAGES
from games.catan_cards.notation import action_text
from games.catan_cards.state import CatanState


def sees(state: State, action: int, seat: int) -> bool:
    """Whether `seat` sees which card it is; all but cards drawn or passed on is open."""
    mine = own(state, CatanState)
    stage = STAGES[mine.stage()]
    turn, partner, actor, coming, dealt = mine.who_sees()
    if stage == "setup":
        return dealt < mine.start_numbers()["market"] or actor == seat
    if stage == "pick":
        return seat in (turn, partner) or mine.options.get("library_look") == "open"
    if stage == "give":
        return seat in (turn, partner) or mine.options.get("given_back") == "open"
    if stage == "card":
        why = REASONS[coming]
        return why == "market" or seat == turn or (why in ("fellow", "guild") and seat == partner)
    return True


def untold(state: State, action: int, seat: int) -> bool:
    """Whether another seat's hand decides that it is asked this at all; `seat` sees on the table what became of it."""
    if seat == state.current_player() or state.is_chance_node():
        return False
    mine = own(state, CatanState)
    stage = STAGES[mine.stage()]
    if stage == "build":
        return action_text(state, action) == "end build"
    if stage == "pick":
        return not sees(state, action, seat)
    return stage in ("discard", "return", "give", "pay", "robber")


# ---- what is laid open -----------------------------------------------------------------------

PASSING = ("fellow", "pick", "give")    # stages in which cards pass between two hands


def laid(played: Sequence[Played], seat: int) -> list[tuple[int, str]]:
    """What other seats pay, discard, and give or take in a trade, as `seat` sees it: the seat and a text.

    It is the same whether they were asked or had no choice. Of a trade with the market it is what changed in the hand
    in all, beside the cards whose taking is told.
    """
    verbs = _verbs(played[0])
    if verbs is None:
        return []
    steps = [_moved(step) for step in played]
    moved = [[sum(cards) for cards in zip(*hands, strict=True)] for hands in zip(*steps, strict=True)]
    lost, gained = verbs
    if lost == "give you":
        raw = _raw(played[0].before)
        return _texts(raw["turn"], moved[seat], "take from you", lost) if raw["partner"] == seat else []
    return [told for other, hand in enumerate(moved) if other != seat for told in _texts(other, hand, lost, gained)]


def _texts(who: int, hand: Sequence[int], lost: str, gained: str) -> list[tuple[int, str]]:
    """What is told of the cards that a hand has lost and gained."""
    parts = [(verb, [f"{sign * n} {kind}" for n, kind in zip(hand, KINDS, strict=True) if sign * n > 0])
             for verb, sign in ((gained, 1), (lost, -1)) if verb]
    return [(who, f"{verb} {' '.join(cards)}") for verb, cards in parts if cards]


@lru_cache(maxsize=64)      # of one game every seat asks for the same positions in turn
def _raw(state: State) -> dict[str, Any]:
    """The position's fields. The position is one that nobody plays on."""
    return own(state, CatanState).raw()


def _verbs(first: Played) -> tuple[str, str] | None:
    """What losing and gaining cards is called after this move or outcome; None where nothing is laid open."""
    raw = _raw(first.before)
    stage = STAGES[raw["stage"]]
    if stage in PASSING or (stage == "card" and REASONS[raw["coming"]] == "fellow"):
        return "give you", ""
    if stage == "trade":
        stage = {"pile": "discard", "market": "take"}.get(action_text(first.before, first.action).split()[-1], "")
    return {"build": ("pay", ""), "pay": ("pay", ""), "discard": ("discard", ""), "event": ("discard", ""),
            "robber": ("discard", ""), "take": ("give", "take"), "return": ("give", "take")}.get(stage)


def _moved(step: Played) -> list[list[int]]:
    """By seat the cards by kind that a step brought to its hand, without the one that the step itself names."""
    before, after = _raw(step.before), _raw(step.after)
    moved = [[n - m for n, m in zip(new["hand"], old["hand"], strict=True)]
             for new, old in zip(after["seat"], before["seat"], strict=True)][:step.after.seats]
    stage, why = STAGES[before["stage"]], REASONS[before["coming"]]
    if stage in ("take", "pick") or (stage == "card" and why != "market"):
        moved[before["turn"]][step.action] -= 1
        if stage == "pick" or why in ("fellow", "guild"):
            moved[before["partner"]][step.action] += 1
    return moved
