"""Fitting a value function: the weights that made the worth of positions are found again."""
import json
import subprocess
import sys

import numpy as np
import pytest

from bench.tuning.fit_value import CHUNK, expected, fit, loss, slopes
from bench.tuning.training import Task, Training, of_playouts, of_searches, returns, training_of
from games.registry import load

RANDOM = np.random.default_rng(7)


def made(weights: list[float], positions: int, seats: int = 2) -> Training:
    """Positions whose worth these very weights tell."""
    inputs = RANDOM.normal(size=(positions, seats, len(weights))).astype(np.float32)
    return Training(inputs, expected(inputs, np.array(weights)))


@pytest.mark.parametrize("seats", [2, 4])
def test_the_weights_that_made_the_training_are_found(seats: int) -> None:
    true = [0.5, -1.5, 2.0]
    assert fit(made(true, 500, seats), np.zeros(3), 1e-9) == pytest.approx(true, abs=1e-4)


def test_shrinkage_draws_towards_the_weights_before() -> None:
    training, near = made([1.0, 1.0], 200), np.array([3.0, 0.0])
    assert fit(training, near, 1e6) == pytest.approx(near, abs=1e-3)
    assert fit(training, near, 1e-9) == pytest.approx([1.0, 1.0], abs=1e-4)


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    data, at, step = made([1.0, -0.5], CHUNK + 10), np.array([0.2, 0.3]), 1e-4
    slope, bend = slopes(data, at)
    for i in range(2):
        aside = step * np.eye(2)[i]
        assert slope[i] == pytest.approx((loss(data, at + aside) - loss(data, at - aside)) / (2 * step), abs=1e-6)
        assert bend[i] == pytest.approx((slopes(data, at + aside)[0] - slopes(data, at - aside)[0]) / (2 * step),
                                        abs=1e-6)


def test_returns_by_hand() -> None:
    """Of the last decision the end; of those before, half of what the next was thought worth and half of its return."""
    assert returns([0.6, 0.8, 0.4], 1.0, 0.5).tolist() == [0.5 * 0.8 + 0.5 * 0.7, 0.5 * 0.4 + 0.5 * 1.0, 1.0]
    assert returns([0.6, 0.8, 0.4], 1.0, 1.0).tolist() == [1.0, 1.0, 1.0]
    assert returns([0.6, 0.8, 0.4], 1.0, 0.0).tolist() == [0.8, 0.4, 1.0]


def test_training_of_a_searched_game() -> None:
    """Trusting the end alone, each decision of a game is worth what its seats got; the same again."""
    task = Task("connect_four", {}, "mcts:40", 3, 0, 1.0)
    game = training_of(task)
    assert len(np.unique(game.worth[:, 0])) == 1
    assert game.worth[0, 0] in (0.0, 0.5, 1.0)
    assert game.inputs.shape[0] > 6
    assert np.allclose(game.worth.sum(axis=1), 1)
    assert np.array_equal(training_of(task).inputs, game.inputs)


def test_training_are_the_same_however_many_play_at_once() -> None:
    one, two = (of_searches("connect_four", {}, "mcts:30", 4, 5, 0.9, jobs) for jobs in (1, 2))
    assert np.array_equal(one.inputs, two.inputs)
    assert np.array_equal(one.worth, two.worth)


def test_training_of_playouts_agree_with_playouts() -> None:
    """A position with two more stones for the win is worth more by playouts, and the fit sees it."""
    training = of_playouts(load("connect_four").start(), 300, 5, 8, 2)
    weights = fit(training, np.zeros(training.inputs.shape[2]), 1e-6)
    assert loss(training, weights) < loss(training, 0 * weights)


def test_other_agents_are_refused() -> None:
    with pytest.raises(ValueError, match="--agent: found greedy, expected a search"):
        of_searches("connect_four", {}, "greedy", 1, 1, 0.9)


def test_seats_that_do_not_play_for_one_sum_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 1: what one seat wins the other loses"):
        training_of(Task("burgundy", {"rivalry": "0"}, "mcts:2", 1, 0, 0.9))


def test_the_command_prints_weights() -> None:
    command = [sys.executable, "-m", "bench", "fit_value", "connect_four", "--agent", "mcts:20", "--games", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert len(json.loads(done.stdout)) == len(load("connect_four").start().features(0))
    assert "positions kept back: cross-entropy" in done.stderr


@pytest.mark.parametrize(("asked", "found"), [
    (["connect_four", "--agent", "greedy"], "--agent: found greedy, expected a search"),
    (["burgundy", "--option", "boards"], "--option: found 'boards', expected NAME=VALUE"),
    (["burgundy", "--option", "boards=12"], "boards"),
    (["chess"], "no game 'chess'"),
])
def test_what_cannot_be_learned_from_is_refused_in_words(asked: list[str], found: str) -> None:
    command = [sys.executable, "-m", "bench", "fit_value", *asked]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert found in done.stderr
    assert "Traceback" not in done.stderr
