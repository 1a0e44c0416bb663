"""Option `taste`: a file that overrides numbers of the heuristics (tuning.TASTE)."""
from __future__ import annotations

import copy
from math import isfinite
from typing import Any

from games.api import InputError
from games.burgundy.tuning import TASTE
from games.documents import read_overrides

LIMIT = 1000                    # of the size of a number; what is worth more than a game is a slip
POSITIVE = ("sharpness", "prior", "blur", "pace")


def read_taste(path: str) -> dict[str, Any]:
    """The numbers in force: those of tuning.py, with those of a TOML or JSON file over them. Raises InputError."""
    if not path:
        return TASTE
    given = read_overrides(path, "taste")
    found: dict[str, Any] = overridden(copy.deepcopy(TASTE), given, "")
    return found


def overridden(numbers: Any, given: Any, place: str) -> Any:
    """`numbers` with those that `given` names replaced; same shape."""
    if isinstance(numbers, dict):
        if not isinstance(given, dict):
            raise InputError(f"taste file: {place or 'document'}: found {given!r}, expected a table")
        for name in given:
            if name not in numbers:
                raise InputError(f"taste file: {place}{name}: unknown; there are: {', '.join(numbers)}")
        return {name: overridden(x, given[name], f"{place}{name}.") if name in given else x
                for name, x in numbers.items()}
    place = place[:-1]
    if isinstance(numbers, list):
        if not isinstance(given, list) or len(given) != len(numbers):
            raise InputError(f"taste file: {place}: found {given!r}, expected a list of {len(numbers)} numbers")
        return [overridden(n, x, f"{place}[{i}].") for i, (n, x) in enumerate(zip(numbers, given, strict=True))]
    if isinstance(given, bool) or not isinstance(given, int | float) or not isfinite(given) or abs(given) > LIMIT:
        raise InputError(f"taste file: {place}: found {given!r}, expected a number from -{LIMIT} to {LIMIT}")
    if place in POSITIVE and given <= 0:
        raise InputError(f"taste file: {place}: found {given!r}, expected a number above 0")
    return float(given)
