"""The exact solver against plain minimax of the twin, against itself, and against values known from elsewhere."""
import random

import pytest

from tests.games.connect_four import solver
from tests.games.connect_four.twin import Board


def minimax(board, known):
    """Value for the seat to move, by trying everything."""
    if board.over():
        return 0 if board.winner is None else -1
    name = board.picture()
    if name not in known:
        known[name] = max(tried(board, column, known) for column in board.columns())
    return known[name]


def tried(board, column, known):
    board.drop(column)
    value = -minimax(board, known)
    board.take_back()
    return value


def boards(number, stones, seed):
    """So many boards after random moves, the game not over."""
    chance = random.Random(seed)
    while number:
        board = Board()
        while len(board.moves) < stones and not board.over():
            board.drop(chance.choice(board.columns()))
        if not board.over():
            number -= 1
            yield board


@pytest.mark.parametrize("stones", [30, 32, 34, 36, 38, 40, 41])
def test_values_are_those_of_plain_minimax(stones):
    for board in boards(25, stones, seed=stones):
        known = {}
        expected = [tried(board, c, known) if c in board.columns() else None for c in range(7)]
        assert solver.values(board.moves) == expected


def test_a_mirror_image_has_mirrored_values():
    for board in boards(30, 18, seed=1):
        assert solver.values([6 - c for c in board.moves]) == solver.values(board.moves)[::-1]


def test_a_position_is_worth_its_best_move():
    for board in boards(30, 18, seed=3):
        assert solver.value(board.moves) == max(v for v in solver.values(board.moves) if v is not None)


def test_a_move_is_worth_what_it_leaves_to_the_other_seat():
    for board in boards(15, 19, seed=2):
        for column, value in enumerate(solver.values(board.moves)):
            if value is None or board.completes(column, board.to_move()):
                continue
            after = [v for v in solver.values([*board.moves, column]) if v is not None]
            assert value == -max(after)


# Positions of eight stones from the data set "connect-4" of John Tromp (UCI Machine Learning Repository, 1995), reached
# by these columns; the value is for seat 0, who is to move. They are the solver's hardest work in these tests.
@pytest.mark.parametrize(("columns", "value"), [
    ("ccdddddd", 1), ("bcdddddd", 0), ("dccddddc", 1), ("dcedddde", 0), ("dceddddf", -1), ("bbdddddc", -1),
    ("bcdddddf", 0), ("badddddb", -1), ("ddddcdde", -1), ("ddddcdda", 1), ("ccccdddd", 1), ("ceccdddd", -1),
    ("caddddfe", 1),
])
def test_values_are_those_published(columns, value):
    assert solver.value(["abcdefg".index(column) for column in columns]) == value


@pytest.mark.parametrize("moves", [[0, 1, 0, 1, 0, 1, 0], [7], [-1], [3] * 7, [0, 1, 0, 1, 0, 1, 0, 5]])
def test_a_game_that_does_not_go_on_is_refused(moves):
    with pytest.raises(ValueError, match="Connect Four"):
        solver.values(moves)
    with pytest.raises(ValueError, match="Connect Four"):
        solver.value(moves)


def test_the_best_columns_are_those_of_highest_value():
    assert solver.best([0, -1, None, 0, -1, -1, None]) == [0, 3]
