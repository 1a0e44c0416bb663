"""Strategies where there are some and where there are none."""
from __future__ import annotations

import numpy as np
import pytest

from reports.statistics.clusters import adjusted_rand, log_ratios, shares_of, strategies, winner_less_opponents

STYLES = np.array([[60.0, 10.0, 15.0, 15.0], [15.0, 55.0, 15.0, 15.0], [15.0, 15.0, 15.0, 55.0]])


def points(styles: np.ndarray, rows: int = 600, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Points by source of rows that follow one of the styles, loosely; and which."""
    rng = np.random.default_rng(seed)
    style = rng.integers(len(styles), size=rows)
    shares = np.stack([rng.dirichlet(styles[s]) for s in style])
    return shares * rng.uniform(120, 220, size=(rows, 1)), style


def test_three_styles_are_found_whoever_has_more_points():
    x, style = points(STYLES)
    found = strategies(x, bootstraps=30)
    assert found.count == 3
    assert found.clear
    assert adjusted_rand(found.labels, style) > 0.85
    assert found.sizes.sum() == pytest.approx(1.0)
    assert np.all(np.diff(found.sizes) <= 0)
    assert found.shares.sum(axis=1) == pytest.approx(np.ones(3))
    assert sorted(found.shares.argmax(axis=1)) == [0, 1, 3]


def test_without_styles_there_are_no_clear_strategies():
    x, _ = points(np.array([[25.0, 25.0, 25.0, 25.0]]))
    found = strategies(x, bootstraps=30)
    assert not found.clear
    assert set(found.labels) == {0}
    assert max(found.stability.values()) < 0.8


def test_the_same_seed_gives_the_same_clusters():
    x, _ = points(STYLES, rows=200)
    assert np.array_equal(strategies(x, bootstraps=5, seed=3).labels, strategies(x, bootstraps=5, seed=3).labels)


def test_log_ratios_do_not_see_how_many_points_there_are():
    x, _ = points(STYLES, rows=50)
    assert log_ratios(x) == pytest.approx(log_ratios(x * np.linspace(0.5, 2.0, 50)[:, None]))
    assert log_ratios(x).std(axis=0) == pytest.approx(np.ones(4))


def test_a_source_without_points_is_small_and_not_minus_infinity():
    x = np.array([[5.0, 5.0, 0.0], [4.0, 4.0, 2.0], [1.0, 8.0, 1.0], [3.0, 3.0, 4.0]])
    assert np.all(np.isfinite(log_ratios(x)))
    assert log_ratios(x)[0, 2] == log_ratios(x)[:, 2].min()
    assert np.all(np.isfinite(log_ratios(np.column_stack([x, np.zeros(4)]))))


def test_shares_need_points():
    assert shares_of([[1.0, 3.0]]).tolist() == [[0.25, 0.75]]
    for bad in ([[0.0, 0.0]], [[-1.0, 2.0]]):
        with pytest.raises(ValueError, match="points of 0 or more"):
            shares_of(bad)


def test_the_adjusted_rand_index_of_a_worked_table():
    # of 28 pairs, 7 are together in a and 4 in b, 3 of them in both
    a, b = [0, 0, 0, 1, 1, 1, 2, 2], [0, 0, 1, 1, 2, 2, 3, 3]
    same, rows, columns, pairs = 3, 7, 4, 28
    chance = rows * columns / pairs
    assert adjusted_rand(a, b) == pytest.approx((same - chance) / ((rows + columns) / 2 - chance))
    assert adjusted_rand(a, a) == 1.0
    assert adjusted_rand(a, [2 - x for x in a]) == 1.0
    rng = np.random.default_rng(1)
    assert abs(np.mean([adjusted_rand(rng.integers(3, size=60), rng.integers(3, size=60)) for _ in range(200)])) < 0.02


def test_the_winner_is_compared_with_its_own_opponents():
    x = np.array([[[10.0, 2.0], [4.0, 4.0], [2.0, 0.0]], [[1.0, 1.0], [3.0, 3.0], [0.0, 5.0]]])
    assert winner_less_opponents(x, [[1, 0, 0], [0, 0.5, 0.5]]).tolist() == [[7.0, 0.0], [0.5, 3.0]]
    assert winner_less_opponents(x[:, :2], [[0.5, 0.5], [1, 0]])[0].tolist() == [0.0, 0.0]
