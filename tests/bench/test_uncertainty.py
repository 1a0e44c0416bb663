"""The scripts that measure and check how sure a search may be: on games whose truth is known, and what they write."""
import json

import numpy as np
import pytest

from bench import check_uncertainty, fit_uncertainty, walks
from bench.check_uncertainty import Answer
from bench.fit_uncertainty import Forecast, Samples, Sizes, about, curves, sharpness, slope, stretches
from bench.truths import Truth
from bench.walks import Position, Table
from games.registry import load
from mcts.agents import make
from mcts.confidence import Confidence, read
from tests.games.connect_four import solver
from tests.games.pig import optimal

SMALL = Sizes(positions=12, each=20, moves=4, compared=4, games=4, held_out=6, continuations=3,
              agent="mcts:20", simulations=100)


def answer(rate=0.6, truth=0.6, p_best=(0.75, 0.25), best=(1.0, 0.0), phase=0):
    sure = Confidence(np.array([rate, 0.5]), np.array([0.01, 0.1]), np.array([0.012, 0.2]), np.array(p_best),
                      np.array([0.0, 0.1]), (True, False), 24, 0.02, rate, phase, True)
    return Answer(phase, rate + 0.005, 0.012, sure, Truth([truth, 0.5], [0.0, 0.0], list(best)))


def test_games_give_a_choice_of_each_third_and_repeat_with_the_seed():
    table = Table("burgundy")
    one, two = ([([p.state.to_bytes() for p in met], wins) for met, wins in
                 walks.walks(table, make("greedy"), 2, 5)] for _ in range(2))
    assert one == two
    for met, wins in walks.walks(table, make("greedy"), 2, 5):
        assert [len(p.actions) for p in met] == sorted(len(p.actions) for p in met)
        assert len(met) == 3
        assert all(len(p.state.legal_actions()) > 1 for p in met)
        assert sum(wins) == pytest.approx(1)


def test_actions_lead_to_the_position():
    for met, _ in walks.walks(Table("connect_four"), make("greedy"), 3, 1):
        for position in met:
            state = load("connect_four").start()
            for action in position.actions:
                state.apply_action(action)
            assert state.to_bytes() == position.state.to_bytes()


def test_the_spread_about_the_priors_is_found_again():
    rng = np.random.default_rng(1)
    x = [rng.normal(size=6) for _ in range(600)]
    means = [0.5 + 0.1 * rng.normal() + 0.02 * one + 0.03 * rng.normal(size=6) + 0.04 * rng.normal(size=6)
             for one in x]
    errors = [np.full(6, 0.04)] * len(x)
    lean = slope(x, means)
    assert lean == pytest.approx(0.02, abs=0.003)
    assert about(x, lean, means, errors) == pytest.approx(0.03 ** 2, rel=0.15)
    assert slope([np.zeros(6)] * 2, means[:2]) == 0


def test_noise_is_one_for_games_that_are_won_or_lost():
    rng, bare, points = np.random.default_rng(2), Samples([], [], [], [], []), Samples([], [], [], [], [])
    for _ in range(200):
        wins = (rng.random((3, 50)) < 0.5).astype(float)
        bare.add([1 / 3] * 3, wins, wins)
        points.add([1 / 3] * 3, 0.5 + 0.2 * (wins - 0.5), wins)
    assert bare.noise(50) == pytest.approx(1, abs=0.02)
    assert points.noise(50) == pytest.approx(0.04, abs=0.01)


def test_only_what_is_no_chance_bends_the_curve():
    rng = np.random.default_rng(3)
    p = rng.uniform(0.1, 0.9, 900)
    right = [(Forecast(0, x), float(rng.random() < x)) for x in p]
    bold = [(Forecast(1, x), float(rng.random() < 0.5 + 0.3 * (x - 0.5))) for x in p]
    found = curves(right + bold)
    assert found[0] == found[2] == (0.0, 1.0)
    assert 0 < found[1][1] < 0.7


def test_chances_that_were_too_timid_or_too_bold_are_found_out():
    timid = [(np.array([0.7, 0.3]), 0)] * 97 + [(np.array([0.7, 0.3]), 1)] * 3
    bold = [(np.array([0.97, 0.03]), 0)] * 70 + [(np.array([0.97, 0.03]), 1)] * 30
    right = [(np.array([0.8, 0.2]), 0)] * 80 + [(np.array([0.8, 0.2]), 1)] * 20
    assert 2.5 < sharpness(timid) < 4.5
    assert 0.2 < sharpness(bold) < 0.4
    assert sharpness(right) == pytest.approx(1, abs=0.05)
    assert sharpness([]) == pytest.approx(1, abs=0.01)


