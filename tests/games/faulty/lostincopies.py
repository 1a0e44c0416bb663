"""A copy of the fields alone does not hold all that the rules look at."""
from dataclasses import replace
from typing import Self

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "copies", "copy"


class LostInCopies(Race):
    """Race with that fault."""

    tired = False

    def copy(self) -> Self:
        return replace(self, steps=list(self.steps))

    def legal_actions(self) -> list[int]:
        return [0] if self.tired and not self.drawing else [0, 1]

    def apply_action(self, action: int) -> None:
        self.tired = action == 1
        super().apply_action(action)


GAME = game(LostInCopies, title="LostInCopies")
