"""What is said at a real table of backgammon: which dice are thrown, and which are left to play."""
from __future__ import annotations

from core_ext.state import State
from games.api import own
from games.backgammon.names import OPENING, ROLL
from games.backgammon.state import BackgammonState


def place(state: State) -> str:
    """The dice that are thrown, or those that the seat to act still has: `dice 3 1`, `die 1`."""
    raw = own(state, BackgammonState).raw()
    if raw["stage"] == OPENING:
        return "dice, that of seat 0 first"
    if raw["stage"] == ROLL:
        return f"dice of seat {raw['seat']}"
    larger, smaller = raw["dice"]
    used = [raw["dice"][die] for _, die, _ in raw["played"]]
    left = [larger] * raw["left"] if larger == smaller else [face for face in (larger, smaller) if face not in used]
    return " ".join(["dice" if len(left) > 1 else "die", *map(str, left)])
