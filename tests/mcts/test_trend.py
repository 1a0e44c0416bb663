"""The curve of a game: what was expected at the beginning of each turn."""
import pytest

import games
from games.positions import draw_on
from mcts.agents import make
from mcts.luck import valued
from mcts.review import beginnings, decisions, review
from mcts.trend import MOST, trend


def a_game(name, moves, seed=3):
    """A start, the actions of a game between greedy players, and its last position."""
    greedy = make("greedy")
    start = games.load(name).start()
    at, actions = start.copy(), []
    while not at.is_terminal() and len(actions) < moves:
        action = at.keyed_chance(seed) if at.is_chance_node() else greedy.choose(at, len(actions))
        actions.append(action)
        at.apply_action(action)
    return start, actions, at


def test_the_curve_begins_at_the_first_turn_and_ends_with_the_outcome():
    start, actions, end = a_game("pig", 4000)
    assert end.is_terminal()
    found = review(games.load("pig"), start, actions, 2).trend
    assert found[-1].event == len(actions) + 1
    assert found[-1].seat is None
    scores = end.scores()
    assert found[-1].points == pytest.approx((scores[0] - scores[1], scores[1] - scores[0]))
    assert found[-1].points_stderr == (0.0, 0.0)
    assert sorted(found[-1].win) == [0.0, 1.0]


def test_each_point_is_what_playouts_of_its_position_come_to():
    start, actions, _ = a_game("connect_four", 9)
    turns = beginnings(list(decisions(start, actions)))
    points = trend(turns, turns[-1], 40, 5, None, lambda share: None)
    assert [point.event for point in points] == [*range(1, 10), 9]
    assert [point.seat for point in points[:4]] == [0, 1, 0, 1]
    values = valued(turns[3][1], 40, 5)
    assert points[3].win == pytest.approx(values[1].mean(axis=0))
    assert points[3].win_stderr == pytest.approx(values[1].std(axis=0, ddof=1) / 40 ** 0.5)


def test_a_turn_of_several_decisions_is_one_point():
    start = games.load("burgundy").start()
    draw_on(start, 1)
    at, actions, seats = start.copy(), [], []
    while len(actions) < 12 and not at.is_chance_node():
        seats.append(at.current_player())
        actions.append(at.legal_actions()[0])
        at.apply_action(actions[-1])
    changes = 1 + sum(one != other for one, other in zip(seats, seats[1:], strict=False))
    assert len(seats) > changes == len(beginnings(list(decisions(start, actions))))


def test_long_games_have_no_more_points_than_a_reader_can_tell_apart():
    at = games.load("tic_tac_toe").start()
    points = trend([(event, at) for event in range(1, 3 * MOST)], (3 * MOST, at), 2, 1, None, lambda share: None)
    assert MOST / 2 < len(points) <= MOST + 1
    assert points[0].event == 1
    assert points[-1].event == 3 * MOST
