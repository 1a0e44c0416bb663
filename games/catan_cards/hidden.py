"""What a seat sees of what happens: which card is drawn, and which passes from hand to hand. See README.md."""
from __future__ import annotations

from core_ext.state import State
from games.api import own
from games.catan_cards.names import REASONS, STAGES
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
