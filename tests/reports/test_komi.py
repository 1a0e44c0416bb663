"""Points that make a variant fair, from games played without them."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from reports.atlas.komi import COLUMNS, evening, points, with_points
from reports.statistics.verdicts import HOLDS, OPEN


def games(leads: np.ndarray, item: str = "781") -> pd.DataFrame:
    """Games in blocks of two, in which the first is ahead by so much; it sits in seat 0 and 1 in turn."""
    seat = np.arange(len(leads)) % 2
    ahead = np.where(seat == 0, leads, -leads)
    return pd.DataFrame({"item": item, "block": np.arange(len(leads)) // 2, "place_0": seat, "place_1": 1 - seat,
                         "score_0": 50.0 + ahead, "score_1": 50.0, "win_0": (np.sign(ahead) + 1) / 2,
                         "win_1": (1 - np.sign(ahead)) / 2})


@pytest.mark.parametrize(("ahead", "fair"), [
    ([5, 5, 5, -1], 5), ([3, 5, 7, -1], 4), ([-3, -5, -7, 1], -4), ([2, -2], 0), ([1, 1, 1, 1], 1), ([4, 4, 4, 3], 4)])
def test_the_fewest_points_with_which_nobody_wins_more_often(ahead, fair):
    assert evening(np.array(ahead, float)) == fair


@pytest.mark.parametrize("ahead", [12.0, -7.0])
def test_points_of_a_known_lead_are_found_with_their_interval(ahead):
    """The first is ahead by so much, and luck moves that by a spread of 9: so many points are fair."""
    rng = np.random.default_rng(5)
    held = []
    for _ in range(40):
        fair, low, high = points(games(np.round(rng.normal(ahead, 9, 60))))
        assert low <= fair <= high
        held.append(low <= ahead <= high)
    assert 0.85 <= np.mean(held) <= 1


def test_where_who_has_fewer_points_wins_points_even_nothing():
    own = games(np.array([4.0, 4.0, -3.0, 6.0]))
    own.loc[0, ["win_0", "win_1"]] = [0.0, 1.0]
    assert np.isnan(points(own)).all()


def test_only_variants_with_a_side_are_evened():
    own = pd.concat([games(np.full(20, 4.0)), games(np.full(20, 4.0), "213")])
    one, other = with_points([{"item": "781", "word": HOLDS}, {"item": "213", "word": OPEN}], own)
    assert [one[name] for name in COLUMNS] == [4, 4, 4]
    assert np.isnan([other[name] for name in COLUMNS]).all()
