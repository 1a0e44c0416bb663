"""The board plans as fields of the Rules struct: cells, neighbours, and where the two spare waters may not lie."""
from __future__ import annotations

from collections.abc import Collection
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from games.world504.tables import KINDS, OPENINGS, PLANS, SIDES

TILES = 61
NOWHERE = 255
DRAWN = len(KINDS)                                  # the kind of a cell whose tile is drawn

Space = tuple[int, int]                             # axial coordinates q, r


class Cell(NamedTuple):
    """One space of a plan: where it is and what is printed there."""

    q: int
    r: int
    text: str                                       # a city's number, W, a terrain, or . for a drawn tile

    @property
    def kind(self) -> int:
        if self.text == ".":
            return DRAWN
        if self.text.isdigit():
            return KINDS.index("city")
        return KINDS.index("water" if self.text == "W" else self.text)


def cells_of(plan: int, seats: int) -> list[Cell]:
    """The spaces of a plan row by row; of plans 1 and 4 those that are laid before anything is explored."""
    if plan in PLANS:
        return [Cell(q + i, r, text) for r, q, row in PLANS[plan] for i, text in enumerate(row.split())]
    return sorted((Cell(*cell) for cell in OPENINGS[plan, seats]),
                  key=lambda cell: (not cell.text.isdigit(), cell.text, cell.r, cell.q))


def neighbours(space: Space) -> list[Space]:
    """The six spaces around this one."""
    return [(space[0] + q, space[1] + r) for q, r in SIDES]


def parts(spaces: Collection[Space]) -> list[set[Space]]:
    """The connected parts of a set of spaces."""
    left, connected = set(spaces), []
    while left:
        part, edge = set(), [left.pop()]
        while edge:
            space = edge.pop()
            part.add(space)
            near = left.intersection(neighbours(space))
            left -= near
            edge += near
        connected.append(part)
    return connected


def apart(plan: int, cells: list[Cell]) -> list[tuple[Space, Space]]:
    """Pairs of drawn spaces that may not both be water (G7).

    On plan 3 they would join a single water to the lake, on plan 5 cut off a corner of the board.
    """
    free = [(c.q, c.r) for c in cells if c.kind == DRAWN]
    water = {(c.q, c.r) for c in cells if c.text == "W"}
    dry = {(c.q, c.r) for c in cells} - water
    if plan == 3:
        return [pair for pair in combinations(free, 2) if joins_lakes(set(pair), water)]
    return [pair for pair in combinations(free, 2) if len(parts(dry - set(pair))) > 1] if plan == 5 else []


def joins_lakes(pair: set[Space], water: set[Space]) -> bool:
    """Whether two more waters join any of the lakes that are apart without them."""
    lakes = parts(water)
    return any(sum(bool(part & lake) for lake in lakes) > 1 for part in parts(water | pair))


@cache
def board_in_force(plan: int, seats: int) -> dict[str, Any]:
    """The fields of the Rules struct that a board plan fills; tiles are numbered in the order of its cells."""
    cells = cells_of(plan, seats)
    place = {(c.q, c.r): i for i, c in enumerate(cells)}
    free = [i for i, c in enumerate(cells) if c.kind == DRAWN]
    forbidden = [0] * TILES
    for a, b in apart(plan, cells):
        first, second = sorted((free.index(place[a]), free.index(place[b])))
        forbidden[first] |= 1 << second
    rest = TILES - len(cells)
    near = [[place.get(space, NOWHERE) for space in neighbours((c.q, c.r))] for c in cells]
    return {
        "cells": len(cells), "cell_q": [c.q for c in cells] + [0] * rest, "cell_r": [c.r for c in cells] + [0] * rest,
        "cell_near": near + [[NOWHERE] * len(SIDES)] * rest,
        "cell_kind": [c.kind for c in cells] + [0] * rest,
        "cell_number": [int(c.text) if c.text.isdigit() else 0 for c in cells] + [0] * rest,
        "free_cells": len(free), "free_cell": free + [0] * (TILES - len(free)), "apart": forbidden,
    }
