"""What must not change an estimate: order of completion, number of workers, names of seats; and what is refused."""
from __future__ import annotations

import numpy as np
import pytest

from reports.experiments.gift import gift
from reports.experiments.seats import seats
from reports.statistics import contrasts, round_robin
from reports.statistics.effects import clustered, from_blocks, margins, par, win_shares
from reports.statistics.in_or_out import coins, in_or_out
from tests.reports.ledger import Ledger, normals

GAME = Ledger(seats=3, seat_bonus=(0.0, 1.0, 2.0), seed=230)
BLOCKS, OWN = 240, np.arange(3)


@pytest.mark.parametrize("workers", (1, 2, 8))
def test_any_number_of_workers_plays_the_same_games(workers):
    whole = GAME.gift(3, BLOCKS, 2.0)
    parts = [GAME.gift(3, share, 2.0) for share in np.array_split(np.arange(BLOCKS), workers)]
    assert np.concatenate(parts, axis=1).tobytes() == whole.tobytes()


def test_new_names_for_the_seats_rename_the_effects_and_change_none():
    x = win_shares(GAME.scores(1, BLOCKS, rotate_luck=True))[0]
    order = [2, 0, 1]
    one, two = seats(x, par("win", 3)), seats(x[:, :, order], par("win", 3))
    for seat, old in enumerate(order):
        assert two.effects[seat] == one.effects[old]
    assert two.joint.p == pytest.approx(one.joint.p)
    given = margins(GAME.gift(1, BLOCKS, 2.0))[0][:, OWN, OWN]
    shuffled, plain = gift(given[:, order], "margin", 3), gift(given, "margin", 3)
    assert shuffled.interval.estimate == pytest.approx(plain.interval.estimate)


def test_a_missing_outcome_is_refused():
    with pytest.raises(ValueError, match="missing"):
        gift([[1.0, np.nan]], "win", 2)


def test_twenty_copies_of_a_block_are_worth_one():
    d = 3.0 * normals(231, 0, np.arange(100))
    once = from_blocks(d, 100)
    copies = clustered(np.repeat(np.arange(100), 20), np.repeat(d, 20), games=2_000)
    assert copies.interval.stderr == pytest.approx(once.interval.stderr)
    assert copies.interval.blocks == 100
    assert from_blocks(np.repeat(d, 20), 2_000).interval.stderr < 0.3 * once.interval.stderr      # what is avoided


def test_rows_of_a_block_are_clustered_in_a_fit():
    present = coins(3, 200, seed=1)
    y = normals(232, 0, np.arange(200)) + 2.0 * present[:, 0]
    once = in_or_out(present, y)
    copies = in_or_out(np.tile(present, (5, 1)), np.tile(y, 5), np.tile(np.arange(200), 5))
    assert [e.interval.stderr for e in copies] == pytest.approx([e.interval.stderr for e in once], rel=0.02)
    assert copies[0].interval.blocks == 200
    assert all(abs(e.interval.estimate - true) < 4 * e.interval.stderr
               for e, true in zip(once, (2.0, 0, 0), strict=True))
    assert once[0].interval.stderr == pytest.approx(2 / 200 ** 0.5, rel=0.15)


def test_coins_and_draws_of_a_block_do_not_depend_on_how_many_there_are():
    assert np.array_equal(coins(5, 40, seed=2), coins(5, 90, seed=2)[:40])
    assert np.array_equal(round_robin.draw(7, 3, 40, 3), round_robin.draw(7, 3, 90, 3)[:40])
    shares = (4, 1, 2, 2, 2, 2, 2)
    assert np.array_equal(round_robin.draw(7, 3, 40, 3, shares), round_robin.draw(7, 3, 90, 3, shares)[:40])


@pytest.mark.parametrize(("count", "seats"), ((5, 2), (7, 3), (4, 4), (9, 4)))
def test_items_are_drawn_equally_often_and_never_twice_in_a_block(count, seats):
    items = round_robin.draw(count, seats, 200, seed=5)
    times = np.bincount(items.reshape(-1), minlength=count)
    assert times.max() - times.min() <= 2
    assert all(len(set(block)) == seats for block in items.tolist())


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_items_are_drawn_by_their_shares_at_any_time_and_never_twice_in_a_block(seats):
    shares = np.array([10, 1, 1, 2, 2, 3, *[2] * 26])
    items = round_robin.draw(len(shares), seats, 2_000, seed=5, shares=tuple(shares))
    assert all(len(set(block)) == seats for block in items.tolist())
    for blocks in (100, 500, 2_000):
        times = np.bincount(items[:blocks].reshape(-1), minlength=len(shares))
        assert (abs(times - shares / shares.sum() * seats * blocks) <= shares).all()


def test_an_item_that_would_meet_itself_is_refused():
    with pytest.raises(ValueError, match="would meet itself"):
        round_robin.draw(4, 3, 10, seed=1, shares=(3, 1, 1, 1))


def test_what_a_fit_cannot_tell_is_refused():
    apart = np.array([[0, 1], [2, 3]] * 10)
    with pytest.raises(ValueError, match="never compared"):
        contrasts.worths(apart, np.zeros((20, 2)), 4, anchor=0)
    with pytest.raises(ValueError, match="holds an item twice"):
        contrasts.worths([[1, 1]], [[0.0, 0.0]], 2, anchor=0)
    with pytest.raises(ValueError, match="expected 0 to 2"):
        contrasts.worths([[1, 3]], [[0.0, 0.0]], 3, anchor=0)
    once = np.array([[0, 1]] * 10 + [[0, 2]])
    with pytest.raises(ValueError, match="one block alone"):
        contrasts.worths(once, np.zeros((11, 2)), 3, anchor=0)
