"""Estimates by block: the formula in slow Python, the coverage they promise, and what they refuse."""
from __future__ import annotations

from math import isnan, sqrt
from statistics import fmean, stdev

import numpy as np
import pytest
from scipy import stats

from mcts.interval import wilson
from reports.statistics import blocks as estimate


def test_block_means_are_those_of_a_loop_in_block_order():
    blocks, values = [7, 3, 7, 5, 3, 7], [1.0, 2.0, 4.0, 8.0, 6.0, 1.0]
    slow = {b: fmean(v for c, v in zip(blocks, values, strict=True) if c == b) for b in sorted(set(blocks))}
    names, means = estimate.block_means(blocks, values)
    assert dict(zip(names.tolist(), means.tolist(), strict=True)) == slow
    assert names.tolist() == [3, 5, 7]


def test_the_t_interval_is_the_formula():
    values = [1.5, -0.5, 2.0, 0.25, 3.0]
    found = estimate.mean_interval(range(5), values)
    half = 2.7764451051977987 * stdev(values) / sqrt(5)       # t(0.975, 4) of the printed tables
    assert found.estimate == pytest.approx(fmean(values))
    assert found.blocks == 5
    assert (found.low, found.high) == pytest.approx((fmean(values) - half, fmean(values) + half))


def test_the_p_value_is_that_of_scipy():
    values = np.random.default_rng(5).normal(0.3, 1, 40)
    found = estimate.mean_interval(range(40), values)
    assert estimate.p_value(found, 0.0) == pytest.approx(stats.ttest_1samp(values, 0.0).pvalue)


def test_clustered_mean_is_the_slow_formula():
    blocks, values = [0, 0, 1, 2, 2, 2, 3], [1.0, 0.0, 1.0, 0.0, 0.5, 1.0, 0.0]
    mean, size = fmean(values), len(values)
    squares = sum(sum(v - mean for b, v in zip(blocks, values, strict=True) if b == block) ** 2 for block in range(4))
    found = estimate.clustered_mean(blocks, values)
    assert (found.estimate, found.stderr) == pytest.approx((mean, sqrt(4 / 3 * squares) / size))


def test_clustering_rows_that_are_alone_in_their_block_changes_nothing():
    values = np.random.default_rng(2).random(30)
    one, other = estimate.clustered_mean(range(30), values), estimate.mean_interval(range(30), values)
    assert (one.estimate, one.stderr, one.low) == pytest.approx((other.estimate, other.stderr, other.low))


def test_wilson_is_the_formula():
    z, n, p = stats.norm.ppf(0.975), 20, 0.25
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    assert wilson(5, n) == pytest.approx((middle - half, middle + half))


@pytest.mark.parametrize("estimator", [estimate.mean_interval, estimate.share_interval])
def test_rows_that_share_a_block_are_refused(estimator):
    with pytest.raises(ValueError, match="block 4 has 2 rows"):
        estimator([3, 4, 4, 5], [0.0, 1.0, 1.0, 0.0])


@pytest.mark.parametrize(("blocks", "values"), [([0, 1], [1.0]), ([0, 1], [1.0, float("nan")])])
def test_columns_that_do_not_fit_and_missing_values_are_refused(blocks, values):
    for estimator in (estimate.mean_interval, estimate.clustered_mean, estimate.block_means):
        with pytest.raises(ValueError, match=r"one block a value|missing"):
            estimator(blocks, values)


def test_one_block_has_a_mean_and_no_interval():
    found = estimate.mean_interval([3], [0.75])
    assert found.estimate == 0.75
    assert not found.is_known
    assert found.note == "too few blocks"
    assert isnan(estimate.p_value(found, 0.5))


def test_no_block_at_all_has_no_mean():
    for estimator in (estimate.mean_interval, estimate.share_interval, estimate.clustered_mean):
        assert isnan(estimator([], []).estimate)


def test_blocks_that_do_not_differ_claim_no_certainty():
    found = estimate.share_interval(range(4), [0.5] * 4)
    assert not found.is_known
    assert found.note == "blocks do not differ"
    assert not estimate.mean_interval(range(3), [0.1 + 0.2, 0.3, 0.3]).is_known     # they differ by rounding only


def test_blocks_that_are_all_won_get_wilsons_interval():
    found = estimate.share_interval(range(10), [1.0] * 10)
    assert found.note == "Wilson"
    assert found.high == 1.0
    assert 0.6 < found.low < 0.8
    assert estimate.p_value(found, 0.5) == pytest.approx(2 / 2**10)


def test_shares_stay_between_0_and_1():
    found = estimate.share_interval(range(3), [1.0, 1.0, 0.5])
    assert found.low >= 0.0
    assert found.high == 1.0


