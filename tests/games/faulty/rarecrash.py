"""An error in a branch that is seldom reached."""

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "raises nothing", "apply_action"


class RareCrash(Race):
    """Race with that fault."""

    def apply_action(self, action: int) -> None:
        super().apply_action(action // (0 if self.steps == [5, 5] else 1))


GAME = game(RareCrash, title="RareCrash")
