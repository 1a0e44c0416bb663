"""Points come from a source that the game does not name."""
from dataclasses import replace

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "ends", "sources"


class UnknownSource(Race):
    """Race with that fault."""

    seats = (2, 3)


GAME = replace(game(UnknownSource, title="UnknownSource"), sources=("steps",))
