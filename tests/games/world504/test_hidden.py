"""Sealed bids are the one secret of 504: what a seat can tell apart, what it is told, and what is drawn anew."""
import random
from collections import Counter
from typing import Any

import pytest

import games
from games.world504.notation import legal_texts
from games.world504.setup import new_state

from .positions import stage
from .turns import play

GAME = games.load("world504")
SEALED = ("sealed-bid", "sealed-units")


def opened(world: str, seats: int, seed: int = 1) -> Any:
    """A game at its first question."""
    state = new_state(seats, {"world": world})
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(seed))
    return state



@pytest.mark.parametrize("world", ["368", "638", "312", "356"])
def test_bids_are_hidden_from_the_opening_until_they_are_revealed(world):
    state = new_state(3, {"world": world})
    choice, was_sealed = random.Random(1), False
    while state.raw()["round"] == 0 or stage(state) in SEALED:
        assert state.hides
        was_sealed |= stage(state) in SEALED
        state.apply_action(state.sample_chance(1, state.raw()["cursor"]) if state.is_chance_node()
                           else choice.choice(state.legal_actions()))
    assert was_sealed
    for _ in range(150):
        assert not state.hides
        if state.is_terminal():
            break
        state.apply_action(state.keyed_chance(1) if state.is_chance_node() else choice.choice(state.legal_actions()))


@pytest.mark.parametrize("world", ["123", "738", "867", "683"])
def test_worlds_without_sealed_bids_hide_nothing(world):
    state, choice = new_state(3, {"world": world}), random.Random(1)
    for step in range(100):
        assert not state.hides
        if state.is_terminal():
            break
        redealt = state.copy()
        redealt.resample(0, step)
        assert redealt == state
        assert state.information_state_key(0) == state.information_state_key(1)
        state.apply_action(state.keyed_chance(1) if state.is_chance_node() else choice.choice(state.legal_actions()))


def test_a_seat_cannot_tell_apart_what_the_others_have_bid():
    low = play(opened("368", 3), "bid 0-9", "bid 5", "bid 20-29", "bid 21")
    high = play(opened("368", 3), "bid 80-89", "bid 82", "bid 20-29", "bid 21")
    assert [low.information_state_key(seat) == high.information_state_key(seat) for seat in range(3)] == [
        False, True, True]
    other = play(opened("368", 3), "bid 0-9", "bid 5", "bid 20-29", "bid 22")
    assert [low.information_state_key(seat) == other.information_state_key(seat) for seat in range(3)] == [
        True, False, True]


def test_how_far_a_seat_has_named_its_bid_is_seen_by_nobody_else():
    state = opened("368", 2)
    half = play(state.copy(), "bid 30-39")
    other_half = play(state.copy(), "bid 40-49")
    assert state.information_state_key(1) == half.information_state_key(1) == other_half.information_state_key(1)
    assert len({s.information_state_key(0) for s in (state, half, other_half)}) == 3
    half.resample(1, 3)
    assert half == state


def test_who_has_bid_is_known():
    state = opened("368", 3)
    keys = {state.information_state_key(2)}
    for tens in ("30-39", "40-49"):
        play(state, f"bid {tens}", f"bid {tens[:2]}")
        keys.add(state.information_state_key(2))
    assert len(keys) == 3


def test_resampling_changes_the_bids_of_others_only():
    state = play(opened("368", 4), "bid 30-39", "bid 33", "bid 40-49", "bid 44", "bid 50-59", "bid 55", "bid 60-69")
    for seat in range(4):
        drawn = []
        for seed in range(200):
            other = state.copy()
            other.resample(seat, seed)
            assert other.information_state_key(seat) == state.information_state_key(seat)
            assert (stage(other), other.raw()["bid_tens"]) == (("sealed-units", 7) if seat == 3 else ("sealed-bid", 0))
            drawn.append(other.raw()["bid"])
        for owner in range(3):
            bids = Counter(row[owner] for row in drawn)
            assert len(bids) == 1 if owner == seat else len(bids) > 60
            assert min(bids) >= 0
            assert max(bids) <= 90
        assert {row[3] for row in drawn} == {-1}


def test_a_bid_drawn_anew_can_be_anything_that_the_seat_could_pay():
    """Each of the 91 sums is as likely as the others: none is rare in 9,100 draws, with 100 expected."""
    state = play(opened("368", 2), "bid 30-39", "bid 33")
    bids = Counter()
    for seed in range(9100):
        other = state.copy()
        other.resample(1, seed)
        bids[other.raw()["bid"][0]] += 1
    assert sorted(bids) == list(range(91))
    assert min(bids.values()) > 50
    assert max(bids.values()) < 160


def test_once_revealed_nothing_is_drawn_anew():
    state = play(opened("638", 2), "bid 30-39", "bid 33", "bid 20-29", "bid 24")
    assert stage(state) == "place"
    other = state.copy()
    other.resample(1, 5)
    assert other == state
    assert state.information_state_key(0) == state.information_state_key(1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bid_is_told_to_its_seat_only_and_all_the_rest_to_all(seats):
    state, choice = opened("368", seats), random.Random(2)
    stages = set()
    for _ in range(40):
        stages.add(stage(state))
        if not state.is_chance_node():
            seat = state.current_player()
            for action in state.legal_actions()[:3]:
                told = [GAME.told(state, action, other) is not None for other in range(seats)]
                secret = stage(state) in SEALED
                assert told == [other == seat or not secret for other in range(seats)]
        state.apply_action(state.keyed_chance(3) if state.is_chance_node() else choice.choice(state.legal_actions()))
    assert stages >= {*SEALED, "place"}


def test_pictures_show_no_bid():
    low = play(opened("368", 3), "bid 0-9", "bid 5", "bid 20-29")
    high = play(opened("368", 3), "bid 80-89", "bid 82", "bid 20-29")
    assert legal_texts(low) == legal_texts(high)
    assert [GAME.render.svg(low, seat) == GAME.render.svg(high, seat) for seat in (1, 2)] == [True, True]
