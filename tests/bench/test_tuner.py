"""Numbers of heuristics tuned by playouts between two sets of them."""
import itertools
import random
from dataclasses import replace

import pytest

from bench.tuning.tune_world504 import TEST, TEST_SEED, WORLD504, WORLDS, learned_in
from games.registry import load
from games.world504.conditions import worlds
from games.world504.tuning import HEURISTICS

WORSE = {**HEURISTICS, "deliver": 0.01, "link_goal": 0.01, "crew": 0.01, "plant": 0.01, "deal": 0.01}


def table(world="867"):
    return load("world504").start(2, {"world": world})


@pytest.fixture
def few():
    return replace(WORLD504, tables=lambda: [table()])


def test_the_worlds_of_the_test_are_not_learned_in():
    played = learned_in()
    assert len(set(played)) == WORLDS
    assert not set(played) & set(random.Random(TEST_SEED).sample(worlds(), TEST))
    assert {world[0] for world in played} == set("123456789")


def test_numbers_in_units_come_back_and_those_that_are_fixed_stay():
    other = WORLD504.weights_of(WORLD504.vector(WORSE), HEURISTICS)
    assert WORLD504.vector(other) == pytest.approx(WORLD504.vector(WORSE))
    assert other["deliver"] == pytest.approx(0.01)
    assert (other["usual_rounds"], other["privilege"]) == (HEURISTICS["usual_rounds"], HEURISTICS["privilege"])


def test_better_numbers_have_a_margin_whichever_side_they_are_on(few):
    better, worse = (few.margins(table(), *pair, 400, 3).mean() for pair in ((HEURISTICS, WORSE), (WORSE, HEURISTICS)))
    assert better > 0.1
    assert worse == pytest.approx(-better, abs=0.1)
    assert few.margins(table(), HEURISTICS, HEURISTICS, 400, 3).mean() == pytest.approx(0, abs=0.1)


def test_a_climb_from_bad_numbers_wins_from_them(few, monkeypatch):
    seconds = itertools.count()
    monkeypatch.setattr("bench.tuning.tuner.time.monotonic", lambda: next(seconds))    # 8 steps, however slow they are
    found = few.climb(WORSE, 9 / 60, 1, 20, 8, 0.7, 1.0)
    assert few.margins(table(), found, WORSE, 400, 5).mean() > 0.02


def test_many_tables_are_reported_together(few):
    assert few.report(HEURISTICS, WORSE, 20).count("points a seat") == 1
    two, many = (replace(WORLD504, tables=lambda n=n: [table()] * n) for n in (2, 6))
    assert two.report(HEURISTICS, WORSE, 20).count("points a seat") == 2
    assert many.report(HEURISTICS, WORSE, 60).count("points a seat") == 1
