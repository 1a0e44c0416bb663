"""What seats try for is not what wins."""

from games.simple import game
from tests.games.single_files.highcard import HighCard

FAULT = "ends", "returns"


class LoserLikesIt(HighCard):
    """HighCard with that fault."""

    def returns(self) -> list[float]:
        return [0.5 - points / 4 for points in self.scores()]


GAME = game(LoserLikesIt, title="LoserLikesIt")
