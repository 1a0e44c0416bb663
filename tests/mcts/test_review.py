import io

import pytest

import games
from games import records
from mcts.play import Task, play
from mcts.review import decisions, review, totals


@pytest.fixture(scope="module")
def game():
    """A game of the heuristic player in seat 0 against random moves in seat 1: (start, actions)."""
    played = play(Task("burgundy", 2, {}, 4, ("greedy", "random")))
    record = records.read(io.StringIO("\n".join(played.record)))
    return records.start(record), [step.action for step in records.steps(record)]


@pytest.fixture(scope="module")
def judged(game):
    return review(games.load("burgundy"), *game, simulations=60, seed=1)


def test_decisions_are_what_seats_did_and_choices_among_several_moves_are_judged(game, judged):
    start, actions = game
    choices = []
    for event, state, action in (found := list(decisions(start, actions))):
        assert state.current_player() >= 0
        assert actions[event - 1] == action
        choices += [event] * (len(state.legal_actions()) > 1)
    assert [row.event for row in judged.rows] == choices
    assert judged.forced == len(found) - len(choices)


def test_a_review_is_the_same_again(game, judged):
    assert review(games.load("burgundy"), *game, simulations=60, seed=1) == judged


def test_the_best_move_costs_nothing_and_costs_are_differences(judged):
    for row in judged.rows:
        assert row.cost == pytest.approx(row.best_winrate - row.winrate)
        assert row.sure <= (row.cost > 0)
        if row.move == row.best:
            assert (row.cost, row.cost_stderr, row.score_cost) == (0, 0, 0)


def test_random_moves_cost_more_than_heuristic_ones(judged):
    (n0, win0, score0), (n1, win1, score1) = totals(judged.rows, 2)
    assert n0 + n1 == len(judged.rows)
    assert score1 / n1 > score0 / n0 + 0.5
    assert win1 / n1 > win0 / n0 or judged.rows[-1].best_winrate in (0.0, 1.0)


def test_progress_ends_at_one(game):
    told = []
    review(games.load("burgundy"), game[0], game[1], simulations=2, progress=told.append)
    assert told[-1] == 1
    assert told == sorted(told)
