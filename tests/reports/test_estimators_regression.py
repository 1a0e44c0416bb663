"""Least squares and its sandwich against the textbook formulas in slow Python, and the F test against scipy."""
from __future__ import annotations

import numpy as np
import pytest
from scipy import linalg, stats

from reports.experiments.seats import hotelling, tie_rule
from reports.statistics import contrasts, regression, round_robin
from reports.statistics.effects import coefficient, difference, from_blocks, luck_left, margins, rotated, win_shares

RNG = np.random.default_rng(1)
X = np.column_stack([np.ones(30), RNG.normal(size=(30, 2))])
Y = X @ [1.0, 2.0, -1.0] + RNG.normal(size=30) * (1 + X[:, 1] ** 2)


def slow_sandwich(x, y, blocks):
    """Sum over blocks of X' A e e' A X between two breads, A = (I - H_bb)^(-1/2), block by block."""
    bread = np.linalg.inv(x.T @ x)
    e = y - x @ bread @ x.T @ y
    meat = np.zeros_like(bread)
    for block in sorted(set(blocks)):
        own = [k for k, b in enumerate(blocks) if b == block]
        hat = x[own] @ bread @ x[own].T
        score = x[own].T @ np.linalg.inv(linalg.sqrtm(np.eye(len(own)) - hat).real) @ e[own]
        meat += np.outer(score, score)
    return bread @ meat @ bread