def test_errors_are_stretched_by_third_and_those_of_few_positions_by_all():
    rng = np.random.default_rng(4)
    wide, narrow = (list(abs(rng.normal(scale=scale, size=400))) for scale in (3.0, 1.5))
    found = stretches([wide, narrow, []])
    assert found[0] == pytest.approx(3.0, rel=0.12)
    assert found[1] == pytest.approx(1.5, rel=0.15)
    assert found[1] < found[2] < found[0]               # nothing is known of it: as all together
    assert stretches([wide, narrow, narrow[:5]])[2] == pytest.approx(found[2], rel=0.2)
    assert stretches([[], [], []]) == [1.0] * 3
    assert stretches([[0.1] * 50] * 3) == [1.0] * 3     # never less than sampling


def test_a_fit_is_complete_and_kept_beside_others(tmp_path):
    path = tmp_path / "calibration.json"
    made = fit_uncertainty.fit(Table("pig"), SMALL, 1)
    assert read(made).decisions > 10
    assert all(p["stretch"] >= 1 for p in made["phases"])
    assert sum(p["positions"] for p in made["phases"]) == 12
    assert sum(p["forecasts"] for p in made["phases"]) == 12
    for seats, version in ((2, 1), (3, 1)):
        fit_uncertainty.keep(path, "pig", version, seats, made)
    assert set(json.loads(path.read_text(encoding="utf-8"))["fits"]) == {"2", "3"}
    fit_uncertainty.keep(path, "pig", 2, 3, made)       # other rules: what was measured before is gone
    assert set(json.loads(path.read_text(encoding="utf-8"))["fits"]) == {"3"}


def test_games_go_on_from_redeals_of_what_the_seat_cannot_see():
    (met, _), = walks.walks(Table("leduc_poker"), make("greedy"), 1, 4)
    outcomes = walks.continued(met[0].state, make("greedy"), 60, 1)
    assert len(set(outcomes)) > 1


def test_the_exact_truth_is_that_of_solver_and_optimum():
    turn = load("pig").notation.position_from_json({"format": "ludosoph-position/1", "game": "pig", "version": 1,
                                                    "seats": 2, "banked": [10, 20], "turn": 0, "pot": 30})
    board = load("connect_four").start()
    moves = (3, 3, 3, 3, 3, 2, 4, 0, 0, 0, 0, 1, 1, 6, 6, 1)
    for column in moves:
        board.apply_action(column)
    for name, state in (("pig", turn), ("connect_four", board)):
        position = Position(state, moves)
        found, = check_uncertainty.answers(Table(name), [position], 500, 0, 1)
        worth = optimal.choice_values(turn) if name == "pig" else \
            {a: (v + 1) / 2 for a, v in enumerate(solver.values(moves)) if v is not None}
        assert sorted(found.truth.win) == pytest.approx(sorted(worth.values()))
        assert sum(found.truth.best) == pytest.approx(1)


def test_a_long_search_names_one_best_move_and_its_own_error():
    for met, _ in walks.walks(Table("leduc_poker"), make("greedy"), 1, 2):
        found, = check_uncertainty.answers(Table("leduc_poker"), met[:1], 200, 2000, 1)
        assert sorted(set(found.truth.best)) == [0, 1]
        assert all(0 <= e < 0.5 for e in found.truth.stderr)


def test_a_table_counts_what_holds_and_what_does_not():
    rows = check_uncertainty.rows_of([answer(), answer(truth=0.65), answer(truth=0.8, phase=2, best=(0.0, 1.0))])
    assert [r["third"] for r in rows] == ["1", "3", "all"]
    assert rows[-1]["holds_shrunk"] == pytest.approx(1 / 3)
    assert rows[0]["holds_with_model"] == 0.5           # 0.05 is beyond 1.96 times hypot(0.01, 0.02)
    assert rows[-1]["best_true"] == pytest.approx(2 / 3)
    assert rows[0]["ece"] == pytest.approx(0.25)
    text = check_uncertainty.written("pig", "lead", rows, {"date": "today"})
    assert "| all | 3 |" in text


def test_a_plot_and_a_table_are_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["check_uncertainty.py", "pig"])
    check_uncertainty.run("pig", positions=6, simulations=100, out=tmp_path, images=tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"uncertainty-pig.{kind}" for kind in ("csv", "md", "png", "svg")]
    assert "`python bench/check_uncertainty.py pig`" in (tmp_path / "uncertainty-pig.md").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="expected long, or exact for connect_four and pig"):
        check_uncertainty.run("burgundy", truth="exact", out=tmp_path, images=tmp_path)
