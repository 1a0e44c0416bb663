"""A position of tic-tac-toe as JSON, both ways: the board in three lines, as it stands."""
from __future__ import annotations

from typing import Any

from core_ext.state import State
from games import headings
from games.api import InputError
from games.fields import Field
from games.tic_tac_toe.state import TicTacToeState
from games.tic_tac_toe.tables import SIDE

REQUIRED, OPTIONAL = (*headings.REQUIRED, "board"), headings.OPTIONAL
EMPTY = "."
MARKS = "xo"            # of seat 0 and seat 1
CELL_NAMES = [f"{'abc'[column]}{row + 1}" for row in range(SIDE) for column in range(SIDE)]
LINES = ([[SIDE * row + column for column in range(SIDE)] for row in range(SIDE)]
         + [[SIDE * row + column for row in range(SIDE)] for column in range(SIDE)]
         + [[4 * n for n in range(SIDE)], [2 * n + 2 for n in range(SIDE)]])


def own(state: State) -> TicTacToeState:
    """The state as one of this game. Raises TypeError for a state of another."""
    if not isinstance(state, TicTacToeState):
        raise TypeError(f"a {type(state).__name__} where a state of tic_tac_toe belongs")
    return state


def cells_of(state: State) -> list[str]:
    """What stands on each cell, from a1 on: '.', 'x' or 'o'."""
    marks = own(state).raw()["marks"]
    return [next((MARKS[seat] for seat in (0, 1) if marks[seat] >> cell & 1), EMPTY) for cell in range(SIDE * SIDE)]


def three(cells: list[str], mark: str) -> list[list[int]]:
    """The lines that hold this mark only."""
    return [line for line in LINES if all(cells[cell] == mark for cell in line)]


def position_to_json(state: State) -> dict[str, Any]:
    """The position as plain data, ready for json.dumps; position_from_json gives an equal state back."""
    cells = cells_of(state)
    return {
        **headings.heading(state, "tic_tac_toe"),
        "board": ["".join(cells[SIDE * row:SIDE * row + SIDE]) for row in reversed(range(SIDE))],
    }


def position_from_json(document: Any) -> State:
    """The state that a document describes. Who is to move follows from the number of marks.

    Raises InputError, and nothing else, for any JSON value that describes no position the rules can reach: the message
    names the place in the document, what was found there and what was expected.
    """
    fields = Field(document, "").keys(REQUIRED, OPTIONAL)
    state = own(headings.start(fields, "tic_tac_toe"))
    cells = _read_board(fields["board"])
    _check(cells)
    state.load({"marks": [sum(1 << n for n, found in enumerate(cells) if found == mark) for mark in MARKS]})
    return state


def _read_board(field: Field) -> list[str]:
    lines = field.items(length=SIDE)
    for line in lines:
        if len(line.string()) != SIDE or not set(line.string()) <= {EMPTY, *MARKS}:
            line.fail(f"{SIDE} characters, each '.', 'x' (seat 0) or 'o' (seat 1)")
    return [character for line in reversed(lines) for character in line.string()]


def _check(cells: list[str]) -> None:
    """Raises InputError where no game leads to these marks."""
    first, second = (cells.count(mark) for mark in MARKS)
    found = f"board: found {first} x and {second} o"
    if first - second not in (0, 1):
        raise InputError(f"{found}, expected as many of both, or one x more, as seat 0 begins")
    winners = [mark for mark in MARKS if three(cells, mark)]
    if len(winners) == 2:
        raise InputError("board: found three in a line for x and for o, expected at most one of them")
    last = MARKS[(first + second - 1) % 2]
    if winners and winners[0] != last:
        raise InputError(f"{found}, so {last} moved last, but found three in a line for {winners[0]}; "
                         "expected the game to end with that line")
