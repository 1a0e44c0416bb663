"""A prior under which most variants may be even: luck that pooling finds certain is not, and a spread of sides is."""
from __future__ import annotations

import numpy as np
import pytest

from reports.atlas import mostly_even
from reports.atlas.estimates import estimate
from reports.statistics.effects import Floats, Ints
from tests.reports.test_ledger_worlds import HELD

MATTERS = 0.02


def of(parts: Ints, values: Floats) -> tuple[Floats, Floats]:
    return mostly_even.sides(estimate(parts, values, 9, 2), values, 2, MATTERS)


def test_six_wins_of_six_are_luck_where_all_others_are_even():
    parts = HELD[::15]
    values = np.full((len(parts), 16), 0.5)
    values[:, ::2], values[:, 1::4] = 1.0, 0.0
    values[:, 3::4] = 0.0
    values[0, :3], values[0, 3:] = 1.0, np.nan
    up, down = of(parts, values)
    assert 0.1 < up[0] < 0.8
    assert up[1:].max() < 0.2
    assert down.max() < 0.2


def test_a_side_is_sure_where_many_worlds_have_one():
    rng = np.random.default_rng(3)
    share = np.where(np.arange(len(HELD)) % 2, 0.85, 0.15)
    up, down = of(HELD, rng.binomial(2, share[:, None], (len(HELD), 16)) / 2)
    assert np.mean(up[share > 0.5] > 0.95) > 0.9
    assert np.mean(down[share < 0.5] > 0.95) > 0.9
    assert max(up[share < 0.5].max(), down[share > 0.5].max()) < 0.5
    assert np.all(up + down <= 1)


def test_first_and_second_are_treated_alike():
    rng = np.random.default_rng(4)
    values = rng.binomial(2, rng.uniform(0.2, 0.8, (len(HELD), 1)), (len(HELD), 5)) / 2
    up, down = of(HELD, values)
    turned = of(HELD, 1 - values)
    assert turned[0] == pytest.approx(down, abs=1e-9)
    assert turned[1] == pytest.approx(up, abs=1e-9)


def test_a_world_is_foretold_without_its_own_games():
    """What other worlds say of one does not move with what its own games gave, as far as variances are known alike."""
    rng = np.random.default_rng(5)
    values = rng.binomial(2, 0.5 + 0.1 * (HELD[:, :1] - 4) / 4, (len(HELD), 10)) / 2
    other = values.copy()
    other[7] = rng.permutation(1 - values[7])
    before, after = (mostly_even.foretold(estimate(HELD, each, 9, 2))[0] for each in (values, other))
    assert before[7] == pytest.approx(after[7], abs=0.01)
    assert abs(estimate(HELD, values, 9, 2).values[7] - estimate(HELD, other, 9, 2).values[7]) > 0.01


def test_games_of_a_block_that_end_alike_count_as_one():
    rng = np.random.default_rng(6)
    alone = rng.binomial(2, 0.5, (200, 8)) / 2
    alike = rng.binomial(1, 0.5, (200, 8)).astype(float)
    assert mostly_even.shared(alone, 2) == pytest.approx(1.0, abs=0.1)
    assert mostly_even.shared(alike, 2) == pytest.approx(2.0, abs=0.1)
    assert mostly_even.shared(alike[:, :1], 2) == 1.0
    assert mostly_even.shared(np.full((200, 8), 0.5), 2) == 1.0         # less than alone is not reckoned with
