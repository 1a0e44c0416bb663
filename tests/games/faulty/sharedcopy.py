"""A copy shares the list of steps with its original."""
from dataclasses import replace
from typing import Self

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "copies", "copy"


class SharedCopy(Race):
    """Race with that fault."""

    def copy(self) -> Self:
        return replace(self)


GAME = game(SharedCopy, title="SharedCopy")
