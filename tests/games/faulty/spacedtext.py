"""A text ends in a space, which people do not type."""

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "moves", "action_text"


class SpacedText(Race):
    """Race with that fault."""

    def action_text(self, action: int) -> str:
        return super().action_text(action) + " "


GAME = game(SpacedText, title="SpacedText")
