"""The board has a sign that no picture can hold."""

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "boards", "render.svg"


class NoPicture(Race):
    """Race with that fault."""

    def board(self, seat: int | None = None) -> str:
        return f"steps \x07{self.steps}"


GAME = game(NoPicture, title="NoPicture")
