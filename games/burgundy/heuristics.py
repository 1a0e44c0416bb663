"""Option `heuristics`: overrides numbers of the heuristics (tuning.HEURISTICS)."""
from __future__ import annotations

from math import isfinite
from typing import Any

from games.burgundy.tuning import HEURISTICS
from games.overrides import Given, overridden

LIMIT = 1000                    # of the size of a number; what is worth more than a game is a slip
POSITIVE = ("sharpness", "prior", "blur", "pace")


def read_heuristics(text: str) -> dict[str, Any]:
    """The numbers in force: those of tuning.py, with those of the option over them. Raises InputError."""
    weights: dict[str, Any] = overridden(HEURISTICS, "heuristics", text, checked)
    return weights


def checked(given: Given, _: Any) -> float:
    """A number of sensible size."""
    number = given.value
    if isinstance(number, bool) or not isinstance(number, int | float) or not isfinite(number) or abs(number) > LIMIT:
        given.fail(f"a number from -{LIMIT} to {LIMIT}")
    if given.place in POSITIVE and number <= 0:
        given.fail("a number above 0")
    return float(number)
