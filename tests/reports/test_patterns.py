"""Round robins fitted by the patterns of their blocks say what all rows at once say, and never hold these."""
from __future__ import annotations

import tracemalloc
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from reports.experiments import robin
from reports.statistics import contrasts, effects, regression
from reports.statistics.patterns import Patterns
from tests.reports import rough

COUNT = 9
CLOSE = {"rel": 1e-9, "abs": 1e-9}


def played(seats: int, blocks: int = 400, count: int = COUNT):
    """Items [block, place] and margins [block, rotation, seat], from rough games."""
    rng = np.random.default_rng([7, seats])
    held = rough.deal(rng, count, seats, blocks, null=3)
    worth = np.linspace(-6, 6, count)
    return held, rough.margins_of(rough.scores(rng, rough.held_worth(held, worth), blocks, seats))


@pytest.fixture(params=["at once", "in parts"])
def parts(request, monkeypatch):
    """All patterns and blocks at once, or a few at a time."""
    if request.param == "in parts":
        monkeypatch.setattr(regression, "AT_ONCE", 100)
        monkeypatch.setattr(contrasts, "AT_ONCE", 7)
        monkeypatch.setattr(robin, "AT_ONCE", 7)


@pytest.mark.parametrize("anchor", [0, 3, None])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_worths_are_those_of_a_design_with_the_rows_of_all_blocks(parts, seats, anchor):
    held, x = played(seats)
    found = contrasts.worths(held, contrasts.holders(x), COUNT, anchor)
    slow = regression.fit(*contrasts.design(held, contrasts.holders(x), COUNT, anchor))
    free = [i for i in range(COUNT) if i != (COUNT - 1 if anchor is None else anchor)]
    assert found.values[free] == pytest.approx(slow.coefficients, **CLOSE)
    assert found.covariance[np.ix_(free, free)] == pytest.approx(slow.covariance, **CLOSE)
    assert (found.blocks, found.degrees) == (slow.blocks, slow.degrees)
    pooled = regression.fit_pooled(contrasts.pooled(held, contrasts.holders(x), COUNT, anchor))
    assert np.sum(pooled.residuals ** 2) == pytest.approx(np.sum(slow.residuals ** 2), **CLOSE)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_luck_left_is_that_of_all_games_less_what_was_held(parts, seats):
    held, x = played(seats)
    found = contrasts.from_games(held, x, COUNT, 0)
    own = rough.held_worth(held, found.values)
    left = x - rough.margins_of(own)
    of_place = np.array([[[game[(place + r) % seats] for place in range(seats)] for r, game in enumerate(block)]
                         for block in left])
    expected = seats * np.mean(of_place.mean(axis=1) ** 2) / np.mean(left ** 2)
    assert found.luck_left == pytest.approx(expected, **CLOSE)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_additivity_is_the_f_test_of_two_designs_with_the_rows_of_all_blocks(seats):
    held, x = played(seats)
    values = contrasts.holders(x)
    turned = np.linalg.svd(np.ones((1, seats)))[2][1:]      # any orthonormal rows with sum 0
    main, pairs = np.zeros((len(held), seats, COUNT)), np.zeros((len(held), seats, COUNT ** 2))
    for b, items in enumerate(held):
        for one, i in enumerate(items):
            main[b, one, i] = 1
            for j in items:
                if i != j:
                    pairs[b, one, min(i, j) * COUNT + max(i, j)] = np.sign(j - i)
    y = (values @ turned.T).reshape(-1)
    small = (turned @ main).reshape(len(y), -1)
    large = np.hstack([small, (turned @ pairs).reshape(len(y), -1)])
    sums, ranks = [], []
    for design in (small, large):
        beta, _, rank, _ = np.linalg.lstsq(design, y, rcond=1e-9)
        sums.append(np.sum((y - design @ beta) ** 2))
        ranks.append(rank)
    slow = regression.f_test(*sums, ranks[1] - ranks[0], len(y) - ranks[1])
    found = contrasts.additivity(held, values, COUNT)
    assert found.degrees == slow.degrees
    assert found.statistic == pytest.approx(slow.statistic, **CLOSE)
    assert found.p == pytest.approx(slow.p, **CLOSE)


def test_a_fit_takes_a_small_part_of_the_memory_of_all_rows():
    count = 60
    held, x = played(2, 60_000, count)
    rows = len(held) * count * 8
    tracemalloc.start()
    contrasts.from_games(held, x, count, 0)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < rows / 2, f"{most:,} of {rows:,} bytes"


def test_blocks_with_the_same_items_are_one_pattern_in_whatever_order_they_are_held():
    held = np.array([[4, 1, 7], [7, 4, 1], [0, 1, 8], [1, 7, 4]])
    found = Patterns.of(held, 9)
    assert found.items.tolist() == [[0, 1, 8], [1, 4, 7]]
    assert found.which.tolist() == [1, 1, 0, 1]
    assert found.blocks.tolist() == [1, 3]
    assert found.in_order(held * 10.0).tolist() == [[10, 40, 70], [10, 40, 70], [0, 10, 80], [10, 40, 70]]
    assert found.sums(np.arange(8.0).reshape(4, 2)).tolist() == [[4, 5], [8, 11]]


def test_hidden_points_are_added_to_every_game_as_to_each_alone(parts):
    rng, seats, blocks = np.random.default_rng(9), 3, 60
    names = ("null", "hidden points 2", "hidden points 10", "church", "hall")
    scores = rng.integers(0, 12, (blocks, seats, seats)).astype(float)
    held = rng.integers(0, len(names), scores.shape)
    cubes = {"score": scores, "margin": effects.margins(scores), "win": effects.win_shares(scores)}
    kept = {name: cube.copy() for name, cube in cubes.items()}
    data = SimpleNamespace(plan=SimpleNamespace(tokens=names[:3]), cube=cubes.__getitem__,
                           seats=pd.DataFrame({"held": np.array(names)[held.reshape(-1)]}))
    margin, win = robin.with_hidden(data)
    points = np.array([0.0, 2.0, 10.0, 0.0, 0.0])[held]
    for at in np.ndindex(blocks, seats):
        added = scores[at] + points[at]
        others = (added.sum() - added) / (seats - 1)
        assert margin[at] == pytest.approx(added - others)
        changes = any(p > 0 and a == added.max() for p, a in zip(points[at], added, strict=True))
        top = (added == added.max()) / (added == added.max()).sum()
        assert win[at].tolist() == (top if changes else kept["win"][at]).tolist()
    assert all((cubes[name] == kept[name]).all() for name in cubes)
