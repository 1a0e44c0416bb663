"""Worlds of modules in slots, drawn from a known law: pooling halves the error and says how sure it is."""
from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from reports.experiments.boards import shrink
from reports.statistics.effects import Floats
from reports.statistics.worlds import fitted, indicators, pool
from tests.reports.ledger import LAW, Check, Claim, normals, settle, uniforms

HELD = np.array(list(permutations(range(9), 3)))        # 9 modules in 3 slots: 504 worlds
MODULE = 0.018          # sd of the effect of a module
RESIDUAL = 0.010        # sd of what a world has beyond its modules
NOISE = 0.5 / 400 ** 0.5                                # of the win over 400 games of two seats
LIMIT = 0.02


def drawn(run: int) -> tuple[Floats, Floats]:
    """True values of the worlds, and what 400 games of each say."""
    effects = MODULE * normals(220, LAW, run, 0, np.arange(27)).reshape(3, 9)
    true = effects[np.arange(3), HELD].sum(axis=1) + RESIDUAL * normals(220, LAW, run, 1, np.arange(len(HELD)))
    return true, true + NOISE * normals(220, LAW, run, 2, np.arange(len(HELD)))


def error(values: Floats, true: Floats) -> float:
    return float(np.sqrt(np.mean((values - true) ** 2)))


def top_ten(values: Floats, true: Floats) -> float:
    return len(set(np.argsort(-values)[:10]) & set(np.argsort(-true)[:10])) / 10


def worlds(runs: int) -> list[Check]:
    """E8: error pooled over raw, intervals, and worlds flagged with 95 % and more; a fiftieth of the runs."""
    runs //= 50
    ratios, kept, hits, flagged, found = [], [], [], [], []
    for run in range(runs):
        true, raw = drawn(run)
        pooled = pool(HELD, raw, np.full(len(raw), NOISE))
        ratios.append(error(pooled.values, true) / error(raw, true))
        shrunk = raw.mean() + shrink(raw - raw.mean(), np.full(len(raw), NOISE)).values
        kept.append(error(pooled.values, true) / error(shrunk, true))
        hits.append(np.mean(abs(pooled.values - true) < 1.96 * pooled.stderrs))
        sure = pooled.between(-LIMIT, LIMIT) <= 0.05
        flagged += (abs(true[sure]) > LIMIT).tolist()
        found.append(top_ten(pooled.values, true) - top_ten(raw, true))
    return [Check("E8 worlds: error pooled over raw", float(np.mean(ratios)), 0.0, 0.6, runs),
            Check("E8 worlds: error pooled over shrunk to the mean", float(np.mean(kept)), 0.0, 0.7, runs),
            Check("E8 worlds: intervals that cover", float(np.mean(hits)), 0.925, 0.975, runs),
            Check("E8 worlds: flagged rightly", float(np.mean(flagged)), 0.95, 1.0, len(flagged)),
            Check("E8 worlds: more of the true top ten found", float(np.mean(found)), 0.1, 1.0, runs)]


CLAIMS: list[Claim] = [worlds]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.__name__)
def test_what_is_claimed_of(claim):
    refused = [str(check) for check in settle(claim) if not check.accepted]
    assert not refused, "\n".join(refused)


def test_the_closed_form_is_a_ridge_of_modules_and_a_shrunk_residual():
    _, raw = drawn(0)
    z = indicators(HELD, 9)
    pooled, _ = fitted(z, raw, np.full(len(raw), NOISE ** 2), MODULE ** 2, RESIDUAL ** 2, (3, 9))
    penalty = (NOISE ** 2 + RESIDUAL ** 2) / MODULE ** 2
    ridge = np.linalg.solve(z.T @ z + penalty * np.eye(27), z.T @ (raw - pooled.mean))
    own = RESIDUAL ** 2 / (RESIDUAL ** 2 + NOISE ** 2)
    expected = pooled.mean + z @ ridge + own * (raw - pooled.mean - z @ ridge)
    assert pooled.values == pytest.approx(expected)
    assert pooled.modules.reshape(-1) == pytest.approx(ridge)


def test_errors_and_likelihood_are_those_of_the_whole_covariance():
    """The same model as one normal law of 504 worlds, written down without its modules."""
    _, raw = drawn(0)
    z, ones = indicators(HELD, 9), np.ones((len(HELD), 1))
    noise = NOISE ** 2 * (1 + uniforms(222, LAW, np.arange(len(HELD))))
    prior = MODULE ** 2 * z @ z.T + RESIDUAL ** 2 * np.eye(len(HELD))

    def likelihood(spread: float) -> float:
        total = spread ** 2 * z @ z.T + np.diag(RESIDUAL ** 2 + noise)
        inverse = np.linalg.inv(total)
        heard = ones.T @ inverse @ ones
        off = raw - float((ones.T @ inverse @ raw / heard)[0, 0])
        return -(np.linalg.slogdet(total)[1] + np.log(heard[0, 0]) + off @ inverse @ off) / 2

    pooled, found = fitted(z, raw, noise, MODULE ** 2, RESIDUAL ** 2, (3, 9))
    other = fitted(z, raw, noise, 4 * MODULE ** 2, RESIDUAL ** 2, (3, 9))[1]
    assert found - other == pytest.approx(likelihood(MODULE) - likelihood(2 * MODULE))
    inverse = np.linalg.inv(prior + np.diag(noise))
    left = 1 - prior @ inverse @ ones
    variance = prior - prior @ inverse @ prior + left @ left.T / (ones.T @ inverse @ ones)
    assert pooled.stderrs == pytest.approx(np.sqrt(np.diag(variance)))


def test_variances_are_found():
    found = [pool(HELD, drawn(run)[1], np.full(len(HELD), NOISE)) for run in range(20)]
    assert np.mean([each.module_variance for each in found]) ** 0.5 == pytest.approx(MODULE, rel=0.15)
    assert np.mean([each.residual_variance for each in found]) ** 0.5 == pytest.approx(RESIDUAL, rel=0.15)


def test_worlds_without_any_effect_shrink_to_their_mean():
    raw = NOISE * normals(221, LAW, np.arange(len(HELD)))
    pooled = pool(HELD, raw, np.full(len(raw), NOISE))
    assert np.ptp(pooled.values) < 0.3 * np.ptp(raw)
    assert not np.any(pooled.between(-LIMIT, LIMIT) <= 0.05)


def test_a_world_measured_better_is_shrunk_less():
    _, raw = drawn(0)
    errors = np.full(len(raw), NOISE)
    errors[3] = NOISE / 10
    pooled = pool(HELD, raw, errors)
    assert abs(pooled.values[3] - raw[3]) < 0.2 * NOISE
    assert pooled.stderrs[3] < 0.5 * np.median(pooled.stderrs)


def test_a_handful_of_worlds_is_refused():
    with pytest.raises(ValueError, match="too few for"):
        pool(HELD[:3], drawn(0)[1][:3], np.full(3, NOISE))
