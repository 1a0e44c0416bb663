"""The heuristics: every weight can be used, and who follows them wins and brings games to their end."""
import math
import random
from typing import Any

import pytest

from games.registry import load
from games.world504.conditions import worlds
from games.world504.tuning import HEURISTICS
from mcts.agents import make

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


@pytest.mark.parametrize(("world", "seed"), [("168", 2), ("168", 5), ("178", 5), ("178", 8), ("387", 4), ("387", 14)])
def test_games_that_once_came_to_a_standstill_end(world: str, seed: int) -> None:
    """Trolleys waited for goods of others on a shared tile; settlements were spent before the cities had factories."""
    assert not play(world, "gg", seed).raw()["capped"]


def test_numbers_of_a_seat_count_for_that_seat_alone() -> None:
    state = load("world504").start(2, {"world": "867", "start": "1"})
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        state.apply_action(state.sample_chance(1, 0) if state.is_chance_node() else state.legal_actions()[0])
    before = state.action_weights()
    state.set_heuristic_weights({**HEURISTICS, "prior": 0.0}, 1 - state.current_player())
    assert state.action_weights() == before
    state.set_heuristic_weights({**HEURISTICS, "prior": 0.0}, state.current_player())
    assert set(state.action_weights()) == {1.0}
