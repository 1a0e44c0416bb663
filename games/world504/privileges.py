"""The 33 kinds of privileges: which are in the deck of a world, and what they do, from privileges.csv."""
from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from games.world504.conditions import holds


class Privilege(NamedTuple):
    """One line of privileges.csv."""

    card: str                                       # "II(7)"
    stage: str
    condition: str
    phase: str
    short: str                                      # what it does, in a few words
    effect: str


@cache
def privileges() -> tuple[Privilege, ...]:
    """All kinds, in the order of the Privilege enum."""
    text = (files("games.world504") / "privileges.csv").read_text(encoding="utf-8")
    return tuple(Privilege(**line) for line in csv.DictReader(text.splitlines()))


def deck(true: frozenset[str]) -> list[str]:
    """The cards that a world's deck has."""
    return [p.card for p in privileges() if holds(p.condition, true)]
