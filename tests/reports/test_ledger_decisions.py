"""Deciding on the Ledger: how often a discovery, a look, a test, a planned size or a verdict is wrong."""
from __future__ import annotations

from math import ceil

import numpy as np
import pytest

from mcts.interval import DELTA, ENOUGH, Sprt
from reports.experiments.gift import gift
from reports.statistics import contrasts, round_robin
from reports.statistics.blocks import Q, q_values
from reports.statistics.effects import difference, from_blocks, luck_left, margins, win_shares
from reports.statistics.sequences import confidence_sequence, e_values, estimate_now, looks
from reports.statistics.sizes import factor
from reports.statistics.verdicts import at_two_budgets, selected_intervals, verdict
from tests.reports.ledger import (
    LAW,
    NIGHTLY,
    Check,
    Claim,
    Ledger,
    axes,
    coverage,
    e_discoveries,
    normals,
    parts,
    settle,
)
from tests.whole import mostly_whole

NULLS, ITEMS = 13, 26
CHUNK = 50


def discoveries(runs: int) -> list[Check]:
    """BH over 26 items of a round robin, 13 worth nothing, half as many runs; selected intervals."""
    runs //= 2
    worth = np.concatenate([np.zeros(1 + NULLS), np.linspace(1.0, 7.0, ITEMS - NULLS)])
    items = round_robin.draw(len(worth), 2, 540, seed=1)
    game, false, missed, found_any = Ledger(own=6.0, seed=140), [], [], 0.0
    for first in range(0, runs, CHUNK):
        scores = game.scores(np.arange(first, min(runs, first + CHUNK)), len(items), game.placed(worth[items]))
        for each in margins(scores):
            fit = contrasts.worths(items, contrasts.holders(each), len(worth), anchor=0)
            effects = [fit.effect(i) for i in range(1, len(worth))]
            q = q_values([e.p for e in effects])
            chosen = np.array(q) <= Q
            shown = selected_intervals([e.interval for e in effects], q)
            wrong = np.array([not s.low <= w <= s.high for s, w in zip(shown, worth[1:], strict=True)])
            false.append(chosen[:NULLS].sum() / max(1, chosen.sum()))
            missed.append((chosen & wrong).sum() / max(1, chosen.sum()))
            found_any += chosen[NULLS:].mean() / runs
    limit = Q + 2 * float(np.std(false)) / runs ** 0.5
    return [Check("BH: false discovery proportion", float(np.mean(false)), 0.0, limit, runs),
            Check("BH: share of real effects found", found_any, 0.3, 1.0, runs),
            Check("selected intervals: share that misses", float(np.mean(missed)), 0.0, Q, runs)]


def continuous_discoveries(runs: int) -> list[Check]:
    """e-BH with looks every 50 blocks up to 1,000: with effects, stopped at the first find, and without any.

    A block value is a mean of differences of normal scores, so it is normal, and is drawn as such.
    """
    runs //= 2
    at = looks(1_000)
    claims, first_find, last = [], [], []
    for first in range(0, runs, CHUNK):
        run, item, block = axes(np.arange(first, min(runs, first + CHUNK)), ITEMS, 1_000)
        d = normals(150, LAW, run, item, block)
        found = e_discoveries(np.moveaxis(e_values(d, 600, at), 2, 1))          # run, look, item
        claims += found.any(axis=(1, 2)).tolist()
        d[:, NULLS:] += np.linspace(0.05, 0.3, ITEMS - NULLS)[:, None]
        found = e_discoveries(np.moveaxis(e_values(d, 600, at), 2, 1))
        share = found[..., :NULLS].sum(axis=2) / np.maximum(1, found.sum(axis=2))
        when = np.where(found.any(axis=(1, 2)), found.any(axis=2).argmax(axis=1), len(at) - 1)
        first_find += share[np.arange(len(share)), when].tolist()
        last += share[:, -1].tolist()
    return [Check("e-BH with looks, all null: any claim", float(np.mean(claims)), 0.0, Q, runs),
            Check("e-BH stopped at its first find: false discovery proportion", float(np.mean(first_find)), 0.0,
                  Q + 2 * float(np.std(first_find)) / runs ** 0.5, runs),
            Check("e-BH at the end: false discovery proportion", float(np.mean(last)), 0.0,
                  Q + 2 * float(np.std(last)) / runs ** 0.5, runs)]


