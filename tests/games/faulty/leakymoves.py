"""What a seat may do tells the card of the other."""

from games.simple import game
from tests.games.single_files.highcard import HighCard

FAULT = "known after redeals", "legal_actions"


class LeakyMoves(HighCard):
    """HighCard with that fault."""

    def legal_actions(self) -> list[int]:
        return [0] if len(self.cards) == 2 and self.cards[1 - max(0, self.current_player())] == 6 else [0, 1]


GAME = game(LeakyMoves, title="LeakyMoves")
