"""What a seat sees of the deal, and what it can say of hidden cards by that alone, whatever the betting may tell."""
from __future__ import annotations

from core_ext.state import State
from games.kuhn_poker.position import own
from games.kuhn_poker.setup import ranks


def belief(state: State, seat: int) -> dict[str, dict[str, float]]:
    """For each seat whose card is hidden from `seat`: the cards it may have, with their probabilities."""
    mine = own(state)
    hidden, unseen = mine.unseen(seat)
    names = ranks(mine.seats)
    return {f"seat {other}": {names[rank]: 1 / len(unseen) for rank in unseen} for other in hidden}


def sees(state: State, action: int, seat: int) -> bool:
    """A card is seen by the seat it is dealt to; betting is open."""
    mine = own(state)
    return not mine.is_chance_node() or bool(mine.raw()["dealt"] == seat)
