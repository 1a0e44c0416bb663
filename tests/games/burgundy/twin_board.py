"""A duchy board and the player who fills it: spaces, neighbours, regions by flood fill."""
from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from . import facts


class Space(NamedTuple):
    """A space of a duchy board: its hex colour and its die number."""

    colour: str
    die: int


@cache
def spaces(board: int) -> dict[str, Space]:
    """The 37 spaces of a board by name, in reading order."""
    return {f"{letter}{n}": Space(facts.HEX_COLOURS[code[0]], int(code[1]))
            for letter, row in zip("abcdefg", facts.BOARDS[board].split(" / "), strict=True)
            for n, code in enumerate(row.split(), start=1)}


@cache
def neighbours(name: str) -> tuple[str, ...]:
    """Names of the spaces that share an edge with this one."""
    # Measured from the centre of its row, a space is `across` half hexes to the right: beside means 2 in the
    # same row, 1 in the row above or below.
    def across(space: str) -> int:
        return 2 * int(space[1]) - row_length(space[0])

    return tuple(other for other in spaces(1)
                 if (ord(other[0]) - ord(name[0]), abs(across(other) - across(name))) in ((0, 2), (1, 1), (-1, 1)))


def row_length(letter: str) -> int:
    return 7 - abs(ord(letter) - ord("d"))


@cache
def region(board: int, name: str) -> frozenset[str]:
    """The maximal connected set of spaces of one colour around this space (rule 41)."""
    where, found, edge = spaces(board), {name}, [name]
    while edge:
        for other in neighbours(edge.pop()):
            if other not in found and where[other].colour == where[name].colour:
                found.add(other)
                edge.append(other)
    return frozenset(found)


@dataclass
class Player:
    """What lies before one seat."""

    board: int | None = None
    castle: str | None = None
    duchy: dict[str, str] = field(default_factory=dict)         # space: tile
    storage: list[str] = field(default_factory=list)
    silver: int = 0
    workers: int = 0
    goods: dict[str, int] = field(default_factory=dict)         # unsold, by colour
    sold: dict[str, int] = field(default_factory=dict)
    dice: list[int] = field(default_factory=list)               # faces still to use, low first
    large: list[str] = field(default_factory=list)              # colour bonus tiles
    small: list[str] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)        # by source
    gifts: list[str] = field(default_factory=list)              # knowledge tiles that lie on no space

    def begin_with(self, gift: str) -> None:
        """A gift: a tile, or silver, workers or points and how many of them."""
        word, _, number = gift.rpartition(" ")
        if word == "knowledge":
            self.gifts.append(gift)
        elif word == "points":
            self.score("gifts", int(number))
        elif word == "silver":
            self.silver += int(number)
        elif word == "workers":
            self.workers += int(number)
        elif gift != "null":
            self.store(gift)

    def score(self, source: str, points: int) -> None:
        self.points[source] = self.points.get(source, 0) + points

    def count(self, tile: str) -> int:
        """How many tiles of this name lie in the duchy."""
        return list(self.duchy.values()).count(tile)

    def knows(self, number: int) -> bool:
        """Whether this knowledge tile is in the duchy or was given: in storage it does nothing (rule 48)."""
        return f"knowledge {number}" in (*self.duchy.values(), *self.gifts)

    def empty_spaces(self) -> int:
        return facts.DUCHY - len(self.duchy)

    def store(self, tile: str) -> None:
        if len(self.storage) >= facts.STORAGE:
            raise AssertionError(f"a fourth tile for the storage {self.storage}: {tile}")
        self.storage.append(tile)

    def fits(self, tile: str, name: str) -> bool:
        """Whether the tile may lie on this space, its die number aside (rules 29 and 30)."""
        if self.board is None or name in self.duchy or spaces(self.board)[name].colour != facts.colour_of(tile):
            return False
        if not any(other in self.duchy for other in neighbours(name)):
            return False
        if tile in facts.BUILDINGS and not self.knows(1):
            return all(self.duchy.get(other) != tile for other in region(self.board, name))
        return True

    def completes_region(self, name: str) -> bool:
        assert self.board is not None
        return all(other in self.duchy for other in region(self.board, name))

    def completes_colour(self, colour: str) -> bool:
        assert self.board is not None
        return all(name in self.duchy for name, space in spaces(self.board).items() if space.colour == colour)

    def targets(self, tile: str) -> list[str]:
        """Spaces where the tile may be placed, their die numbers aside."""
        assert self.board is not None
        return [name for name in spaces(self.board) if self.fits(tile, name)]
