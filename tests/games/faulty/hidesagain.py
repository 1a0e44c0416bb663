"""What was open is hidden again."""

from games.simple import game
from tests.games.single_files.highcard import HighCard

FAULT = "open for good", "hides"


class HidesAgain(HighCard):
    """HighCard with that fault."""

    def hides(self) -> bool:
        return len(self.cards) != 1


GAME = game(HidesAgain, title="HidesAgain")
