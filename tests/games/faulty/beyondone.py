"""Utilities are points, and not numbers from 0 to 1."""

from games.simple import game
from tests.games.single_files.highcard import HighCard

FAULT = "ends", "returns"


class BeyondOne(HighCard):
    """HighCard with that fault."""

    def returns(self) -> list[float]:
        return [2.0 + points for points in self.scores()]


GAME = game(BeyondOne, title="BeyondOne")
