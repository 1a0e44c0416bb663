"""To ask what is legal changes the position."""
from dataclasses import dataclass

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "questions", "legal_actions"


@dataclass
class AskingSpends(Race):
    """Race with that fault."""

    asked: int = 0

    def legal_actions(self) -> list[int]:
        self.asked += 1
        return [0, 1]


GAME = game(AskingSpends, title="AskingSpends")
