"""What a seat expects of hidden cards, and that what it does never hangs on what it cannot know."""
from __future__ import annotations

import json
from math import isclose
from pathlib import Path

import pytest

import games
from games.catan_cards.names import KINDS
from mcts.params import SearchParams
from mcts.search import search

from .positions import play, position, seat, told

GAME = games.load("catan_cards")
EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples"


def example(name: str):
    return GAME.notation.position_from_json(json.loads((EXAMPLES / f"catan-cards-{name}.json").read_text("utf-8")))


def expected(state, who: int, other: int) -> dict[str, float]:
    return GAME.hidden.belief(state, who)["hands"][str(other)]["expected"]


@pytest.mark.parametrize("name", ("midgame", "view", "endgame"))
def test_expected_cards_add_up_to_the_hands_and_the_box(name):
    state = example(name)
    who = state.current_player()
    belief = GAME.hidden.belief(state, who)
    raw = state.raw()
    for hand in [*belief["hands"].values(), belief["pile"]]:
        assert isclose(sum(hand["expected"].values()), hand["cards"], abs_tol=0.01)
    for k, kind in enumerate(KINDS):
        total = sum(h["expected"][kind] for h in belief["hands"].values()) + belief["pile"]["expected"][kind]
        hidden = raw["pile"][k] + sum(p["hand"][k] for s, p in enumerate(raw["seat"]) if s != who)
        assert isclose(total, hidden, abs_tol=0.01)
    assert "known" in belief["hands"][str((who + 1) % state.seats)]


def test_belief_hangs_on_what_is_known_only():
    state = example("midgame")
    who = state.current_player()
    other = state.copy()
    other.resample(who, 7)
    assert GAME.hidden.belief(other, who) == GAME.hidden.belief(state, who)


def test_a_card_from_the_market_is_known():
    state = position(seat({"wool": 1}), seat({"grain": 2}), seat({"brick": 1}))
    play(state, "trade 1 with market", "take ore", "give wool")
    assert GAME.hidden.belief(state, 1)["hands"]["0"]["known"] == {"ore": 1}
    assert expected(state, 1, 0)["ore"] == 1


def test_a_card_drawn_blind_from_a_hand_known_in_part():
    """Seat 2 knows one of the cards of seat 0, an ore. Seat 1 draws one of them: it was the ore as likely as any."""
    document = told(position(seat({"wool": 1, "ore": 1, "grain": 1}), seat({"wool": 1, "grain": 1}), seat({"brick": 1}),
                             turn=1))
    document["known"] = [{}, {}, {"0": {"ore": 1}}]
    state = GAME.notation.position_from_json(document)
    assert GAME.hidden.belief(state, 2)["hands"]["0"]["known"] == {"ore": 1}
    play(state, "trade 1 with seat 0", "card grain")
    belief = GAME.hidden.belief(state, 2)["hands"]
    assert belief["0"]["known"] == belief["1"]["known"] == {}
    ore = 14 / 60                       # share of ore among the cards that seat 2 has never seen
    # two cards are left there: with 2/3 the ore and one never seen, with 1/3 two never seen
    assert isclose(belief["0"]["expected"]["ore"], 2 / 3 * (1 + ore) + 1 / 3 * 2 * ore, abs_tol=0.001)
    assert GAME.hidden.belief(state, 0)["hands"]["1"]["known"] == {"grain": 1}
    weights = sorted(weight for weight, _ in state.cases(2))
    assert [round(w, 6) for w in weights] == [round(1 / 3, 6), round(2 / 3, 6)]


def test_a_card_given_back_is_known_to_the_giver():
    state = position(seat({"wool": 3, "grain": 1}), seat({"ore": 2}), seat({"brick": 1}))
    play(state, "trade 1 with seat 1", "card ore", "give grain")
    assert GAME.hidden.belief(state, 0)["hands"]["1"]["known"] == {"grain": 1}
    assert GAME.hidden.belief(state, 1)["hands"]["0"]["known"] == {"ore": 1}
    assert GAME.hidden.belief(state, 2)["hands"]["1"]["known"] == {}


def test_an_opened_hand_is_known():
    state = position(seat({"wool": 3}, expansions=["library"]), seat({"ore": 2, "grain": 1}), seat({"brick": 1}))
    play(state, "trade 1 with seat 1", "open hand")
    assert GAME.hidden.belief(state, 0)["hands"]["1"]["known"] == {"ore": 2, "grain": 1}
    assert GAME.hidden.belief(state, 2)["hands"]["1"]["known"] == {}


def test_two_seats_know_a_hand_when_the_pile_has_run_out():
    """All other cards lie open then: the hand is what is left."""
    state = position(seat({"wool": 1}), seat({"ore": 2, "grain": 1}), pile={"brick": 1}, discard="rest")
    play(state, "stop trading", "card brick")
    assert GAME.hidden.belief(state, 0)["hands"]["1"]["known"] == {"ore": 2, "grain": 1}


@pytest.mark.parametrize("simulations", (60,))
def test_the_search_does_not_see_hidden_cards(simulations):
    """The same seed and the same information set: the same move, with the same visits."""
    state = example("midgame")
    who = state.current_player()
    found = []
    for number in range(3):
        other = state.copy()
        if number:
            other.resample(who, number)
        found.append(search(other, SearchParams(simulations=simulations, seed=4)))
    assert len({result.best for result in found}) == 1
    assert len({str([(m.action, m.visits) for m in result.moves]) for result in found}) == 1


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_sensible_weights_beat_random_choices_by_far(seats):
    """Seat 0 takes the heaviest move of the list, the others any: it wins nearly always."""
    won = 0
    for game in range(20):
        state, step = GAME.start(seats), 0
        while not state.is_terminal():
            step += 1
            if state.is_chance_node():
                state.apply_action(state.sample_chance(game, step))
            elif state.current_player() == 0:
                weights = state.action_weights()
                state.apply_action(state.legal_actions()[weights.index(max(weights))])
            else:
                state.apply_action(state.random_action(game, step))
        won += state.win_shares()[0] > 0.5
    assert won >= 16


@pytest.mark.parametrize("seats", (2, 3, 4, 6))
def test_games_end_by_points_rather_than_by_the_cap(seats):
    stopped = 0
    for game in range(30):
        state, step = GAME.start(seats), 0
        while not state.is_terminal():
            step += 1
            choose = state.sample_chance if state.is_chance_node() else state.weighted_action
            state.apply_action(choose(game, step))
        stopped += state.raw()["winner"] == 255
    assert stopped <= 3
