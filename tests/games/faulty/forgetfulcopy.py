"""A copy forgets whose turn it is."""
from dataclasses import replace
from typing import Self

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "copies", "copy"


class ForgetfulCopy(Race):
    """Race with that fault."""

    def copy(self) -> Self:
        return replace(self, steps=list(self.steps), turn=0)


GAME = game(ForgetfulCopy, title="ForgetfulCopy")
