"""Duels of two sets of the heuristics' numbers: each agent thinks with its own, at one table."""
import copy

import numpy as np

from bench.tuning.duels import Weighing, game, summary
from games.catan_cards.tuning import HEURISTICS
from games.registry import load
from mcts.agents import make


def begun(seats=2):
    state = load("catan_cards").start(seats)
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(3))
    return state


def test_an_agent_thinks_with_its_own_numbers_and_leaves_the_table_as_it_is():
    state = begun()
    before, usual = (state.to_bytes(), state.action_weights()), copy.deepcopy(HEURISTICS)
    other = {name: 0 * value if isinstance(value, float | int) else value for name, value in usual.items()}
    assert Weighing(make("greedy"), usual).choose(state, 1) == make("greedy").choose(state, 1)
    Weighing(make("greedy"), other).choose(state, 1)
    copied = state.copy()
    copied.set_heuristic_weights(other)
    assert copied.action_weights() != before[1]
    assert (state.to_bytes(), state.action_weights()) == before


def test_a_duel_is_the_same_every_time():
    both = HEURISTICS, HEURISTICS
    one, two = (game(begun(), both, ("greedy", "random"), 0, 4, 9) for _ in range(2))
    assert one == two


def test_the_first_agent_has_one_seat_and_the_second_all_others():
    found = [game(begun(3), (HEURISTICS, HEURISTICS), ("greedy", "random"), first, block, 9)
             for block in range(3) for first in range(3)]
    points, others, win = np.mean(found, axis=0)
    assert points > others
    assert win > 0.6


def test_a_block_is_one_observation():
    blocks = np.array([[[10, 8, 1], [6, 8, 0]], [[9, 5, 1], [9, 7, 1]]], dtype=float)
    assert summary(blocks) == "4 games: margin +1.50 +- 1.06, wins 0.750 +- 0.177, scores [8.5 7. ]"


def test_between_equal_agents_a_block_is_level():
    """The first has the luck of every seat once: nothing of it is left in the mean."""
    both = HEURISTICS, HEURISTICS
    found = np.array([game(begun(3), both, ("greedy", "greedy"), first, 4, 9) for first in range(3)])
    assert len({points for points, _, _ in found}) > 1
    assert found[:, 2].sum() == 1
    assert (found[:, 0] - found[:, 1]).sum() == 0
