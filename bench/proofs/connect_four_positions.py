"""Makes tests/data/connect_four/solved.csv: 200 positions of Connect Four with the exact value of every move.

    python -m bench connect_four_positions [FILE]

Each is a real choice, reached by uniformly random play: the side to move cannot win at once, need not stop a win at
once, and has at least one best move and one that is not. Stones lie between 10 and 32, the depths spread evenly; no
position comes twice, nor with its mirror image. The same seed gives the same file.

Columns of the file: `moves`, the columns a-g from the empty board; `stones`; `a` to `g`, the value of each move for the
side to move, 1 win, 0 draw, -1 loss, empty where the column is full; `best`, the columns of the highest value.
"""
from __future__ import annotations

import csv
import random
import sys
import time
from pathlib import Path

from tests.games.connect_four import solver
from tests.games.connect_four.twin import Board

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "tests/data/connect_four/solved.csv"
POSITIONS, FEWEST, MOST = 200, 10, 32
SEED = 20240229
NAMES = "abcdefg"


def stones_of(number: int) -> int:
    """How many stones position `number` has: all depths equally often, as near as may be."""
    return FEWEST + number * (MOST - FEWEST + 1) // POSITIONS


def random_board(stones: int, chance: random.Random) -> Board | None:
    """The board after so many random moves, or None where the game was over before."""
    board = Board()
    for _ in range(stones):
        if board.over():
            return None
        board.drop(chance.choice(board.columns()))
    return None if board.over() else board


def immediate(board: Board) -> bool:
    """Some column would complete a four, for either side."""
    return any(board.completes(column, seat) for column in board.columns() for seat in (0, 1))


def find(number: int, seen: set[str]) -> tuple[Board, list[int | None]]:
    """Position `number` and the values of its moves; it is added to `seen`."""
    chance = random.Random(f"{SEED} {number}")
    while True:
        board = random_board(stones_of(number), chance)
        if board is None or immediate(board) or board.picture() in seen:
            continue
        known = solver.values(board.moves)
        if len({value for value in known if value is not None}) > 1:
            seen.update((board.picture(), board.mirrored()))
            return board, known


def row(board: Board, known: list[int | None]) -> list[str]:
    """A line of the file."""
    return ["".join(NAMES[column] for column in board.moves), str(len(board.moves)),
            *("" if value is None else str(value) for value in known),
            "".join(NAMES[column] for column in solver.best(known))]


def main() -> None:
    """Write the file, saying after every tenth position how far it is."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    seen: set[str] = set()
    rows, begun = [], time.monotonic()
    for number in range(POSITIONS):
        rows.append(row(*find(number, seen)))
        if number % 10 == 9:
            print(f"{number + 1} of {POSITIONS}, {time.monotonic() - begun:.0f} s", file=sys.stderr)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="ascii", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["moves", "stones", *NAMES, "best"])
        writer.writerows(rows)
