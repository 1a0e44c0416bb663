"""How a game of 504 stands: each owner's income now, term by term, its points now, by source, and who would win."""
from __future__ import annotations

from core_ext.state import State
from games.api import Standing, own
from games.world504.share_table import founded
from games.world504.state import World504State
from games.world504.tables import COMPANIES


def standing(state: State) -> Standing:
    """What phase 3H would pay each owner now, what final scoring would give it now, and the winners after tie-breaks.

    What is paid once, for things done this turn, counts for the owner whose turn it is. Where companies are owners,
    those founded come first, with what they would be paid and the points of each of their shares, then the seats.
    """
    mine = own(state, World504State)
    raw, rules = mine.raw(), mine.rules_in_force()
    seats = tuple(f"seat {seat}" for seat in range(mine.seats))
    firms = founded(raw, rules) if rules["companies"] else []
    earners = firms or range(mine.seats)
    income = [tuple(mine.income_terms(i).items()) for i in earners]
    points = mine.owner_sources()
    return Standing(
        owners=(*(COMPANIES[i] for i in firms), *seats),
        income=tuple(income + [()] * (len(firms) + mine.seats - len(income))),
        points=tuple(tuple((source, count) for source, count in found.items() if count)
                     for found in [*(points[i] for i in firms), *mine.sources()]),
        winners=tuple(seat for seat, share in zip(seats, mine.shares_now(), strict=True) if share),
    )
