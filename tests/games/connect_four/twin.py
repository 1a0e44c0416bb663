"""Connect Four in plain Python, written from its rules alone: lists of stones, lines looked for cell by cell."""
from __future__ import annotations

WIDTH, HEIGHT, LINE = 7, 6, 4


class Board:
    """A game under way: `stacks[c]` holds the seats of the stones in column c, from the bottom."""

    def __init__(self) -> None:
        self.stacks: list[list[int]] = [[] for _ in range(WIDTH)]
        self.moves: list[int] = []
        self.winner: int | None = None

    def at(self, column: int, row: int) -> int | None:
        """The seat whose stone lies on a cell; None for an empty cell and for one beside the board."""
        if 0 <= column < WIDTH and 0 <= row < len(self.stacks[column]):
            return self.stacks[column][row]
        return None

    def to_move(self) -> int:
        """Seat 0 begins; the seats take turns."""
        return len(self.moves) % 2

    def over(self) -> bool:
        return self.winner is not None or len(self.moves) == WIDTH * HEIGHT

    def columns(self) -> list[int]:
        """Where a stone may be dropped."""
        return [] if self.over() else [c for c in range(WIDTH) if len(self.stacks[c]) < HEIGHT]

    def completes(self, column: int, seat: int) -> bool:
        """A stone of this seat, dropped here, would make four in a line."""
        return self.makes_four(column, len(self.stacks[column]), seat)

    def makes_four(self, column: int, row: int, seat: int) -> bool:
        """A stone of this seat on this cell, whatever lies below, would make four: count both ways from it."""
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for way in (1, -1):
                n = 1
                while self.at(column + way * n * right, row + way * n * up) == seat:
                    length, n = length + 1, n + 1
            if length >= LINE:
                return True
        return False

    def threats(self, seat: int) -> set[tuple[int, int]]:
        """Empty cells, whatever lies below, where this seat would make four."""
        return {(column, row) for column in range(WIDTH) for row in range(len(self.stacks[column]), HEIGHT)
                if self.makes_four(column, row, seat)}

    def pairs(self, seat: int) -> set[tuple[int, int]]:
        """The lower cells of two threats of this seat, one above the other."""
        found = self.threats(seat)
        return {(column, row) for column, row in found if (column, row + 1) in found}

    def drop(self, column: int) -> None:
        """The seat to move drops a stone."""
        seat = self.to_move()
        if self.completes(column, seat):
            self.winner = seat
        self.stacks[column].append(seat)
        self.moves.append(column)

    def take_back(self) -> None:
        """Undo the last move."""
        self.stacks[self.moves.pop()].pop()
        self.winner = None

    def picture(self) -> str:
        """The board in a word: equal for equal positions only."""
        return "/".join("".join("xo"[seat] for seat in stack) for stack in self.stacks)

    def mirrored(self) -> str:
        """The picture of the mirror image."""
        return "/".join(reversed(self.picture().split("/")))
