"""Forms of values: how a field of the packed position is written in JSON, and how it is read back.

A line of position.py, seats.py or turns.py gives a field its key in the document and its form. A field at rest is left
out of the document.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.fields import Field, counted, members
from games.packed import codes
from games.world504.names import HALF, NOBODY, NOWHERE, Board, edge_ends, owner_word, read_owner
from games.world504.tables import SIDES

SEATS, = codes("world504", "SEATS")

Raw = dict[str, Any]


@dataclass
class Place:
    """What the names in a document refer to: the board, the seats, the numbers in force."""

    raw: Raw
    board: Board
    seats: int
    rules: Raw

    def owner_word(self, owner: int) -> int | str:
        """An owner as a document names it."""
        return owner_word(self.rules, owner)

    def owner(self, field: Field) -> int:
        """An owner by its name: a company, or a seat."""
        return read_owner(field, self.rules)

    def tile(self, field: Field) -> int:
        """A tile by its name, or by its space alone."""
        word = field.string()
        for names in (self.board.tiles, [f"{q},{r}" for q, r in self.board.spaces]):
            if word in names:
                return names.index(word)
        return field.index(self.board.tiles, "a tile that lies, such as 'city 1' or 'forest 1,-2'")

    def tile_key(self, field: Field, key: str) -> int:
        """The same of a key of an object."""
        return field.key_index(key, self.board.tiles, "a tile that lies, such as 'city 1' or 'forest 1,-2'")

    def edge(self, field: Field) -> int:
        """Two neighbouring tiles."""
        first, second = (self.tile(end) for end in field.items(2))
        if second not in self.raw["near"][first]:
            field.fail("two neighbouring tiles")
        side = self.raw["near"][first].index(second)
        return HALF * first + side if side < HALF else HALF * second + side - HALF

    def ends(self, edge: int) -> list[str]:
        """The names of the two tiles of an edge."""
        return [self.board.tiles[end] for end in edge_ends(self.raw, edge)]


class Form(NamedTuple):
    """How a value is written, and read; both know the place."""

    write: Callable[[Any, Place], Any]
    read: Callable[[Field, Place], Any]


class Line(NamedTuple):
    """A field of the packed position, its key in the document, its form, and its value at rest."""

    key: str
    field: str
    form: Form
    rest: Any = 0


def write_lines(lines: Sequence[Line], raw: Raw, place: Place) -> dict[str, Any]:
    """The fields that are not at rest."""
    return {line.key: line.form.write(raw[line.field], place) for line in lines if raw[line.field] != line.rest}


def read_lines(lines: Sequence[Line], parts: Mapping[str, Field], raw: Raw, place: Place) -> None:
    """Set the fields: those that the document has not are at rest."""
    for line in lines:
        raw[line.field] = line.form.read(parts[line.key], place) if line.key in parts else line.rest


def keys_of(lines: Sequence[Line]) -> list[str]:
    """The keys that these fields have in a document."""
    return [line.key for line in lines]


# ---- forms ----------------------------------------------------------------------------------


def number(most: int = 255, least: int = 0) -> Form:
    """A whole number."""
    return Form(lambda value, place: value, lambda field, place: field.integer(least, most))


def word(names: Sequence[str], what: str) -> Form:
    """One of these names, by its number."""
    return Form(lambda value, place: names[value], lambda field, place: field.index(names, what))


def counts(names: Sequence[str], what: str, most: int = 255) -> Form:
    """Numbers by name."""
    return Form(lambda value, place: counted(value, names), lambda field, place: field.counts(names, what, most))


def mask(names: Sequence[str], what: str) -> Form:
    """Names whose bits are set."""
    return Form(lambda value, place: members(value, names), lambda field, place: field.members(names, what))


def numbers(length: int, most: int = 255, least: int = 0) -> Form:
    """A list of whole numbers."""
    return Form(lambda value, place: list(value),
                lambda field, place: [entry.integer(least, most) for entry in field.items(length)])


def switch() -> Form:
    """True or false."""
    return Form(lambda value, place: bool(value), lambda field, place: int(field.boolean()))


def _seat(field: Field, place: Place) -> int:
    return field.integer(0, place.seats - 1, "a seat")


def seat() -> Form:
    """A seat, or null for nobody."""
    return Form(lambda value, place: None if value == NOBODY else value,
                lambda field, place: NOBODY if field.value is None else _seat(field, place))


def seat_mask() -> Form:
    """Seats whose bits are set."""
    def read(field: Field, place: Place) -> int:
        mask = 0
        for entry in field.items(most=place.seats):
            mask |= 1 << _seat(entry, place)
        return mask

    return Form(lambda value, place: members(value, range(place.seats)), read)


def seat_list(rest: Sequence[int]) -> Form:
    """A seat for each seat; the places that no seat fills are at rest."""
    return Form(lambda value, place: value[:place.seats],
                lambda field, place: [_seat(entry, place) for entry in field.items(place.seats, each="seat")]
                + list(rest[place.seats:]))


def owner() -> Form:
    """An owner, or null for nobody."""
    return Form(lambda value, place: None if value == NOBODY else place.owner_word(value),
                lambda field, place: NOBODY if field.value is None else place.owner(field))


def owner_mask() -> Form:
    """Owners whose bits are set."""
    def read(field: Field, place: Place) -> int:
        mask = 0
        for entry in field.items(most=place.rules["owners"]):
            mask |= 1 << place.owner(entry)
        return mask

    return Form(lambda value, place: [place.owner_word(i) for i in members(value, range(place.rules["owners"]))], read)


def owner_list(rest: Sequence[int]) -> Form:
    """An owner for each owner; the places that none fills are at rest."""
    def read(field: Field, place: Place) -> list[int]:
        each = "company" if place.rules["companies"] else "seat"
        return ([place.owner(entry) for entry in field.items(place.rules["owners"], each=each)]
                + list(rest[place.rules["owners"]:]))

    return Form(lambda value, place: [place.owner_word(i) for i in value[:place.rules["owners"]]], read)


def seat_masks(companies: Sequence[str]) -> Form:
    """For each seat the companies whose bits are set."""
    def read(field: Field, place: Place) -> list[int]:
        masks = [entry.members(companies, "a company") for entry in field.items(place.seats, each="seat")]
        return masks + [0] * (SEATS - place.seats)

    return Form(lambda value, place: [members(mask, companies) for mask in value[:place.seats]], read)


def tile() -> Form:
    """A tile, or null for none."""
    return Form(lambda value, place: None if value == NOWHERE else place.board.tiles[value],
                lambda field, place: NOWHERE if field.value is None else place.tile(field))


def tile_mask() -> Form:
    """Tiles whose bits are set."""
    def read(field: Field, place: Place) -> int:
        mask = 0
        for entry in field.items(most=len(place.board.tiles)):
            mask |= 1 << place.tile(entry)
        return mask

    return Form(lambda value, place: members(value, place.board.tiles), read)


def tile_counts(tiles: int) -> Form:
    """A number for each tile."""
    def read(field: Field, place: Place) -> list[int]:
        counts = [0] * tiles
        for key, entry in field.entries().items():
            counts[place.tile_key(field, key)] = entry.integer(1, 255)
        return counts

    return Form(lambda value, place: counted(value, place.board.tiles), read)


def roads(tiles: int) -> Form:
    """Roads as pairs of neighbouring tiles; each end has a bit for its side."""
    def write(value: Sequence[int], place: Place) -> list[list[str]]:
        return [place.ends(HALF * here + side) for here, sides in enumerate(value) for side in range(HALF)
                if sides >> side & 1]

    def read(field: Field, place: Place) -> list[int]:
        sides = [0] * tiles
        for entry in field.items(most=HALF * tiles):
            first, side = divmod(place.edge(entry), HALF)
            sides[first] |= 1 << side
            sides[place.raw["near"][first][side]] |= 1 << (side + HALF) % len(SIDES)
        return sides

    return Form(write, read)


def slots(length: int, words: Sequence[str], what: str) -> Form:
    """Places that are empty (0) or hold one of these words (1 and up), the empty ones at the end left out."""
    def write(value: Sequence[int], place: Place) -> list[str | None]:
        filled = max((at + 1 for at, held in enumerate(value) if held), default=0)
        return [words[held - 1] if held else None for held in value[:filled]]

    def read(field: Field, place: Place) -> list[int]:
        held = [0 if entry.value is None else 1 + entry.index(words, f"null or {what}")
                 for entry in field.items(most=length)]
        return held + [0] * (length - len(held))

    return Form(write, read)
