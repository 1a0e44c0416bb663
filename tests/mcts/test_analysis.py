"""The document of an answer: its fields, its units, and that no two of its numbers contradict each other."""
import json
from dataclasses import replace
from math import inf, nan

import pytest

import games
from games.positions import read_position
from mcts.advice import advise, search_params, think
from mcts.analysis import Lines, analysis, line, number
from mcts.confidence import CLEARLY, PROBABLY
from mcts.params import SearchParams
from mcts.search import search
from tests.whole import mostly_whole, widest

STARTS = [(name, seats) for name in games.names() for seats in games.load(name).seats]
EXAMPLES = ["burgundy-midgame", "burgundy-endgame", "burgundy-four-seats", "burgundy-ship", "orleans-midgame",
            "orleans-opening", "orleans-endgame", "catan-cards-midgame", "catan-cards-endgame", "backgammon-midgame",
            "connect-four-choice", "connect-four-endgame", "leduc-poker-board", "kuhn-poker-bluff", "pig-endgame",
            "world504-123", "world504-275", "world504-352", "world504-586", "world504-618", "world504-731",
            "world504-867"]


def begun(name, seats=None):
    game = games.load(name)
    state = game.start(seats)
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(2))
    return game, state


def check(document, seats):
    """Sums, signs and units of an answer."""
    root, plans, moves = document["rootInfo"], document["planInfos"], document["moveInfos"]
    assert root["winrate"] == root["winChance"] == plans[0]["winrate"] == moves[0]["winrate"]
    assert 0 <= root["winChanceLow"] <= root["winChance"] <= root["winChanceHigh"] <= 1
    assert root["utility"] == plans[0]["utility"]
    for rows in (plans, moves):
        assert [info["order"] for info in rows] == list(range(len(rows)))
        assert [info["winrate"] for info in rows] == sorted((info["winrate"] for info in rows), reverse=True)
        for info in rows:
            assert 0 <= info["winrate"] <= 1
            assert info["loss"] == pytest.approx(root["winrate"] - info["winrate"], abs=2e-6)
            assert -1e-6 <= info["pBest"] <= 1 + 1e-6
            assert info["scoreMean"] is None or len(info["scoreMean"]) == seats
    assert sum(info["pBest"] for info in plans) == pytest.approx(1 - root["missed"], abs=1e-4)
    assert sum(info["level"] for info in plans) == root["level"]
    assert [info["level"] for info in plans] == sorted((info["level"] for info in plans), reverse=True)
    assert len({tuple(info["moves"]) for info in plans}) == len(plans)
    assert 0 <= root["lossAtMost"] <= 1
    first, verdict = plans[0]["pBest"], root["verdict"]
    assert {"only": len(plans) == 1, "solved": root["solved"], "clearly best": first >= CLEARLY,
            "probably best": PROBABLY <= first < CLEARLY, "level": first < PROBABLY,
            "decided": root["lossAtMost"] == 0}[verdict]
    for info in plans:
        if info["scoreMean"] is not None:
            mine, others = info["scoreMean"][document["currentPlayer"]], list(info["scoreMean"])
            others.remove(mine)
            if others:
                assert info["margin"] == pytest.approx(mine - sum(others) / len(others), abs=1e-4)
    if len(plans) > 1 and plans[1]["against"]:
        mirror = {(d["seat"], d["source"]): -d["points"] for d in plans[1]["against"]["points"]}
        assert {(d["seat"], d["source"]): d["points"] for d in plans[0]["against"]["points"]} == mirror
    for info in moves:
        if info["plan"] is not None:
            assert info["winrate"] == plans[info["plan"]]["winrate"]


@pytest.mark.parametrize(("name", "seats"), mostly_whole(STARTS, widest))
def test_no_two_numbers_of_an_answer_contradict_each_other(name, seats):
    game, state = begun(name, seats)
    for simulations in (1, 60):
        check(advise(game, state, search_params(simulations=simulations)).document, seats)


@pytest.mark.parametrize("name", mostly_whole(
    EXAMPLES, lambda name: name in ("pig-endgame", "world504-618") or "midgame" in name))
def test_examples_do_not_contradict_themselves(name):
    game, state, _ = read_position(f"examples/{name}.json")
    document = advise(game, state, search_params(simulations=500, seed=5)).document
    check(document, state.seats)
    assert json.loads(json.dumps(document, allow_nan=False)) == document


