"""The model that comes with Orléans: its file, and that it knows what is worth points."""
from pathlib import Path

import pytest

import games
from games.api import InputError
from mcts.agents import make
from mcts.models import model_for
from tests.games.orleans.test_judgement import before_rounds

FILE = Path(games.__file__).parent / "orleans" / "model.json"


def test_the_model_is_small_and_its_card_says_where_it_comes_from():
    assert FILE.stat().st_size <= 400_000
    card = model_for(games.load("orleans").start(4), "own").card
    assert {"trained", "labels", "positions", "match"} <= card.keys()
    assert card["match"]["low"] > card["match"]["par"]


def test_it_is_a_model_for_four_seats():
    with pytest.raises(InputError, match="found one for orleans with 4 seats, expected one for orleans with 2"):
        model_for(games.load("orleans").start(2), "own")


@pytest.mark.parametrize(("more", "points"), [
    ({"coins": 20}, 8), ({"stations": 2}, 4), ({"citizens": 3}, 4), ({"development": 4}, 1)])
def test_who_has_more_is_expected_to_make_more_points(more, points):
    """In rounds 9 to 15, on average; `points` is what it makes more at least."""
    found = []
    for state in list(before_rounds(4))[7:14]:
        net, raw = model_for(state, "own").net, state.raw()
        richer = state.copy()
        first = dict(raw["seat"][0])
        if "stations" in more:
            free = [town for town in range(23) if not any(seat["stations"] >> town & 1 for seat in raw["seat"])]
            first["stations"] |= sum(1 << town for town in free[:2])
        else:
            for name, count in more.items():
                first[name] += count
        richer.load(dict(raw, seat=[first, *raw["seat"][1:]]))
        found.append(net.judge(richer)[2][0] - net.judge(state)[2][0])
    assert sum(found) / len(found) > points


def test_a_search_with_it_chooses_as_it_did_before():
    state = next(before_rounds(4))
    while state.is_chance_node():
        state.apply_action(state.sample_chance(1, 0))
    first, again = (make("mcts:60,model=own").choose(state, 1) for _ in range(2))
    assert first == again
    assert first in state.legal_actions()
