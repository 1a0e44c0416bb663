"""What if printed numbers were different: `knowledge.7=0..3` as values of option `rules`, one a value of the number.

Several numbers are varied crosswise. Their paths, and the values of a setting, are then written with commas between.
"""
from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import product
from math import inf
from typing import Any

from games.api import InputError
from games.documents import read_document

SEPARATOR = ","
GRID = re.compile(r"(-?\d+)\.\.(-?\d+)(?::(\d+))?")
MOST_VALUES = 50        # settings
MOST_NUMBERS = 3
ZERO, MEAN = "zero", "mean"     # targets of an effect, beside a number of points


def grids(texts: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Paths and settings of one or more `PATH=VALUES`, crosswise. Raises InputError."""
    found = [grid(text) for text in texts]
    if len(found) > MOST_NUMBERS or len({path for path, _ in found}) < len(found):
        raise InputError(f"--vary: found {', '.join(path for path, _ in found)[:60]}, expected at most {MOST_NUMBERS} "
                         "numbers, each once")
    settings = tuple(SEPARATOR.join(each) for each in product(*(values for _, values in found)))
    if len(settings) > MOST_VALUES:
        raise InputError(f"--vary: found {len(settings)} settings, expected at most {MOST_VALUES}; name fewer values, "
                         "as in lo..hi:step")
    return SEPARATOR.join(path for path, _ in found), settings


def numbers(setting: str) -> tuple[float, ...]:
    """The values of a setting, or the paths' as numbers."""
    return tuple(float(value) for value in setting.split(SEPARATOR))


def aimed_at(target: str) -> float:
    """The effect that a target asks for: 0 for `zero`, and for `mean`, from which deviations are measured."""
    return 0.0 if target in ("", ZERO, MEAN) else float(target)


def check_target(target: str) -> str:
    """A target as it is written in plans. Raises InputError."""
    if target in (ZERO, MEAN):
        return target
    try:
        points = float(target)
    except ValueError:
        points = inf
    if not abs(points) < 1000:
        raise InputError(f"--target: found {target[:20]!r}, expected zero, mean or a number of points")
    return f"{points:g}"


def grid(text: str) -> tuple[str, tuple[str, ...]]:
    """The path and the values of `PATH=lo..hi[:step]` or `PATH=a,b,c`. Raises InputError."""
    path, equals, said = text.partition("=")
    if not equals or not path or not all(path.split(".")):
        raise InputError(f"--vary: found {text[:60]!r}, expected PATH=lo..hi, PATH=lo..hi:step or PATH=a,b,c")
    if match := GRID.fullmatch(said):
        low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
        if low > high or step < 1 or (high - low) // step >= MOST_VALUES:
            raise InputError(f"--vary: found {said[:40]!r}, expected at most {MOST_VALUES} values, the lower first")
        return path, tuple(str(v) for v in range(low, high + 1, step))
    values = said.split(",")
    if not all(re.fullmatch(r"-?\d+", v) for v in values) or len(set(values)) < len(values):
        raise InputError(f"--vary: found {said[:40]!r}, expected lo..hi, lo..hi:step or whole numbers, each once")
    return path, tuple(sorted(values, key=int))


def rules_text(base: str, path: str, value: str) -> str:
    """Option `rules` for a setting: what the option was before, with the numbers at the paths replaced."""
    document: dict[str, Any] = read_document(base, "option rules") if base else {}
    for one, number in zip(path.split(SEPARATOR), value.split(SEPARATOR), strict=True):
        at: Any = document
        *above, last = one.split(".")
        for key in above:
            at = at.setdefault(key, {})
            if not isinstance(at, dict):
                raise InputError(f"--vary: {one}: {key} is {at!r} in option rules, expected a table")
        at[last] = int(number)
    return json.dumps(document)


def told_apart(path: str, values: Sequence[str], called: str) -> tuple[str, str]:
    """An item of a run that varies a number, and the value at which it was measured; empty where none is varied."""
    return next(((called.removesuffix(end), value) for value in values
                 if called.endswith(end := f" ({path}={value})")), (called, ""))


def digest(options: Mapping[str, str]) -> str:
    """Option `rules` in 16 characters; empty without it."""
    text = options.get("rules")
    return sha256(text.encode()).hexdigest()[:16] if text else ""
