"""Finds where in a JSON text the place is that a message names, such as `players[1].silver`."""
from __future__ import annotations

import re
from collections.abc import Iterator
from json import JSONDecoder
from typing import NamedTuple

from games.fields import step

WHITE = re.compile(r"[ \t\n\r]*")
DECODER = JSONDecoder()
STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


class Mark(NamedTuple):
    """A place in a text, both counted from 1."""

    line: int
    column: int


def place_of(message: str) -> str:
    """The place that an error message begins with; empty where it names none."""
    place, colon, rest = message.partition(": ")
    if not colon or place.startswith(("found ", "no game ")):
        return ""
    if found := re.match(r"found the unknown key '([^']*)'", rest):
        return step(place, found[1])
    return place


def path_of(place: str) -> list[str | int]:
    """The steps of a place: `players[1].silver` is players, 1, silver."""
    return [int(number) if number else key for number, key in STEP.findall(place)]


def mark(text: str, place: str) -> Mark | None:
    """Where this place is in a valid JSON text, or the innermost part of it that is there; None: no part is."""
    at, rest = _white(text, 0), "" if place == "document" else place
    found = place == "document"
    while rest:
        fitting = [(word, start) for word, start in _inside(text, at)
                   if word and rest.startswith(word) and rest[len(word):][:1] in ("", ".", "[")]
        if not fitting:
            break
        word, at = max(fitting)
        rest, found = rest[len(word):].removeprefix("."), True
    return counted(text, at) if found else None


def counted(text: str, offset: int) -> Mark:
    """Line and column of a character."""
    return Mark(text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def _inside(text: str, at: int) -> Iterator[tuple[str, int]]:
    """The values in the object or list at `at`: the word that names each in places, and where it stands."""
    opening, number, at = text[at], 0, _white(text, at + 1)
    while opening in "{[" and text[at] not in "}]":
        word = f"[{number}]"
        if opening == "{":
            key, at = DECODER.raw_decode(text, at)
            word, at = step("", key), _white(text, _white(text, at) + 1)
        yield word, at
        _, at = DECODER.raw_decode(text, at)
        at, number = _white(text, at), number + 1
        if text[at] == ",":
            at = _white(text, at + 1)


def _white(text: str, at: int) -> int:
    return WHITE.match(text, at).end()       # type: ignore[union-attr]
