"""What a program hands in, as it is used: whole numbers, seats, options. What cannot be used is refused by its name."""
from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

from games.api import InputError
from mcts.limits import MOST_JOBS, MOST_SEED, MOST_SIMULATIONS


def whole(name: str, value: Any, least: int, most: int) -> int:
    """A whole number, numpy's too. Raises InputError."""
    try:
        number = operator.index(value)
    except TypeError:
        raise InputError(f"{name}: found {value!r:.60}, expected a whole number from {least} to {most}") from None
    if not least <= number <= most:
        raise InputError(f"{name}: found {number}, expected {least} to {most}")
    return number


def seed(value: Any) -> int:
    """A seed. Raises InputError."""
    return whole("seed", value, 0, MOST_SEED)


def seconds(value: Any) -> float:
    """A time. Raises InputError for what is no number; how long it may be, the search says."""
    try:
        return float(operator.index(value) if not hasattr(value, "__float__") else value)
    except (TypeError, ValueError):
        raise InputError(f"seconds: found {value!r:.60}, expected a number") from None


def simulations(value: Any) -> int:
    """A number of simulations of a search. Raises InputError."""
    return whole("simulations", value, 1, MOST_SIMULATIONS)


def jobs(value: Any) -> int:
    """How many games are played at the same time. Raises InputError."""
    return whole("jobs", value, 1, MOST_JOBS)


def game(value: Any) -> str:
    """The name of a game. Raises InputError for what is no text."""
    if not isinstance(value, str):
        raise InputError(f"game: found {value!r:.60}, expected the name of a game, such as 'burgundy'")
    return value


def seats(value: Any) -> int | None:
    """A number of seats, or None for the game's own. Raises InputError."""
    return None if value is None else whole("seats", value, 1, 1_000)


def agents(value: Any) -> list[str]:
    """A list of agents. Raises InputError."""
    if isinstance(value, str) or not isinstance(value, Sequence) or not all(isinstance(each, str) for each in value):
        raise InputError(f"agents: found {value!r:.60}, expected a list such as ['greedy', 'mcts:100']")
    return list(value)


def options(given: Mapping[str, Any]) -> dict[str, str]:
    """Options of a game as their texts: True is yes, False is no, and a list stands with commas; None is left out."""
    return {name: _text(value) for name, value in given.items() if value is not None}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
