"""The text of an action is a number."""

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "raises nothing", "action_text"


class TextOfNumber(Race):
    """Race with that fault."""

    def action_text(self, action: int) -> int:
        return action


GAME = game(TextOfNumber, title="TextOfNumber")
