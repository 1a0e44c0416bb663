"""Kuhn poker, the smallest poker there is, for two to five seats."""
from games.api import Game, Hidden, Talk
from games.kuhn_poker.cards import CARDS
from games.kuhn_poker.setup import OPTIONS, new_state
from games.openspiel_history import history
from games.rules_text import written

GAME = Game(
    name="kuhn_poker",
    title="Kuhn poker",
    version=1,
    seats=(2, 3, 4, 5),
    options=OPTIONS,
    sources=("antes", "bets", "pot"),
    new_state=new_state,
    notation=CARDS,
    render=CARDS,
    hidden=Hidden(
        "each seat's card from the others, and the card left over from everybody",
        sees=CARDS.sees,
        belief=CARDS.belief,
    ),
    formats=(history("games.kuhn_poker.openspiel"),),
    touches=CARDS.touches,
    talk=Talk(place=CARDS.place),
    rules=written("kuhn_poker", OPTIONS),
)
