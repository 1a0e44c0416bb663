"""Only one seat has points."""

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "raises nothing", "scores"


class OneScore(Race):
    """Race with that fault."""

    def scores(self) -> list[int]:
        return self.steps[:1]


GAME = game(OneScore, title="OneScore")
