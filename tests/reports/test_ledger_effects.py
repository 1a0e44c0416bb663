"""Effects of gifts, purchases, seats and boards on the Ledger: intervals cover what is true, means are unbiased."""
from __future__ import annotations

import numpy as np
import pytest

from reports.experiments.boards import boards
from reports.experiments.gift import gift
from reports.experiments.restrict import restricted
from reports.experiments.seats import hotelling, seats
from reports.experiments.take import take_or_leave
from reports.statistics import contrasts, round_robin
from reports.statistics.effects import Effect, margins, par, win_shares
from tests.reports.ledger import Check, Claim, Ledger, coverage, estimation, is_inert, parts, settle
from tests.whole import mostly_whole

OUTCOMES = {"margin": (margins, 100), "win": (win_shares, 200)}     # and blocks a run
TOKENS = (0.0, 2.0, 4.0, 6.0, 8.0, 10.0)


def gifts(runs: int) -> list[Check]:
    """E1, with dice too: a gift of 2 points in games with a seat bonus."""
    found: dict[str, list[Effect]] = {}
    truth: dict[str, float] = {}
    for n in (2, 3, 4):
        for outcome in OUTCOMES:
            game, key = Ledger(seats=n, seat_bonus=tuple(range(n)), seed=10 + n), f"{outcome}, {n} seats"
            found[key], truth[key] = _gifts(game, outcome, runs), game.gift_truth(outcome, 2.0)
    key = "margin, 2 seats, dice"
    found[key], truth[key] = _gifts(Ledger(rounds=6, sd=None, own=2.0, seed=9), "margin", runs), 2.0
    return estimation("E1 gift", found, truth)


def _gifts(game: Ledger, outcome: str, runs: int) -> list[Effect]:
    (of, blocks), own = OUTCOMES[outcome], np.arange(game.seats)
    return [gift(each[:, own, own], outcome, game.seats)
            for part in parts(runs) for each in of(game.gift(part, blocks, 2.0))]


def worths(runs: int) -> list[Check]:
    """E2: tokens of 0 to 10 points and items of 3 and 5, margin for 2 to 4 seats, win for 2."""
    true = np.array([*TOKENS, 3.0, 5.0])
    found: dict[str, list[Effect]] = {}
    truth: dict[str, float] = {}
    for n, outcome, blocks in ((2, "margin", 160), (3, "margin", 120), (4, "margin", 120), (2, "win", 400)):
        game, of = Ledger(seats=n, own=6.0, seed=20 + n), OUTCOMES[outcome][0]
        items = round_robin.draw(len(true), n, blocks, seed=n)
        expected = true if outcome == "margin" else _projected(game, items, true)
        fits = []
        for part in parts(runs):
            scores = game.scores(part, blocks, game.placed(true[items]))
            values = [contrasts.holders(each, par(outcome, n)) for each in of(scores)]
            fits += [contrasts.worths(items, each, len(true), anchor=0) for each in values]
        for item in range(1, len(true)):
            key = f"item of {true[item]:g}, {outcome}, {n} seats"
            found[key], truth[key] = [fit.effect(item) for fit in fits], float(expected[item])
    return estimation("E2 round robin", found, truth)


def _projected(game: Ledger, items: np.ndarray, true: np.ndarray) -> np.ndarray:
    """What the fit says of win chances known exactly: they do not quite add up, and the worths are those of the fit."""
    chance = {(i, j): game.win_chances([true[i], true[j]])[0] - 0.5 for i, j in items.tolist()}
    values = np.array([[chance[i, j], -chance[i, j]] for i, j in items.tolist()])
    return contrasts.worths(items, values, len(true), anchor=0).values


def choices(runs: int) -> list[Check]:
    """E3: who is ahead at half-time may buy; it gains 2 points net."""
    found: dict[str, list[Effect]] = {}
    truth: dict[str, float] = {}
    for n in (2, 3, 4):
        game, own = Ledger(seats=n, seed=30 + n), np.arange(n)
        for outcome in OUTCOMES:
            truth[f"{outcome}, {n} seats"] = game.buy_truth(outcome, 2.0)
        for part in parts(runs):
            took, left = game.halves(part, 200, arm=1), game.halves(part, 200, arm=2)
            left[:, :, :, 0] = took[:, :, :, 0]         # a fork at half-time: what was before is the same
            could = took[:, :, own, 0, own] == took[:, :, :, 0].max(axis=-1)    # the focal seat r of rotation r
            for outcome, (of, blocks) in OUTCOMES.items():
                a = of(took.sum(axis=3) + 2.0 * np.eye(n))[:, :blocks, own, own]
                b = of(left.sum(axis=3))[:, :blocks, own, own]
                effects = found.setdefault(f"{outcome}, {n} seats", [])
                effects += [_forks(*each) for each in zip(a, b, could[:, :blocks], strict=True)]
    return estimation("E3 take or leave", found, truth)


def _forks(taken: np.ndarray, left: np.ndarray, could: np.ndarray) -> Effect:
    block, rotation = np.nonzero(could)
    forks = (block, taken[block, rotation], left[block, rotation], np.ones(len(block), dtype=bool))
    return take_or_leave(*forks, games=could.size).effect


