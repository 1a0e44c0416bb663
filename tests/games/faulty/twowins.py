"""Each of the seats that are level has a whole win."""

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "ends", "win_shares"


class TwoWins(Race):
    """Race with that fault."""

    def win_shares(self) -> list[float]:
        return [float(steps >= max(self.steps) - 1) for steps in self.steps]


GAME = game(TwoWins, title="TwoWins")
