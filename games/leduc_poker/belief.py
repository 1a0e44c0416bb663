"""What a seat can say of the other's card, by the deal alone: the betting may tell more, the rules do not."""
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