def seat_effects(runs: int) -> list[Check]:
    """E6, each seat, and the joint test where no seat is favoured."""
    found: dict[str, list[Effect]] = {}
    truth: dict[str, float] = {}
    quiet: dict[str, list[bool]] = {}
    for n in (2, 3, 4):
        bonus = np.linspace(0.0, 3.0, n)
        game, level = Ledger(seats=n, seat_bonus=tuple(bonus), seed=40 + n), Ledger(seats=n, seed=50 + n)
        true = {"margin": margins(bonus), "win": game.win_chances(np.zeros(n)) - 1 / n}
        for part in parts(runs):
            favoured, fair = game.scores(part, 200, rotate_luck=True), level.scores(part, 200, rotate_luck=True)
            for outcome, (of, blocks) in OUTCOMES.items():
                each = [seats(x, par(outcome, n)) for x in of(favoured[:, :blocks])]
                for s in range(n):
                    key = f"seat {s} of {n}, {outcome}"
                    found.setdefault(key, []).extend(run.effects[s] for run in each)
                    truth[key] = float(true[outcome][s])
                d = of(fair[:, :blocks]).mean(axis=2)[..., 1:] - par(outcome, n)
                quiet.setdefault(f"{n} seats, {outcome}", []).extend(hotelling(run).p >= 0.05 for run in d)
    return [*estimation("E6 seats", found, truth), *coverage("E6 joint test", quiet)]


def board_worths(runs: int) -> list[Check]:
    """E7: five boards; and the test of gamma where boards only add up."""
    true = np.array([-3.0, -1.0, 0.0, 1.0, 3.0])
    found: dict[str, list[Effect]] = {}
    truth: dict[str, float] = {}
    quiet: dict[str, list[bool]] = {}
    for n in (2, 3):
        game, items = Ledger(seats=n, own=6.0, seed=60 + n), round_robin.draw(5, n, 100, seed=n)
        fits = [boards(items, margins(x), 5) for part in parts(runs)
                for x in game.scores(part, 100, game.placed(true[items]))]
        for item in range(5):
            key = f"board {item}, {n} seats"
            found[key], truth[key] = [fit.effects[item] for fit in fits], float(true[item])
        quiet[f"{n} seats"] = [fit.gamma.p >= 0.05 for fit in fits]
    return [*estimation("E7 boards", found, truth), *coverage("E7 test of gamma", quiet)]


CLAIMS: list[Claim] = [gifts, worths, choices, seat_effects, board_worths]


@pytest.mark.parametrize("claim", mostly_whole(CLAIMS, {gifts}.__contains__), ids=lambda claim: claim.__name__)
def test_what_is_claimed_of(claim):
    refused = [str(check) for check in settle(claim) if not check.accepted]
    assert not refused, "\n".join(refused)


@pytest.mark.parametrize("n", (2, 3, 4))
@pytest.mark.parametrize("sd", (6.0, None), ids=("normal", "dice"))
@pytest.mark.parametrize("outcome", OUTCOMES)
def test_an_inert_gift_under_full_keys_is_zero_in_every_block(n, sd, outcome):
    game = Ledger(seats=n, sd=sd, own=0.0, seat_bonus=tuple(range(n)), seed=3)
    x = OUTCOMES[outcome][0](game.gift(1, 300, 0.0))[0][:, np.arange(n), np.arange(n)]
    assert is_inert(x, outcome, n)
    found = gift(x, outcome, n)
    assert abs(found.interval.estimate) < 1e-15
    assert found.p == 1.0
    assert not found.interval.is_known


def test_a_token_under_full_keys_is_its_points_in_every_block():
    game = Ledger(seats=3, sd=None, own=0.0, seed=4)
    x = margins(game.gift(1, 60, 5.0))[0][:, np.arange(3), np.arange(3)]
    assert x.mean(axis=1) == pytest.approx(np.full(60, 5.0))


def test_shared_luck_is_what_makes_the_error_small():
    def kept(own: float) -> float:
        x = margins(Ledger(own=own, seed=5).gift(1, 400, 2.0))[0][:, np.arange(2), np.arange(2)]
        return gift(x, "margin", 2).luck_left

    assert kept(1.0) < 0.05 < 0.3 < kept(8.0) < 1.0


def test_what_a_restricted_seat_may_not_do_is_worth_what_it_loses():
    game = Ledger(seats=4, seed=6)
    x = win_shares(game.gift(1, 2_000, -3.0))[0][:, np.arange(4), np.arange(4)]
    found, true = restricted(x, "win", 4).interval, -game.gift_truth("win", -3.0)
    assert true > 0.05
    assert abs(found.estimate - true) < 3 * found.stderr


def test_boards_that_beat_one_another_beyond_their_worth_are_found_out():
    game, items = Ledger(seed=7), round_robin.draw(5, 2, 400, seed=1)
    sign = (items[:, 0] - items[:, 1]) % 5          # each board beats the two after it: all are worth the same
    gamma = np.where(np.isin(sign, (1, 2)), 4.0, -4.0)
    worth = np.stack([gamma / 2, -gamma / 2], axis=1)
    found = boards(items, margins(game.scores(1, 400, game.placed(worth)))[0], 5)
    assert found.gamma.p < 1e-6
    assert np.nanmax(np.abs(found.matrix + found.matrix.T)) < 1e-9
    assert found.shrunk.spread < 1.0
