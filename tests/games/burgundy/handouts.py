"""Random values of the options `gifts` and `without` for games that tests play."""
from __future__ import annotations

import random

from . import facts

TILES = list(facts.coloured_supply() | facts.black_supply())
KNOWLEDGE = [tile for tile in TILES if tile.startswith("knowledge")]
OTHERS = [tile for tile in TILES if tile not in KNOWLEDGE]
MOST_TOKENS = {"points": 40, "silver": 6, "workers": 6}


def some_gifts(rng: random.Random, seats: int) -> str:
    """For each seat some knowledge tiles, tiles in storage and tokens, or none."""
    gifts = []
    for seat in range(seats):
        mine = rng.sample(KNOWLEDGE, rng.choice((0, 0, 1, 2, 5))) + rng.choices(OTHERS, k=rng.choice((0, 0, 1, 3)))
        mine += [f"{token} {rng.randint(0, most)}" for token, most in MOST_TOKENS.items() if rng.random() < 0.3]
        gifts += [f"{seat}:{gift}" for gift in mine or ["null"]]
    rng.shuffle(gifts)
    return ",".join(gifts)


def some_left_out(rng: random.Random) -> str:
    """A few tiles, all knowledge tiles, or half of the box."""
    return ",".join(rng.choice((rng.sample(TILES, 3), rng.sample(KNOWLEDGE, 1), KNOWLEDGE, rng.sample(TILES, 24))))
