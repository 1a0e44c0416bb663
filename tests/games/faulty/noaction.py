"""A seat to act has nothing to do."""

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "raises nothing", "legal_actions"


class NoAction(Race):
    """Race with that fault."""

    def legal_actions(self) -> list[int]:
        return [] if max(self.steps) == 3 else [0, 1]


GAME = game(NoAction, title="NoAction")
