"""Nim: take counters from one pile, as many as you like; who takes the last one wins. A game in plain Python."""
from dataclasses import dataclass, field

from games.simple import TERMINAL, Rules, game

MOST = 100                      # an action is pile * MOST + counters


@dataclass
class Nim(Rules):
    """Three piles. All that changes in play are the fields."""

    seats = 2
    piles: list[int] = field(default_factory=lambda: [3, 4, 5])
    turn: int = 0

    def current_player(self) -> int:
        return self.turn if any(self.piles) else TERMINAL

    def legal_actions(self) -> list[int]:
        return [pile * MOST + n for pile, size in enumerate(self.piles) for n in range(1, size + 1)]

    def apply_action(self, action: int) -> None:
        self.piles[action // MOST] -= action % MOST
        self.turn = 1 - self.turn

    def scores(self) -> list[int]:
        over = not any(self.piles)
        return [int(over and seat != self.turn) for seat in (0, 1)]     # the seat that cannot move has lost

    def action_text(self, action: int) -> str:
        return f"take {action % MOST} of {'ABC'[action // MOST]}"


GAME = game(Nim, title="Nim")
