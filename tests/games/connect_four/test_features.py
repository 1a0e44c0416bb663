"""The inputs of a value function, each counted once more cell by cell."""
import pytest

import games
from tests.games.connect_four.test_rules import LINES
from tests.games.connect_four.test_twin import random_pairs

COUNT = 11


def slow_inputs(board, seat, acting):
    other = 1 - seat
    mine, theirs = board.threats(seat), board.threats(other)
    filled = len(board.moves)

    def ready(cells):
        return any(row == len(board.stacks[column]) for column, row in cells)

    def on(cells, who, good):
        return sum((row % 2 == who) == good for _, row in cells)

    def lines(who, held):
        return sum([board.at(*c) for c in line].count(who) == held
                   and [board.at(*c) for c in line].count(1 - who) == 0 for line in LINES)

    move = 1.0 if acting == seat else -1.0
    return [
        move, filled / 42, move * filled / 42, ready(mine) - ready(theirs), (len(mine) - len(theirs)) / 2,
        (on(mine, seat, True) - on(theirs, other, True)) / 2, (on(mine, seat, False) - on(theirs, other, False)) / 2,
        (board.stacks[3].count(seat) - board.stacks[3].count(other)) / 3,
        *((lines(seat, held) - lines(other, held)) / scale for held, scale in ((3, 3), (2, 6), (1, 12))),
    ]


def test_inputs_are_what_the_page_says():
    for state, board in random_pairs(25, seed=4):
        acting = len(board.moves) % 2
        for seat in (0, 1):
            found = state.features(seat)
            assert len(found) == COUNT
            assert found == pytest.approx(slow_inputs(board, seat, acting), abs=1e-6)
            assert max(map(abs, found)) < 6


def test_what_one_seat_gains_the_other_loses():
    for state, _ in random_pairs(25, seed=5):
        first, second = state.features(0), state.features(1)
        assert first[1] == second[1]
        assert [x for n, x in enumerate(first) if n != 1] == pytest.approx([-x for n, x in enumerate(second) if n != 1])


def test_both_seats_of_the_start_are_level():
    state = games.load("connect_four").start()
    assert state.features(0) == [1.0] + [0.0] * 10
