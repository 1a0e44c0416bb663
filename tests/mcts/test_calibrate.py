"""What the chances of a game mean, measured by games of its own: fits of made-up games, and games that are kept."""
import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from scipy.special import expit

import cli
import games
from games import registry
from games.api import InputError
from games.calibrations import FORMAT, beside, read_calibration
from mcts import calibrate
from mcts.advice import advise, search_params
from mcts.calibrate import Asked, Told, asked, checked, curve, document, fit, keep, measure, own_reading
from mcts.confidence import calibration, logit, read
from mcts.reliability import coverage, possible, slope

SMALL = {"agent": "mcts:10", "simulations": 60, "again": 2, "count": 5, "seed": 3}
NIM = (Path(__file__).parents[2] / "examples/nim.py").read_text(encoding="utf-8")


def small(game="pig", seats=2, options=None, **more) -> Asked:
    return asked(game, seats, options or {}, **{**SMALL, **more})


def made_up(a, b, error, positions=600, again=4, seed=1):
    """Positions whose chances are logistic(a + b logit utility) but for a normal error, and games from them."""
    rng, rows = np.random.default_rng(seed), []
    for k in range(positions):
        u = float(rng.uniform(0.3, 0.7))
        p = expit(a + b * float(logit(u)) + error * rng.normal())
        came = tuple(float(rng.random() < p) for _ in range(again))
        rows.append(Told(k // 3, k % 3 / 3 + 0.1, u, u, 500, False, came))
    return rows


def test_the_meaning_of_utilities_is_found_again():
    """What is said is the mean over positions of one utility, whose chances scatter by 0.7 logits: nearer a half."""
    for phase in fit(made_up(-0.3, 4.0, 0.7, 900, again=10)):
        a, b = phase["recalibration"]
        assert a == pytest.approx(-0.3, abs=0.15)
        assert b == pytest.approx(4.0 / (1 + 0.35 * 0.7 ** 2) ** 0.5, abs=0.6)
        assert phase["modelError"] == pytest.approx(0.7, abs=0.2)
        assert phase["forecasts"] == 300


def test_a_few_games_say_what_the_searches_read_in_themselves():
    """Six positions do not bend a curve; the shares of the win in simulations, steep in utility, do."""
    few = [replace(row, won=float(expit(5 * logit(row.utility)))) for row in made_up(0, 5.0, 0.0, 6)]
    a, b = own_reading(few)
    assert (a, b) == pytest.approx((0, 5), abs=0.6)
    assert all(phase["recalibration"] == [a, b] for phase in fit(few))
    assert curve([], [], (0.1, 2.0)) == (0.1, 2.0)


@pytest.mark.whole
def test_shares_are_taken_where_utilities_mean_something_else_in_each_world():
    """Every game has utilities about a middle of its own, as worlds of 504 have; shares mean the same in all."""
    rng, rows = np.random.default_rng(4), []
    for row in made_up(0.2, 0.8, 0.4, 360, again=4):
        share = row.utility
        rows.append(replace(row, utility=float(expit(rng.normal() + 0.2 * logit(share))), won=share))
    per_game = [[row for row in rows if row.game == k] for k in range(120)]
    made, check = document(small(), per_game)
    assert made["of"] == "won"
    a, b = made["phases"][1]["recalibration"]
    assert (a, b) == pytest.approx((0.2, 0.8), abs=0.35)
    assert check.brier < 0.25
    blind = [[replace(row, utility=row.won, won=0.5) for row in game] for game in per_game]
    assert document(small(), blind)[0]["of"] == "utility"


def test_what_is_proven_has_no_part_in_a_fit():
    rows = made_up(0, 1.0, 0.3, 90)
    lost = [replace(row, exact=True, utility=1.0, outcomes=(0.0,) * 4) for row in rows]
    assert fit(rows + lost) == fit(rows)
    with pytest.raises(InputError, match="its search proves what follows in 90 of 90"):
        document(small(), [lost])


@pytest.mark.whole
def test_a_check_tells_good_chances_from_boasts():
    good = checked(made_up(0.2, 3.0, 0.6))
    assert good.slope_low < 1 < good.slope_high
    assert good.coverage.low < 0.95 < good.coverage.high
    rows = made_up(0, 1.0, 0.0, 300)
    told, came = [3 * float(logit(row.utility)) for row in rows], [row.outcomes for row in rows]
    steep = slope(expit(told), [np.mean(y) for y in came], [row.game for row in rows])
    assert steep[2] < 0.8
    narrow = coverage(told, [0.1] * len(rows), came)
    assert narrow.high < 0.5
    assert narrow.widen > 3


@pytest.mark.parametrize("low, high, won, games, fits", [
    (0.4, 0.6, 2, 4, True), (0.4, 0.6, 4, 4, True), (0.4, 0.6, 6, 6, True), (0.4, 0.5, 8, 8, False),
    (0.7, 0.9, 0, 4, False), (0.7, 0.9, 1, 4, True), (0.01, 0.02, 4, 8, False)])
def test_a_position_is_ruled_out_only_by_games_that_hardly_ever_come(low, high, won, games, fits):
    """The exact binomial: 4 of 4 at 0.6 come in 13 % of cases, 8 of 8 at 0.5 in 0.4 %."""
    assert possible(low, high, [1.0] * won + [0.0] * (games - won)) is fits


def test_a_measurement_that_was_stopped_ends_with_the_same_bytes(tmp_path, monkeypatch):
    whole = measure(small(), tmp_path / "whole.jsonl")
    calls, real = [], calibrate.told

    def stopped(task):
        calls.append(task.number)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(task)

    monkeypatch.setattr(calibrate, "told", stopped)
    with pytest.raises(KeyboardInterrupt):
        measure(small(), tmp_path / "parts.jsonl")
    cut = tmp_path / "parts.jsonl"
    cut.write_bytes(cut.read_bytes() + b'[{"game": 2, "go')          # the machine went down while it wrote
    assert measure(small(), cut) == whole
    assert calls == [0, 1, 2, 2, 3, 4]
    assert cut.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    more = measure(small(count=6), cut)
    assert (more[:5], calls[6:]) == (whole, [5])
    assert measure(small(count=4), cut) == whole[:4]
    assert document(small(), whole) == document(small(), measure(small(), cut))


@pytest.mark.parametrize("more, said", [
    ({"agent": "greedy"}, "agent: found 'mcts:10', expected 'greedy'"), ({"seed": 4}, "seed: found 3, expected 4"),
    ({"seats": 3}, "seats: found 2, expected 3")])
def test_games_of_another_measurement_are_not_mixed_in(tmp_path, more, said):
    path = tmp_path / "games.jsonl"
    calibrate.Kept(path, small())
    with pytest.raises(InputError, match=said):
        calibrate.Kept(path, small(**more))
    path.write_text(path.read_text() + "[1]\n")
    with pytest.raises(InputError, match="line 2: found no game of a calibration"):
        calibrate.Kept(path, small())


@pytest.mark.parametrize("more, said", [
    ({"agent": "mcts:0.1s"}, "whose games cannot be made again"), ({"family": "goal=1"}, "pig is one game"),
    ({"game": "burgundy", "options": {"rivalry": "0"}}, "aim at something else"),
    ({"game": "world504", "family": "goal=0"}, "goal=9"),
    ({"game": "world504", "family": "goal=3", "options": {"world": "321"}}, "goes without --option")])
def test_what_cannot_be_measured_is_refused(more, said):
    with pytest.raises(InputError, match=said):
        small(**more)


@pytest.mark.parametrize(("out", "said"), [
    ("made.json", "made.json: is the calibration of nim; name another --out"),
    ("other.json", "other.json: format: found"), (".", "--out: found '.', expected a file that ends in .json")])
def test_a_file_that_cannot_take_the_fit_is_refused_before_anything_is_played(out, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("made.json").write_text(json.dumps(GOOD), encoding="utf-8")
    Path("other.json").write_text("{}", encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        cli.main(["calibrate", "pig", "--out", out])
    assert end.value.code == 2
    assert said in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["made.json", "other.json"]


def test_games_of_a_family_take_turns():
    what = small("world504", 3, family="goal=5", count=12)
    worlds = [task.table.options for task in islice(what.tasks(0), 12)]
    assert what.fit == "3 goal=5"
    assert len(set(worlds)) == 6
    assert worlds[:6] == worlds[6:]


@pytest.fixture
def nim(tmp_path, monkeypatch):
    """A game in a file of its own."""
    file = tmp_path / "nim.py"
    file.write_text(NIM, encoding="utf-8")
    monkeypatch.setenv(registry.FILES, str(file))
    registry.load.cache_clear()
    yield file
    registry.load.cache_clear()


def test_a_game_in_one_file_is_calibrated_and_found_beside_it(nim):
    what = small("nim", simulations=8, again=6)
    assert calibration(games.load("nim"), 2) is None
    made, _ = document(what, measure(what, nim.with_name("games.jsonl")))
    keep(beside(nim), "nim", 1, what.fit, made)
    registry.load.cache_clear()
    rules = games.load("nim")
    assert calibration(rules, 2) == read(json.loads(beside(nim).read_text())["fits"]["2"])
    root = advise(rules, rules.start(2), search_params(simulations=8)).document["rootInfo"]
    assert (root["calibrated"], root["chanceGames"]) == (True, None)
    assert root["winChanceLow"] < root["winChance"] < root["winChanceHigh"]


PHASE = {"recalibration": [0, 1], "modelError": 0.5}
FIT = {"decisions": 4.0, "phases": [PHASE] * 3, "searches": [{"simulations": 9, "error": 0.1, "missed": 0.1}]}
GOOD = {"format": FORMAT, "game": "nim", "version": 1, "fits": {"2": FIT}}


@pytest.mark.parametrize("change, said", [
    ({"format": "x"}, f"format: found 'x', expected '{FORMAT}'"), ({"game": None}, "game: found null"),
    ({"version": "1"}, "version: found '1'"), ({"fits": {}}, "fits: found an empty object"),
    ({"fits": {"2": []}}, "fits.2: found an empty list"), ({"fits": {"2": FIT | {"decisions": 0}}}, "fits.2.decisions"),
    ({"fits": {"2": FIT | {"phases": [PHASE]}}}, "fits.2.phases: found a list of 1, expected a list of 3 objects"),
    ({"fits": {"2": FIT | {"phases": [PHASE, PHASE, {}]}}}, r"fits.2.phases\[2\].modelError: found null"),
    ({"fits": {"2": FIT | {"phases": [PHASE, PHASE, PHASE | {"recalibration": [1, "x"]}]}}},
     r"phases\[2\].recalibration: found 'x', expected two numbers"),
    ({"fits": {"2": FIT | {"modelErrorHoldsSearch": 1}}}, "modelErrorHoldsSearch: found 1, expected true or false"),
    ({"fits": {"2": FIT | {"searches": [7]}}}, r"fits.2.searches\[0\].simulations: found null, expected a number"),
    ({"fits": {"2": FIT | {"searches": [{"simulations": 0, "error": 0.1, "missed": 0.1}]}}},
     r"searches\[0\].simulations: found 0, expected a number, at least 1"),
    ({"fits": {"2": FIT | {"phases": [PHASE, PHASE, PHASE | {"modelError": -1}]}}},
     r"phases\[2\].modelError: found -1, expected a number, at least 0"),
    ({"fits": {"2": FIT | {"searches": [FIT["searches"][0], FIT["searches"][0] | {"simulations": 5}]}}},
     "searches: found a list of 2, expected the shortest search first")])
def test_a_file_that_is_no_calibration_is_refused_with_the_place(nim, change, said):
    file = beside(nim)
    file.write_text(json.dumps(GOOD))
    assert read_calibration(file) == GOOD
    file.write_text(json.dumps(GOOD | change))
    with pytest.raises(InputError, match=f"nim-calibration.json: .*{said}"):
        games.load("nim")
