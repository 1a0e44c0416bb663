"""Win chances held against outcomes."""
from __future__ import annotations

from math import log

import numpy as np
import pytest
from scipy.special import expit, logit

from mcts.reliability import LARGEST, model_error, recalibrated, recalibration, reliability


def test_reliability_of_a_worked_case():
    found = reliability([0.05, 0.05, 0.95, 1.0], [0, 1, 1, 1])
    assert found.count.tolist() == [2, 0, 0, 0, 0, 0, 0, 0, 0, 2]
    assert found.outcome[[0, 9]].tolist() == [0.5, 1.0]
    assert np.isnan(found.forecast[4])
    assert found.brier == pytest.approx((0.0025 + 0.9025 + 0.0025 + 0.0) / 4)
    assert found.ece == pytest.approx((0.45 * 2 + 0.025 * 2) / 4)
    assert found.log_loss == pytest.approx(-(log(0.95) + log(0.05) + log(0.95) + 0.0) / 4, abs=1e-5)
    with pytest.raises(ValueError, match="no chance"):
        reliability([1.2], [1])


def test_honest_chances_have_a_small_calibration_error_and_boasts_do_not():
    rng = np.random.default_rng(1)
    p = rng.beta(2, 2, 40_000)
    y = (rng.random(40_000) < p).astype(float)
    assert reliability(p, y).ece < 0.01
    boast = expit(2 * logit(p))
    assert reliability(boast, y).ece > 0.08
    a, b = recalibration(boast[:20_000], y[:20_000])
    assert (a, b) == pytest.approx((0.0, 0.5), abs=0.05)
    assert reliability(recalibrated(boast[20_000:], a, b), y[20_000:]).ece < 0.015


@pytest.mark.parametrize(("positions", "games"), [(20, 2), (400, 10)])
def test_the_most_that_chances_may_be_off_is_near_the_likeliest_where_many_games_tell(positions, games):
    rng = np.random.default_rng(3)
    z = rng.normal(0, 1, positions)
    came = [list((rng.random(games) < expit(x + rng.normal(0, 0.6))).astype(float)) for x in z]
    likeliest, most = model_error(z, came), model_error(z, came, at_most=True)
    assert likeliest < most <= LARGEST
    if positions == 400:
        assert likeliest == pytest.approx(0.6, abs=0.1)
        assert most < likeliest + 0.1
    else:
        assert most > likeliest + 0.3
