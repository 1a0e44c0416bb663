"""All games begin with one list, and go on in it."""
from typing import Self

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "starts", "new_state"
STEPS = {2: [0, 0], 3: [0, 0, 0]}


class SharedStart(Race):
    """Race with that fault."""

    @classmethod
    def start(cls, seats: int) -> Self:
        return cls(STEPS[seats])


GAME = game(SharedStart, title="SharedStart")
