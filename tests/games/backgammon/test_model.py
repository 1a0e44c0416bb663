"""The model that comes with backgammon: what it plays where the best move has been known for decades."""
from pathlib import Path

import pytest

import games
from core_ext.selfplay import best_turn
from mcts.models import model_for
from mcts.params import SearchParams
from mcts.search import search

FILE = Path(games.__file__).parent / "backgammon" / "model.json"


def after_roll(scoring: str, high: int, low: int):
    """Seat 0 has this opening roll to play."""
    state = games.load("backgammon").start(2, {"scoring": scoring})
    state.apply_action(6 * (high - 1) + low - 1)
    return state


def test_the_model_is_small_and_its_card_says_where_it_comes_from():
    assert FILE.stat().st_size <= 400_000
    card = model_for(games.load("backgammon").start(), "own").card
    assert card["games"] > 100_000
    assert {"trained", "labels", "match"} <= card.keys()
    assert card["match"]["share"] > 0.5


@pytest.mark.parametrize("scoring", ("win", "points"))
@pytest.mark.parametrize(("roll", "best"), [((3, 1), {8: 1, 6: 1, 5: 2}), ((4, 2), {8: 1, 6: 1, 4: 2}),
                                            ((6, 1), {13: 1, 8: 1, 7: 2})])
def test_opening_rolls_that_make_a_point_make_it(scoring, roll, best):
    """In `best` one checker leaves a place, or two have come to it."""
    state = after_roll(scoring, *roll)
    before = state.raw()["count"][0]
    for action in best_turn(model_for(state, "own").net, state):
        state.apply_action(action)
    after = state.raw()["count"][0]
    moved = {place: abs(after[place] - before[place]) for place in range(26) if after[place] != before[place]}
    assert moved == best


def test_chances_add_up_and_the_roller_is_ahead():
    state = after_roll("points", 3, 1)
    net = model_for(state, "own").net
    utilities, shares, points = net.judge(state)
    assert sum(shares) == pytest.approx(1)
    assert 0.5 < shares[0] < 0.62       # GNU Backgammon gives 0.55
    assert utilities[0] == pytest.approx(0.5 + (points[0] - points[1]) / 6, abs=1e-6)


def test_a_race_that_is_all_but_won_is_judged_so():
    state = games.load("backgammon").start()
    count = [[0] * 26 for _ in range(2)]
    count[0][0], count[0][1], count[1][6], count[1][5] = 13, 2, 8, 7
    state.load({"count": count, "turns": [20, 20], "dice": [0, 0], "stage": 1, "seat": 0})
    utilities, shares, points = model_for(state, "own").net.judge(state)
    assert shares[0] > 0.97
    assert points[0] > 1.7              # a gammon


def test_a_search_with_the_model_is_repeatable_and_expects_what_the_net_does():
    state = after_roll("win", 3, 1)
    first, again = (search(state, SearchParams(simulations=400, seed=1, model="own")) for _ in range(2))
    assert first.moves == again.moves
    assert first.moves[0].utility == pytest.approx(model_for(state, "own").net.judge(state)[0][0], abs=0.06)