def test_plans_are_moves_that_can_be_played():
    game, state, _ = read_position("examples/burgundy-midgame.json")
    for info in advise(game, state, search_params(simulations=400)).document["planInfos"]:
        at = state.copy()
        for text in info["moves"]:
            assert at.current_player() == state.current_player()
            at.apply_action(game.notation.parse_action(at, text))
        then = "over" if at.is_terminal() else "luck" if at.is_chance_node() else f"seat {at.current_player()}"
        assert info["then"] == then


def test_two_deterministic_threads_and_a_seed_give_the_same_answer_again():
    game, state = begun("burgundy")
    params = search_params("deterministic=yes", simulations=400, threads=2, seed=3)
    one, two = (advise(game, state, params).document for _ in range(2))
    assert one["planInfos"] == two["planInfos"]
    assert one["moveInfos"] == two["moveInfos"]
    assert one["rootInfo"]["repeatable"]


def test_an_answer_of_threads_that_share_a_tree_says_that_another_run_may_differ():
    game, state = begun("burgundy")
    found = advise(game, state, search_params(simulations=400, threads=3, seed=3)).document["rootInfo"]
    assert (found["threads"], found["repeatable"]) == (3, False)
    assert found["visits"] >= 400


def test_a_line_ends_before_an_action_that_does_not_fit():
    game, state = begun("burgundy")
    first = state.legal_actions()[0]
    assert line(game, state, [first, -5, first]) == [game.notation.action_text(state, first)]
    assert line(game, state, []) == []


def test_what_lines_begin_with_is_put_into_words_once():
    game, state = begun("burgundy")
    a, b = state.legal_actions()[:2]
    after = state.copy()
    after.apply_action(a)
    c, d = after.legal_actions()[:2]
    asked = []

    class Notation:
        @staticmethod
        def action_text(at, action):
            asked.append(action)
            return game.notation.action_text(at, action)

    lines = Lines(replace(game, notation=Notation), state)
    for actions in ([a, c], [b], [a, d], [a, c], [a, -5, c], [a, -5]):
        assert lines.line(actions) == line(game, state, actions)
    assert sorted(asked) == sorted([a, b, c, d])


def test_the_position_is_left_as_it_was():
    game, state = begun("burgundy")
    before = state.to_bytes()
    advise(game, state, search_params(simulations=50))
    assert state.to_bytes() == before


def test_the_document_carries_the_query_and_repeats():
    game, state = begun("burgundy")
    found = think(game, state, search_params(simulations=50, seed=3))
    document = analysis(found, "query 7")
    assert (document["id"], document["rootInfo"]["seed"]) == ("query 7", 3)
    assert analysis(found, "query 7") == document


@pytest.mark.parametrize("settings", ("cutoff=3", "playout=none"))
def test_points_are_those_of_finished_games_where_playouts_are_broken_off(settings):
    """Early in a game hardly a point is made, so points at the cut would be near nothing."""
    game, state = begun("burgundy")
    told = advise(game, state, search_params(settings, simulations=400, seed=3)).document
    for info in told["planInfos"][:4]:
        assert info["scoreMean"] == pytest.approx([170, 170], abs=40)
        assert all(0 < e < 10 for e in info["scoreStderr"])
    assert told["rootInfo"]["scoreMean"] == told["planInfos"][0]["scoreMean"]


def test_a_game_of_which_nothing_was_measured_says_so():
    game, state = games.load("burgundy"), games.load("burgundy").start(2, {"rivalry": "0"})
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(2))
    root = advise(game, state, search_params(simulations=100)).document["rootInfo"]
    assert not root["calibrated"]
    assert root["phase"] is None
    assert root["chanceGames"] == root["playouts"]      # the search breaks its games off; these went to their ends
    assert root["winChance"] * root["chanceGames"] == pytest.approx(round(root["winChance"] * root["chanceGames"], 1))
    assert root["winChanceLow"] <= root["winChance"] <= root["winChanceHigh"]


def test_numbers_that_json_lacks_are_null():
    assert [number(x) for x in (nan, inf, -inf, 0.123456789, None)] == [None, None, None, 0.123457, None]


def test_a_search_within_its_budget_was_not_stopped():
    _, state = begun("burgundy")
    for params in (SearchParams(simulations=60), SearchParams(seconds=0.05), SearchParams(simulations=60, seconds=60)):
        assert not search(state, params).stopped
