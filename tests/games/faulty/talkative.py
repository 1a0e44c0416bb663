"""Every seat is told which card another one gets."""
from dataclasses import replace

from games.api import Hidden
from games.simple import game
from tests.games.single_files.highcard import HighCard

FAULT = "news", "told"


class Talkative(HighCard):
    """HighCard with that fault."""

    seats = 2


GAME = replace(game(Talkative, title="Talkative"),
               hidden=Hidden("each seat's card from the other", lambda state, action, seat: True))
