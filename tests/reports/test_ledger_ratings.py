"""Matches, ratings and depth of skill on the Ledger, with agents whose strengths are known."""
from __future__ import annotations

import numpy as np
import pytest

from mcts.interval import elo
from reports.estimators.depth import depth_of_skill
from reports.estimators.matches import match
from reports.estimators.ratings import ELO, finishing_order, pairwise, plackett_luce
from reports.estimators.rotated import Floats, win_shares
from tests.reports.ledger import (
    CI,
    COIN,
    Check,
    Claim,
    Ledger,
    coverage,
    estimation,
    finishing_orders,
    parts,
    settle,
    uniforms,
)

LOGITS = np.array([0.6, 0.3, 0.0, -0.3, -0.6])
SEATS = np.array([0.3, 0.1, -0.1, -0.3])


def sittings(games: int, seed: int) -> np.ndarray:
    """Four of the five agents a game, in order by lot: sitting[game, seat]."""
    game, agent = np.ogrid[:games, :len(LOGITS)]
    return np.argsort(uniforms(seed, COIN, game, agent), axis=1)[:, :4]


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


def ratings(runs: int) -> list[Check]:
    """E10: 300 games of four out of five agents, with seat terms."""
    sitting = sittings(300, 110)
    orders = finishing_orders(LOGITS[sitting] + SEATS, 111, runs, len(sitting))
    each = [plackett_luce(order, sitting, len(LOGITS)) for order in orders]
    found = {f"agent {i}": [r.agents[i] for r in each] for i in range(len(LOGITS))}
    found |= {f"seat {s}": [r.seats[s] for r in each] for s in range(4)}
    truth = {f"agent {i}": float(x) for i, x in enumerate(LOGITS)}
    truth |= {f"seat {s}": float(x) for s, x in enumerate(SEATS)}
    # maximum likelihood has a bias of order 1 / games, here a fifteenth of an error: 1,000 runs do not see it
    bias = estimation("E10 ratings", {key: each[:CI] for key, each in found.items()}, truth)[-1]
    return [*estimation("E10 ratings", found, truth)[:-1], bias]


CLAIMS: list[Claim] = [matches, ratings]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.__name__)
def test_what_is_claimed_of(claim):
    refused = [str(check) for check in settle(claim) if not check.accepted]
    assert not refused, "\n".join(refused)


def test_a_match_won_entirely_has_an_interval_but_no_elo():
    found = match(np.ones((40, 2)), 2)
    assert found.elo is None
    assert found.effect.found.value == 0.5
    assert 0.3 < found.effect.found.low < found.effect.found.high == pytest.approx(0.5)
    assert found.effect.p < 1e-9
    assert found.blocks_needed == 0


def test_a_match_of_equals_that_share_every_block_shows_nothing():
    found = match(np.tile([1.0, 0.0], (40, 1)), 2)
    assert found.effect.p == 1.0
    assert not found.effect.found.has_interval


def test_ratings_of_many_games_are_the_truth_and_their_difference_is_elo():
    sitting = sittings(20_000, 112)
    order = finishing_orders(LOGITS[sitting] + SEATS, 113, 1, len(sitting))[0]
    found = plackett_luce(order, sitting, len(LOGITS))
    assert [e.found.value for e in found.agents] == pytest.approx(LOGITS, abs=0.05)
    assert [e.found.value for e in found.seats] == pytest.approx(SEATS, abs=0.05)
    apart = found.elo(0, 4).found
    assert apart.low <= ELO * 1.2 <= apart.high
    assert apart.stderr < 2 * found.elo(0).found.stderr


def test_games_of_one_block_are_clustered_and_not_counted_anew():
    sitting = sittings(300, 114)
    order = finishing_orders(LOGITS[sitting] + SEATS, 115, 1, len(sitting))[0]
    once = plackett_luce(order, sitting, 5)
    ten_times = plackett_luce(np.tile(order, (10, 1)), np.tile(sitting, (10, 1)), 5, np.tile(np.arange(300), 10))
    assert ten_times.agents[0].found.stderr == pytest.approx(once.agents[0].found.stderr)
    assert ten_times.agents[0].found.blocks == 300


def test_an_agent_that_always_wins_has_no_finite_rating():
    order = np.array([[0, 1]] * 20 + [[0, 1], [1, 0]])
    sitting = np.array([[0, 1]] * 20 + [[1, 2], [1, 2]])
    with pytest.raises(ValueError, match="no finite rating"):
        plackett_luce(order, sitting, 3)


def test_the_pairwise_matrix_shows_the_cycle_that_ratings_hide():
    order = np.array([[0, 1]] * 8 + [[1, 0]] * 2)
    sitting = np.concatenate([np.tile(pair, (10, 1)) for pair in ([0, 1], [1, 2], [2, 0])])
    orders = np.tile(order, (3, 1))
    share, met = pairwise(orders, sitting, 3)
    assert (share[0, 1], share[1, 2], share[2, 0]) == (0.8, 0.8, 0.8)
    assert met[0, 1] == 10
    assert [e.found.value for e in plackett_luce(orders, sitting, 3).agents] == pytest.approx([0, 0, 0], abs=1e-6)


def test_ties_are_ordered_by_a_lot_that_does_not_change():
    ranks = np.array([[1, 1, 3]] * 400 + [[2, 3, 1]])
    order = finishing_order(ranks, seed=5)
    assert np.array_equal(order, finishing_order(ranks, seed=5))
    assert set(order[:, 2][:400]) == {2}
    assert 0.4 < np.mean(order[:400, 0] == 0) < 0.6
    assert order[400].tolist() == [2, 0, 1]


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
