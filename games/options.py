"""Options that several games have: the seat that starts, and what the margin is worth."""
from __future__ import annotations

from games.api import InputError

LONGEST = 60            # characters of what was found that a message shows


def start_seat(text: str, seats: int, drawn: int) -> int:
    """The seat that starts; `drawn` where chance decides. Raises InputError."""
    if text == "random":
        return drawn
    if text not in map(str, range(seats)):
        raise InputError(f"option start: found {text[:LONGEST]!r}, expected random or a seat 0-{seats - 1}")
    return int(text)


def margin_weight(text: str) -> float:
    """Weight of the margin in the utility. Raises InputError."""
    try:
        weight = float(text)
    except ValueError:
        weight = -1.0
    if not 0 <= weight <= 1:
        raise InputError(f"option margin_weight: found {text[:LONGEST]!r}, expected a number from 0 to 1")
    return weight
