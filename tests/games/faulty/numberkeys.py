"""A field has numbers as keys, which JSON turns into texts."""
from dataclasses import dataclass, field

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "positions", "position_to_json"


@dataclass
class NumberKeys(Race):
    """Race with that fault."""

    visits: dict[int, int] = field(default_factory=lambda: {0: 0, 1: 0})

    def apply_action(self, action: int) -> None:
        self.visits[self.turn % 2] += 1
        super().apply_action(action)


GAME = game(NumberKeys, title="NumberKeys")
