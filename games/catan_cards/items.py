"""The items of experiments: which action acquires which."""
from __future__ import annotations

from core_ext.state import State
from games.catan_cards.tables import EXPANSIONS, RULES
from games.packed import codes

MEANING = {
    "library": "a trade a turn with a hand you see",
    "church": "your first knight is safe",
    "castle": "your first three roads are safe",
    "guild": "a card a turn from one not behind you",
    "university": "a turn's build for one card less",
    "hall": "four points, no effect",
}
COSTS = {name: float(sum(RULES["cost"][name].values())) for name in EXPANSIONS}    # in resource cards
FIRST = sum(codes("catan_cards", "A_BUILD EXPANSION"))         # the action that builds the first expansion


def takes(state: State, action: int) -> str | None:
    """The expansion that a legal action acquires, if any: it is announced before it is paid, and then cannot fail."""
    if state.is_chance_node() or not FIRST <= action < FIRST + len(EXPANSIONS):
        return None
    return EXPANSIONS[action - FIRST]
