"""Things given and taken: options `gifts` and `without`, and what an action acquires."""
from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from core_ext.state import State
from games.api import InputError
from games.gifts import read_gifts, read_without
from games.orleans.art import EFFECTS, effect
from games.orleans.tables import GOODS, PLACES, RULES, TILES
from games.packed import codes

TECHNOLOGY = "technology"       # alone: one tile
# How many of a token one seat may be given; of goods also all seats together.
MOST = {"coins": 100, "points": 200, "development": 30, TECHNOLOGY: 16} | dict.fromkeys(GOODS, 10)
TOKENS = tuple(MOST)
FIRST_TILE, USE, VILLAGE = codes("orleans", "A_TILE A_USE A_VILLAGE")
# what a place tile does where the words on its picture are too short to be read without the game at hand
LONGER = {"Sacristy": "may cancel Harvest, Taxes or Plague", "Herb Garden": "boatmen stand in for three others",
          "Bathhouse": "draw more followers and choose", "Windmill": "{n} coins and {m} development",
          "Hospital": "coins by development status", "Office": "a coin for each own station",
          "School": "scholars stand in for five others", "Pharmacy": "buy up to {n} development",
          "Horse Wagon": "travel one road, beside the Wagon", "Gunpowder Tower": "{n} market spaces, serves deeds"}
TAKING_TECHNOLOGY = (VILLAGE + 1, USE + PLACES.index("Laboratory"))      # the Village's craftsman brings one


def takes(state: State, action: int) -> str | None:
    """The place tile that a legal action acquires, or `technology`."""
    if FIRST_TILE <= action < FIRST_TILE + len(TILES):
        return TILES[action - FIRST_TILE]
    if action in TAKING_TECHNOLOGY and state.raw()["technology"]:
        return TECHNOLOGY
    return None


def meaning() -> dict[str, str]:
    """What each place tile does, in a few words, with the numbers as printed."""
    return {tile: effect(tile, RULES, EFFECTS | LONGER) for tile in TILES}


def left_out(text: str) -> list[str]:
    """The tiles that option `without` names. Raises InputError."""
    return read_without(text, TILES, "a place tile")


def given(text: str, seats: int, missing: Collection[str], rules: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of the Rules struct: gifts by seat. Raises InputError naming the gift refused."""
    tokens = [dict.fromkeys(MOST, 0) for _ in range(5)]
    tiles: list[set[str]] = [set() for _ in range(5)]
    for gift in read_gifts(text, seats, (*TILES, TECHNOLOGY), MOST, "a place tile"):
        if gift.name in MOST:
            tokens[gift.seat][gift.name] += gift.number
            continue
        if gift.name in missing:
            gift.refuse(f", but option without leaves {gift.name} out")
        if gift.name in set().union(*tiles):
            gift.refuse(f", but there is one {gift.name} only and it is given already")
        tiles[gift.seat].add(gift.name)
    for good in GOODS:
        if sum(t[good] for t in tokens) > MOST[good]:
            raise InputError(f"option gifts: found more than {MOST[good]} {good} in all")
    stack = rules["technology"][str(seats)]
    if sum(t[TECHNOLOGY] for t in tokens) > stack:
        raise InputError(f"option gifts: found more technology than the {stack} tiles there are")
    return {
        "gift_coins": [t["coins"] for t in tokens], "gift_points": [t["points"] for t in tokens],
        "gift_steps": [t["development"] for t in tokens], "gift_technology": [t[TECHNOLOGY] for t in tokens],
        "gift_goods": [[t[g] for g in GOODS] for t in tokens],
        "gift_tiles": [sum(1 << TILES.index(tile) for tile in held) for held in tiles],
    }
