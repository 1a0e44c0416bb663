"""The weights of playouts look at the card of the other."""

from games.simple import game
from tests.games.single_files.highcard import HighCard

FAULT = "known after redeals", "action_weights"


class LeakyWeights(HighCard):
    """HighCard with that fault."""

    def action_weights(self, actions: list[int]) -> list[float]:
        return [1.0, 7.0 - self.cards[1 - self.current_player()]]


GAME = game(LeakyWeights, title="LeakyWeights")
