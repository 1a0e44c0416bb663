"""How sure a search can be of its best plan, and what its utilities mean."""
from dataclasses import replace
from io import StringIO

import numpy as np
import pytest
from rich.console import Console
from scipy import special, stats

import games
from games.api import Game
from mcts.advice import advise, search_params, think
from mcts.confidence import (
    FORMAT,
    MIDDLING,
    Calibration,
    Phase,
    SearchError,
    Verdict,
    best,
    calibration,
    confidence,
    end_alike,
    judge,
    level_set,
    logit,
    logit_errors,
    measured,
    read,
    verdict_of,
)
from mcts.interval import Z95
from mcts.plans import Plan
from reports.terminal.advice import suggestion
from tests.games.pig import optimal

FIT = {"decisions": 40.0,
       "phases": [{"recalibration": [0.1, 0.9], "modelError": error, "forecasts": 9} for error in (0.5, 0.4, 0.3)],
       "searches": [{"simulations": 1000, "error": 0.2, "missed": 0.1, "comparisons": 40},
                    {"simulations": 100_000, "error": 0.1, "missed": 0.02, "comparisons": 40}]}


def plan(utility, stderr=0.0, proven=False):
    return Plan((1,), 0, None, utility, stderr, proven, 100)


def begun(name, seats=None):
    state = games.load(name).start(seats)
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(3))
    return state


def test_a_fit_is_read_as_it_was_written():
    known = read(FIT)
    assert known.phases[2] == Phase((0.1, 0.9), 0.3)
    assert known.decisions == 40.0
    assert known.searches[1] == SearchError(100_000, 0.1, 0.02)


ONE_GAME = [name for name in games.names() if not any(option.shapes for option in games.load(name).options)]


@pytest.mark.parametrize("name", ONE_GAME)
def test_every_game_was_measured_at_every_number_of_seats(name):
    game = games.load(name)
    document = game.calibration
    assert document is not None
    assert (document["format"], document["game"]) == (FORMAT, name)
    assert document["version"] == game.version, "the rules have changed: run bench/tuning/fit_uncertainty.py again"
    assert sorted(int(fit) for fit in document["fits"] if fit.isdecimal()) == sorted(game.seats)
    for seats in game.seats:
        known, fit = calibration(game, seats), document["fits"][str(seats)]
        assert len(known.phases) == 3
        assert known.decisions > 1
        assert all(0 <= p.model_error < 3 and p.recalibration[1] > 0 for p in known.phases)
        assert all(0 < s.error <= 2 and 0 <= s.missed < 1 for s in known.searches)
        assert known.searches[0].simulations <= 1_000
        assert known.searches[-1].simulations >= 1_000_000
        assert {"command", "date", "seed", "sizes", "ludosoph"} <= set(fit["made"])


def test_other_rules_were_not_measured():
    pig = games.load("pig")
    assert calibration(pig, 2) is not None
    assert calibration(pig, 9) is None
    assert calibration(replace(pig, version=99), 2) is None


def test_searches_with_another_aim_were_not_measured():
    burgundy = games.load("burgundy")
    for options in ({"rivalry": "0"}, {"margin_weight": "1"}):
        assert calibration(burgundy, 2, options) is None
    for options in ({}, {"boards": "5,9"}, {"rivalry": "1"}):
        assert calibration(burgundy, 2, options) is not None


def shaped() -> Game:
    """Pig, of which its goal made another game."""
    pig = games.load("pig")
    options = tuple(replace(option, shapes=option.name == "goal") for option in pig.options)
    made = replace(pig, options=options)
    fits = pig.calibration["fits"]
    made.__dict__["calibration"] = pig.calibration | {"fits": {"2": fits["2"], "3": fits["3"], "2 goal=50": fits["4"]}}
    return made


def test_a_fit_of_one_game_holds_for_no_other_that_its_options_make():
    pig, fits = shaped(), games.load("pig").calibration["fits"]
    assert calibration(pig, 2) == calibration(pig, 2, {"goal": "100"}) == read(fits["2"])
    assert calibration(pig, 2, {"goal": "50"}) == read(fits["4"])
    assert calibration(pig, 2, {"goal": "60"}) is None
    assert calibration(pig, 3, {"goal": "50"}) is None
    assert calibration(games.load("pig"), 2, {"goal": "60"}) is not None      # there it shapes nothing


def test_advice_on_a_game_that_was_not_measured_says_so():
    for goal, known in (("100", True), ("50", True), ("60", False)):
        state = shaped().start(2, {"goal": goal})
        document = advise(shaped(), state, search_params(simulations=60)).document
        assert document["rootInfo"]["calibrated"] is known
        console = Console(width=200, record=True, file=StringIO())
        console.print(suggestion(document))
        assert ("never measured with so many seats or these options" in console.export_text()) is not known


