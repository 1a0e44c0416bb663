"""The settings of a world: what its three modules, the number of seats and the readings chosen make of each rule that
worlds play differently. settings.csv has them, one row a value; a later row that holds overrides an earlier one.
"""
from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from games.packed import codes
from games.world504.conditions import atoms_of, holds
from games.world504.data import read_table
from games.world504.tables import SEATS


class Row(NamedTuple):
    """One line of settings.csv."""

    setting: str
    value: str
    condition: str
    rule: str


@cache
def rows() -> tuple[Row, ...]:
    """All lines of settings.csv, in order."""
    return tuple(Row(**line) for line in read_table("settings"))


def atoms(world: str, seats: int, errata: bool = False, readings: tuple[str, ...] = ()) -> frozenset[str]:
    """What is true in a game of a world: its modules and pages, the seats, readings such as `roads.unlimited`."""
    return atoms_of(world, errata) | {f"S{seats}", *readings}


def in_force(true: frozenset[str]) -> list[Row]:
    """The row of each setting that decides its value."""
    last = {row.setting: row for row in rows() if holds(row.condition, true)}
    return list(last.values())


def settings(true: frozenset[str], seats: int) -> dict[str, Any]:
    """The value of each setting as the Rules struct takes it: numbers, words as their codes, lists of numbers.

    A value of several numbers has one for 2, 3 and 4 seats; that of start_money has one for each place in the order.
    """
    found: dict[str, Any] = {row.setting: 0 for row in rows()}
    for row in in_force(true):
        found[row.setting] = value(row, seats)
    return found


def value(row: Row, seats: int) -> int | list[int]:
    """What a row sets its setting to with so many seats."""
    parts = [number(part) for part in row.value.split("/")]
    if row.setting == "start_money":
        return parts[:seats]
    return parts[0] if len(parts) == 1 else parts[SEATS.index(seats)]


def number(text: str) -> int:
    """A number, or a word of state.pxd as its code. Raises KeyError for a word that is none."""
    return int(text) if text.isdigit() else codes("world504", text.upper())[0]