@pytest.mark.parametrize("blocks", (list(range(30)), [k // 3 for k in range(30)], [(k * 7) % 11 for k in range(30)]),
                         ids=("single rows", "threes", "of different sizes"))
def test_the_sandwich_is_the_slow_formula(blocks):
    found = regression.fit(X, Y, blocks)
    assert found.coefficients == pytest.approx(np.linalg.lstsq(X, Y, rcond=None)[0])
    assert found.covariance == pytest.approx(slow_sandwich(X, Y, blocks))
    assert found.degrees == len(set(blocks)) - 3


def test_hc2_divides_by_one_minus_leverage():
    bread = np.linalg.inv(X.T @ X)
    e = Y - X @ bread @ X.T @ Y
    leverage = np.diag(X @ bread @ X.T)
    expected = bread @ (X.T * (e ** 2 / (1 - leverage))) @ X @ bread
    assert regression.fit(X, Y).covariance == pytest.approx(expected)


def test_a_mean_is_the_regression_on_a_constant():
    found = regression.fit(np.ones((30, 1)), Y)
    assert found.covariance[0, 0] ** 0.5 == pytest.approx(stats.sem(Y))


def test_the_order_of_rows_changes_nothing():
    blocks = np.arange(30) // 3
    order = RNG.permutation(30)
    one, two = regression.fit(X, Y, blocks), regression.fit(X[order], Y[order], blocks[order])
    assert one.covariance == pytest.approx(two.covariance)


def test_the_f_test_between_pairs_is_the_analysis_of_variance():
    items = np.array([[0, 1], [1, 2], [2, 0]] * 8)
    d = RNG.normal(size=24) + np.tile([1.0, 0.0, 0.0], 8)
    found = contrasts.additivity(items, np.stack([d, -d], axis=1), 3)
    fit = contrasts.worths(items, np.stack([d, -d], axis=1), 3, anchor=0)
    expected = fit.values[items[:, 0]] - fit.values[items[:, 1]]
    between = ((d - expected) ** 2).sum()
    within = sum(((d[k::3] - d[k::3].mean()) ** 2).sum() for k in range(3))
    statistic = (between - within) / 1 / (within / 21)
    assert found.statistic == pytest.approx(statistic)
    assert found.p == pytest.approx(stats.f.sf(statistic, 1, 21))
    assert found.degrees == (1, 21)


def test_places_are_turned_back_to_their_holders():
    outcomes = np.zeros((1, 3, 3))
    for rotation in range(3):
        for place in range(3):
            outcomes[0, rotation, (place + rotation) % 3] = 10 * place + rotation
    assert contrasts.holders(outcomes, par=1.0)[0] == pytest.approx([0.0, 10.0, 20.0])


def test_luck_left_plans_the_error_of_a_round_robin():
    rng = np.random.default_rng(8)
    items = round_robin.draw(6, 2, 600, seed=1)
    shared = rng.normal(0, 5, size=(600, 1, 1)) * np.array([1.0, -1.0])     # luck of seats, the same in both games
    scores = shared + rng.normal(0, 2, size=(600, 2, 2))
    found = contrasts.from_games(items, margins(scores), 6, anchor=0)
    single, block = 4 * 25 + 2 * 4, 2 * 4 / 2           # variances of a game's margin, and of a block's mean
    assert found.luck_left == pytest.approx(2 * block / single, rel=0.15)
    planned = (found.luck_left * single / 2 * round_robin.cost(items, 6, 0)[3] / 600) ** 0.5
    assert found.effect(3).interval.stderr == pytest.approx(planned, rel=0.1)


@pytest.mark.parametrize(("count", "seats"), ((36, 2), (12, 3), (9, 4)))
def test_where_all_are_drawn_equally_often_the_cost_has_a_closed_form(count, seats):
    found = round_robin.cost(round_robin.draw(count, seats, 20_000, seed=1), count, 0)
    assert found[0] == 0
    assert found[1:] == pytest.approx(np.full(count - 1, 2 * (count - 1) / seats), rel=0.05)


def test_the_matrix_of_meetings_is_counted_from_both_sides():
    mean, met = contrasts.matrix([[0, 1], [1, 0], [1, 2]], [[3.0, -3.0], [1.0, -1.0], [2.0, -2.0]], 3)
    assert met.tolist() == [[0, 2, 0], [2, 0, 1], [0, 1, 0]]
    assert mean[0, 1] == 1.0
    assert mean[2, 1] == -2.0
    assert np.isnan(mean[0, 2])


def test_hotelling_with_one_column_is_the_t_test_squared():
    d = RNG.normal(0.3, 1, size=40)
    found = hotelling(d[:, None])
    assert (found.f, found.p) == pytest.approx(
        (stats.ttest_1samp(d, 0).statistic ** 2, stats.ttest_1samp(d, 0).pvalue))


def test_hotelling_does_not_depend_on_which_seat_is_left_out():
    d = margins(RNG.normal(size=(50, 3)))
    assert hotelling(d[:, :-1]).p == pytest.approx(hotelling(d[:, 1:]).p)


def test_the_core_is_the_t_test_of_block_means():
    x = RNG.normal(size=(60, 3))
    found = rotated(x, par=0.25)
    test = stats.ttest_1samp(x.mean(axis=1) - 0.25, 0)
    interval = test.confidence_interval()
    assert found.p == pytest.approx(test.pvalue)
    assert (found.interval.low, found.interval.high) == pytest.approx((interval.low, interval.high))
    assert found.games == 180
    assert found.luck_left == pytest.approx(3 * np.var(x.mean(axis=1), ddof=1) / np.var(x, ddof=1))
    assert luck_left(RNG.normal(size=(4_000, 3))) == pytest.approx(1.0, abs=0.1)


def test_the_squared_error_is_luck_left_times_variance_over_games():
    x = RNG.normal(size=(60, 3)) + RNG.normal(size=(60, 1))
    found = rotated(x)
    assert found.interval.stderr ** 2 == pytest.approx(found.luck_left * np.var(x, ddof=1) / found.games)


def test_a_coefficients_interval_has_students_quantile():
    found = coefficient(2.0, 0.5, degrees=10, blocks=12, games=24)
    half = 0.5 * stats.t.ppf(0.975, 10)
    assert (found.interval.low, found.interval.high) == pytest.approx((2.0 - half, 2.0 + half))
    assert found.p == pytest.approx(2 * stats.t.sf(4.0, 10))


def test_the_difference_of_two_effects_has_welchs_degrees():
    a, b = RNG.normal(1, 1, 30), RNG.normal(0, 3, 50)
    found = difference(from_blocks(a, 60), from_blocks(b, 100))
    assert found.p == pytest.approx(stats.ttest_ind(a, b, equal_var=False).pvalue, rel=0.05)


def test_wins_are_shared_and_margins_sum_to_nothing():
    assert win_shares([[3, 3, 1], [0, 5, 2]]).tolist() == [[0.5, 0.5, 0.0], [0.0, 1.0, 0.0]]
    assert margins([[3, 3, 0]]).tolist() == [[1.5, 1.5, -3.0]]


def test_a_tie_rule_gives_no_more_than_the_games_it_decides():
    split = np.array([[[0.5, 0.5], [1.0, 0.0]], [[0.5, 0.5], [0.0, 1.0]]])
    rule = np.array([[[1.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]]])
    gap, decided = tie_rule(rule, split)
    assert gap.tolist() == [0.25, -0.25]
    assert decided == 0.5
    assert max(abs(gap)) <= decided
