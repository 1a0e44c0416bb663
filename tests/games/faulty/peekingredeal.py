"""A redeal deals any card but the one that is there."""
from random import Random

from games.simple import TERMINAL, game
from tests.games.single_files.highcard import DECK, HighCard

FAULT = "blind redeals", "resample"


class PeekingRedeal(HighCard):
    """HighCard with that fault."""

    def resample(self, seat: int, random: Random) -> None:
        if len(self.cards) == 2 and self.current_player() != TERMINAL:
            self.cards[1 - seat] = random.choice([card for card in DECK if card not in self.cards])


GAME = game(PeekingRedeal, title="PeekingRedeal")
