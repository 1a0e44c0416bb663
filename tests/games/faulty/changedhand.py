"""A redeal changes the seat's own card."""
from random import Random

from games.simple import TERMINAL, game
from tests.games.single_files.highcard import DECK, HighCard

FAULT = "known after redeals", "information_state_key"


class ChangedHand(HighCard):
    """HighCard with that fault."""

    def resample(self, seat: int, random: Random) -> None:
        if len(self.cards) == 2 and self.current_player() != TERMINAL:
            self.cards = random.sample(DECK, 2)


GAME = game(ChangedHand, title="ChangedHand")
