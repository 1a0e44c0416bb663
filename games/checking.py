"""What the checks of all games share: a position as read, and how it is refused."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

from games.api import InputError
from games.fields import several

TRUST = "--trust"       # the option of commands with which a position need not add up to what the box holds


class Miscount(InputError):
    """Parts of a position that do not add up to what the box holds; who trusts it may take it all the same."""


def refuse(place: str, found: object, expected: str) -> NoReturn:
    """Raise InputError in the form that all refusals have."""
    raise InputError(f"{place}: found {found}, expected {expected}")


def misplaced(place: str, found: object, expected: str) -> NoReturn:
    """Raise Miscount where something lies, or is missing, that the rest of the position does not account for."""
    raise Miscount(f"{place}: found {found}, expected {expected}")


def miscounted(place: str, found: int, what: str, due: int, why: str, bound: str = "",
               where: Mapping[str, int] | None = None) -> NoReturn:
    """Raise Miscount: how many were found, by how many that is wrong, how many are due and why.

    `bound`: "at most" or "at least"; `where`: how many lie at each place.
    """
    off = f"{abs(found - due)} too {'many' if found > due else 'few'}"
    parts = ", ".join(f"{count} {at}" for at, count in (where or {}).items() if count)
    raise Miscount(f"{place}: found {several(found, what)}, {off}; expected {bound}{' ' if bound else ''}{due}: {why}"
                   f"{f' ({parts})' if parts else ''}")


@dataclass
class Checked:
    """A position as read, not yet judged: the fields of the compiled struct, and what they are judged by."""

    raw: dict[str, Any]
    seats: int
    options: Mapping[str, str]
    rules: Mapping[str, Any]
    stages: ClassVar[Sequence[str]]             # of this game: names of its stages
    defaults: ClassVar[Mapping[str, str]]       # and values of its options

    @property
    def stage(self) -> str:
        return self.stages[self.raw["stage"]]

    @property
    def players(self) -> list[dict[str, Any]]:
        return self.raw["seat"][:self.seats]

    @property
    def actor(self) -> dict[str, Any]:
        return self.raw["seat"][self.raw["actor"]]

    def option(self, name: str) -> str:
        return self.options.get(name, self.defaults[name])
