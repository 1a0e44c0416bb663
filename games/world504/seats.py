"""What one owner has, as JSON, both ways."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from games.fields import Field
from games.packed import codes
from games.world504.forms import (
    Form,
    Line,
    Place,
    counts,
    keys_of,
    mask,
    number,
    read_lines,
    roads,
    slots,
    tile,
    tile_counts,
    tile_mask,
    write_lines,
)
from games.world504.names import NOWHERE
from games.world504.tables import GOODS, KINDS, PRIVILEGES, RULES

TILES, CITIES, STORE, SOURCES = codes("world504", "TILES CITIES STORE SOURCES")
LOADS = (*GOODS, "resident", "2 residents")         # what a hold can carry
FROM = ("factories", "exploring", "scorings", "awards")         # what victory points are collected for
CITY_NAMES = tuple(f"city {number + 1}" for number in range(CITIES))
SPEEDS: list[int] = cast(dict[str, Any], RULES["trolley"])["speeds"]
MOST_MONEY = 30_000
SUPPLIES = ("residents", "settlements", "roads")    # of each owner; left out of a document: what is nowhere else

Raw = dict[str, Any]


def _speed() -> Form:
    """The movement points that the token shows."""
    def read(field: Field, place: Place) -> int:
        if field.value not in SPEEDS or isinstance(field.value, bool):
            field.fail(f"the points of a movement token: {', '.join(map(str, SPEEDS))}")
        return SPEEDS.index(field.value)

    return Form(lambda value, place: SPEEDS[value], read)


def _collected() -> Form:
    """Victory points by what they were gained for; those of scorings may be less than none."""
    def read(field: Field, place: Place) -> list[int]:
        parts = field.keys((), FROM)
        return [parts[name].integer(-MOST_MONEY, MOST_MONEY) if name in parts else 0 for name in FROM]

    return Form(lambda value, place: {name: points for name, points in zip(FROM, value, strict=True) if points}, read)


def _houses() -> Form:
    """What lies on trading houses, by city."""
    store = slots(STORE, GOODS, "a good")

    def write(value: list[list[int]], place: Place) -> dict[str, Any]:
        return {name: store.write(held, place) for name, held in zip(CITY_NAMES, value, strict=True) if any(held)}

    def read(field: Field, place: Place) -> list[list[int]]:
        parts = field.keys((), CITY_NAMES)
        return [store.read(parts[name], place) if name in parts else [0] * STORE for name in CITY_NAMES]

    return Form(write, read)


LINES = (
    Line("money", "money", number(MOST_MONEY, -MOST_MONEY)),
    Line("income", "income", number(MOST_MONEY)),
    Line("points", "collected", _collected(), [0] * SOURCES),
    Line("capital", "capital", tile(), NOWHERE),
    Line("settlements", "settled", tile_mask()),
    Line("active", "active", tile_counts(TILES), [0] * TILES),
    Line("exhausted", "spent", tile_counts(TILES), [0] * TILES),
    Line("roads", "road", roads(TILES), [0] * TILES),
    Line("linked", "linked", tile_mask()),
    Line("privileges", "privileges", mask(PRIVILEGES, "a privilege, such as 'II(4)'")),
    Line("city_cards", "cards", mask(CITY_NAMES, "a city, 'city 1' to 'city 10'")),
    Line("houses", "house", _houses(), [[0] * STORE for _ in range(CITIES)]),
    Line("delivered", "delivered", counts(GOODS, "a good"), [0] * len(GOODS)),
    Line("goods", "goods", counts(GOODS, "a good"), [0] * len(GOODS)),
    Line("explored", "explored", counts(KINDS, "a kind of tile"), [0] * len(KINDS)),
    Line("trolley", "trolley", tile(), NOWHERE),
    Line("speed", "speed", _speed()),
    Line("holds", "holds", number(2)),
    Line("load", "hold", slots(2, LOADS, "a load: a good, 'resident' or '2 residents'"), [0, 0]),
    Line("tokens", "tokens", number()),
    Line("moved_on", "moved_on", number()),
    Line("gain", "gain", number()),
    Line("lost_goods", "lost", counts(GOODS, "a good"), [0] * len(GOODS)),
)


def write_player(owner: Raw, place: Place) -> dict[str, Any]:
    """One owner as plain data; its supply is always told."""
    supply = {name: owner[name] for name in SUPPLIES if owner[name]}
    return {"money": owner["money"], **write_lines(LINES, owner, place), "supply": supply}


def read_player(field: Field, owner: Raw, place: Place,
                more: Sequence[str] = ()) -> tuple[set[str], dict[str, Field]]:
    """One owner into the plain fields of its pieces.

    Returns what of the supply is to be filled in, and all fields, of which `more` may be there besides.
    """
    parts = field.keys((), [*keys_of(LINES), "supply", *more])
    read_lines(LINES, parts, owner, place)
    owner["up"] = sum(1 << at for at, there in enumerate(owner["active"]) if there)
    owner["down"] = sum(1 << at for at, there in enumerate(owner["spent"]) if there)
    owner["unused"] = [0] * len(owner["unused"])
    if "supply" not in parts:
        return set(SUPPLIES), parts
    supply = parts["supply"].keys((), SUPPLIES)
    for name in SUPPLIES:
        owner[name] = supply[name].integer(0, 255) if name in supply else 0
    return set(), parts


