"""A position of Connect Four as JSON, both ways: the board in six lines, as it stands."""
from __future__ import annotations

from typing import Any

from core_ext.state import State
from games import headings
from games.api import InputError
from games.connect_four.board import (
    COLUMN_NAMES,
    Stacks,
    bitboards,
    can_arise,
    completing_columns,
    fours,
    own,
    stacks_of,
)
from games.connect_four.tables import COLUMNS, ROWS
from games.fields import Field, shown

REQUIRED, OPTIONAL = (*headings.REQUIRED, "board"), headings.OPTIONAL
EMPTY = "."
STONES = "xo"           # of seat 0 and seat 1


def position_to_json(state: State) -> dict[str, Any]:
    """The position as plain data, ready for json.dumps; position_from_json gives an equal state back."""
    mine = own(state)
    return {
        **headings.heading(state, "connect_four"),
        "board": board_lines(stacks_of(mine)),
    }


def position_from_json(document: Any) -> State:
    """The state that a document describes. Who is to move follows from the number of stones.

    Raises InputError, and nothing else, for any JSON value that describes no position the rules can reach: the message
    names the place in the document, what was found there and what was expected.
    """
    fields = Field(document, "").keys(REQUIRED, OPTIONAL)
    state = own(headings.start(fields, "connect_four"))
    stacks = _read_board(fields["board"])
    _check(stacks)
    state.load({"stones": bitboards(stacks)})
    return state


def board_lines(stacks: Stacks) -> list[str]:
    """The board line by line from the top: x and o are stones of seat 0 and seat 1."""
    return ["".join(STONES[stack[row]] if row < len(stack) else EMPTY for stack in stacks)
            for row in reversed(range(ROWS))]


def _read_board(field: Field) -> list[list[int]]:
    lines = field.items(length=ROWS)
    for line in lines:
        if len(line.string()) != COLUMNS or not set(line.string()) <= {EMPTY, *STONES}:
            line.fail(f"{COLUMNS} characters, each '.', 'x' (seat 0) or 'o' (seat 1)")
    stacks: list[list[int]] = [[] for _ in range(COLUMNS)]
    for row, line in enumerate(reversed(lines)):
        for column, character in enumerate(line.string()):
            if character == EMPTY:
                continue
            if len(stacks[column]) < row:
                cell = f"{COLUMN_NAMES[column]}{row + 1}"
                line.fail(f"no stone at {cell}, as the cell below is empty")
            stacks[column].append(STONES.index(character))
    return stacks


def _check(stacks: Stacks) -> None:
    """Raises InputError where no game leads to these stones."""
    first, second = (sum(stack.count(seat) for stack in stacks) for seat in (0, 1))
    found = f"board: found {first} x and {second} o"
    if first - second not in (0, 1):
        raise InputError(f"{found}, expected as many of both, or one x more, as seat 0 begins")
    winners = [seat for seat in (0, 1) if any(fours(stacks, seat))]
    if len(winners) == 2:
        raise InputError("board: found four in a line for x and for o, expected at most one of them")
    last = (first + second - 1) % 2
    if winners and winners[0] != last:
        raise InputError(f"{found}, so {STONES[last]} moved last, but found four in a line for {STONES[winners[0]]}; "
                         "expected the game to end with that line")
    if winners:
        _check_end(stacks, last)
    elif not can_arise(stacks):
        raise InputError("board: found columns that no game builds, expected an order of moves by turns, x first")


def _check_end(stacks: Stacks, winner: int) -> None:
    """A won board must have a last stone that made every four there is."""
    name = STONES[winner]
    last = completing_columns(stacks, winner)
    if not last:
        line = min(fours(stacks, winner))
        cells = ", ".join(f"{COLUMN_NAMES[column]}{row + 1}" for column, row in line)
        raise InputError(f"board: found four {name} in a line ({cells}) that no last move made; "
                         f"expected one highest stone to be in every four of {shown(name)}")
    for column in last:
        before = [stack[:-1] if c == column else stack for c, stack in enumerate(stacks)]
        if can_arise(before):
            return
    raise InputError("board: found columns that no game builds, expected an order of moves by turns, x first")
