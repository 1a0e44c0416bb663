"""Varied numbers: effects drawn with a known truth, targets inside and outside what was played, several at once."""
from __future__ import annotations

from math import isnan

import numpy as np
import pytest

from games.api import InputError
from reports.documents import balance_words
from reports.documents import what_if as page
from reports.documents.balance_figures import figures
from reports.experiments import extending, varied, what_if
from reports.experiments.question import Question, make_plan
from reports.experiments.results import results
from reports.run import SHARD, Run, begin
from reports.statistics import surface
from tests.reports.test_experiments_results import CATAN, MadeRun, made

ASKED = CATAN | {"items": ["hall", "library", "university"], "experiments": ["gift"], "games": 600}


@pytest.mark.parametrize(("values", "bend"), [((0, 2, 4), 0.0), ((0, 1, 2, 3, 4), 0.0), ((0, 1, 2, 4, 6, 8), 0.15)])
@pytest.mark.parametrize("target", [0.0, 3.0])
def test_intervals_of_the_right_value_hold_and_lie_within_what_was_played(values, bend, target):
    rng, x, covered = np.random.default_rng(1), np.array(values, dtype=float), []
    truth = 2.2
    for _ in range(600):
        y = target + 1.5 * (x - truth) + bend * (x - truth) ** 2 + rng.normal(0, 0.5, len(x))
        found = surface.crossing(x, y, np.full(len(x), 0.5), target)
        covered.append(found.low <= truth <= found.high)
        assert isnan(found.low) or min(values) <= found.low <= found.high <= max(values)
    assert 0.92 <= np.mean(covered) <= 0.98


@pytest.mark.parametrize(("truth", "beyond"), [(9.0, "above"), (-7.0, "below")])
def test_no_value_outside_what_was_played_is_told(truth, beyond):
    x = np.arange(5.0)
    found = surface.crossing(x, 2 * (x - truth), np.full(5, 0.3))
    assert isnan(found.value)
    assert isnan(found.low)
    assert found.beyond == beyond
    assert found.aim == pytest.approx(truth)


def test_a_surface_holds_what_it_says_of_settings_that_were_not_played():
    rng, covered, fits, poor = np.random.default_rng(2), [], [], []
    grid = np.array([(a, b) for a in (0, 2, 4) for b in (0, 3, 6)], dtype=float)
    points = surface.lattice(grid, 1000)
    assert len(points) == 35

    def effect(z: np.ndarray) -> np.ndarray:
        return z[:, 0] - 0.5 * z[:, 1] + 0.2 * z[:, 0] * z[:, 1] - 0.1 * z[:, 0] ** 2 - 1.0

    for _ in range(400):
        found = surface.surface(grid, effect(grid) + rng.normal(0, 0.4, len(grid)), np.full(len(grid), 0.4))
        assert found is not None
        value, half = found.predict(points)
        covered.append(np.abs(value - effect(points)) <= half)
        exact = int(np.argmin(np.abs(effect(points))))
        fits.append(abs(value[exact] - effect(points)[exact]) <= half[exact])
        poor.append(found.p_fit < 0.05)
    assert 0.93 <= np.mean(covered) <= 0.97
    assert 0.92 <= np.mean(fits) <= 0.98
    assert 0.02 <= np.mean(poor) <= 0.08


def test_a_surface_has_no_more_terms_than_the_settings_tell_apart():
    two = surface.surface([(0, 0), (0, 1), (1, 0), (1, 1)], [0, 1, 2, 3], [1] * 4)
    assert two is not None
    assert two.terms == ((), (0,), (1,), (0, 1))
    line = surface.surface([(0, 0), (1, 1), (2, 2)], [0, 1, 2], [1] * 3)
    assert line is None
    assert surface.surface([(0, 5), (1, 5)], [0, 1], [1, 1]) is not None
    assert surface.surface([(0, 5)], [0], [1]) is None


def test_several_numbers_are_played_crosswise_and_handed_to_the_rules_together():
    path, settings = what_if.grids(["points.hall=3..4", "cost.hall.ore=1..3:2"])
    assert path == "points.hall,cost.hall.ore"
    assert settings == ("3,1", "3,3", "4,1", "4,3")
    assert what_if.rules_text("", path, "3,1") == '{"points": {"hall": 3}, "cost": {"hall": {"ore": 1}}}'
    for bad, words in ((["a=1..9", "b=1..9"], "81 settings"), (["a=1..2", "a=1..3"], "each once"),
                       (["a=1", "b=1", "c=1", "d=1"], "at most 3 numbers")):
        with pytest.raises(InputError, match=words):
            what_if.grids(bad)


def test_what_cannot_be_aimed_at_is_refused_in_a_line():
    for more, words in (({"target": "mean"}, "no number is varied"), ({"vary": "points.hall=2..4", "target": "best"},
                        "expected zero, mean or a number"), ({"vary": "points.hall=2..4", "target": "mean",
                                                              "items": ["hall"]}, "takes 3 items or more")):
        with pytest.raises(InputError, match=words):
            make_plan(Question(**ASKED | more))
    assert make_plan(Question(**ASKED, vary="points.hall=2..4", target="4.0")).target == "4"


def worth(held: str, value: str) -> float:
    """The hall is worth what is printed, twice; the others 5, so that the mean is reached at 2.5."""
    return 2 * float(value) if held == "hall" else 5.0 if held else 0.0


def run_of(plan, blocks: int = 900):
    """Games of a plan with these worths, as if played."""
    return MadeRun(seats_of(plan, blocks))


