"""Points that make a variant fair, from games played without them."""
from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from reports.atlas.komi import COLUMNS, equalling, points, with_points
from reports.statistics.verdicts import HOLDS, OPEN


def games(leads: np.ndarray, item: str = "781") -> pd.DataFrame:
    """Games in blocks of two, in which the first is ahead by so much; it sits in seat 0 and 1 in turn."""
    seat = np.arange(len(leads)) % 2
    ahead = np.where(seat == 0, leads, -leads)
    return pd.DataFrame({"item": item, "block": np.arange(len(leads)) // 2, "place_0": seat, "place_1": 1 - seat,
                         "score_0": 50.0 + ahead, "score_1": 50.0, "win_0": (np.sign(ahead) + 1) / 2,
                         "win_1": (1 - np.sign(ahead)) / 2})


@pytest.mark.parametrize(("ahead", "fair"), [
    ([5, 5, 5, -1], 5), ([3, 5, 7, -1], 4), ([-3, -5, -7, 1], -4), ([2, -2], 0), ([1, 1, 1, 1], 1), ([4, 4, 4, 3], 4),
    ([2, 3, 9, 11], 6)])
def test_points_with_which_nobody_wins_more_often(ahead, fair):
    assert equalling(np.array(ahead, float), 1 / 2) == -fair


def test_where_who_has_fewer_points_wins_points_even_nothing():
    own = games(np.array([4.0, 4.0, -3.0, 6.0]))
    own.loc[0, ["win_0", "win_1"]] = [0.0, 1.0]
    assert np.isnan(points(own, 1)).all()


def test_only_variants_with_a_side_are_evened():
    own = pd.concat([games(np.full(20, 4.0)), games(np.full(20, 4.0), "213")])
    one, other = with_points([{"item": "781", "word": HOLDS}, {"item": "213", "word": OPEN}], own)
    assert [one[name] for name in COLUMNS] == [4, 4, 4]
    assert np.isnan([other[name] for name in COLUMNS]).all()


@pytest.mark.parametrize(("ahead", "fair"), [
    ([5, 5, -1, -9], -5), ([5, 6, 7, 8], -8), ([4, -1, -2, -3], 0), ([-2, -3, -5, -7], 3), ([-2, -2, -2, -2], 2),
    ([0, 0, -4, -4], 0)])
def test_points_with_which_a_seat_of_four_wins_a_quarter(ahead, fair):
    """Half a win where it is level: from 5, 5, -1, -9 five points leave two half wins of four games."""
    assert equalling(np.array(ahead, float), 1 / 4) == fair


def for_seats(seats: int, lead: float, place: int, blocks: int, rng: np.random.Generator) -> pd.DataFrame:
    """Blocks of a game a seat that go round the table; who is at this place has so many points more than its luck, half
    of which the games of a block share.
    """
    rows = []
    for block in range(blocks):
        luck = rng.normal(0, 14, seats)
        for turn in range(seats):
            order = np.roll(np.arange(seats), turn)
            scores = np.round(50 + luck + rng.normal(0, 14, seats)) + lead * (order == place)
            best = scores == scores.max()
            rows.append({"item": "781", "block": block, **{f"place_{s}": order[s] for s in range(seats)},
                         **{f"score_{s}": scores[s] for s in range(seats)},
                         **{f"win_{s}": best[s] / best.sum() for s in range(seats)}})
    return pd.DataFrame(rows)


@pytest.mark.parametrize(("seats", "lead"), [(4, 30.0), (4, -15.0), (2, 20.0)])
@pytest.mark.parametrize("blocks", [3, 12])
def test_points_are_found_with_an_interval_that_holds_from_few_blocks_too(seats, lead, blocks):
    """Of a place that has so many points more: as many less for it are fair."""
    rng = np.random.default_rng(7)
    held = []
    for _ in range(150):
        own = for_seats(seats, lead, 0, blocks, rng)
        fair, low, high = points(own, 0)
        assert low <= fair <= high
        held.append(low <= -lead <= high)
        if seats == 2:
            assert [-fair, -high, -low] == pytest.approx(points(own, 1))
    assert np.mean(held) >= 0.93


def test_a_single_block_has_no_interval():
    fair, low, high = points(for_seats(4, 30.0, 0, 1, np.random.default_rng(7)), 0)
    assert fair < 0
    assert np.isnan([low, high]).all()


def test_the_points_of_a_seat_are_for_its_own_place():
    own = for_seats(4, 30.0, 2, 12, np.random.default_rng(3))
    [row] = with_points([{"item": "781", "word": HOLDS, "seat": 3}], own)
    assert row["even_low"] <= row["even_points"] <= row["even_high"] < 0
    [other] = with_points([{"item": "781", "word": OPEN, "seat": 3}], own)
    assert np.isnan(other["even_points"])
