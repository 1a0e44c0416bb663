"""What a seat sees of the deal, and what it can say of hidden cards by that alone, whatever the betting may tell."""
from __future__ import annotations

from core_ext.state import State
from games.leduc_poker.position import own
from games.leduc_poker.tables import RANKS


def belief(state: State, seat: int) -> dict[str, dict[str, float]]:
    """The cards the other seat may have, with their probabilities; empty where none is hidden from `seat`."""
    left = own(state).unseen(seat)
    if not left:
        return {}
    return {f"seat {1 - seat}": {RANKS[rank]: n / sum(left) for rank, n in enumerate(left) if n}}


def sees(state: State, action: int, seat: int) -> bool:
    """A card is seen by the seat it is dealt to, the board's by both; betting is open."""
    mine = own(state)
    dealt = mine.raw()["dealt"]
    return not mine.is_chance_node() or dealt >= 2 or bool(dealt == seat)
