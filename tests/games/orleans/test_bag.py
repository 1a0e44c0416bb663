"""Draws from a bag: exact hypergeometric probabilities of five worked bags, by the tree of single draws (rule 19)."""
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import comb, isclose, prod, sqrt

import pytest

from core_ext.state import State
from games.orleans.setup import new_state
from games.orleans.tables import KINDS

DRAW = 4                        # the stage, in games/orleans/state.pxd
Bag = Mapping[str, int]
Hand = tuple[int, ...]          # followers drawn, by kind

# a bag, how many are drawn, and chances worked out by hand: of a hand that holds at least these followers
WORKED = [
    ({"farmer": 3, "boatman": 2}, 2, [({"farmer": 2}, "3/10"), ({"farmer": 1, "boatman": 1}, "6/10"),
                                      ({"boatman": 2}, "1/10")]),
    ({"own farmer": 1, "own boatman": 1, "own craftsman": 1, "own trader": 1, "knight": 1, "monk": 1}, 4,
     [({"monk": 1}, "2/3"), ({"monk": 1, "knight": 1}, "2/5"),
      ({"own farmer": 1, "own boatman": 1, "own trader": 1}, "1/5")]),
    ({"monk": 2, "farmer": 3, "own boatman": 1, "craftsman": 2, "trader": 2}, 5,
     [({"monk": 1}, "7/9"), ({"monk": 2}, "2/9")]),
    ({"farmer": 4, "trader": 3, "scholar": 3}, 4, [({"farmer": 1, "trader": 1, "scholar": 1}, "3/5"),
                                                   ({"farmer": 4}, "1/210")]),
    ({"own farmer": 1, "farmer": 2, "boatman": 4, "knight": 5}, 7, [({"own farmer": 1}, "7/12"),
                                                                    ({"own farmer": 1, "farmer": 2}, "7/44")]),
]


def about_to_draw(bag: Bag, draws: int) -> State:
    """Seat 0 of two is to draw so many from this bag; its market is empty."""
    state = new_state(2, {"start": "0"})
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(1))
    raw = state.raw()
    raw.update(stage=DRAW, phase=3, round=2, actor=0, cursor=0, draws=draws)
    raw["seat"][0].update(market=[0] * len(KINDS), bag=[bag.get(kind, 0) for kind in KINDS])
    state.load(raw)
    return state


def hands(state: State, draws: int) -> dict[Hand, float]:
    """The chance of each hand: the sum over all orders in which it can be drawn."""
    if draws == 0 or not (state.is_chance_node() and state.raw()["stage"] == DRAW):
        return {tuple(state.raw()["seat"][0]["market"]): 1.0}
    found: dict[Hand, float] = {}
    for outcome, chance in state.chance_outcomes():
        after = state.copy()
        after.apply_action(outcome)
        for hand, share in hands(after, draws - 1).items():
            found[hand] = found.get(hand, 0.0) + chance * share
    return found


def hypergeometric(bag: Bag, hand: Hand) -> Fraction:
    """Chance of exactly this hand when sum(hand) are drawn at once, without putting back."""
    counts = [bag.get(kind, 0) for kind in KINDS]
    return Fraction(prod(comb(n, k) for n, k in zip(counts, hand, strict=True)), comb(sum(counts), sum(hand)))


def all_hands(bag: Bag, draws: int) -> list[Hand]:
    counts = [range(bag.get(kind, 0) + 1) for kind in KINDS]
    return [hand for hand in product(*counts) if sum(hand) == draws]


@pytest.mark.parametrize(("bag", "draws", "worked"), WORKED)
def test_the_chance_of_each_hand_is_hypergeometric(bag, draws, worked):
    found = hands(about_to_draw(bag, draws), draws)
    expected = {hand: float(hypergeometric(bag, hand)) for hand in all_hands(bag, draws)}
    assert set(found) == set(expected)
    for hand, chance in expected.items():
        assert isclose(found[hand], chance, abs_tol=1e-12)


@pytest.mark.parametrize(("bag", "draws", "worked"), WORKED)
def test_chances_worked_out_by_hand(bag, draws, worked):
    found = hands(about_to_draw(bag, draws), draws)
    for least, chance in worked:
        wanted = [least.get(kind, 0) for kind in KINDS]
        total = sum(share for hand, share in found.items() if all(h >= w for h, w in zip(hand, wanted, strict=True)))
        assert isclose(total, Fraction(chance), abs_tol=1e-12)


@pytest.mark.parametrize(("bag", "draws", "worked"), WORKED)
def test_draws_by_key_have_the_same_chances(bag, draws, worked):
    games = 1500
    least, chance = worked[0][0], Fraction(worked[0][1])
    start = about_to_draw(bag, draws)
    seen: Counter[bool] = Counter()
    for seed in range(games):
        state = start.copy()
        for _ in range(draws):
            if state.is_chance_node() and state.raw()["stage"] == DRAW:
                state.apply_action(state.keyed_chance(seed))
        market = state.raw()["seat"][0]["market"]
        seen[all(market[KINDS.index(kind)] >= n for kind, n in least.items())] += 1
    spread = sqrt(float(chance) * (1 - float(chance)) / games)
    assert abs(seen[True] / games - float(chance)) < 4.5 * spread


def test_a_bag_that_is_drawn_empty_needs_no_chance():
    state = about_to_draw({"farmer": 2, "monk": 1}, 2)
    state.apply_action(0)                                   # one farmer; a farmer and a monk are left for one draw
    assert state.is_chance_node()
    raw = state.raw()
    raw["draws"] = 2
    state.load(raw)
    state.apply_action(0)                                   # one left, one draw left
    market = dict(zip(KINDS, state.raw()["seat"][0]["market"], strict=True))
    assert (market["farmer"], market["monk"]) == (2, 1)
    assert sum(state.raw()["seat"][0]["bag"]) == 0


def test_a_follower_more_in_the_bag_changes_one_draw_at_most():
    for seed in range(200):
        drawn = []
        for farmers in (2, 3):
            state = about_to_draw({"farmer": farmers, "boatman": 3, "knight": 3, "monk": 1}, 5)
            for _ in range(5):
                state.apply_action(state.keyed_chance(seed))
            drawn.append(state.raw()["seat"][0]["market"])
        assert sum(abs(a - b) for a, b in zip(*drawn, strict=True)) in (0, 2)
