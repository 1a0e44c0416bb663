"""The words and numbers of a game's enums, read for Python from its .pxd files, where alone they are written."""
from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ENUM = re.compile(r"^cdef enum ?(\w*):\n((?: +.*\n|\n)+)", re.MULTILINE)
WORD = re.compile(r"([A-Za-z]\w*)(?: = (\w+)(?: (<<|\+) (\w+))?)?")


def enum(game: str, name: str) -> list[str]:
    """The words of a named enum in their order, as texts write them: `ROLL_WHITE` becomes `roll-white`."""
    return [word.lower().replace("_", "-") for word, *_ in WORD.findall(dict(_enums(game))[name])]


def codes(game: str, words: str) -> list[int]:
    """The numbers of these words of the game's enums: codes of actions, stages, kinds, sizes."""
    return [_numbers(game)[word] for word in words.split()]


@cache
def _enums(game: str) -> list[tuple[str, str]]:
    """Name and body of each enum."""
    found = sorted((Path(__file__).parent / game).glob("*.pxd"))
    return ENUM.findall(re.sub(r" *#.*", "", "\n".join(file.read_text(encoding="utf-8") for file in found)))


@cache
def _numbers(game: str) -> dict[str, int]:
    numbers: dict[str, int] = {}

    def number(text: str) -> int:
        return numbers[text] if text in numbers else int(text, 0)

    for _, body in _enums(game):
        count = 0
        for word, given, sign, more in WORD.findall(body):
            if given:
                count = number(given)
            if sign:
                count = count + number(more) if sign == "+" else count << number(more)
            numbers[word] = count
            count += 1
    return numbers
