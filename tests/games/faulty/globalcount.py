"""An action depends on how many were made in all games."""
from itertools import count

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "copies", "apply_action"
MADE = count()


class GlobalCount(Race):
    """Race with that fault."""

    def apply_action(self, action: int) -> None:
        super().apply_action(action)
        self.steps[0] += next(MADE) % 2


GAME = game(GlobalCount, title="GlobalCount")