def test_the_third_of_a_game_is_told_by_what_is_left_of_it():
    known = calibration(games.load("connect_four"), 2)
    state, phases = begun("connect_four"), []
    while not state.is_terminal():
        phases.append(known.phase(state))
        state.apply_action(state.random_action(2, len(phases)))
    assert (phases[0], phases[-1]) == (0, 2)


def test_the_first_third_is_where_the_game_begins_whatever_its_length():
    state = begun("pig")
    assert Calibration(5.0, (Phase(),) * 3).phase(state) == 0
    assert Calibration(1e6, (Phase(),) * 3).phase(state) == 2


def shares_of(game: Game, a: float, b: float, error: float) -> Game:
    """The game with a calibration of shares of the win in simulations."""
    row = {"recalibration": [a, b], "modelError": error}
    return game.calibrated_by(game.calibration | {"fits": {"2": FIT | {"of": "won", "phases": [row] * 3}}})


def test_a_calibration_of_shares_makes_the_chance_of_the_share_that_was_won():
    game, state = shares_of(games.load("burgundy"), 0.3, 0.5, 0.4), begun("burgundy")
    found = think(game, state, search_params("cutoff=0", simulations=400))
    plan, sure = found.plans.plans[0], found.sure
    share = (plan.won * plan.games + 0.5) / (plan.games + 1)
    assert sure.chance[0] == pytest.approx(special.expit(0.3 + 0.5 * special.logit(share)))
    assert sure.calibrated
    assert sure.games is None
    wide = special.logit(sure.high) - special.logit(sure.low)
    assert wide >= 2 * Z95 * 0.4
    assert list(sure.chance) == sorted(sure.chance, reverse=True)
    with_moves = Phase((0.3, 0.5), 0.4, True).read_by(Phase((0.1, 2.0)))
    assert with_moves == Phase((0.35, 1.0), 0.4)
    assert with_moves.read_by(Phase((9.0, 9.0))) == with_moves


def test_plans_end_alike_where_every_simulation_of_all_is_won_or_every_one_lost():
    won, lost, open_ = (replace(plan(0.5), won=share, games=72.0, end=begun("pig")) for share in (1.0, 0.0, 0.9))
    proven = plan(1.0, proven=True)
    assert end_alike([won, won])
    assert end_alike([lost])
    assert end_alike([won, replace(proven, end=begun("pig"))])
    assert not end_alike([won, open_])
    assert not end_alike([won, lost])
    assert not end_alike([lost, replace(proven, end=begun("pig"))])


def test_where_every_simulation_ends_alike_the_share_is_taken_as_it_is():
    """A curve of shares by which a sure win would be an even game holds where plans differ, and not there."""
    game, state = shares_of(games.load("burgundy"), 0.0, 0.01, 0.4), begun("burgundy")
    usual = think(game, state, search_params("cutoff=0", simulations=400))
    assert usual.sure.chance[0] == pytest.approx(0.5, abs=0.02)
    sure = confidence(state, replace(usual.plans, plans=tuple(
        replace(each, won=1.0, games=72.0) for each in usual.plans.plans)), 400, measured(game, state), [])
    assert sure.chance == pytest.approx(72.5 / 73)
    assert 0.85 < sure.low < sure.chance[0] < sure.high
    assert sure.loss.max() == 0


@pytest.mark.parametrize("holds", [False, True])
def test_a_search_is_not_wrong_twice_where_the_error_of_chances_was_measured_about_searches(holds):
    """The fit says that searches of this length are off by 0.2 logits, and chances by 0.3."""
    row = {"recalibration": [0.0, 1.0], "modelError": 0.3}
    fit = FIT | {"phases": [row] * 3, "modelErrorHoldsSearch": holds}
    game, state = games.load("pig"), begun("pig")
    found = think(game.calibrated_by(game.calibration | {"fits": {"2": fit}}), state, search_params(simulations=1000))
    sampling = float(logit_errors(found.plans.plans[:1], 0.0)[0])
    wide = (special.logit(found.sure.high) - special.logit(found.sure.low)) / 2 / Z95
    assert 0 < sampling < 0.2
    assert wide == pytest.approx(np.hypot(0.3, sampling if holds else np.hypot(0.2, sampling)), rel=1e-6)


def test_the_error_of_a_search_lies_between_those_measured():
    known = read(FIT)
    assert known.search(10_000).error == pytest.approx(0.15)
    assert known.search(10_000).missed == pytest.approx(0.06)
    assert known.search(10).error == 0.2
    assert known.search(10**9).error == 0.1


