"""Tic-tac-toe in plain Python, written from its rules alone: a word of nine characters, from a1 on, row by row."""
from __future__ import annotations

LINES = ("a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3")
CELLS = [f"{column}{row}" for row in "123" for column in "abc"]
START = "." * 9


def winner(board: str) -> int | None:
    """The seat with three in a line."""
    for line in LINES:
        found = "".join(board[CELLS.index(cell)] for cell in line.split())
        if found in ("xxx", "ooo"):
            return "xo".index(found[0])
    return None


def moves(board: str) -> list[int]:
    """Empty cells, if the game goes on."""
    return [] if winner(board) is not None else [n for n, mark in enumerate(board) if mark == "."]


def marked(board: str, cell: int) -> str:
    """The board after the seat to move marks a cell; x begins."""
    return board[:cell] + ("x" if board.count("x") == board.count("o") else "o") + board[cell + 1:]
