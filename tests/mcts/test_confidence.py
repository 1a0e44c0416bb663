"""What can be said of the moves of a search: drawn together, by prior, proven, tied."""
from dataclasses import replace

import numpy as np
import pytest

import games
from mcts.confidence import Calibration, Phase, assess, calibration, confidence, read, win_rates
from mcts.params import SearchParams
from mcts.result import MoveInfo
from mcts.search import search
from tests.games.pig import optimal

FIT = {"decisions": 40.0, "winPerUtility": 2.0, "modelStderr": 0.03, "sharpness": 0.8, "phases": [
    {"spread": 0.01, "lean": 0.02, "winSpread": 0.04, "winLean": 0.05, "noise": 0.2, "stretch": stretch,
     "recalibration": [0.1, 0.9]} for stretch in (1.0, 1.25, 1.5)]}


def info(action, visits, rate, prior=0.5, proven=None):
    return MoveInfo(action, visits, rate, 0.1, rate, [0.0, 0.0], 1.0, prior, [action], proven=proven)


def begun(name, seats=None):
    state = games.load(name).start(seats)
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(3))
    return state


def test_a_fit_is_read_as_it_was_written():
    known = read(FIT)
    assert known.phases[2] == Phase(0.01, 0.02, 0.04, 0.05, 0.2, 2.0, 1.5, 0.8, (0.1, 0.9))
    assert (known.decisions, known.model_stderr) == (40.0, 0.03)


@pytest.mark.parametrize("name", [name for name in games.names() if games.load(name).calibration is not None])
def test_what_was_measured_of_a_game_can_be_used(name):
    game = games.load(name)
    document = game.calibration
    assert (document["format"], document["game"]) == ("ludosoph-calibration/1", name)
    assert document["version"] == game.version, "the rules have changed: run bench/fit_uncertainty.py again"
    for seats, fit in document["fits"].items():
        known = calibration(game, int(seats))
        assert len(known.phases) == 3
        assert known.decisions > 1
        assert 0 <= known.model_stderr < 0.5
        assert all(0 < p.spread < 0.25 and 0 < p.win_spread < 0.25 and 0 < p.noise <= 1 for p in known.phases)
        assert {"command", "date", "seed", "sizes", "ludosoph"} <= set(fit["made"])


def test_other_rules_or_other_seats_were_not_measured():
    pig = games.load("pig")
    assert calibration(pig, 2) is not None
    assert calibration(pig, 5) is None
    assert calibration(replace(pig, version=99), 2) is None
    assert calibration(games.load("tic_tac_toe"), 2) is None


def test_searches_with_another_aim_were_not_measured():
    burgundy = games.load("burgundy")
    for options in ({"rivalry": "0"}, {"margin_weight": "1"}):
        assert calibration(burgundy, 2, options) is None
    for options in ({}, {"boards": "5,9"}, {"rivalry": "1"}):
        assert calibration(burgundy, 2, options) is not None


def test_the_third_of_a_game_is_told_by_what_is_left_of_it():
    known = calibration(games.load("connect_four"), 2)
    state, phases = begun("connect_four"), []
    while not state.is_terminal():
        phases.append(known.phase(state))
        state.apply_action(state.random_action(2, len(phases)))
    assert (phases[0], phases[-1]) == (0, 2)


def test_a_few_lucky_visits_are_drawn_to_the_others():
    moves = [info(1, 5000, 0.55), info(2, 4, 0.9)]
    mean, variance, error = win_rates(moves, Phase(win_spread=0.03 ** 2))
    assert mean[0] == pytest.approx(0.55, abs=0.002)
    assert 0.53 < mean[1] < 0.6
    assert error[1] > 0.15 > variance[1] ** 0.5


def test_where_the_heuristics_think_little_of_a_move_so_do_few_visits():
    level, prior = ([info(1, 5000, 0.55, 0.9), info(2, 4, 0.5, p)] for p in (0.9, 0.01))
    phase = Phase(spread=0.02 ** 2, lean=0.02)
    assert assess(prior, phase).p_best[0] > 0.95 > 0.8 > assess(level, phase).p_best[0]


def test_errors_are_stretched_and_chances_sharpened_by_what_longer_searches_showed():
    moves = [info(1, 900, 0.55), info(2, 300, 0.53)]
    plain, known = Phase(), Phase(stretch=2.0, sharpness=2.0)
    assert win_rates(moves, known)[1] == pytest.approx(4 * win_rates(moves, plain)[1])
    assert (win_rates(moves, known)[2] == win_rates(moves, plain)[2]).all()
    p, sharp = assess(moves, plain).p_best, assess(moves, known).p_best
    assert sharp[0] == pytest.approx(p[0] ** 2 / (p ** 2).sum())


def test_what_is_proven_has_no_error():
    moves = [info(1, 50, 0.7, proven=1.0), info(2, 50, 0.6, proven=0.83)]
    mean, variance, error = win_rates(moves, Phase())
    assert (mean[0], variance[0], error[0]) == pytest.approx((1, 0, 0))
    assert error[1] > 0                     # a utility with points in it is no win rate
    worth = assess(moves, Phase())
    assert list(worth.p_best) == [1, 0]
    assert worth.loss[1] == pytest.approx(0.17)


def test_a_solved_position_needs_no_playouts():
    game = games.load("connect_four")
    state = game.start()
    for column in (3, 0, 3, 0, 3, 1):
        state.apply_action(column)
    found = search(state, SearchParams(simulations=500))
    sure = confidence(game, state, found)
    assert found.solved
    assert (sure.playouts, sure.model_stderr, sure.chance) == (0, 0, 1)
    assert sure.tied[0]
    assert sum(sure.tied) == 1


def test_equal_moves_are_tied_and_bad_ones_are_not():
    game, state = games.load("connect_four"), begun("connect_four")
    for column in (3, 3, 3, 3, 3, 2, 4):            # 5 or 1 must be stopped; not both can
        state.apply_action(column)
    found = search(state, SearchParams(simulations=4000, solve=False))
    sure = confidence(game, state, found)
    tied = [m.action for m, t in zip(found.moves, sure.tied, strict=True) if t]
    assert found.best in tied
    assert len(tied) <= 3
    assert np.nansum(sure.p_best) == pytest.approx(1)


def test_the_recalibration_leaves_the_middle_where_nothing_is_known():
    assert Phase().chance(0.3) == pytest.approx(0.3)
    assert Phase(recalibration=(0.0, 0.5)).chance(0.9) < 0.9
    assert 0 < Phase(recalibration=(0.2, 1.5)).chance(1.0) <= 1


def test_the_first_third_is_where_the_game_begins_whatever_its_length():
    state = begun("pig")
    assert Calibration(5.0, (Phase(),) * 3, 0.0).phase(state) == 0
    assert Calibration(1e6, (Phase(),) * 3, 0.0).phase(state) == 2


def test_moves_of_pig_are_told_apart_where_they_differ():
    game = games.load("pig")
    state = game.notation.position_from_json({"format": "ludosoph-position/1", "game": "pig", "version": game.version,
                                              "seats": 2, "banked": [0, 0], "turn": 0, "pot": 60})
    found = search(state, SearchParams(simulations=20_000))
    sure = confidence(game, state, found)
    assert optimal.loss(state, found.best) == 0
    assert sure.tied == (True, False)
    assert sure.p_best[0] > 0.95
