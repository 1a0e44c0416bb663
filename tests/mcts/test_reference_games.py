"""The search beside the truth in games whose answers are known: less than the scripts in bench/ measure, in seconds.

The bounds lie where a sound search clears them by some percent and a broken one does not come near.
"""
from __future__ import annotations

from functools import partial

import pytest

from bench.proofs import connect_four_solved, pig_optimal, poker_values
from tests.games.kuhn_poker.best_response import exploitability, uniform
from tests.whole import mostly_whole

OWN = "the game's own settings"


def its_own(case: tuple[object, ...]) -> bool:
    return case[0] == OWN


@pytest.mark.parametrize(("name", "least"), mostly_whole((
    ("UCT, uniform playouts", 0.85), ("UCT, uniform playouts, solver", 0.85), (OWN, 0.9)), its_own))
def test_connect_four_is_answered_right(name, least):
    """40 of the 200 solved positions at 20,000 simulations; a choice at random is right in less than half of them."""
    settings = connect_four_solved.SEARCHES[name]
    choose = partial(connect_four_solved.ours, simulations=20_000, seed=1, settings=settings)
    assert connect_four_solved.share(choose, connect_four_solved.questions(40)) >= least


def test_connect_four_is_answered_better_with_more_simulations():
    asked, settings = connect_four_solved.questions(50), connect_four_solved.SEARCHES["UCT, uniform playouts"]
    few, many = (connect_four_solved.share(partial(connect_four_solved.ours, simulations=n, seed=2, settings=settings),
                                           asked) for n in (50, 20_000))
    assert many > few + 0.1


@pytest.mark.parametrize(("name", "right", "error"), mostly_whole((
    (OWN, 0.95, 0.01), ("keyed, PUCT", 0.95, 0.015), ("keyed, UCT, uniform playouts", 0.85, 0.09)), its_own))
def test_pig_is_played_as_the_optimum_is(name, right, error):
    """60 turns in which the choice is worth 2 points or more, at 20,000 simulations; win chances are off by a point."""
    answers = [pig_optimal.answer(turn, 20_000, 1, pig_optimal.SEARCHES[name]) for turn in pig_optimal.turns(60, 7)]
    row = pig_optimal.row(name, 20_000, answers)
    assert row["right"] >= right
    assert row["mean_absolute_error"] < error
    assert abs(row["mean_error"]) < 0.01


def test_threads_that_share_a_tree_are_exploited_no_more_than_one():
    """In Kuhn poker, the policy of six seeds; 0.02 chips more are left to chance."""
    found = {count: [poker_values.searched("kuhn_poker", 2000, seed, {"threads": count}) for seed in range(1, 7)]
             for count in (1, 16)}
    one, many = (poker_values.row("kuhn_poker", "", 2000, found[count])["exploitability"] for count in (1, 16))
    assert many < 1.1 * one + 0.02


def test_kuhn_poker_is_worth_what_the_equilibrium_says():
    """Within 0.02 of the width of a utility, both what the policy wins and what the searches of the root promise."""
    found = [poker_values.searched("kuhn_poker", 5000, seed, poker_values.SEARCHES[OWN]) for seed in range(1, 7)]
    row = poker_values.row("kuhn_poker", OWN, 5000, found)
    assert abs(row["value_off"]) / 4 < 0.02
    assert abs(row["told_off"]) < 0.02
    assert row["exploitability"] < 0.18


@pytest.mark.parametrize(("name", "most"), mostly_whole((
    (OWN, 0.75), ("keyed, UCT, uniform playouts", 1.1)), its_own))
def test_leduc_poker_cannot_be_exploited_by_much(name, most):
    """Chips a game that a best response wins; 2.37 from one that chooses at random."""
    found = [poker_values.searched("leduc_poker", 2000, 1, poker_values.SEARCHES[name])]
    row = poker_values.row("leduc_poker", name, 2000, found)
    assert row["exploitability"] < most
    assert abs(row["told_off"]) < 0.02
    root = poker_values.root("leduc_poker")
    assert exploitability(root, uniform(root)) > 2.3
