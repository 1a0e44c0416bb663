"""Chances do not sum to one."""

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "raises nothing", "chance_outcomes"


class HalfChances(Race):
    """Race with that fault."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(steps, 0.25) for steps in range(3)]


GAME = game(HalfChances, title="HalfChances")
