"""Things given and taken: options `gifts` and `without`, what an action acquires, the kinds of items there are."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from core_ext.state import State
from games.api import ItemKind, own
from games.burgundy.art import EFFECTS
from games.burgundy.art import KNOWLEDGE as SAYS
from games.burgundy.names import BUILDING_NAMES, SPECIES_NAMES, TILE_NAMES
from games.burgundy.state import BurgundyState
from games.burgundy.tables import BOARDS, RULES
from games.gifts import read_gifts, read_without

MOST = {"points": 1000, "silver": 100, "workers": 100}      # of a token together, by seat
TOKENS = tuple(f"{name} 1" for name in MOST)
STORAGE = 3                     # spaces
KNOWLEDGE = tuple(name for name in TILE_NAMES if name.startswith("knowledge"))
ANIMALS = tuple(name for name in TILE_NAMES if name.split(" ")[0] in SPECIES_NAMES)


def _tiles(names: tuple[str, ...], meaning: Mapping[str, str] = MappingProxyType({})) -> ItemKind:
    return ItemKind(items=names, given_by="gifts", removed_by="without", meaning=meaning)


def _knowledge() -> dict[str, str]:
    """The words of the picture's key, with what it has no room for."""
    numbers: Any = RULES["knowledge"]
    found = {}
    for which, words in SAYS.items():
        n = numbers[str(which)]
        if words.startswith("end: "):
            words = words.replace("{n}", f"{{n}} point{'' if n == 1 else 's'}", 1)
        found[f"knowledge {which}"] = words.replace("knowl.", "knowledge").format(n=n)
    return found


def _buildings() -> dict[str, str]:
    numbers: Any = RULES["buildings"]
    return {name: words.format(n=numbers.get(name)) for name, words in EFFECTS.items()}


ITEMS = {
    "knowledge": _tiles(KNOWLEDGE, _knowledge()),
    "buildings": _tiles(tuple(BUILDING_NAMES), _buildings()),
    "animals": _tiles(ANIMALS),
    "castles-mines-ships": _tiles(("castle", "mine", "ship"), {
        "castle": "one more action with any die", "mine": "silver at the end of each phase",
        "ship": "goods, and a step forward in turn order"}),
    "boards": ItemKind(items=tuple(map(str, BOARDS)), given_by="boards"),
}


def takes(state: State, action: int) -> str | None:
    """The tile that a legal action acquires from a depot: with a die, for silver or by an effect."""
    return TILE_NAMES[own(state, BurgundyState).acquires(action)] or None


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
    for gift in read_gifts(text, seats, TILE_NAMES[1:], MOST, "a tile"):
        to = found[gift.seat]
        if gift.name in MOST:
            setattr(to, gift.name, getattr(to, gift.name) + gift.number)
        elif gift.name not in KNOWLEDGE:
            if len(to.tiles) == STORAGE:
                gift.refuse(f", expected at most {STORAGE} tiles for the storage of a seat")
            to.tiles.append(gift.name)
        elif gift.name in to.knowledge:
            gift.refuse(" a second time, expected it once: another changes nothing")
        else:
            to.knowledge.append(gift.name)
    return found


def left_out(text: str) -> list[str]:
    """The tiles that option `without` names, in the order of the types. Raises InputError naming what is none."""
    return read_without(text, TILE_NAMES[1:], "a tile such as knowledge 7")
