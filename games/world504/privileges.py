"""The 33 kinds of privileges: which are in the deck of a world, and what they do, from privileges.csv."""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.world504.conditions import holds
from games.world504.data import read_table


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
    return tuple(Privilege(**line) for line in read_table("privileges"))


def deck(true: frozenset[str]) -> list[str]:
    """The cards that a world's deck has."""
    return [p.card for p in privileges() if holds(p.condition, true)]
