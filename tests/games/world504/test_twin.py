"""Games of the compiled 504 and of the slow one (twin.py), by luck and side by side: nothing may differ."""
import random
from collections import Counter
from itertools import permutations

import pytest

from tests.whole import mostly_whole

from .twin_compare import Both

TIMES = 4                           # each page at least so often
ROUNDS = {2: 9, 3: 6, 4: 5}         # by the number of seats


def chosen(seed, modules, always=""):
    """Worlds in which each page comes at least `TIMES` times: always the world that brings most of what is wanting.

    Only worlds of these modules, and with the modules of `always`.
    """
    rng, found, seen = random.Random(seed), [], Counter()
    worlds = ["".join(world) for world in permutations(modules, 3) if set(always) <= set(world)]
    rng.shuffle(worlds)
    while any(seen[page] < TIMES for page in pages(modules)):
        def wanting(world):
            return sum(seen[module, place] < TIMES for place, module in enumerate(world))

        best = max(worlds, key=wanting)
        worlds.remove(best)
        found.append(best)
        seen.update((module, place) for place, module in enumerate(best))
    return found


def pages(modules):
    """All pages of these modules: module and place."""
    return [(module, place) for place in range(3) for module in modules]


SETS = {"1235678": chosen(504, "1235678"), "12345678": chosen(504, "12345678", always="4"),
        "12356789": chosen(9, "12356789", always="9")}
OF_BOTH = ["".join(world) for world in permutations("123456789", 3) if {"4", "9"} <= set(world)]
WORLDS = sorted({world for worlds in (*SETS.values(), OF_BOTH) for world in worlds})


@pytest.mark.parametrize("modules", SETS)
def test_each_page_is_played(modules):
    seen = Counter((module, place) for world in SETS[modules] for place, module in enumerate(world))
    assert set(seen) == set(pages(modules))
    assert min(seen.values()) >= TIMES
    assert len(SETS[modules]) == len(set(SETS[modules])) <= 75


@pytest.mark.parametrize("number, world", mostly_whole(enumerate(WORLDS), lambda case: case[0] % 20 == 0), ids=WORLDS)
def test_both_agree(number, world):
    seats = 2 + number % 3
    both = Both(world, seats, seed=number, max_rounds=ROUNDS[seats])
    difference = both.disagreement()
    assert not difference, f"after {len(both.path)} answers, the last {both.path[-6:]}: {difference}"
    assert both.twin.round > 1


def test_the_third_scoring_ends_both():
    both = Both("785", 2, seed=1, max_rounds=12)
    assert not both.disagreement()
    assert both.twin.scorings == 3
    assert not both.twin.capped


def test_a_difference_is_found():
    both = Both("867", 2, seed=1, max_rounds=3)
    both.skip_single()
    both.twin.owners[1].money += 1
    assert "money" in both.disagreement()
