"""What taking an item gains by when the chance came."""
import numpy as np
import pytest

from reports.experiments import take
from reports.experiments.question import Question, make_plan
from reports.experiments.results import results
from reports.experiments.run import balance, open_balance
from reports.experiments.take import by_time


def synthetic(rng, blocks, worth, shared=1.0):
    """A fork a third and block; those of a block share some luck."""
    block = np.repeat(np.arange(blocks), 3)
    when = np.tile([0.1, 0.5, 0.9], blocks) + rng.uniform(-0.09, 0.09, 3 * blocks)
    gains = np.tile(worth, blocks) + np.repeat(rng.normal(0, shared, blocks), 3) + rng.normal(0, 1, 3 * blocks)
    return block, gains, when


def test_intervals_of_each_third_and_of_what_is_more_hold_as_often_as_they_claim():
    rng, worth, held = np.random.default_rng(4), np.array([3.0, 1.0, 1.5]), np.zeros((2, 3))
    runs = 400
    for _ in range(runs):
        lines = by_time(*synthetic(rng, 40, worth))
        for at, line in enumerate(lines):
            held[0, at] += line["low"] <= worth[at] <= line["high"]
            held[1, at] += at == 0 or line["more_low"] <= worth[at] - worth[at - 1] <= line["more_high"]
    assert (held / runs > 0.92).all()
    assert (held[:, 1:] / runs < 0.98).all()


def test_a_third_with_few_forks_is_left_out_and_the_next_is_compared_with_the_last_that_is_there():
    block, gains, when = synthetic(np.random.default_rng(1), 30, [0.0, 0.0, 5.0])
    kept = ~((np.floor(3 * when) == 1) & (block > 10))
    lines = by_time(block[kept], gains[kept], when[kept])
    assert [line["chance"] for line in lines] == ["first third", "last third"]
    assert lines[1]["more"] == pytest.approx(5.0, abs=1.5)
    assert "more" not in lines[0]


def test_a_run_says_when_its_forks_came_and_one_of_an_earlier_version_says_nothing(tmp_path):
    plan = make_plan(Question("catan_cards", "expansions", items=["library"], experiments=["take"], agents=["greedy"],
                              seats=2, games=240))
    balance(tmp_path / "run", plan)
    run, plan = open_balance(tmp_path / "run")
    forks = run.seats[run.seats["arm"].isin(("taken", "left"))]
    assert forks["when"].between(0, 1, inclusive="left").all()
    assert run.seats.loc[run.seats["arm"] == "main", "when"].isna().all()
    _, tables = results(plan, run)
    rows = tables["by_time"]
    assert set(rows["chance"]) <= set(take.THIRDS)
    assert (rows["forks"] >= take.LEAST).all()
