"""Shape of play on the Ledger, where the win chance is known at every moment."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ndtr

from reports.statistics.effects import Floats
from reports.statistics.shape import (
    branching,
    decisiveness,
    drama,
    expected_movement,
    lead_changes,
    movement,
)
from tests.reports.ledger import LUCK, Check, Claim, axes, normals, settle

ROUNDS, SD = 12, 5.0
GAMES = 20_000
BONUS = {"level": 0.0, "favoured": 12.0}


def chances(seed: int, bonus: float, games: int = GAMES) -> tuple[Floats, Floats]:
    """An exact judge: the first seat's win chance before each round [game, round], and its share of the win."""
    game, turn = axes(games, ROUNDS)
    lead = bonus + np.cumsum(SD * 2 ** 0.5 * normals(seed, LUCK, game, turn), axis=1)
    before = np.concatenate([np.full((games, 1), bonus), lead[:, :-1]], axis=1)
    return ndtr(before / (SD * np.sqrt(2.0 * np.arange(ROUNDS, 0, -1)))), (lead[:, -1] > 0).astype(float)


def judged(p: Floats, playouts: int, seed: int) -> Floats:
    """What a judge of so many playouts makes of exact chances."""
    return np.random.default_rng(seed).binomial(playouts, p) / playouts


def movements(runs: int) -> list[Check]:
    """E12: an exact judge, and corrected ones, move by p_0 (1 - p_0); games in place of runs."""
    checks = []
    for name, bonus in BONUS.items():
        p, won = chances(210, bonus, GAMES * runs // 1_000)
        true = float(p[0, 0] * (1 - p[0, 0]))
        found = {"exact": movement(p, won).mean() / true}
        for playouts in (100, 400):
            seen = judged(p, playouts, 211)
            found[f"{playouts} playouts"] = movement(seen, won, playouts).mean() / true
            found[f"{playouts} playouts, from what they say at the start"] = float(
                movement(seen, won, playouts).mean() / expected_movement(seen[:, 0], playouts).mean())
        checks += [Check(f"E12 movement over p(1-p), {name}, {key}", float(x), 0.97, 1.03, len(p))
                   for key, x in found.items()]
    return checks


CLAIMS: list[Claim] = [movements]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.__name__)
def test_what_is_claimed_of(claim):
    refused = [str(check) for check in settle(claim) if not check.accepted]
    assert not refused, "\n".join(refused)


def test_raw_movement_counts_the_judges_noise():
    p, won = chances(212, 0.0)
    raw = [movement(judged(p, playouts, 213), won).mean() for playouts in (100, 400)]
    assert raw[0] > raw[1] > 0.25 * 1.02


def test_the_band_keeps_noise_from_changing_the_lead():
    p, _ = chances(214, 0.0, 400)
    seen = judged(p, 100, 215)

    def changes(of: Floats, playouts: int) -> float:
        return float(np.mean([lead_changes(np.stack([each, 1 - each], axis=1), playouts) for each in of]))

    no_band = 10 ** 9
    bare, banded = changes(seen, no_band) / changes(p, no_band), changes(seen, 100) / changes(p, 100)
    assert bare > 1.25 > banded > 1.0
    assert changes(judged(p, 400, 216), 400) / changes(p, 400) < banded


def test_a_lead_that_comes_back_is_no_change():
    def both(*p: float) -> Floats:
        return np.array([[x, 1 - x] for x in p])

    assert lead_changes(both(0.5, 0.8, 0.5, 0.8), 100) == 0
    assert lead_changes(both(0.5, 0.8, 0.2, 0.8), 100) == 2
    assert lead_changes(both(0.8, 0.45, 0.8, 0.45), 100) == 0       # within the band of 0.1
    assert lead_changes(np.array([[0.6, 0.2, 0.2], [0.2, 0.6, 0.2], [0.2, 0.2, 0.6]]), 100) == 2


def test_drama_is_how_far_the_winner_was_behind():
    p = np.array([[0.5, 0.3, 0.2], [0.2, 0.6, 0.2], [0.1, 0.1, 0.8]])
    assert drama(p, [0, 0, 1]) == pytest.approx((0.3 + 0.4 + 0.0) / 3)
    assert drama(p[:1], [1, 0, 0]) == 0.0
    assert drama(p[:1], [0.5, 0.5, 0]) == pytest.approx(0.1)


def test_decisiveness_is_the_share_of_the_game_after_it_was_over():
    def both(*p: float) -> Floats:
        return np.array([[x, 1 - x] for x in p])

    assert decisiveness(both(0.5, 0.95, 0.7, 0.92, 0.99), [1, 0]) == pytest.approx(2 / 5)
    assert decisiveness(both(0.5, 0.6), [1, 0]) == 0.0
    assert decisiveness(both(0.95, 0.96), [1, 0]) == 1.0


def test_branching():
    found = branching([1, 1, 2, 3, 10])
    assert (found.median, found.forced) == (2.0, 0.4)
    assert found.p90 == pytest.approx(np.quantile([1, 1, 2, 3, 10], 0.9))
    with pytest.raises(ValueError, match="got none"):
        branching([])
