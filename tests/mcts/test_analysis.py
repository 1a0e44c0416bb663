import json
from math import inf, nan
from time import perf_counter

import pytest

import games
from mcts.analysis import analysis, line, number
from mcts.pairs import with_points
from mcts.params import SearchParams
from mcts.search import search


@pytest.fixture
def table():
    game = games.load("burgundy")
    state = game.start(2, {})
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(2))
    return game, state


def test_a_line_ends_before_an_action_that_does_not_fit(table):
    game, state = table
    first = state.legal_actions()[0]
    assert line(game, state, [first, -5, first]) == [game.notation.action_text(state, first)]
    assert line(game, state, []) == []


def test_the_position_is_left_as_it_was(table):
    game, state = table
    before = state.to_bytes()
    analysis(game, state, search(state, SearchParams(simulations=50)))
    assert state.to_bytes() == before


def test_the_document_is_json_and_carries_the_query(table):
    game, state = table
    document = analysis(game, state, search(state, SearchParams(simulations=50, seed=3)), "query 7")
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    assert document["id"] == "query 7"
    assert document["rootInfo"]["seed"] == 3


@pytest.mark.parametrize("settings", ({"cutoff": 3}, {"playout": "none"}))
def test_points_are_those_of_finished_games_where_playouts_are_broken_off(table, settings):
    """Early in a game hardly a point is made, so points at the cut would be near nothing."""
    game, state = table
    result = search(state, SearchParams(simulations=400, seed=3, **settings))
    assert result.cut
    assert max(result.score_mean) < 40
    told = analysis(game, state, result)
    for info in told["moveInfos"]:
        if info["visits"]:
            assert info["scoreMean"] == pytest.approx([170, 170], abs=40)
            assert 5 < info["scoreStdev"] < 60
    assert told["rootInfo"]["scoreMean"] == told["moveInfos"][0]["scoreMean"]
    assert analysis(game, state, result)["moveInfos"] == told["moveInfos"]


def test_points_of_games_played_to_their_end_stay_as_they_are(table):
    _, state = table
    result = search(state, SearchParams(simulations=100, seed=3, cutoff=0))
    assert not result.cut
    assert with_points(state, result) is result


def test_the_document_says_how_sure_it_is(table):
    game, state = table
    document = analysis(game, state, search(state, SearchParams(simulations=300, seed=3)))
    moves, root = document["moveInfos"], document["rootInfo"]
    assert sum(m["pBest"] for m in moves if m["visits"]) == pytest.approx(1, abs=1e-4)
    assert all(m["pBest"] is None and m["loss"] is None and not m["tied"] for m in moves if not m["visits"])
    assert all(m["loss"] >= 0 and m["winrateMeanStderr"] <= 0.5 for m in moves if m["visits"])
    assert moves[0]["tied"]
    assert sum(m["tied"] for m in moves) <= 3
    assert root["calibrated"]
    assert 0 < root["winChance"] < 1
    assert root["modelStderr"] >= 0
    assert root["phase"] == 0


def test_the_sampling_error_is_that_of_the_share_of_wins(table):
    game, state = table
    found = search(state, SearchParams(simulations=300, seed=3))
    move, best = analysis(game, state, found)["moveInfos"][0], found.moves[0]
    rate = (best.winrate * best.visits + 1) / (best.visits + 2)
    assert move["winrateStderr"] == pytest.approx((rate * (1 - rate) / best.visits) ** 0.5, abs=1e-6)


def test_what_a_search_says_repeats(table):
    game, state = table
    one, two = (analysis(game, state, search(state, SearchParams(simulations=200, seed=3)))["moveInfos"]
                for _ in range(2))
    assert one == two


def test_a_game_of_which_nothing_was_measured_says_so():
    game = games.load("tic_tac_toe")
    state = game.start()
    root = analysis(game, state, search(state, SearchParams(simulations=100)))["rootInfo"]
    assert not root["calibrated"]
    assert root["winChance"] is root["modelStderr"] is root["phase"] is None


def test_the_document_comes_in_time(table):
    game, state = table
    found = search(state, SearchParams(simulations=50))
    begin = perf_counter()
    document = analysis(game, state, found, ends=begin + 0.2)
    assert perf_counter() - begin < 1
    assert document["rootInfo"]["pairedPlayouts"] >= 2


def test_numbers_that_json_lacks_are_null():
    assert [number(x) for x in (nan, inf, -inf, 0.123456789)] == [None, None, None, 0.123457]


def test_a_search_within_its_budget_was_not_stopped(table):
    _, state = table
    for params in (SearchParams(simulations=60), SearchParams(seconds=0.05), SearchParams(simulations=60, seconds=60)):
        result = search(state, params)
        assert not result.stopped
