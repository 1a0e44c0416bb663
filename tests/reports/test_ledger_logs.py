"""Logs that nobody randomised, each choice with its chance: overlap weights cover, certainty is refused."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit, ndtr
from scipy.stats import norm

from reports.estimators.logs import doubly_robust, overlap
from reports.estimators.naive import win_when_owned
from reports.estimators.rotated import Floats
from tests.reports.ledger import COIN, LUCK, OWN, Check, Claim, axes, estimation, normals, settle, uniforms

LEAD, LATER = 8.0, 6.0          # sd of the lead when the item is offered, and of all that comes after
GAIN = 2.0
OFTEN, RARELY = -0.2, -4.6      # logit of the chance to take it when level; the latter is about 2 % over all states


def decisions(seed: int, runs: int, rows: int, level: float) -> tuple[Floats, Floats, Floats, Floats]:
    """Lead, chance of taking, whether taken, final margin, each [run, row]: who is ahead buys."""
    run, row = axes(runs, rows)
    lead = LEAD * normals(seed, LUCK, run, row)
    chance = expit(level + 0.15 * lead)
    taken = (uniforms(seed, COIN, run, row) < chance).astype(float)
    return lead, chance, taken, lead + GAIN * taken + LATER * normals(seed, OWN, run, row)


def win_truth(level: float) -> float:
    """Effect on the win over the states in which the agent is undecided."""
    x = np.linspace(-8 * LEAD, 8 * LEAD, 20_001)
    e = expit(level + 0.15 * x)
    weight = norm.pdf(x, 0, LEAD) * e * (1 - e)
    return float(weight @ (ndtr((x + GAIN) / LATER) - ndtr(x / LATER)) / weight.sum())


def logs(runs: int) -> list[Check]:
    """E14: an item taken often, in 4,000 decisions, or at 2 %, in 8,000."""
    found, truth = {}, {}
    for name, level, count in (("often", OFTEN, 4_000), ("rarely", RARELY, 8_000)):
        for first in range(0, runs, 100):
            _, e, a, y = decisions(130, range(first, min(runs, first + 100)), count, level)
            for outcome, values in (("margin", y), ("win", (y > 0).astype(float))):
                key, rows = f"{outcome}, taken {name}", zip(a, e, values, strict=True)
                found.setdefault(key, []).extend(overlap(*each, np.arange(count)) for each in rows)
                truth[key] = GAIN if outcome == "margin" else win_truth(level)
    return estimation("E14 overlap", found, truth)


CLAIMS: list[Claim] = [logs]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.__name__)
def test_what_is_claimed_of(claim):
    refused = [str(check) for check in settle(claim) if not check.accepted]
    assert not refused, "\n".join(refused)


def test_the_naive_rate_is_far_off_where_the_overlap_is_right():
    _, e, a, y = (x[0] for x in decisions(131, 1, 20_000, OFTEN))
    naive = win_when_owned(a, y > 0) - win_when_owned(1 - a, y > 0)
    found = overlap(a, e, y > 0, np.arange(20_000)).found
    assert abs(found.value - win_truth(OFTEN)) < 3 * found.stderr
    assert naive - win_truth(OFTEN) > 0.2


def test_doubly_robust_answers_for_all_states_where_both_arms_are_large():
    lead, e, a, y = (x[0] for x in decisions(132, 1, 60_000, OFTEN))
    found = doubly_robust(a, e, y, lead[:, None], np.arange(60_000))
    assert found.effect is not None
    assert min(found.effective_taken, found.effective_left) >= 5_000
    assert abs(found.effect.found.value - GAIN) < 3 * found.effect.found.stderr


def test_doubly_robust_is_silent_where_one_arm_is_small():
    lead, e, a, y = (x[0] for x in decisions(133, 1, 20_000, RARELY))
    found = doubly_robust(a, e, y, lead[:, None], np.arange(20_000))
    assert found.effect is None
    assert found.effective_taken < 5_000 < found.effective_left


def test_decisions_of_one_game_are_clustered():
    _, e, a, y = (x[0] for x in decisions(134, 1, 4_000, OFTEN))
    once = overlap(a, e, y, np.arange(4_000)).found
    copies = overlap(*(np.tile(x, 5) for x in (a, e, y)), np.tile(np.arange(4_000), 5)).found
    assert copies.stderr == pytest.approx(once.stderr, rel=0.001)      # each row's own weight counts for a little
    assert copies.blocks == 4_000


def test_a_deterministic_agent_is_refused():
    with pytest.raises(ValueError, match="found a chance of 1 "):
        overlap([1, 0, 1], [0.5, 0.5, 1.0], [1, 0, 1], [0, 1, 2])
    with pytest.raises(ValueError, match="always or never"):
        overlap([1, 1], [0.5, 0.5], [1, 0], [0, 1])
