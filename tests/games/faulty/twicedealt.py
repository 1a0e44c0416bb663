"""A redeal deals the seat's own card to the other, too."""
from random import Random

from games.simple import TERMINAL, game
from tests.games.single_files.highcard import HighCard

FAULT = "likely redeals", "resample"


class TwiceDealt(HighCard):
    """HighCard with that fault."""

    def resample(self, seat: int, random: Random) -> None:
        if len(self.cards) == 2 and self.current_player() != TERMINAL:
            self.cards[1 - seat] = random.choice([3, self.cards[seat]])


GAME = game(TwiceDealt, title="TwiceDealt")
