"""What the rules look at is no field, so positions and copies of fields do not hold it."""

from games.simple import game
from tests.games.single_files.race import Race

FAULT = "positions", "position_from_json"


class OutsideField(Race):
    """Race with that fault."""

    tired = False

    def legal_actions(self) -> list[int]:
        return [0] if self.tired and not self.drawing else [0, 1]

    def apply_action(self, action: int) -> None:
        self.tired = action == 1
        super().apply_action(action)


GAME = game(OutsideField, title="OutsideField")
