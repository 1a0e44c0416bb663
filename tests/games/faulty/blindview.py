"""The view of a seat lacks its own card, by which its moves differ."""

from games.simple import game
from tests.games.single_files.highcard import HighCard

FAULT = "likely redeals", "information_state_key"


class BlindView(HighCard):
    """HighCard with that fault."""

    def view(self, seat: int) -> object:
        return len(self.cards), self.done

    def legal_actions(self) -> list[int]:
        return [0] if len(self.cards) == 2 and self.cards[max(0, self.current_player())] < 3 else [0, 1]


GAME = game(BlindView, title="BlindView")