def test_the_recalibration_leaves_the_middle_where_nothing_is_known():
    assert Phase().chance(0.3) == pytest.approx(0.3)
    assert Phase((0.0, 0.5)).chance(0.9) < 0.9
    assert 0 < Phase((0.2, 1.5)).chance(1.0) <= 1


@pytest.mark.parametrize("error", (0.05, 0.2))
def test_the_chance_of_two_plans_is_that_of_the_normal_distribution(error):
    plans = [plan(0.55, 0.01), plan(0.53, 0.01)]
    judged = judge(plans, SearchError(1000, error, 0.0), 0, False, Phase())
    gap = special.logit(0.55) - special.logit(0.53)
    spread = np.hypot(2 ** 0.5 * error, np.hypot(*(0.01 / 2 ** 0.5 / (u * (1 - u)) for u in (0.55, 0.53))))
    assert judged.p_best[0] == pytest.approx(stats.norm.cdf(gap / spread), abs=0.01)
    assert judged.p_best.sum() == pytest.approx(1)


def test_a_plan_that_was_not_valued_takes_its_share():
    plans = [plan(0.6), plan(0.5)]
    assert judge(plans, SearchError(1000, 0.01, 0.2), 5, False, Phase()).p_best.sum() == pytest.approx(0.8)
    assert judge(plans, SearchError(1000, 0.01, 0.2), 0, False, Phase()).p_best.sum() == pytest.approx(1)


def test_what_is_proven_has_no_error():
    judged = judge([plan(0.7, proven=True), plan(0.6, proven=True)], SearchError(1000, 0.5, 0.0), 0, False, Phase())
    assert list(judged.errors) == [0, 0]
    assert list(judged.p_best) == [1, 0]
    assert judged.risk == 0


def test_the_risk_is_the_loss_that_is_hardly_ever_exceeded():
    m = logit(np.array([0.5, 0.5]))
    _, losses = best(m, np.array([0.0, 0.2]))
    judged = judge([plan(0.5, proven=True), plan(0.5)], SearchError(1, 0.2, 0.0), 0, False, Phase())
    assert judged.risk == pytest.approx(float(np.quantile(losses, 0.95)))
    assert judged.risk == pytest.approx(special.expit(1.645 * 0.2) - 0.5, abs=0.004)
    assert (losses >= 0).all()


@pytest.mark.parametrize(("p_best", "others", "solved", "verdict", "level"), [
    ([0.97, 0.03], 3, False, Verdict.CLEARLY, 1), ([0.8, 0.2], 0, False, Verdict.PROBABLY, 1),
    ([0.5, 0.4, 0.07, 0.03], 0, False, Verdict.LEVEL, 3), ([0.6, 0.39, 0.01], 0, False, Verdict.LEVEL, 2),
    ([1.0], 0, False, Verdict.ONLY, 1), ([0.5, 0.5, 0.0], 0, True, Verdict.SOLVED, 2)])
def test_phrases_follow_their_thresholds(p_best, others, solved, verdict, level):
    assert verdict_of(np.array(p_best), len(p_best), others, solved) is verdict
    assert level_set(np.array(p_best), solved) == level


def test_the_middling_search_gets_better_with_its_length():
    assert [s.error for s in MIDDLING] == sorted((s.error for s in MIDDLING), reverse=True)
    assert [s.simulations for s in MIDDLING] == [1_000, 10_000, 100_000, 1_000_000]


def test_a_position_that_is_won_has_no_interval():
    game = games.load("connect_four")
    state = game.start()
    for column in (3, 0, 3, 0, 3, 1):
        state.apply_action(column)
    found = think(game, state, search_params(simulations=2000))
    assert found.plans.solved
    assert (found.sure.low, found.sure.chance[0], found.sure.high) == (1, 1, 1)
    assert found.sure.verdict is Verdict.SOLVED


def test_an_interval_stays_within_0_and_1_and_holds_the_chance():
    for name, seats in (("burgundy", 2), ("pig", 3), ("catan_cards", 4)):
        game, state = games.load(name), begun(name, seats)
        sure = think(game, state, search_params(simulations=300)).sure
        assert 0 < sure.low < sure.chance[0] < sure.high < 1


def test_moves_of_pig_are_told_apart_where_they_differ():
    game = games.load("pig")
    state = game.notation.position_from_json({"format": "ludosoph-position/1", "game": "pig", "version": game.version,
                                              "seats": 2, "banked": [0, 0], "turn": 0, "pot": 60})
    found = think(game, state, search_params(simulations=20_000))
    assert optimal.loss(state, found.plans.plans[0].actions[0]) == 0
    assert found.sure.verdict in (Verdict.CLEARLY, Verdict.PROBABLY)
