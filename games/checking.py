"""What the checks of all games share: a position as read, and how it is refused."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

from games.api import InputError


class Miscount(InputError):
    """Parts of a position that do not add up to what the box holds; who trusts it may take it all the same."""


def refuse(place: str, found: object, expected: str) -> NoReturn:
    """Raise InputError in the form that all refusals have."""
    raise InputError(f"{place}: found {found}, expected {expected}")


def miscounted(place: str, found: int, what: str, due: int, why: str, bound: str = "") -> NoReturn:
    """Raise Miscount: how many were found, by how many that is wrong, and how many are due, why; `bound`: "at most"."""
    off = f"{abs(found - due)} too {'many' if found > due else 'few'}"
    raise Miscount(f"{place}: found {found} {what}, {off}; expected {bound}{' ' if bound else ''}{due} ({why})")


def listing(parts: Mapping[str, int]) -> str:
    """Where things lie: `2 at the depots, 1 coming`; places that have none are left out."""
    return ", ".join(f"{count} {where}" for where, count in parts.items() if count) or "none anywhere"


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
