"""A game's numbers with those of an option file over them: the same shape, each number within its limits."""
from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, NoReturn

from games.api import InputError
from games.documents import read_overrides

Check = Callable[["Given", Any], Any]       # what is given, and the number in force; returns the number to use


class Given:
    """A value of an option file and its place in it, such as `boards.3[2]`."""

    def __init__(self, option: str, place: str, value: Any) -> None:
        self.option, self.place, self.value = option, place, value

    def fail(self, expected: str) -> NoReturn:
        """Raise InputError: place, what was found, what was expected."""
        raise InputError(f"{self.option} file: {self.place or 'document'}: found {self.value!r}, expected {expected}")

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high."""
        if isinstance(self.value, bool) or not isinstance(self.value, int) or not low <= self.value <= high:
            self.fail(f"a whole number from {low} to {high}")
        return self.value


def overridden(numbers: Any, option: str, path: str, check: Check) -> Any:
    """`numbers` with those replaced that the TOML or JSON file of an option names; a copy of them without a file.

    Raises InputError naming the place in the file.
    """
    numbers = copy.deepcopy(numbers)
    return _merged(numbers, Given(option, "", read_overrides(path, option)), check) if path else numbers


def _merged(numbers: Any, given: Given, check: Check) -> Any:
    if isinstance(numbers, dict):
        if not isinstance(given.value, dict):
            given.fail("a table")
        before = f"{given.place}." if given.place else ""
        for key in given.value:
            if key not in numbers:
                raise InputError(f"{given.option} file: {before}{key}: unknown; there are: {', '.join(numbers)}")
        return {key: _merged(x, Given(given.option, f"{before}{key}", given.value[key]), check)
                if key in given.value else x for key, x in numbers.items()}
    if isinstance(numbers, list):
        if not isinstance(given.value, list) or len(given.value) != len(numbers):
            given.fail(f"a list of {len(numbers)} {'words' if isinstance(numbers[0], str) else 'numbers'}")
        return [_merged(x, Given(given.option, f"{given.place}[{i}]", other), check)
                for i, (x, other) in enumerate(zip(numbers, given.value, strict=True))]
    return check(given, numbers)
