"""The board of a seat shows all cards."""

from games.simple import game
from tests.games.single_files.highcard import HighCard

FAULT = "views", "render.svg"


class LeakyBoard(HighCard):
    """HighCard with that fault."""

    def board(self, seat: int | None = None) -> str:
        return f"cards {self.cards}"


GAME = game(LeakyBoard, title="LeakyBoard")
