"""A game's numbers, overridden by those of an option: the same shape, each number within its limits."""
from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any, NoReturn

from games.api import InputError
from games.documents import read_document, read_text
from games.fields import shown

Check = Callable[["Given", Any], Any]       # what is given, and the number in force; returns the number to use


class Given:
    """A value that an option overrides and its place, such as `boards.3[2]`."""

    def __init__(self, option: str, place: str, value: Any) -> None:
        self.option, self.place, self.value = option, place, value

    def fail(self, expected: str) -> NoReturn:
        """Raise InputError: place, what was found, what was expected."""
        raise InputError(f"option {self.option}: {self.place}: found {self.value!r}, expected {expected}")

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high."""
        if isinstance(self.value, bool) or not isinstance(self.value, int) or not low <= self.value <= high:
            self.fail(f"a whole number from {low} to {high}")
        return self.value


def contents(path: str, option: str) -> str:
    """The value of an option that overrides numbers: what a TOML or JSON file holds, as a JSON text.

    Raises InputError naming the option and the file.
    """
    import tomllib  # few read a file of options

    try:
        text = read_text(path)
        found = read_document(text, path) if path.endswith(".json") else tomllib.loads(text)
    except InputError as error:
        raise InputError(f"option {option}: {error}; expected a TOML or JSON file") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"option {option}: {path}: not TOML or JSON: {str(error).splitlines()[0]}") from None
    if not isinstance(found, dict):
        raise InputError(f"option {option}: {path}: found {shown(found)}, expected a table")
    return json.dumps(found, ensure_ascii=False, default=str)       # a date of TOML becomes a text, to be refused later


def overridden(numbers: Any, option: str, text: str, check: Check) -> Any:
    """`numbers` with those replaced that the value of an option names, a JSON object; a copy of them where it is empty.

    No file is opened: positions and records come from anybody. Raises InputError naming the place in the object.
    """
    numbers = copy.deepcopy(numbers)
    if not text:
        return numbers
    if not is_inline(text):
        raise InputError(f"option {option}: found {shown(text)}, expected the numbers, a JSON object as text; "
                         f"a file is named only on the command line (--option {option}=FILE)")
    return _merged(numbers, Given(option, "", read_document(text, f"option {option}")), check)


def is_inline(text: str) -> bool:
    """Whether the value of such an option is the numbers, not the name of a file."""
    return text.startswith("{")


def _merged(numbers: Any, given: Given, check: Check) -> Any:
    if isinstance(numbers, dict):
        if not isinstance(given.value, dict):
            given.fail("a table")
        before = f"{given.place}." if given.place else ""
        for key in given.value:
            if key not in numbers:
                raise InputError(f"option {given.option}: {before}{key}: unknown; there are: {', '.join(numbers)}")
        return {key: _merged(x, Given(given.option, f"{before}{key}", given.value[key]), check)
                if key in given.value else x for key, x in numbers.items()}
    if isinstance(numbers, list):
        if not isinstance(given.value, list) or len(given.value) != len(numbers):
            given.fail(f"a list of {len(numbers)} {'words' if isinstance(numbers[0], str) else 'numbers'}")
        return [_merged(x, Given(given.option, f"{given.place}[{i}]", other), check)
                for i, (x, other) in enumerate(zip(numbers, given.value, strict=True))]
    return check(given, numbers)
