"""Things given and taken: options `gifts` and `without`, and what an action acquires."""
from __future__ import annotations

from typing import Any

from core_ext.state import State
from games.api import InputError
from games.fields import nearest
from games.orleans.tables import GOODS, PLACES, TILES

TOKENS = ("coins", "points", "development", "technology", *GOODS)
TECHNOLOGY = "technology"       # alone: one tile
MOST = {"coins": 100, "points": 200, "development": 30, "technology": 16}     # of a token together
MOST_GOODS = 10
FIRST_TILE = 988                # action codes, see README.md
TAKING_TECHNOLOGY = (721, 690 + PLACES.index("Laboratory"))


def takes(state: State, action: int) -> str | None:
    """The place tile that a legal action acquires, or `technology`."""
    if FIRST_TILE <= action < FIRST_TILE + len(TILES):
        return TILES[action - FIRST_TILE]
    if action in TAKING_TECHNOLOGY and state.raw()["technology"]:
        return TECHNOLOGY
    return None


def left_out(text: str) -> set[int]:
    """Tiles that option `without` names."""
    missing = set()
    for word in filter(None, (w.strip() for w in text.split(","))):
        if word not in TILES:
            raise InputError(f"option without: found {word!r}, expected a place tile{nearest(word, TILES)}")
        missing.add(TILES.index(word))
    return missing


def given(text: str, seats: int, missing: set[int], rules: dict[str, Any]) -> dict[str, Any]:
    """Fields of the Rules struct: gifts by seat. Raises InputError naming the gift refused."""
    tokens = [dict.fromkeys(TOKENS, 0) for _ in range(5)]
    tiles = [0] * 5
    for part in filter(None, (p.strip() for p in text.split(","))):
        seat, _, what = (w.strip() for w in part.partition(":"))
        if seat not in map(str, range(seats)) or not what:
            raise InputError(f"option gifts: found {part!r}, expected a seat 0-{seats - 1} and a gift, like 0:Hayrick")
        name, _, count = what.rpartition(" ")
        if what == TECHNOLOGY:
            give_token(tokens[int(seat)], what, 1, part)
        elif what in TILES:
            give_tile(int(seat), what, tiles, missing, part)
        elif name in TOKENS and count.isascii() and count.isdigit() and len(count) <= 3:
            give_token(tokens[int(seat)], name, int(count), part)
        else:
            known = (*TILES, *(f"{t} 1" for t in TOKENS))
            raise InputError(f"option gifts: found {part!r}, expected a place tile, or one of {', '.join(TOKENS)} "
                             f"and a number{nearest(what, known)}")
    for good in GOODS:
        if sum(t[good] for t in tokens) > MOST_GOODS:
            raise InputError(f"option gifts: found more than {MOST_GOODS} {good} in all")
    stack = rules["technology"][str(seats)]
    if sum(t["technology"] for t in tokens) > stack:
        raise InputError(f"option gifts: found more technology than the {stack} tiles there are")
    return {
        "gift_coins": [t["coins"] for t in tokens], "gift_points": [t["points"] for t in tokens],
        "gift_steps": [t["development"] for t in tokens], "gift_technology": [t["technology"] for t in tokens],
        "gift_goods": [[t[g] for g in GOODS] for t in tokens], "gift_tiles": tiles,
    }


def give_tile(seat: int, name: str, tiles: list[int], missing: set[int], part: str) -> None:
    """Note that the seat begins with this place tile."""
    tile = TILES.index(name)
    if tile in missing:
        raise InputError(f"option gifts: found {part!r}, but option without leaves {name} out")
    if any(held >> tile & 1 for held in tiles):
        raise InputError(f"option gifts: found {part!r}, but there is one {name} only and it is given already")
    tiles[seat] |= 1 << tile


def give_token(tokens: dict[str, int], name: str, count: int, part: str) -> None:
    """Note so many coins, points, steps, technology tiles or goods for a seat."""
    most = MOST.get(name, MOST_GOODS)
    tokens[name] += count
    if tokens[name] > most:
        raise InputError(f"option gifts: found {part!r}, expected at most {most} {name}")
