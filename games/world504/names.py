"""The words of 504: what the numbers of the compiled position are called in texts and JSON."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from core_ext.state import State
from games.api import own
from games.fields import Field
from games.packed import codes, enum
from games.world504.state import World504State
from games.world504.tables import COMPANIES, GOODS, KINDS, PRIVILEGES, SIDES

STAGE_NAMES = enum("world504", "Stage")
NOBODY, NOWHERE = codes("world504", "NOBODY NOWHERE")
HALF = 3                                            # sides that give an edge its number: east, southeast, southwest
# what may be exchanged for one good: any two, alike or not, in the order of the action codes
PAIRS = tuple(f"{a} and {b}" for a, b in combinations_with_replacement(GOODS, 2))

Raw = dict[str, Any]


def owner_names(rules: Mapping[str, Any]) -> tuple[str, ...]:
    """What owners are called in texts: seats by number, companies by colour."""
    return COMPANIES if rules["companies"] else tuple(f"seat {seat}" for seat in range(rules["seats"]))


def owner_word(rules: Mapping[str, Any], owner: int) -> int | str:
    """An owner as a document names it: a company by its colour, a seat by its number."""
    return COMPANIES[owner] if rules["companies"] else owner


def read_owner(field: Field, rules: Mapping[str, Any]) -> int:
    """The number of an owner that a document names so."""
    if rules["companies"]:
        return field.index(COMPANIES, f"null or a company: {', '.join(COMPANIES)}")
    return field.integer(0, rules["seats"] - 1, "null or a seat")


def seat_acts(raw: Raw, rules: Mapping[str, Any]) -> bool:
    """Whether the actor is a seat for itself and no owner: it trades in shares, or bids for its place among traders."""
    return bool(rules["companies"]) and STAGE_NAMES[raw["stage"]] in ("shares", "sealed-bid", "sealed-units", "place")


def acting(state: State) -> str | None:
    """The company for which its president acts; None where a seat acts for itself, and where chance does."""
    mine = own(state, World504State)
    if mine.current_player() < 0:
        return None
    rules = mine.rules_in_force()
    if not rules["companies"] or seat_acts(raw := mine.raw(), rules):
        return None
    return COMPANIES[raw["actor"]]


class Board(NamedTuple):
    """The tiles that lie, by number: what each is called, and its space."""

    tiles: tuple[str, ...]                          # "city 4", "forest 1,-2"
    spaces: tuple[tuple[int, int], ...]

    def beside(self, tile: int, side: int) -> str:
        """The space on that side of a tile: `1,-2`."""
        q, r = self.spaces[tile]
        return f"{q + SIDES[side][0]},{r + SIDES[side][1]}"


def board_of(raw: Raw) -> Board:
    """The tiles of a position; made once for each board."""
    return _board(raw["tiles"], *(tuple(raw[field]) for field in ("kind", "q", "r", "number")))


@lru_cache(maxsize=256)
def _board(tiles: int, *fields: Sequence[int]) -> Board:
    lying = list(zip(*fields, strict=True))[:tiles]
    return Board(tuple(tile_name(*tile) for tile in lying), tuple((q, r) for _, q, r, _ in lying))


def tile_name(kind: int, q: int, r: int, number: int) -> str:
    """A city by its number, another tile by its kind and space; a space that waits for its tile by its space alone."""
    if number:
        return f"city {number}"
    return f"{KINDS[kind]} {q},{r}" if kind < len(KINDS) else f"{q},{r}"


def edge_ends(raw: Raw, edge: int) -> tuple[int, int]:
    """The two tiles of an edge; the first is the one that it leaves to the east, southeast or southwest."""
    tile, side = divmod(edge, HALF)
    return tile, raw["near"][tile][side]


def crew(raw: Raw, rules: Raw) -> int:
    """How many residents build the road that is being asked about (R6.3D.2, R6.3D.3)."""
    actor, edge = raw["actor"], raw["turn"]["target"]
    tile, side = divmod(edge, HALF)
    dearest = max(_road_cost(raw["kind"][end], raw["owner"][actor]["privileges"], rules)
                  for end in edge_ends(raw, edge))
    others = (owner for i, owner in enumerate(raw["owner"]) if i != actor)
    return dearest + sum(owner["road"][tile] >> side & 1 for owner in others)


def _road_cost(kind: int, privileges: int, rules: Raw) -> int:
    """Residents that a road to this kind of tile takes, with the privileges that make it cheap."""
    cheap = {"city": "II(8)", "forest": "I(9)"}
    if rules["mountain_roads_as_meadow"]:
        cheap["mountain"] = "II(7)"
    held = cheap.get(KINDS[kind])
    if held and privileges >> PRIVILEGES.index(held) & 1:
        kind = KINDS.index("meadow")
    return int(rules["road_cost"][kind])
