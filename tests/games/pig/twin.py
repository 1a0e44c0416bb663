"""Pig in plain Python, written from the rules: words in, words out."""
from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Twin:
    """One game; moves are `roll`, `hold` and `die N`."""

    seats: int = 2
    goal: int = 100
    faces: int = 6
    cap: int = 1000
    banked: list[int] = field(default_factory=list)
    pot: int = 0
    seat: int = 0
    choices: int = 0
    rolling: bool = False

    def __post_init__(self) -> None:
        self.banked = [0] * self.seats

    def winner(self) -> int | None:
        for seat, points in enumerate(self.banked):
            if points >= self.goal:
                return seat
        return None

    def over(self) -> bool:
        return self.winner() is not None or self.choices == self.cap

    def moves(self) -> list[str]:
        if self.over():
            return []
        if self.rolling:
            return [f"die {face}" for face in range(1, self.faces + 1)]
        return ["hold"] if self.banked[self.seat] + self.pot >= self.goal else ["roll", "hold"]

    def apply_action(self, move: str) -> None:
        if move == "roll":
            self.rolling = True
            self.choices += 1
        elif move == "hold":
            self.choices += 1
            self.banked[self.seat] += self.pot
            self.next_seat()
        else:
            self.rolling = False
            face = int(move.split()[1])
            if face == 1:
                self.next_seat()
            else:
                self.pot += face

    def next_seat(self) -> None:
        self.pot = 0
        self.seat = (self.seat + 1) % self.seats

    def shares(self) -> list[float]:
        winner = self.winner()
        return [1 / self.seats if winner is None else float(seat == winner) for seat in range(self.seats)]
