"""Owners with so many tiles of each terrain, for tests of majorities and production."""
from __future__ import annotations

from games.packed import codes
from games.world504.tables import GOODS, KINDS

from .positions import Raw, give, make

CITY, WATER = KINDS.index("city"), KINDS.index("water")
NOBODY, NOWHERE = codes("world504", "NOBODY NOWHERE")


def taken(raw: Raw) -> int:
    """The tiles of anybody, as bits."""
    bits = 0
    for o in raw["owner"]:
        bits |= o["settled"] | (1 << o["capital"] if o["capital"] < len(raw["kind"]) else 0)
    return bits


def settle(raw: Raw, owner: int, **wanted: int) -> list[int]:
    """Give the owner settlements on so many tiles of each kind that were nobody's; returns them in the order asked for.

    Land becomes what is wanted.
    """
    found = []
    for kind, count in wanted.items():
        for _ in range(count):
            free = [t for t in range(raw["tiles"]) if not taken(raw) >> t & 1 and raw["kind"][t] != WATER
                    and (raw["kind"][t] == CITY) == (kind == "city")]
            if kind != "city":
                make(raw, free[0], kind)
            give(raw, owner, settled=[free[0]])
            found.append(free[0])
    return found


def chain(raw: Raw, owner: int, length: int) -> list[int]:
    """Give the owner settlements on a row of land: from its capital on, each beside the one before only."""
    def grown(row: list[int]) -> list[int] | None:
        if len(row) == length + 1:
            return row[1:]
        for t in raw["near"][row[-1]]:
            if t < raw["tiles"] and t not in row and not taken(raw) >> t & 1 and raw["kind"][t] not in (CITY, WATER):
                if not set(raw["near"][t]) & set(row[:-1]):
                    longer = grown([*row, t])
                    if longer:
                        return longer
        return None
    row = grown([raw["owner"][owner]["capital"]])
    assert row, f"no row of {length} tiles"
    give(raw, owner, settled=row)
    return row


def plant(raw: Raw, owner: int, t: int, good: str) -> None:
    """The tile has a plant of the owner that makes this good."""
    raw["plant"][t] = 1 + GOODS.index(good) + 8 * owner


def heap(**numbers: int) -> list[int]:
    """Goods by kind."""
    return [numbers.get(what, 0) for what in GOODS]


def houses(raw: Raw, owner: int, cities: int) -> list[int]:
    """The owner has trading houses in so many cities, its capital among them; their tiles, the capital first."""
    capital = raw["owner"][owner]["capital"]
    tiles = [t for t in raw["city_at"] if t not in (NOWHERE, capital)][:cities - 1]
    give(raw, owner, settled=tiles)
    return [capital, *tiles]
