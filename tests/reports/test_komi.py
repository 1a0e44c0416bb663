"""Points that make a variant fair, from games played without them."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from reports.atlas.komi import COLUMNS, equalling, evening, points, points_of_seat, with_points
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


@pytest.mark.parametrize(("ahead", "fair"), [
    ([5, 5, -1, -9], -5), ([5, 6, 7, 8], -8), ([4, -1, -2, -3], 0), ([-2, -3, -5, -7], 3), ([-2, -2, -2, -2], 2),
    ([0, 0, -4, -4], 0)])
def test_the_fewest_points_with_which_a_seat_of_four_wins_a_quarter(ahead, fair):
    """Half a win where it is level: from 5, 5, -1, -9 five points leave two half wins of four games."""
    assert equalling(np.array(ahead, float), 1 / 4) == fair


def for_four(lead: float, place: int, blocks: int, rng: np.random.Generator) -> pd.DataFrame:
    """Blocks of four games that go round the table; who is at this place has so many points more than the luck of all.
    """
    rows = []
    for game in range(4 * blocks):
        order = np.roll(np.arange(4), game % 4)
        scores = np.round(rng.normal(50, 9, 4)) + lead * (order == place)
        best = scores == scores.max()
        rows.append({"item": "781", "block": game // 4, **{f"place_{s}": order[s] for s in range(4)},
                     **{f"score_{s}": scores[s] for s in range(4)},
                     **{f"win_{s}": best[s] / best.sum() for s in range(4)}})
    return pd.DataFrame(rows)


@pytest.mark.parametrize("lead", [11.0, -6.0])
def test_points_of_a_seat_of_four_are_found_with_their_interval(lead):
    rng = np.random.default_rng(7)
    held = []
    for _ in range(40):
        fair, low, high = points_of_seat(for_four(lead, 2, 24, rng), 2)
        assert low <= fair <= high
        held.append(low <= -lead <= high)
    assert 0.85 <= np.mean(held) <= 1