def test_the_order_in_which_blocks_finish_changes_no_bit():
    rng = np.random.default_rng(9)
    blocks, values = np.repeat(np.arange(50), 2), rng.normal(size=100)
    order = np.lexsort((np.arange(100), rng.permutation(50)[blocks]))       # whole blocks, in another order
    assert estimate.clustered_mean(blocks, values) == estimate.clustered_mean(blocks[order], values[order])
    once = estimate.mean_interval(*estimate.block_means(blocks, values))
    assert once == estimate.mean_interval(*estimate.block_means(blocks[order], values[order]))


def _blocks_of_two(rng: np.random.Generator, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Two games a block that share most of their luck; the true mean is 1."""
    luck = rng.normal(0, 3, count)
    return np.repeat(np.arange(count), 2), (1 + np.repeat(luck, 2) + rng.normal(0, 1, 2 * count))


def test_intervals_by_block_cover_the_truth_and_by_game_they_do_not():
    rng, hits, naive = np.random.default_rng(20240607), {"mean": 0, "clustered": 0}, 0
    for _ in range(1000):
        blocks, values = _blocks_of_two(rng, 50)
        by_mean = estimate.mean_interval(*estimate.block_means(blocks, values))
        clustered = estimate.clustered_mean(blocks, values)
        by_game = estimate.mean_interval(range(100), values)        # what the refusal is there to prevent
        hits["mean"] += by_mean.low <= 1 <= by_mean.high
        hits["clustered"] += clustered.low <= 1 <= clustered.high
        naive += by_game.low <= 1 <= by_game.high
    assert 935 <= hits["mean"] <= 965
    assert 935 <= hits["clustered"] <= 965
    assert naive < 880


def test_clustered_shares_of_uneven_blocks_cover_the_truth():
    """0 to 4 owners a block whose win chance depends on the block: the mean over owners is what is estimated."""
    rng, hits = np.random.default_rng(77), 0
    for _ in range(1000):
        chance, rows = rng.beta(4, 4, 150), rng.integers(0, 5, 150)
        blocks = np.repeat(np.arange(150), rows)
        wins = rng.random(len(blocks)) < np.repeat(chance, rows)
        found = estimate.clustered_mean(blocks, wins.astype(float))
        hits += found.low <= 0.5 <= found.high
    assert 935 <= hits <= 965


def test_q_values_are_benjamini_and_hochbergs_and_pass_over_the_unknown():
    assert estimate.q_values([0.01, float("nan"), 0.04, 0.03])[0::2] == pytest.approx([0.03, 0.04])
    assert isnan(estimate.q_values([0.01, float("nan")])[1])
    assert isnan(estimate.q_values([float("nan")])[0])


@pytest.mark.parametrize(("mean", "sd", "blocks", "said"), [
    (4.0, 5.0, 100, "strong"), (-4.0, 5.0, 100, "weak"), (1.0, 1.0, 100, "slight"), (0.1, 5.0, 400, "balanced"),
    (2.0, 5.0, 100, "above"), (-2.0, 5.0, 100, "below"), (0.5, 9.0, 100, "not settled"),
    (4.0, 5.0, 40, "too few blocks"), (62.8, 15.0, 36, "strong"), (40.0, 5.0, 19, "strong"),
    (40.0, 5.0, 9, "too few blocks"), (0.0, 0.0, 100, "no difference")])
def test_verdicts(mean, sd, blocks, said):
    values = mean + sd * np.resize([1.0, -1.0], blocks)
    found = estimate.mean_interval(range(blocks), values)
    assert estimate.verdict(found, 0.0, 1.5, estimate.p_value(found, 0.0), enough=50) == said


def test_a_selected_effect_needs_its_q_as_well_as_its_interval():
    found = estimate.mean_interval(range(100), 2 + 9 * np.resize([1.0, -1.0], 100))
    assert found.low > 0
    assert estimate.verdict(found, 0.0, 1.5, q=0.3, enough=50) == "not settled"


def test_balanced_at_a_true_difference_of_delta_is_said_in_few_runs():
    rng, said = np.random.default_rng(31), 0
    for _ in range(1000):
        found = estimate.mean_interval(range(100), rng.normal(1.5, 4, 100))
        said += estimate.verdict(found, 0.0, 1.5, estimate.p_value(found, 0.0), enough=50) == "balanced"
    assert said <= 64


def test_blocks_needed_is_the_plan_for_power_80():
    found = estimate.mean_interval(range(100), 20 * np.resize([1.0, -1.0], 100))
    assert estimate.blocks_needed(found, 1.0) == pytest.approx(7.85 * 400, rel=0.02)
    assert estimate.blocks_needed(estimate.mean_interval([1], [2.0]), 1.0) == 0
