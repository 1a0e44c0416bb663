"""A move touches what is not in the picture."""
from dataclasses import replace

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "touches", "touches"


class WrongTouch(Race):
    """Race with that fault."""

    seats = (2, 3)


GAME = replace(game(WrongTouch, title="WrongTouch"), touches=lambda state, action: [f"step-{action}"])
