"""What both pictures of a position show, in words and numbers."""
from __future__ import annotations

from dataclasses import dataclass

from games.backgammon.names import BAR, OFF, OPENING, OVER, PLAY, move_text
from games.backgammon.state import BackgammonState

RESULTS = {1: "wins", 2: "wins a gammon", 3: "wins a backgammon"}
SIGNS = ("O", "X")              # checkers of seat 0 and seat 1 in the text
COLOURS = ("white", "black")


@dataclass(frozen=True)
class View:
    """A position as it is drawn. Points are numbered as seat 0 counts them; seat 1's point p is 25 - p."""

    points: tuple[tuple[int, int], ...]     # (seat, checkers) of points 1-24; (0, 0) where none stands
    bar: tuple[int, int]
    off: tuple[int, int]
    pips: tuple[int, int]
    seat: int | None                        # who rolls, plays or has won
    dice: tuple[int, ...]                   # as rolled
    used: tuple[int, ...]                   # faces already played
    played: tuple[str, ...]
    status: str

    def at(self, point: int) -> tuple[int, int]:
        """Seat and number of the checkers on a point."""
        return self.points[point - 1]


def view_of(state: BackgammonState) -> View:
    """The view of a state."""
    raw = state.raw()
    first, second = raw["count"]
    faces = tuple(face for face in raw["dice"] if face)
    return View(
        points=tuple((0, first[p]) if first[p] else (1, second[25 - p]) if second[25 - p] else (0, 0)
                     for p in range(1, 25)),
        bar=(first[BAR], second[BAR]),
        off=(first[OFF], second[OFF]),
        pips=(state.pip_counts()[0], state.pip_counts()[1]),
        seat=None if raw["stage"] == OPENING else raw["seat"],
        dice=faces,
        used=tuple(raw["dice"][die] for _, die, _ in raw["played"]),
        played=tuple(move_text(place, raw["dice"][die], hit) for place, die, hit in raw["played"]),
        status=_status(state, raw["stage"], raw["seat"], faces),
    )


def _status(state: BackgammonState, stage: int, seat: int, dice: tuple[int, ...]) -> str:
    who = f"seat {seat} ({COLOURS[seat]})"
    if stage == OPENING:
        return "each seat throws a die to start"
    if stage == OVER:
        return f"{who} {RESULTS[int(state.scores()[seat])]}"
    if stage == PLAY:
        return f"{who} plays {dice[0]} {dice[1]}"
    return f"{who} rolls"
