"""Leduc hold'em, a small poker with two rounds of betting and a card on the board, for two seats."""
from games.api import Game, Hidden, Talk
from games.leduc_poker.cards import CARDS
from games.leduc_poker.setup import OPTIONS, new_state
from games.openspiel_history import history
from games.rules_text import written

GAME = Game(
    name="leduc_poker",
    title="Leduc hold'em",
    version=1,
    seats=(2,),
    options=OPTIONS,
    sources=("antes", "raises", "pot"),
    new_state=new_state,
    notation=CARDS,
    render=CARDS,
    hidden=Hidden(
        "each seat's card from the other, and the cards not dealt from both",
        sees=CARDS.sees,
        belief=CARDS.belief,
    ),
    formats=(history("games.leduc_poker.openspiel"),),
    touches=CARDS.touches,
    talk=Talk(place=CARDS.place),
    rules=written("leduc_poker", OPTIONS),
)
