"""The practical difference: points that are worth two percentage points of the win, game by game."""
import numpy as np
import pytest

import games
from mcts.interval import DELTA, Interval
from reports.experiments import matters
from reports.experiments.question import Question, make_plan
from reports.statistics.effects import win_shares
from reports.statistics.verdicts import verdict

STATED = [(name, seats) for name in games.names() for seats in games.load(name).balance.matters]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_so_many_points_more_win_two_percent_more(seats):
    scores = np.random.default_rng(seats).normal(100, 17, (200_000, seats))
    size = matters.of_games(scores, win_shares(scores))
    scores[:, 0] += size
    assert win_shares(scores)[:, 0].mean() - 1 / seats == pytest.approx(0.02, abs=0.003)


def test_nobody_ahead_tells_nothing():
    assert matters.of_games([[3, 3], [5, 5]], [[0.5, 0.5], [0.5, 0.5]]) == DELTA["margin"]
    assert matters.points("a game that nobody has", 2, {}) == DELTA["margin"]


@pytest.mark.parametrize(("name", "seats"), STATED)
def test_what_a_game_states_is_near_what_playouts_say(name, seats):
    assert matters.points(name, seats, {}) == games.load(name).balance.matters[seats]
    assert matters.by_playouts(name, seats) == pytest.approx(games.load(name).balance.matters[seats], rel=0.25)


def test_each_world_has_a_size_of_its_own():
    sizes = [matters.points("world504", 2, {"world": world}) for world in ("781", "982")]
    assert sizes[1] > 5 * sizes[0], sizes


def test_a_plan_has_the_size_of_its_game_unless_another_is_asked_for():
    asked = {"game": "catan_cards", "kind": "seats", "agents": ["greedy"], "seats": 3, "games": 30}
    assert make_plan(Question(**asked)).delta_margin == games.load("catan_cards").balance.matters[3]
    assert make_plan(Question(**asked, delta_win=4)).delta_margin == 2 * games.load("catan_cards").balance.matters[3]
    assert make_plan(Question(**asked, delta_margin=0.5)).delta_margin == 0.5


def test_points_and_wins_of_the_same_games_say_the_same_of_catans_first_place():
    points = Interval(0.84, 0.62, 1.06, 0.11, 0.95, 200)
    wins = Interval(0.080, 0.045, 0.115, 0.018, 0.95, 200)
    assert verdict(points, "margin", 0.001, matters.points("catan_cards", 3, {})) == "strong"
    assert verdict(wins, "win", 0.001) == "strong"
    assert verdict(points, "margin", 0.001) == "slight"         # as it was: a size for games won with 200 points
