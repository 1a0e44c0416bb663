"""The 37 hexes of a duchy: which touch, and what the printed boards say of their colours and regions."""
from __future__ import annotations

from functools import cache

from games.burgundy import tables
from games.burgundy.names import COLOUR_NAMES, ROW_LENGTHS

_LETTERS = {name[0].upper(): colour for colour, name in enumerate(COLOUR_NAMES)}     # B A K C M S


def _axial() -> list[tuple[int, int]]:
    """Axial coordinates (q, r) of the hexes in reading order; the centre is (0, 0)."""
    return [(n - 3 + max(0, 3 - row), row - 3) for row, length in enumerate(ROW_LENGTHS) for n in range(length)]


def _neighbours() -> list[list[int]]:
    at = {place: index for index, place in enumerate(_axial())}
    around = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    return [[at[q + dq, r + dr] for dq, dr in around if (q + dq, r + dr) in at] for q, r in at]


NEIGHBOURS = _neighbours()      # hexes that touch each hex


@cache
def colours(board: int) -> tuple[int, ...]:
    """Colour of each hex of a board, 1-9."""
    return tuple(_LETTERS[word[0]] for word in tables.BOARDS[board].replace("/", " ").split())


@cache
def regions(board: int) -> tuple[tuple[int, ...], ...]:
    """The regions of a board: maximal connected sets of hexes of one colour (B41)."""
    colour, left, found = colours(board), set(range(len(NEIGHBOURS))), []
    while left:
        start = min(left)
        found.append(tuple(sorted(connected(start, {h for h in left if colour[h] == colour[start]}))))
        left -= set(found[-1])
    return tuple(found)


def connected(start: int, hexes: set[int]) -> set[int]:
    """The hexes of `hexes` that a walk from `start` through them reaches, `start` included."""
    reached, frontier = {start}, [start]
    while frontier:
        for near in NEIGHBOURS[frontier.pop()]:
            if near in hexes and near not in reached:
                reached.add(near)
                frontier.append(near)
    return reached
