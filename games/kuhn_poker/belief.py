"""What a seat can say of the cards it does not see, by the deal alone: the betting may tell more, the rules do not."""
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
