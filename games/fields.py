"""Fields of a JSON document, read one by one: each knows its place, so that what is refused is named with it."""
from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from games.api import InputError
from games.frozen import frozen

LONGEST = 60            # characters of what was found that a message shows
LONGEST_MESSAGE = 400   # characters of a message


def shown(value: Any) -> str:
    """What was found, in a few words fit for one line of a message, whatever it is."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        short = value if len(value) <= LONGEST else value[:LONGEST] + "..."
        return "'" + ascii(short)[1:-1] + "'" if not short.isprintable() else f"'{short}'"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**30 else "a number of more than 30 digits"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, Mapping):
        return f"an object of {several(len(value), 'keys')}" if value else "an empty object"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}" if value else "an empty list"
    return f"a {type(value).__name__}"


def several(count: int, things: str) -> str:
    """A number of things by their plural: `3 tiles on display`, and `1 tile on display` for one."""
    if count != 1:
        return f"{count} {things}"
    return "1 " + re.sub(r"([a-z]+)ies\b|([a-z]+[^s])s\b", lambda found: f"{found[1]}y" if found[1] else found[2],
                         things, count=1)


def one_line(error: BaseException) -> str:
    """An error as one line without control characters, of a length that two lines of a wide terminal hold."""
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    else:
        text = str(error) or type(error).__name__
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return text if len(text) <= LONGEST_MESSAGE else text[:LONGEST_MESSAGE - 3] + "..."


def step(place: str, key: Any) -> str:
    """The place of `key` in the object at `place`."""
    word = key if isinstance(key, str) and re.fullmatch(r"[\w $-]{1,40}", key) else shown(key)
    return word if place in ("", "document") else f"{place}.{word}"


def counted(counts: Iterable[int], names: Iterable[str]) -> dict[str, int]:
    """Counts by name, those that are 0 left out; Field.counts reads them."""
    return {name: count for name, count in zip(names, counts, strict=False) if count}


def members(mask: int, names: Iterable[Any]) -> list[Any]:
    """The names whose bits are set; Field.members reads them."""
    return [name for bit, name in enumerate(names) if mask >> bit & 1]


def nearest(word: Any, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` where a known word is close, else nothing."""
    if not isinstance(word, str):
        return ""
    close = difflib.get_close_matches(word[:LONGEST].lower(), list(known), n=1, cutoff=0.6)
    return f"; did you mean '{close[0]}'?" if close else ""


def listed(names: Sequence[str], most: int = 12) -> str:
    """The names, or the first of them and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most + 1 else ""
    return ", ".join(names[:most] if more else names) + more


@frozen
class Field:
    """A value of a document and its place in it, such as `players[1].silver`."""

    value: Any
    place: str

    def fail(self, expected: str, hint: str = "") -> NoReturn:
        """Raise InputError: place, what was found, what was expected."""
        raise InputError(f"{self.place or 'document'}: found {shown(self.value)}, expected {expected}{hint}")

    def keys(self, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Field]:
        """The fields of an object that has all `required` keys and none but these and the `optional` ones."""
        fields = self.entries()
        for key in fields:
            if key not in required and key not in optional:
                known = [*required, *optional]
                hint = nearest(key, known) or f"; expected one of {listed(known)}"
                raise InputError(f"{self.place or 'document'}: found the unknown key {shown(key)}{hint}")
        missing = [key for key in required if key not in fields]
        if missing:
            raise InputError(f"{self.place or 'document'}: the key {shown(missing[0])} is missing, expected it there")
        return fields

    def entries(self) -> dict[str, Field]:
        """The fields of an object of any keys."""
        if not isinstance(self.value, Mapping):
            self.fail("an object")
        for key in self.value:
            if not isinstance(key, str):
                raise InputError(f"{self.place or 'document'}: found the key {shown(key)}, expected a string")
        return {key: Field(value, step(self.place, key)) for key, value in self.value.items()}

    def items(self, length: int | None = None, most: int | None = None, each: str = "") -> list[Field]:
        """The fields of a list of exactly `length`, one for each of what `each` names, or of at most `most`."""
        size = f" of {length}" if length is not None else f" of at most {most}" if most is not None else ""
        size += f", one for each {each}" if each else ""
        if not isinstance(self.value, list):
            self.fail(f"a list{size}")
        found = len(self.value)
        if (length is not None and found != length) or (most is not None and found > most):
            self.fail(f"a list{size}")
        return [Field(value, f"{self.place}[{n}]") for n, value in enumerate(self.value)]

    def integer(self, low: int, high: int, what: str = "a whole number") -> int:
        """A whole number from low to high; true and 1.0 are none."""
        if isinstance(self.value, bool) or not isinstance(self.value, int) or not low <= self.value <= high:
            self.fail(f"{what} from {low} to {high}")
        return self.value

    def boolean(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            self.fail("true or false")
        return self.value

    def string(self) -> str:
        """A string."""
        if not isinstance(self.value, str):
            self.fail("a string")
        return self.value

    def index(self, names: Sequence[str], what: str) -> int:
        """The index of one of these names."""
        if not isinstance(self.value, str) or not self.value or self.value not in names:
            few = [name for name in names if name]
            words = what if len(few) > 10 else f"{what}: {', '.join(few)}"
            self.fail(words, nearest(self.value, few))
        return names.index(self.value)

    def key_index(self, key: str, names: Sequence[str], what: str) -> int:
        """The index of a key of this object among these names."""
        if not key or key not in names:
            few = [name for name in names if name]
            words = what if len(few) > 10 else f"{what}: {', '.join(few)}"
            place = self.place or "document"
            raise InputError(f"{place}: found {shown(key)}, expected {words}{nearest(key, few)}")
        return names.index(key)

    def counts(self, names: Sequence[str], what: str, most: int = 255) -> list[int]:
        """An object of counts by name, as a list."""
        found = [0] * len(names)
        for key, entry in self.entries().items():
            found[self.key_index(key, names, what)] = entry.integer(0, most)
        return found

    def members(self, names: Sequence[str], what: str) -> int:
        """A list of distinct names, as a mask of bits."""
        mask = 0
        for entry in self.items(most=len(names)):
            bit = 1 << entry.index(names, what)
            if mask & bit:
                raise InputError(f"{entry.place}: found {shown(entry.value)} a second time, expected each name once")
            mask |= bit
        return mask
