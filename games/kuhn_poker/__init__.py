"""Kuhn poker, the smallest poker there is, for two to five seats."""
from games.api import Game
from games.kuhn_poker.cards import CARDS
from games.kuhn_poker.setup import OPTIONS, new_state

GAME = Game(
    name="kuhn_poker",
    title="Kuhn poker",
    version=1,
    seats=(2, 3, 4, 5),
    hidden="each seat's card from the others, and the card left over from everybody",
    options=OPTIONS,
    sources=("antes", "bets", "pot"),
    new_state=new_state,
    notation=CARDS,
    render=CARDS,
    touches=CARDS.touches,
    belief=CARDS.belief,
    sees=CARDS.sees,
)
