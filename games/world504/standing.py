"""How a game of 504 stands: each owner's income now, term by term, its points now, by source, and who would win."""
from __future__ import annotations

from core_ext.state import State
from games.api import Standing, own
from games.world504.state import World504State


def standing(state: State) -> Standing:
    """What phase 3H would pay each owner now, what final scoring would give it now, and the winners after tie-breaks.

    What is paid once, for things done this turn, counts for the owner whose turn it is.
    """
    mine = own(state, World504State)
    owners = tuple(f"seat {seat}" for seat in range(mine.seats))
    return Standing(
        owners=owners,
        income=tuple(tuple((term, sum_) for term, sum_ in mine.income_terms(seat).items() if sum_)
                     for seat in range(mine.seats)),
        points=tuple(tuple((source, points) for source, points in found.items() if points)
                     for found in mine.sources()),
        winners=tuple(owner for owner, share in zip(owners, mine.shares_now(), strict=True) if share),
    )
