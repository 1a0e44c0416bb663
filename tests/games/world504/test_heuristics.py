"""The heuristics: every weight can be used, and who follows them wins and brings games to their end."""
import math
import random
from typing import Any

import pytest

from games.registry import load
from games.world504.conditions import worlds
from games.world504.notation import legal_texts
from games.world504.tuning import HEURISTICS
from mcts.agents import make

from .positions import enter, give, start
from .terrains import settle

PLAYED = [world for world in worlds() if set(world) <= set("12345678")]


def play(world: str, agents: str, seed: int, seats: int = 2) -> Any:
    """A game to its end; seat by seat `g` plays what weighs most, `r` anything."""
    state, greedy, rng, n = load("world504").start(seats, {"world": world}), make("greedy"), random.Random(seed), 0
    while not state.is_terminal():
        if state.is_chance_node():
            action = state.sample_chance(seed, n)
        else:
            legal = state.legal_actions()
            wise = len(legal) > 1 and agents[state.current_player()] == "g"
            action = greedy.choose(state, 0) if wise else rng.choice(legal)
        state.apply_action(action)
        n += 1
    return state


@pytest.mark.parametrize("first", "12345678")
def test_weights_are_positive_and_finite_all_through_random_games(first: str) -> None:
    for world in (world for world in PLAYED if world[0] == first):
        state, rng, n = load("world504").start(2, {"world": world}), random.Random(7), 0
        while not state.is_terminal() and n < 400:
            if state.is_chance_node():
                action = state.sample_chance(7, n)
            else:
                weights = state.action_weights()
                assert all(weight > 0 and math.isfinite(weight) for weight in weights), world
                action = rng.choice(state.legal_actions())
            state.apply_action(action)
            n += 1


@pytest.mark.parametrize("world", ["123", "275", "352", "586", "618", "731", "867"])
def test_greedy_beats_random_from_both_seats(world: str) -> None:
    won = sum(play(world, agents, seed).win_shares()[agents.index("g")] for seed in range(4) for agents in ("gr", "rg"))
    assert won >= 7


@pytest.mark.parametrize(("world", "seats"), [("135", 2), ("267", 2), ("321", 2), ("586", 3), ("615", 2), ("672", 2),
                                              ("632", 4), ("812", 2), ("861", 3)])
def test_greedy_games_end_by_the_rule_of_the_world(world: str, seats: int) -> None:
    for seed in range(3):
        raw = play(world, "g" * seats, seed, seats).raw()
        assert not raw["capped"], seed


@pytest.mark.parametrize(("world", "seed"), [("168", 2), ("168", 5), ("178", 5), ("178", 8), ("387", 4), ("387", 14),
                                             ("215", 4), ("215", 7), ("465", 2), ("485", 0), ("485", 3)])
def test_games_that_once_came_to_a_standstill_end(world: str, seed: int) -> None:
    """Trolleys waited for goods of others on a shared tile, or for a city to which no land leads; settlements were
    spent before the cities had factories; nobody bought the last residents.
    """
    assert not play(world, "gg", seed).raw()["capped"]


def recruiting(ahead: bool, money: int, residents: int) -> Any:
    """World 487: seat 0 buys residents, with more land than seat 1 or with less."""
    raw = start("487").raw()
    settle(raw, 0, forest=3)
    settle(raw, 1, desert=1 if ahead else 5)
    give(raw, 0, money=money, residents=residents)
    return enter("487", raw, "recruit")


def texts_by_weight(state: Any) -> list[str]:
    """The legal actions, the heaviest first."""
    weighed = sorted(zip(state.action_weights(), legal_texts(state), strict=True), key=lambda pair: -pair[0])
    return [text for _, text in weighed]


def test_the_last_resident_is_worth_less_to_who_is_behind() -> None:
    """R4.E.1: it ends the game."""
    def best(ahead: bool, residents: int) -> float:
        return max(recruiting(ahead, 1000, residents).action_weights())

    assert best(True, 1) == best(True, 2)
    assert best(False, 1) < best(False, 2)


def test_of_as_many_tiles_as_there_is_money_for_the_first_is_taken() -> None:
    """Recruits come in the order of their tiles (G17): the best tile first would leave none of those before it."""
    state = recruiting(ahead=True, money=1000, residents=20)
    assert texts_by_weight(state)[0] == legal_texts(state)[1]
    poor = recruiting(ahead=True, money=state.rules_in_force()["resident_price"][0], residents=20)
    assert texts_by_weight(poor)[0] == texts_by_weight(state)[1]


def test_numbers_of_a_seat_count_for_that_seat_alone() -> None:
    state = load("world504").start(2, {"world": "867", "start": "1"})
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        state.apply_action(state.sample_chance(1, 0) if state.is_chance_node() else state.legal_actions()[0])
    before = state.action_weights()
    state.set_heuristic_weights({**HEURISTICS, "prior": 0.0}, 1 - state.current_player())
    assert state.action_weights() == before
    state.set_heuristic_weights({**HEURISTICS, "prior": 0.0}, state.current_player())
    assert set(state.action_weights()) == {1.0}
