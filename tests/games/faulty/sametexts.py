"""Two actions have one text."""

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "moves", "action_text"


class SameTexts(Race):
    """Race with that fault."""

    def action_text(self, action: int) -> str:
        return "go"


GAME = game(SameTexts, title="SameTexts")
