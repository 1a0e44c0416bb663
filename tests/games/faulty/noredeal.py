"""A redeal leaves the real card."""
from random import Random

from games.simple import game
from tests.games.single_files.highcard import HighCard

FAULT = "likely redeals", "resample"


class NoRedeal(HighCard):
    """HighCard with that fault."""

    def resample(self, seat: int, random: Random) -> None:
        pass


GAME = game(NoRedeal, title="NoRedeal")
