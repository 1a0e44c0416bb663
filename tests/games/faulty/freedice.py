"""A die is rolled inside an action, not drawn as chance."""
from random import randrange

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "copies", "apply_action"


class FreeDice(Race):
    """Race with that fault."""

    def apply_action(self, action: int) -> None:
        super().apply_action(action)
        self.steps[0] += randrange(2)


GAME = game(FreeDice, title="FreeDice")
