"""The compiled rules and a slow twin in plain Python say the same over random games, and playouts are fair games."""
import random

import numpy as np
import pytest

import games
from core_ext.playout import playouts
from core_ext.rng import stream_numbers
from tests.games.connect_four.twin import HEIGHT, WIDTH, Board
from tests.whole import amount

GAME = games.load("connect_four")
CENTRED = [1.0, 1.5, 2.5, 4.0, 2.5, 1.5, 1.0]      # weights of the columns where nothing is at stake


def picture(state):
    """The twin's picture of a compiled position."""
    first, second = state.raw()["stones"]
    stacks = []
    for column in range(WIDTH):
        cells = [1 << 7 * column + row for row in range(HEIGHT)]
        stacks.append("".join("x" if first & cell else "o" for cell in cells if (first | second) & cell))
    return "/".join(stacks)


def random_pairs(number, seed):
    """(state, twin) before every move of so many random games, and once more after the last."""
    chance = random.Random(seed)
    for _ in range(number):
        state, board = GAME.start(), Board()
        yield state, board
        while not board.over():
            column = chance.choice(board.columns())
            state.apply_action(column)
            board.drop(column)
            yield state, board


def test_the_twin_agrees_over_random_games():
    for state, board in random_pairs(amount(1500, few=100), seed=1):
        assert state.legal_actions() == board.columns()
        assert state.is_terminal() == board.over()
        assert picture(state) == board.picture()
        if not board.over():
            assert state.current_player() == board.to_move()
        elif board.winner is None:
            assert state.win_shares() == [0.5, 0.5]
        else:
            assert state.win_shares()[board.winner] == 1.0


def by_hand(board, numbers):
    """The twin plays on uniformly. A number of the stream is a fraction of 60 bits; times the columns open it is a
    column before the point and the next fraction after it. After eight columns comes another number. Returns its steps.
    """
    steps, fraction = 0, 0
    while not board.over():
        if steps % 8 == 0:
            fraction = next(numbers) >> 4
        columns = board.columns()
        pick, fraction = divmod(fraction * len(columns), 1 << 60)
        board.drop(columns[pick])
        steps += 1
    return steps


@pytest.mark.parametrize("begun", ["", "ddddd", "abcdefgabcdefg", "ababab" "bababa" "cdcdcd" "dcdcdc" "efefef" "fefef",
                                   "abababa"])
def test_a_playout_is_the_plain_loop_with_eight_choices_a_number(begun):
    state = GAME.start()
    for column in begun:
        state.apply_action("abcdefg".index(column))
    for number in range(amount(200, few=20)):
        board = Board()
        for column in begun:
            board.drop("abcdefg".index(column))
        steps = by_hand(board, iter(stream_numbers(5, number, 42)))
        found = playouts(state, 1, 5, first=number, heuristic=False)
        assert (found["steps"], found["decisions"]) == (steps, steps)
        wanted = [0.5, 0.5] if board.winner is None else [1.0 - board.winner, float(board.winner)]
        assert found["wins"][0].tolist() == wanted


def test_weights_put_a_win_before_a_stop_before_a_pair_of_threats_before_the_rest():
    paired = 0
    for state, board in random_pairs(amount(300, few=30), seed=2):
        if board.over():
            continue
        seat = board.to_move()
        for column, weight in zip(state.legal_actions(), state.action_weights(), strict=True):
            if board.completes(column, seat):
                assert weight >= 10_000
            elif board.completes(column, 1 - seat):
                assert 300 <= weight < 10_000
            else:
                before = board.pairs(seat)
                board.drop(column)
                under = len(board.stacks[column]) < HEIGHT and board.completes(column, 1 - seat)
                pair = not under and bool(board.pairs(seat) - before)
                board.take_back()
                assert weight < 0.1 if under else weight == (7 if pair else 1) * CENTRED[column]
                paired += pair
    assert paired > amount(50, few=3)


def test_a_weighted_choice_is_the_pick_that_the_weights_make():
    """The stream's number times the sum of the weights, taken off one by one in their order, as the core does it."""
    for step, (state, board) in enumerate(random_pairs(amount(200, few=20), seed=3)):
        if board.over():
            continue
        columns, weights = state.legal_actions(), [np.float32(w) for w in state.action_weights()]
        if len(columns) == 1:
            assert state.weighted_action(9, step) == columns[0]
            continue
        total = sum(weights, np.float32(0))
        mark = np.float32((stream_numbers(9, step, 1)[0] >> 11) * 2.0**-53 * float(total))
        for column, weight in zip(columns, weights, strict=True):
            picked, mark = column, mark - weight
            if mark < 0:
                break
        assert state.weighted_action(9, step) == picked


def test_without_threats_the_centre_weighs_most():
    assert GAME.start().action_weights() == CENTRED


def test_a_move_that_makes_two_threats_one_above_the_other_weighs_seven_times_as_much():
    """Seat 0 has c1, c2, f2 and f4: with d2 it threatens e2 between c2 and f2, and e3 between c1 and f4."""
    state = GAME.start()
    for column in "cdcffffc":
        state.apply_action("abcdefg".index(column))
    assert state.action_weights() == [1.0, 1.5, 2.5, 28.0, 2.5, 1.5, 1.0]
