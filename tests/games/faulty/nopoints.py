"""A score is no number."""

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "ends", "scores"


class NoPoints(Race):
    """Race with that fault."""

    def scores(self) -> list[float]:
        return [float("nan") if steps == 4 else steps for steps in self.steps]

    def win_shares(self) -> list[float]:
        return [float(seat == self.steps.index(max(self.steps))) for seat in range(len(self.steps))]


GAME = game(NoPoints, title="NoPoints")