def watched(runs: int) -> list[Check]:
    """The confidence sequence, looked at every 50 blocks from 200 to 20,000: ever missed."""
    game, missed = Ledger(seed=160), []
    for first in range(0, runs, CHUNK):
        d = game.block_scores(np.arange(first, min(runs, first + CHUNK)), 20_000, 0.0) - 0.5
        _, _, low, high = confidence_sequence(d, expected=2_000)
        missed += ((low > 0) | (high < 0)).any(axis=1).tolist()
    return [Check("confidence sequence: missed at some look", float(np.mean(missed)), 0.0, 0.064, runs)]


def sequential_test(runs: int) -> list[Check]:
    """GSPRT of block scores at s0 and at s1, par and par + 2 points of the win."""
    game, test = Ledger(seed=170), Sprt(0.5, 0.52)
    worth = game.worth_of(0.02)
    accepted: dict[float, list[bool]] = {0.0: [], worth: []}
    for gain, said in accepted.items():
        for first in range(0, runs, CHUNK):
            scores = game.block_scores(np.arange(first, min(runs, first + CHUNK)), 12_000, gain)
            said += [_decide(test, each) == "s1" for each in scores]
    return [Check("GSPRT at s0: accepted", float(np.mean(accepted[0.0])), 0.0, 0.064, runs),
            Check("GSPRT at s1: accepted", float(np.mean(accepted[worth])), 0.936, 1.0, runs)]


def _decide(test: Sprt, scores: np.ndarray) -> str:
    """What `mcts.interval.sequential` says, with fewer copies."""
    for look in range(test.first, len(scores) + 1, test.every):
        if said := test.verdict(test.ratio(scores[:look])):
            return said
    return ""


def planned_games(effect: float, outcome: str, variance: float) -> int:
    """Games of two seats that show an effect, in whole blocks; `variance` of a block times its games."""
    return 2 * max(ENOUGH[outcome], ceil(ceil(factor() * variance / effect ** 2) / 2))


