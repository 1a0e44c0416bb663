"""Luck, weights, inputs and playouts of backgammon."""
from collections import Counter

import numpy as np
import pytest

from core_ext.playout import playouts

from .positions import FACES, GAME, board, do, of, rolled, texts


def test_a_position_is_small():
    assert GAME.start().size <= 128


def test_the_nth_roll_of_a_seat_is_its_own_whatever_was_played():
    first, second = GAME.start(), GAME.start()
    outcomes: list[dict[tuple[int, int], int]] = [{}, {}]
    for number, state in enumerate((first, second)):
        while not state.is_terminal():
            if state.is_chance_node():
                raw, outcome = state.raw(), state.keyed_chance(5, 7)
                if raw["stage"] == 1:
                    outcomes[number][raw["seat"], raw["turns"][raw["seat"]]] = outcome
                state.apply_action(outcome)
            else:
                state.apply_action(state.legal_actions()[0 if number else -1])
    assert board(first) != board(second)
    both = set(outcomes[0]) & set(outcomes[1])
    assert len(both) > 20
    assert all(outcomes[0][key] == outcomes[1][key] for key in both)


def test_luck_goes_round_with_the_rotation():
    for block in range(20):
        plain, turned = GAME.start(), GAME.start()
        first, second = plain.keyed_chance(1, block), turned.keyed_chance(1, block, 1)
        assert (first // 6, first % 6) == (second % 6, second // 6)
        plain.apply_action(first)
        turned.apply_action(second)
        assert plain.current_player() == 1 - turned.current_player()


def test_drawn_rolls_have_their_probabilities():
    state = of({6: 15}, {1: 15})
    for draws in (Counter(state.sample_chance(1, n) for n in range(36_000)),
                  Counter(state.keyed_chance(1, n) for n in range(36_000))):
        for outcome, p in state.chance_outcomes():
            assert draws[outcome] == pytest.approx(36_000 * p, abs=6 * (36_000 * p) ** 0.5)
    opening = Counter(GAME.start().sample_chance(1, n) for n in range(30_000))
    assert set(opening) == {outcome for outcome, _ in GAME.start().chance_outcomes()}
    assert max(opening.values()) < 1_200


def test_random_games_end_and_are_even():
    played = playouts(GAME.start(), 4_000, 1, heuristic=False)
    assert played["wins"].sum() == 4_000
    assert played["wins"][:, 0].mean() == pytest.approx(0.5, abs=0.04)
    assert set(np.unique(played["scores"])) == {0, 1, 2, 3}
    assert 100 < played["decisions"] / 4_000 < 300


def test_playing_by_weights_beats_playing_at_random():
    wins = 0
    for seed in range(200):
        state, step, heavy = GAME.start(), 0, seed % 2
        while not state.is_terminal():
            step += 1
            if state.is_chance_node():
                state.apply_action(state.keyed_chance(3, seed // 2, heavy))
            elif state.current_player() == heavy:
                state.apply_action(state.weighted_action(seed, step))
            else:
                state.apply_action(state.random_action(seed, step))
        wins += int(state.win_shares()[heavy])
    assert wins > 140


def test_weights_like_hits_points_and_bearing_off():
    def best(state) -> str:
        return texts(state)[int(np.argmax(state.action_weights()))]

    assert best(of({13: 2, 8: 2, 6: 11}, {20: 1, 1: 14}, dice=(3, 3))) == "8/5*"
    assert best(do(rolled(board(GAME.start()), 0, (3, 1)), "8/5")) == "6/5"
    assert best(of({6: 1, 3: 8}, {1: 15}, dice=(6, 3))) == "6/off"


def test_inputs_of_the_two_sides_are_each_others_negatives():
    state, step = GAME.start(), 0
    while not state.is_terminal():
        mine, theirs = state.features(0), state.features(1)
        assert len(mine) == 14
        assert max(map(abs, mine)) < 8
        for n, (own, other) in enumerate(zip(mine, theirs, strict=True)):
            assert own == pytest.approx(other if n == 10 else -other, abs=1e-5)
        step += 1
        state.apply_action(state.keyed_chance(2) if state.is_chance_node() else state.weighted_action(2, step))


def test_inputs_say_what_they_are_said_to():
    mine = of({25: 1, 20: 2, 6: 2, 5: 2, 4: 1}, {24: 1, 6: 2}).features(0)
    assert mine[0] == pytest.approx((36 - (25 + 40 + 12 + 10 + 4)) / 50)
    assert mine[1] == pytest.approx((5 - 2) / 5)
    assert mine[2] == 1
    assert mine[3] == pytest.approx((1 - 1) / 3)        # 4 and the enemy's 24 stand before each other
    assert mine[4] == pytest.approx((2 - 1) / 3)
    assert mine[5] == pytest.approx((2 - 1) / 3)
    assert mine[6] == pytest.approx((7 - 12) / 5)
    assert mine[7] == pytest.approx(1 / 2)
    assert mine[10] == 1
    assert mine[11] == 1
    assert mine[13] == pytest.approx(-1 / 3)
    assert of({6: 2}, {6: 3}).features(0)[10] == 0


def test_every_roll_is_a_turn_or_a_pass():
    for dice in FACES:
        state = rolled(board(GAME.start()), 1, dice)
        assert state.current_player() == 1
        assert state.raw()["left"] == (4 if dice[0] == dice[1] else 2)
