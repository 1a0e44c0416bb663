"""Words for places, checker moves and stages."""
from __future__ import annotations

from collections.abc import Sequence

OFF, BAR = 0, 25
STAGE_NAMES = ["opening", "roll", "play", "over"]
OPENING, ROLL, PLAY, OVER = range(4)


def place_text(place: int) -> str:
    """A place as its seat numbers it: `bar`, `24` to `1`, `off`."""
    return "bar" if place == BAR else "off" if place <= OFF else str(place)


def move_text(place: int, face: int, hits: bool) -> str:
    """One checker move: `24/18`, `bar/20*` for a hit, `6/off`."""
    return f"{place_text(place)}/{place_text(place - face)}{'*' if hits else ''}"


def would_hit(count: Sequence[Sequence[int]], seat: int, place: int, face: int) -> bool:
    """Whether this move lands on a single checker of the other seat."""
    target = place - face
    return target > OFF and count[1 - seat][BAR - target] == 1


def code(place: int, face: int) -> int:
    """The action code of a checker move."""
    return 32 * face + place


def place_and_face(action: int) -> tuple[int, int]:
    """The checker move of an action code."""
    return action & 31, action >> 5
