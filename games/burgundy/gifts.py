"""Things given and taken: options `gifts` and `without`, what an action acquires, the kinds of items there are."""
from __future__ import annotations

from dataclasses import dataclass

from core_ext.state import State
from games.api import InputError, ItemKind
from games.burgundy.names import BUILDING_NAMES, SPECIES_NAMES, TILE_NAMES
from games.burgundy.state import BurgundyState
from games.burgundy.tables import BOARDS
from games.fields import nearest, shown

NULL = "null"                   # a gift worth nothing
MOST = {"points": 1000, "silver": 100, "workers": 100}      # of a token together, by seat
TOKENS = tuple(f"{name} 1" for name in MOST)
STORAGE = 3                     # spaces
KNOWLEDGE = tuple(name for name in TILE_NAMES if name.startswith("knowledge"))
ANIMALS = tuple(name for name in TILE_NAMES if name.split(" ")[0] in SPECIES_NAMES)


def _tiles(names: tuple[str, ...]) -> ItemKind:
    return ItemKind(items=names, given_by="gifts", removed_by="without")


ITEMS = {
    "knowledge": _tiles(KNOWLEDGE),
    "buildings": _tiles(tuple(BUILDING_NAMES)),
    "animals": _tiles(ANIMALS),
    "castles-mines-ships": _tiles(("castle", "mine", "ship")),
    "boards": ItemKind(items=tuple(map(str, BOARDS)), given_by="boards"),
}


def takes(state: State, action: int) -> str | None:
    """The tile that a legal action acquires from a depot: with a die, for silver or by an effect."""
    assert isinstance(state, BurgundyState)
    return TILE_NAMES[state.acquires(action)] or None


@dataclass
class Given:
    """What a seat begins with beside what every seat has."""

    knowledge: list[str]        # in force though they lie on no hex
    tiles: list[str]            # in storage
    points: int = 0
    silver: int = 0
    workers: int = 0

    def words(self) -> list[str]:
        """Its gifts as they are written."""
        counts = {name: getattr(self, name) for name in MOST}
        return [*self.knowledge, *self.tiles, *(f"{name} {count}" for name, count in counts.items() if count)]


def given(text: str, seats: int) -> list[Given]:
    """What option `gifts` gives each seat. Raises InputError naming the gift refused."""
    found = [Given([], []) for _ in range(seats)]
    for part in filter(None, (p.strip() for p in text.split(","))):
        seat, _, what = (w.strip() for w in part.partition(":"))
        if seat not in map(str, range(seats)) or not what:
            raise InputError(f"option gifts: found {shown(part)}, expected a seat 0-{seats - 1} and a gift, "
                             "like 0:knowledge 7")
        if what != NULL:
            _give(found[int(seat)], what, part)
    return found


def _give(to: Given, what: str, part: str) -> None:
    """Note one gift."""
    name, _, count = what.rpartition(" ")
    if what in KNOWLEDGE:
        if what in to.knowledge:
            raise InputError(f"option gifts: found {shown(part)} a second time, expected it once: "
                             "another changes nothing")
        to.knowledge.append(what)
    elif what and what in TILE_NAMES:
        if len(to.tiles) == STORAGE:
            raise InputError(f"option gifts: found {shown(part)}, expected at most {STORAGE} tiles for the "
                             "storage of a seat")
        to.tiles.append(what)
    elif name in MOST and count.isascii() and count.isdigit() and len(count) <= 4:
        setattr(to, name, getattr(to, name) + int(count))
        if getattr(to, name) > MOST[name]:
            raise InputError(f"option gifts: found {shown(part)}, expected at most {MOST[name]} {name} for a seat")
    else:
        known = (*TILE_NAMES[1:], *TOKENS, NULL)
        raise InputError(f"option gifts: found {shown(part)}, expected a tile, {NULL}, or one of {', '.join(MOST)} "
                         f"and a number{nearest(what, known)}")


def left_out(text: str) -> list[str]:
    """The tiles that option `without` names, in the order of the types. Raises InputError naming what is none."""
    words = [w.strip() for w in text.split(",") if w.strip()]
    for word in words:
        if word not in TILE_NAMES:
            raise InputError(f"option without: found {shown(word)}, expected a tile such as knowledge 7"
                             f"{nearest(word, TILE_NAMES[1:])}")
    return [name for name in TILE_NAMES[1:] if name in words]
