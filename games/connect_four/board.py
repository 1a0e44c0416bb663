"""The board of Connect Four as plain lists: stones by column from the bottom, lines of four, what play can reach."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from core_ext.state import State
from games.connect_four.state import ConnectFourState
from games.connect_four.tables import COLUMNS, IN_A_LINE, ROWS

STEP = ROWS + 1         # bits of a column in a bitboard: its cells and one that is always empty
COLUMN_NAMES = "abcdefg"
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))      # (columns, rows): up, right, and both diagonals

Stacks = Sequence[Sequence[int]]        # by column, from the bottom: the seats whose stones lie there
Cell = tuple[int, int]                  # column, row, both from 0


def own(state: State) -> ConnectFourState:
    """The state as one of this game. Raises TypeError for a state of another."""
    if not isinstance(state, ConnectFourState):
        raise TypeError(f"a {type(state).__name__} where a state of connect_four belongs")
    return state


def stacks_of(state: ConnectFourState) -> list[list[int]]:
    """The stones of a position."""
    first, second = state.raw()["stones"]
    stacks: list[list[int]] = []
    for column in range(COLUMNS):
        bits = [1 << STEP * column + row for row in range(ROWS)]
        stacks.append([0 if first & bit else 1 for bit in bits if (first | second) & bit])
    return stacks


def bitboards(stacks: Stacks) -> list[int]:
    """The stones of each seat as the rules hold them."""
    boards = [0, 0]
    for column, stack in enumerate(stacks):
        for row, seat in enumerate(stack):
            boards[seat] |= 1 << STEP * column + row
    return boards


def fours(stacks: Stacks, seat: int) -> Iterator[list[Cell]]:
    """Every line of four cells that hold this seat's stones."""
    stones = {(column, row) for column, stack in enumerate(stacks) for row, who in enumerate(stack) if who == seat}
    for column, row in sorted(stones):
        for right, up in DIRECTIONS:
            line = [(column + n * right, row + n * up) for n in range(IN_A_LINE)]
            if stones.issuperset(line):
                yield line


def completing_columns(stacks: Stacks, seat: int) -> list[int]:
    """Columns whose highest stone, of this seat, is in every four that it has: the last move may have been there."""
    lines = list(fours(stacks, seat))
    return [column for column, stack in enumerate(stacks)
            if stack and stack[-1] == seat and all((column, len(stack) - 1) in line for line in lines)]


def can_arise(stacks: Stacks) -> bool:
    """Whether seats that drop stones by turns, seat 0 first, can build these columns.

    Takes the highest stones off again, the last mover's first; heights from which nothing more can be taken are kept,
    so that each is looked at once.
    """
    dead: set[tuple[int, ...]] = set()
    start = tuple(len(stack) for stack in stacks)
    waiting = [start]
    while waiting:
        heights = waiting.pop()
        left = sum(heights)
        if left == 0:
            return True
        mover = (left - 1) % 2
        for column, height in enumerate(heights):
            if height and stacks[column][height - 1] == mover:
                lower = (*heights[:column], height - 1, *heights[column + 1:])
                if lower not in dead:
                    dead.add(lower)
                    waiting.append(lower)
    return False
