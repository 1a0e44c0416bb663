"""What the two games of a pair share, so that neither side profits from it: an opening, or the cards."""
from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations

OPENING = (2, 4)                # least and most plies of a Connect Four opening
COLUMNS = 7
CARDS = 6                       # of Leduc poker


def openings(seed: int) -> Iterator[tuple[int, ...]]:
    """Openings of Connect Four without end: random columns, each length as likely. Nobody can have four yet."""
    rng = random.Random(seed)
    while True:
        yield tuple(rng.randrange(COLUMNS) for _ in range(rng.randint(*OPENING)))


def deals(seed: int) -> Iterator[tuple[int, ...]]:
    """Deals of Leduc poker without end: a card for either seat and the one for the table.

    All 120 come in random order before one comes again.
    """
    rng, every = random.Random(seed), list(permutations(range(CARDS), 3))
    while True:
        rng.shuffle(every)
        yield from every
