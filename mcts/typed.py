"""A line that a person types at a table: one entry, or several with semicolons between them, taken one by one."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.api import InputError
from games.fields import one_line

BETWEEN = ";"           # stands between the entries of a line


class Taken(NamedTuple):
    """What became of a line."""

    done: int               # entries that were taken
    left: tuple[str, ...]   # entries that were not, in order
    why: str                # the line stopped there; empty where all was taken


def entries(line: str) -> list[str]:
    """The entries of a line, in order, without blanks around them; empty ones count for nothing."""
    return [entry for part in line.split(BETWEEN) if (entry := part.strip())]


def take(line: Sequence[str], one: Callable[[str], str]) -> Taken:
    """Hand the entries to `one`, in order, up to the first that is refused; those before it stay taken.

    `one` takes an entry and says why none may follow it, or an empty text. It raises InputError, and has then changed
    nothing, for an entry that does not fit. Nothing of a line is tried in advance: in a game with hidden cards a
    refusal could tell what only the move itself may show.
    """
    for number, entry in enumerate(line):
        try:
            why = one(entry)
        except InputError as error:
            return Taken(number, tuple(line[number:]), one_line(error))
        if why and number + 1 < len(line):
            return Taken(number + 1, tuple(line[number + 1:]), why)
    return Taken(len(line), (), "")
