"""What the checks of all games share: a position as read, and how it is refused."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

from games.api import InputError


def refuse(place: str, found: object, expected: str) -> NoReturn:
    """Raise InputError in the form that all refusals have."""
    raise InputError(f"{place}: found {found}, expected {expected}")


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