def seats_of(plan, blocks: int):
    seats = made(plan, lambda held: 0.0, blocks, 1.0)
    extra = np.array([worth(held, value) for held, value in zip(seats["held"], seats["value"], strict=True)])
    seats["score"] += extra
    total = seats.groupby("game")["score"].transform("sum")
    seats["margin"] = seats["score"] - (total - seats["score"])
    seats["win"] = (seats["margin"] > 0) * 1.0
    return seats


@pytest.mark.parametrize(("target", "truth"), [("mean", 2.5), ("zero", 0.0), ("6", 3.0)])
def test_a_target_within_the_values_is_found(target, truth):
    plan = make_plan(Question(**ASKED, vary="points.hall=0..4", target=target))
    rows, tables = results(plan, run_of(plan))
    own = tables["balanced_at"].query("item == 'hall' and outcome == 'margin'").iloc[0]
    assert own["low"] - 1e-9 <= truth <= own["high"] + 1e-9
    assert own["high"] - own["low"] < 0.6
    if truth:
        said = balance_words.opening(plan, rows, tables, 900, 1800).finding
        assert said.startswith(f"Hall would be {page.aim(target)} with points.hall at ")


def test_a_target_beyond_the_values_is_not_told_and_asks_for_further_ones():
    plan = make_plan(Question(**ASKED, vary="points.hall=0..1", target="mean"))
    run = run_of(plan)
    rows, tables = results(plan, run)
    own = tables["balanced_at"].query("item == 'hall' and outcome == 'margin'").iloc[0]
    assert isnan(own["balanced_at"])
    assert own["beyond"] == "above"
    said = balance_words.opening(plan, rows, tables, 900, 1800).finding
    assert said == "Hall would be as good as the mean of its kind with points.hall above 1, which was not played."
    assert extending.further_values(plan, *extending.rows_of(plan, [(run, plan)])) == ("2", "3")


def test_further_values_are_played_below_the_run_and_reported_with_it(tmp_path, monkeypatch):
    plan = make_plan(Question(**ASKED, vary="points.hall=0..1", target="mean"))
    plans = {}

    def seats(run: Run):
        return seats_of(plans[run.path], 600)

    monkeypatch.setattr(Run, "batches", lambda run: MadeRun(seats(run)).batches())
    monkeypatch.setattr(Run, "done", property(lambda run: run.asked))

    def begun(path, asked):
        path.mkdir()
        plans[path] = asked
        return begin(path, asked)

    run = begun(tmp_path / "run", plan)
    folder, stage = extending.next_stage(tmp_path / "run", plan)
    assert folder.name == "further-1"
    assert stage.values == ("2", "3")
    assert stage.seed != plan.seed
    begun(folder, stage)
    assert extending.next_stage(tmp_path / "run", plan) is None
    whole, rows, tables, runs = extending.whole(tmp_path / "run", run, plan)
    assert whole.values == ("0", "1", "2", "3")
    assert len(runs) == 2
    own = tables["balanced_at"].query("item == 'hall' and outcome == 'margin'").iloc[0]
    assert own["balanced_at"] == pytest.approx(2.5, abs=0.2)      # both stages are drawn with one seed


def test_a_shard_alone_asks_for_nothing_further(tmp_path, monkeypatch):
    plan = make_plan(Question(**ASKED, vary="points.hall=0..1", target="mean"))
    monkeypatch.setattr(extending.reports.run, "open_run", lambda path: Run(path, {SHARD: [1, 2]}))
    assert extending.next_stage(tmp_path / "run", plan) is None


def test_without_a_target_nothing_further_is_played(tmp_path):
    plan = make_plan(Question(**ASKED, vary="points.hall=0..1"))
    assert extending.next_stage(tmp_path, plan) is None


def test_the_page_of_several_numbers_names_settings_that_fit_and_draws_them():
    plan = make_plan(Question(**ASKED, vary=["points.hall=0..4:2", "points.library=2..4:2"], target="zero"))

    def effect(held: str, value: str) -> float:
        return 2 * float(value.split(",")[0]) - float(value.split(",")[1]) if held == "hall" else 0.0

    seats = made(plan, lambda held: 0.0, 1800, 1.0)
    seats["score"] += [effect(*each) for each in zip(seats["held"], seats["value"], strict=True)]
    seats["margin"] = seats["score"] - (seats.groupby("game")["score"].transform("sum") - seats["score"])
    rows, tables = results(plan, MadeRun(seats))
    own = tables["settings"].query("item == 'hall' and outcome == 'margin'").set_index(["points.hall",
                                                                                       "points.library"])
    assert len(own) == 15
    assert own.loc[(1, 2), "fits"]
    assert not own.loc[(1, 2), "played"]
    assert not own.loc[(4, 2), "fits"]
    assert own.loc[(1, 2), "low"] <= 0 <= own.loc[(1, 2), "high"]
    said = balance_words.opening(plan, rows, tables, 1800, 3600)
    assert any(sentence.startswith("Hall may be balanced at ") for sentence in [said.finding, *said.more])
    assert "6 settings" in said.played
    drawn = figures(plan, rows, tables)
    assert "settings" in drawn
    assert "what_if" not in drawn


def test_numbers_belong_to_the_item_that_their_path_names():
    plan = make_plan(Question(**ASKED, vary="points.hall=0..1"))
    assert [item for item in plan.items if varied.is_of(plan, item)] == ["hall"]
