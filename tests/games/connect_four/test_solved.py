"""tests/data/connect_four/solved.csv keeps what `bench connect_four_positions` promises, and its values hold."""
import csv
from collections import Counter
from pathlib import Path

import pytest

import games
from tests.games.connect_four import solver
from tests.games.connect_four.twin import Board

FILE = Path(__file__).parent.parent.parent / "data" / "connect_four" / "solved.csv"
NAMES = "abcdefg"
ROWS = list(csv.DictReader(FILE.read_text(encoding="ascii").splitlines()))
RESOLVED_FROM = 16      # stones: from here on a position is solved in a few hundredths of a second


def columns(row):
    return [NAMES.index(letter) for letter in row["moves"]]


def values(row):
    return [int(row[name]) if row[name] else None for name in NAMES]


def board_of(row):
    board = Board()
    for column in columns(row):
        assert column in board.columns()
        board.drop(column)
    return board


def test_there_are_200_of_all_depths_alike():
    assert len(ROWS) == 200
    depths = Counter(int(row["stones"]) for row in ROWS)
    assert sorted(depths) == list(range(10, 33))
    assert set(depths.values()) == {8, 9}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["moves"])
def test_each_is_a_real_choice_in_a_game_under_way(row):
    board, known = board_of(row), values(row)
    assert not board.over()
    assert len(board.moves) == int(row["stones"])
    assert [column for column, value in enumerate(known) if value is not None] == board.columns()
    assert not any(board.completes(column, seat) for column in board.columns() for seat in (0, 1))
    given = {value for value in known if value is not None}
    assert given <= {-1, 0, 1}
    assert len(given) > 1
    assert row["best"] == "".join(NAMES[column] for column in solver.best(known))


def test_no_position_comes_twice_nor_mirrored():
    boards = [board_of(row) for row in ROWS]
    assert len({min(board.picture(), board.mirrored()) for board in boards}) == len(boards)


def test_all_kinds_of_answer_are_among_them():
    assert {max(v for v in values(row) if v is not None) for row in ROWS} == {0, 1}
    assert {len(row["best"]) for row in ROWS} >= {1, 2, 3}
    assert set("".join(row["best"] for row in ROWS)) == set(NAMES)


def test_the_deeper_ones_are_solved_again():
    sample = [row for row in ROWS if int(row["stones"]) >= RESOLVED_FROM]
    assert len(sample) > 140
    for row in sample:
        assert solver.values(columns(row)) == values(row), row["moves"]


def test_the_compiled_rules_reach_them():
    game = games.load("connect_four")
    for row in ROWS:
        state = game.start()
        for letter in row["moves"]:
            state.apply_action(game.notation.parse_action(state, letter))
        assert state.legal_actions() == [column for column, value in enumerate(values(row)) if value is not None]
        assert max(state.action_weights()) < 300      # nothing to win or to stop at once
        assert game.notation.position_from_json(game.notation.position_to_json(state)) == state