def sizes(runs: int) -> list[Check]:
    """Games of section "how many" with the luck left that a pilot measured: power of the planned run."""
    game, own, checks = Ledger(seed=180), np.arange(2), []
    gain = game.worth_of(0.03)
    pilot = win_shares(game.gift(1, 4_000, gain))[0][:, own, own]
    games = planned_games(0.03, "win", 0.25 * luck_left(pilot))
    scores = game.block_scores(runs, games // 2, gain) - 0.5
    power = np.mean([from_blocks(d, games).p < 0.05 for d in scores])
    checks.append(Check(f"power of {games} planned games, win", float(power), 0.77, 0.83, runs))
    noisy = Ledger(own=12.0, seed=181)
    pilot = margins(noisy.gift(1, 4_000, 1.5))[0][:, own, own]
    games = planned_games(1.5, "margin", float(np.var(pilot)) * luck_left(pilot))
    power = np.mean([gift(each[:, own, own], "margin", 2).p < 0.05 for part in parts(runs)
                     for each in margins(noisy.gift(part + 1, games // 2, 1.5))])      # run 0 was the pilot
    return [*checks, Check(f"power of {games} planned games, margin", float(power), 0.77, 0.83, runs)]


def equivalence(runs: int) -> list[Check]:
    """`balanced`, where the truth is exactly Delta."""
    game, own = Ledger(own=4.0, seed=190), np.arange(2)
    x = margins(game.gift(runs, 120, DELTA["margin"]))[:, :, own, own]
    said = [verdict(gift(each, "margin", 2).interval, "margin", q=1.0) for each in x]
    gain = game.worth_of(DELTA["win"])
    scores = [game.block_scores(np.arange(k, min(runs, k + CHUNK)), 3_600, gain) - 0.5 for k in range(0, runs, CHUNK)]
    won = [verdict(from_blocks(d, 2 * len(d)).interval, "win", q=1.0) for part in scores for d in part]
    return [Check("verdict balanced at Delta, margin", np.mean([s == "balanced" for s in said]), 0.0, 0.064, runs),
            Check("verdict balanced at Delta, win", np.mean([s == "balanced" for s in won]), 0.0, 0.064, runs)]


CLAIMS: list[Claim] = [discoveries, continuous_discoveries, watched, sequential_test, sizes, equivalence]


@pytest.mark.parametrize("claim", mostly_whole(CLAIMS, {sizes, equivalence}.__contains__),
                         ids=lambda claim: claim.__name__)
def test_what_is_claimed_of(claim):
    refused = [str(check) for check in settle(claim) if not check.accepted]
    assert not refused, "\n".join(refused)


def test_block_scores_drawn_by_their_law_are_those_of_games_played():
    game = Ledger(seed=191)
    played = win_shares(game.gift(1, 20_000, 3.0))[0][:, [0, 1], [0, 1]].mean(axis=1)
    law = game.block_law(3.0)
    assert [np.mean(played == value) for value in (0.0, 0.5, 1.0)] == pytest.approx(law, abs=0.012)
    assert law @ [0.0, 0.5, 1.0] - 0.5 == pytest.approx(game.gift_truth("win", 3.0), abs=1e-6)


def test_a_watched_t_interval_finds_what_is_not_there():
    """Why the confidence sequence is there at all."""
    d = Ledger(seed=192).block_scores(200, 5_000, 0.0) - 0.5
    at = looks(5_000)
    sums, squares = np.cumsum(d, axis=1)[:, at - 1], np.cumsum(d * d, axis=1)[:, at - 1]
    error = np.sqrt((squares / at - (sums / at) ** 2) / (at - 1))
    assert np.mean((abs(sums / at) > 1.96 * error).any(axis=1)) > 0.3


def test_the_running_estimate_is_the_confidence_sequence_and_wider_than_a_t_interval():
    d = Ledger(seed=193).block_scores(1, 1_000, 2.0)[0] - 0.5
    found = estimate_now(d, expected=1_000)
    _, mean, low, high = confidence_sequence(d, 1_000, [1_000])
    assert (found.estimate, found.low, found.high) == pytest.approx((mean[0], low[0], high[0]))
    fixed = from_blocks(d, 2_000).interval
    assert found.high - found.low > fixed.high - fixed.low
    assert not estimate_now(d[:150], expected=1_000).is_known
    with pytest.raises(ValueError, match="look at 150"):
        confidence_sequence(d, 1_000, [150])


def test_an_effect_that_only_strong_players_see_depends_on_skill():
    game, own = Ledger(own=3.0, seed=194), np.arange(2)

    def said(low: float, high: float, blocks: int = 300) -> str:
        found = [gift(margins(game.gift([run], n, worth))[0][:, own, own], "margin", 2)
                 for run, (worth, n) in enumerate(((low, 300), (high, blocks)))]
        words = [verdict(each.interval, "margin", each.p) for each in found]
        return at_two_budgets(*words, differ=difference(*found).p < 0.05)

    assert said(0.0, 4.0) == "depends on skill"
    assert said(4.0, 5.0) == "strong"
    assert said(0.0, 0.0) == "balanced"
    assert said(0.0, 0.0, blocks=30).startswith("too few games, ")


def test_nightly_bands_are_the_narrower_ones():
    hits = {"a": np.ones(NIGHTLY), "b": np.ones(NIGHTLY)}
    band, single, _ = coverage("any", hits)
    assert (band.low, band.high) == (0.944, 0.956)
    assert single.low < band.low
    assert not band.accepted
