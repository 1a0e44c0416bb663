"""A race of two or three seats: walk one step, or draw up to three. Something is drawn, nothing is hidden."""
from dataclasses import dataclass, field
from typing import Self

from games.simple import CHANCE, TERMINAL, Rules, game

GOAL = 6


@dataclass
class Race(Rules):
    """Steps of each seat."""

    seats = (2, 3)
    steps: list[int] = field(default_factory=list)
    turn: int = 0
    drawing: bool = False

    @classmethod
    def start(cls, seats: int) -> Self:
        return cls([0] * seats)

    def current_player(self) -> int:
        return TERMINAL if max(self.steps) >= GOAL else CHANCE if self.drawing else self.turn

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(steps, 0.25) for steps in range(4)]

    def apply_action(self, action: int) -> None:
        if not self.drawing and action == 1:
            self.drawing = True
            return
        self.steps[self.turn] += action if self.drawing else 1
        self.turn, self.drawing = (self.turn + 1) % len(self.steps), False

    def scores(self) -> list[int]:
        return self.steps

    def action_text(self, action: int) -> str:
        return f"steps {action}" if self.drawing else ("walk", "draw")[action]

    def action_weights(self, actions: list[int]) -> list[float]:
        return [1.0, 2.0]


GAME = game(Race, title="Race")
