"""Ratings: Luce's model fitted right, whatever the order of games, with intervals that hold for games sharing luck."""
from math import isnan

import numpy as np
import pytest

from mcts.interval import elo
from mcts.ratings import ELO, ratings

TABLES = ([0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 0], [4, 0, 1], [0, 2, 3])


def made_up(games=60):
    """Tables in turn, and a winner by a rule that nobody would guess."""
    held = np.array([TABLES[g % 6] for g in range(games)])
    wins = np.zeros(held.shape)
    wins[np.arange(games), [g * g // 7 % 3 for g in range(games)]] = 1
    return held, wins, np.arange(games)


def test_ratings_are_those_of_another_library():
    # choix 0.4.1, opt_top1 without a prior, in Elo around their mean
    expected = [12.371, 49.77, 22.1, -78.23, -6.011]
    found = ratings(*made_up(), 5)
    assert [i.estimate for i in found.intervals] == pytest.approx(expected, abs=0.01)
    assert found.bounded


def test_two_agents_differ_by_the_elo_of_their_share():
    held, wins = [[0, 1], [1, 0]] * 50, [[1, 0], [0, 1]] * 30 + [[0, 1], [1, 0]] * 15 + [[0.5, 0.5]] * 10
    first, second = ratings(held, wins, np.arange(100) // 2, 2).intervals
    assert first.estimate - second.estimate == pytest.approx(elo(0.65), abs=1e-4)
    assert first.blocks == 50


def test_the_order_of_the_games_and_of_the_seats_is_nothing_to_ratings():
    held, wins, blocks = made_up()
    mixed, turned = np.random.default_rng(1).permutation(60), np.roll(np.arange(3), 1)
    there = ratings(held[mixed][:, turned], wins[mixed][:, turned], blocks[mixed], 5)
    for one, other in zip(ratings(held, wins, blocks, 5).intervals, there.intervals, strict=True):
        assert (other.estimate, other.low) == pytest.approx((one.estimate, one.low), abs=1e-4)


def test_shared_wins_count_in_part_and_leave_equals_equal():
    held, _, blocks = made_up()
    found = ratings(held, np.full(held.shape, 1 / 3), blocks, 5)
    assert [i.estimate for i in found.intervals] == pytest.approx([0] * 5, abs=1e-6)
    assert [i.stderr for i in found.intervals] == pytest.approx([0] * 5, abs=1e-6)


def test_an_agent_that_lost_everything_is_low_with_a_wide_interval():
    held = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]] * 10
    wins = [[1, 0], [1, 0], [1, 0], [0, 1], [1, 0], [0, 1]] * 10
    found = ratings(held, wins, np.arange(60) // 2, 3)
    assert not found.bounded
    low, middle = found.intervals[2], found.intervals[1]
    assert low.estimate < middle.estimate - 200
    assert low.high - low.low > 2 * 200
    assert found.above(0, 2) > 0.99
    assert found.above(2, 0) == pytest.approx(1 - found.above(0, 2))
    # more such games take the same agent further down: it is a bound that they move
    more = ratings(held * 4, wins * 4, np.arange(240) // 2, 3)
    assert more.intervals[2].estimate < low.estimate - 50


def test_one_block_has_no_interval_and_no_game_no_rating():
    found = ratings([[0, 1], [1, 0]], [[1, 0], [1, 0]], [0, 0], 2)
    assert isnan(found.intervals[0].low)
    with pytest.raises(ValueError, match="got none"):
        ratings(np.empty((0, 2), dtype=int), np.empty((0, 2)), [], 2)


def test_intervals_hold_as_often_as_they_say_where_games_share_luck():
    rng, count, seats = np.random.default_rng(7), 5, 3
    strengths = np.array([0.0, 0.3, -0.5, 1.0, -0.8])
    held_true, naive = [], []
    for _ in range(60):
        held, wins = [], []
        for _block in range(90):
            sit, luck = rng.choice(count, seats, replace=False), rng.gumbel(size=seats)
            for r in range(seats):          # the same luck at each seat: the strongest agent has what it has thrice
                held.append(np.roll(sit, r))
                wins.append(np.eye(seats)[np.argmax(strengths[held[-1]] + luck)])
        truth = ELO * (strengths - strengths.mean())
        for blocks, out in ((np.arange(270) // 3, held_true), (np.arange(270), naive)):
            found = ratings(held, wins, blocks, count).intervals
            out.append([i.low <= t <= i.high for i, t in zip(found, truth, strict=True)])
    assert 0.91 < np.mean(held_true) < 0.985
    assert np.mean(naive) > np.mean(held_true)      # rotation cancels luck: single games would claim too little
