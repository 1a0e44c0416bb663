"""The game never ends."""

from games.simple import CHANCE, game
from tests.games.single_files.race import Race

FAULT = "raises nothing", "current_player"


class Endless(Race):
    """Race with that fault."""

    def current_player(self) -> int:
        return CHANCE if self.drawing else self.turn


GAME = game(Endless, title="Endless")
