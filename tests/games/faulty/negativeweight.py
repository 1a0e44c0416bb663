"""A weight is below 0."""

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "raises nothing", "action_weights"


class NegativeWeight(Race):
    """Race with that fault."""

    def action_weights(self, actions: list[int]) -> list[float]:
        return [1.0, -1.0]


GAME = game(NegativeWeight, title="NegativeWeight")
