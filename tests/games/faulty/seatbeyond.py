"""The seat to act is none of those that play."""

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "raises nothing", "current_player"


class SeatBeyond(Race):
    """Race with that fault."""

    def current_player(self) -> int:
        who = super().current_player()
        return len(self.steps) if who == 1 and self.steps[1] == 2 else who


GAME = game(SeatBeyond, title="SeatBeyond")
