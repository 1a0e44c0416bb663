"""An outcome has no chance."""

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "raises nothing", "chance_outcomes"


class NoChance(Race):
    """Race with that fault."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 0.0), (1, 0.5), (2, 0.5)]


GAME = game(NoChance, title="NoChance")
