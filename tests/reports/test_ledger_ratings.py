"""Matches and depth of skill on the Ledger, with agents whose strengths are known."""
from __future__ import annotations

import numpy as np
import pytest

from mcts.interval import elo
from reports.experiments.skill import depth_of_skill
from reports.statistics.effects import Floats, win_shares
from reports.statistics.matches import match
from tests.reports.ledger import (
    Check,
    Claim,
    Ledger,
    coverage,
    estimation,
    parts,
    settle,
)


def matches(runs: int) -> list[Check]:
    """E10: one stronger by 3 points against the rest: share of the win, and Elo."""
    found, truth = {}, {}
    hits: dict[str, list[bool]] = {}
    for n in (2, 3, 4):
        game, own, key = Ledger(seats=n, seed=100 + n), np.arange(n), f"{n} seats"
        each = [match(x[:, own, own], n) for part in parts(runs) for x in win_shares(game.gift(part, 200, 3.0))]
        found[key], truth[key] = [m.effect for m in each], game.gift_truth("win", 3.0)
        rating = elo(truth[key] + 1 / n, n)
        hits[key] = [m.elo.low <= rating <= m.elo.high for m in each]
    return [*estimation("E10 match", found, truth), *coverage("E10 match in Elo", hits)]


CLAIMS: list[Claim] = [matches]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.__name__)
def test_what_is_claimed_of(claim):
    refused = [str(check) for check in settle(claim) if not check.accepted]
    assert not refused, "\n".join(refused)


def test_a_match_won_entirely_has_an_interval_but_no_elo():
    found = match(np.ones((40, 2)), 2)
    assert found.elo is None
    assert found.effect.interval.estimate == 0.5
    assert 0.3 < found.effect.interval.low < found.effect.interval.high == pytest.approx(0.5)
    assert found.effect.p < 1e-9
    assert found.blocks_needed == 0


def test_a_match_of_equals_that_share_every_block_shows_nothing():
    found = match(np.tile([1.0, 0.0], (40, 1)), 2)
    assert found.effect.p == 1.0
    assert not found.effect.interval.is_known


def _doubling(gain: float, k: int) -> Floats:
    own = np.arange(2)
    return win_shares(Ledger(own=3.0, seed=120 + k).gift(1, 6_000, gain))[0][:, own, own]


def test_depth_counts_the_doublings_before_two_in_a_row_win_nothing():
    gains = (4.0, 2.0, 0.0, 2.0, 0.0, 0.0)
    found = depth_of_skill([_doubling(gain, k) for k, gain in enumerate(gains)], 2, from_random=_doubling(9.0, 9))
    assert found.saturated
    assert found.doublings == 4
    game = Ledger(own=3.0)
    true = sum(elo(0.5 + game.gift_truth("win", gain)) for gain in (9.0, 4.0, 2.0, 0.0, 2.0))
    assert abs(found.elo - true) < 3 * found.elo_stderr
    assert found.steps[0].effect_per_sd > found.steps[1].effect_per_sd > 0.1


def test_depth_without_saturation_is_a_lower_bound_that_says_so():
    found = depth_of_skill([_doubling(3.0, k)[:300] for k in range(3)], 2)
    assert not found.saturated
    assert found.doublings == 3


def test_few_blocks_are_not_flat_for_want_of_proof():
    found = depth_of_skill([_doubling(0.0, k)[:200] for k in range(3)], 2)
    assert not found.saturated
