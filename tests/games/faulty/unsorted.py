"""Legal actions are not ascending."""

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "raises nothing", "legal_actions"


class Unsorted(Race):
    """Race with that fault."""

    def legal_actions(self) -> list[int]:
        return [1, 0]


GAME = game(Unsorted, title="Unsorted")
