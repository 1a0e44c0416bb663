"""Values and exploitability of policies in Kuhn poker, against the paper and against OpenSpiel."""
import pytest

import games

from .best_response import best_response, expected_chips, exploitability, uniform
from .equilibrium import VALUE, equilibrium, root

ROOT = root()


@pytest.mark.parametrize("alpha", [0, 0.1, 0.25, 1 / 3])
def test_the_family_of_equilibria_is_worth_minus_an_eighteenth(alpha):
    assert expected_chips(ROOT, equilibrium(alpha)) == pytest.approx([VALUE, -VALUE])
    assert exploitability(ROOT, equilibrium(alpha)) == pytest.approx(0, abs=1e-12)
    assert best_response(ROOT, equilibrium(alpha), 0) == pytest.approx(VALUE)
    assert best_response(ROOT, equilibrium(alpha), 1) == pytest.approx(-VALUE)


def test_more_bluffs_than_a_third_can_be_exploited():
    assert exploitability(ROOT, equilibrium(0.33)) < 1e-12
    policy = {**equilibrium(1 / 3), "J:": {"check": 0.5, "bet": 0.5}}
    assert exploitability(ROOT, policy) > 0.01


def test_there_are_twelve_information_sets():
    assert set(uniform(ROOT)) == set(equilibrium())
    assert len(equilibrium()) == 12


def test_values_of_two_plain_policies_are_those_of_openspiel():
    assert expected_chips(ROOT, uniform(ROOT)) == pytest.approx([0.125, -0.125])
    assert exploitability(ROOT, uniform(ROOT)) == pytest.approx(0.45833333333333326)
    tilted = {info: dict(zip(moves, (1 / 3, 2 / 3))) for info, moves in uniform(ROOT).items()}
    assert expected_chips(ROOT, tilted) == pytest.approx([4 / 27, -4 / 27])
    assert exploitability(ROOT, tilted) == pytest.approx(1 / 3)


def test_utility_is_linear_in_chips():
    game, seen = games.load("kuhn_poker"), set()

    def walk(state):
        if state.is_terminal():
            for chips, utility in zip(state.scores(), state.returns(), strict=True):
                assert utility == pytest.approx(0.5 + chips / 4)
                seen.add(chips)
            assert sum(state.returns()) == pytest.approx(1)
            return
        for action in state.legal_actions():
            child = state.copy()
            child.apply_action(action)
            walk(child)

    walk(game.start())
    assert seen == {-2, -1, 1, 2}
