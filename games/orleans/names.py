"""The words of Orléans: what each number of the compiled position is called in texts and JSON."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.orleans.tables import BOARD, DEEDS, PLACES, ROUTES, TOWNS
from games.packed import codes, enum

STAGE_NAMES = enum("orleans", "Stage")
[TECHNOLOGY_TILE] = codes("orleans", "TECHNOLOGY_TILE")         # in a seat's `on`
ROUTE_NAMES = tuple(route[0] for route in ROUTES)
# where the citizen tiles lie: three spaces of the development track, the two other tracks, deeds, the end of the game
CITIZEN_NAMES = ("development 1", "development 2", "development 3", "boatman", "knight", *DEEDS, "most stations")
OFFICES = ("Town Hall", "Gunpowder Tower")
VEHICLES = ("Ship", "Wagon", "Horse Wagon")
TECHNOLOGY = "technology"       # what a space may hold besides a follower

Spaces = tuple[tuple[str, str], ...]    # place and profession of each space


@lru_cache(maxsize=64)
def _numbered(rows: tuple[tuple[str, ...], ...], bathhouse: str) -> Spaces:
    return tuple((place, bathhouse if place == "Bathhouse" else word)
                 for place, row in zip(PLACES, rows, strict=True) for word in row)


def spaces_of(rules: Mapping[str, Any], options: Mapping[str, str]) -> Spaces:
    """The place and the profession of each space in order, by the numbers in force."""
    rows = tuple(tuple(rules["spaces"][place]) for place in PLACES)
    spent = options.get("bathhouse_spends", "any")
    return _numbered(rows, spent if spent == "boatman" else rules["spaces"]["Bathhouse"][0])


@lru_cache(maxsize=64)
def rows_of(spaces: Spaces) -> dict[str, list[int]]:
    """The spaces of each place, from left to right."""
    rows: dict[str, list[int]] = {place: [] for place in PLACES}
    for space, (place, _) in enumerate(spaces):
        rows[place].append(space)
    return rows


@lru_cache(maxsize=1)
def item_names() -> tuple[str, ...]:
    """What a torture can take, in the order of its action codes."""
    return (*PLACES[len(BOARD):], "follower", "station", *(f"station in {town}" for town in TOWNS), "step",
            "grain", "cheese", "wine", "wool", "brocade", *(f"{TECHNOLOGY} on {place}" for place in PLACES), TECHNOLOGY)


def send_names(professions: Sequence[str]) -> tuple[str, ...]:
    """A follower to a deed in the order of the codes; the last way is the Canalisation's other reward."""
    ways = (*DEEDS, "Canalisation for development")
    return tuple(f"{office}: {who} to {way}" for office in OFFICES for who in professions for way in ways)
