"""Strategies where there are some and where there are none."""
from __future__ import annotations

import numpy as np
import pytest

from reports.statistics.clusters import adjusted_rand, log_ratios, shares_of, strategies, winner_less_opponents
from tests.whole import mostly_whole

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


def clouds(seed: int) -> dict[str, np.ndarray]:
    """Points without groups, whose clouds are long, wide, skewed or heavy-tailed."""
    rng, rows = np.random.default_rng(seed), 400

    def of(logs: np.ndarray) -> np.ndarray:
        shares = np.exp(logs) / np.exp(logs).sum(axis=1, keepdims=True)
        return shares * rng.uniform(120, 220, (rows, 1))

    along = rng.uniform(-1, 1, (rows, 1)) * np.array([1.0, -1.0, 0.0, 0.0])
    return {"even line": of(along + rng.normal(0, 0.1, (rows, 4))), "even box": of(rng.uniform(-1, 1, (rows, 4))),
            "star": rng.dirichlet([2] * 4, rows) * 180 + 0.5, "skewed": of(rng.gamma(1.0, 0.5, (rows, 4))),
            "heavy tails": of(0.2 * rng.standard_t(3, (rows, 4))),
            "whole points": np.round(rng.gamma(4, 5, (rows, 5))) + 5 * rng.integers(0, 2, (rows, 5)) + 1}


@pytest.mark.parametrize("seed", mostly_whole((0, 3), (3).__eq__))
def test_no_cloud_without_groups_is_cut_into_some(seed):
    """Stability alone cuts a long even cloud in two, and a star in four: in the same places again and again."""
    found = {name: strategies(x, bootstraps=10).count for name, x in clouds(seed).items()}
    assert found == dict.fromkeys(found, 1)


def test_two_styles_are_two_groups():
    x, style = points(STYLES[:2])
    found = strategies(x, bootstraps=20)
    assert found.count == 2
    assert adjusted_rand(found.labels, style) > 0.9


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
