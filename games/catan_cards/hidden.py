"""What a seat sees of what happens: which card is drawn, and which passes from hand to hand. See README.md."""
from __future__ import annotations

from core_ext.state import State
from games.api import own
from games.catan_cards.names import REASONS, STAGES
from games.catan_cards.notation import action_text
from games.catan_cards.state import CatanState


def sees(state: State, action: int, seat: int) -> bool:
    """Whether `seat` sees which card it is; all but cards drawn or passed on is open."""
    mine = own(state, CatanState)
    raw = mine.raw()
    stage = STAGES[raw["stage"]]
    two = (raw["turn"], raw["partner"])
    if stage == "setup":
        return bool(raw["drawn"] < mine.start_numbers()["market"] or raw["actor"] == seat)
    if stage == "pick":
        return seat in two or mine.options.get("library_look") == "open"
    if stage == "give":
        return seat in two or mine.options.get("given_back") == "open"
    if stage == "card":
        why = REASONS[raw["coming"]]
        return why == "market" or seat == raw["turn"] or (why in ("fellow", "guild") and seat == raw["partner"])
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
