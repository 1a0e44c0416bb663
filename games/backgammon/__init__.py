"""Backgammon without the doubling cube, for two seats."""
from games.api import Game, Hidden
from games.backgammon import notation, render
from games.backgammon.setup import OPTIONS, new_state

GAME = Game(
    name="backgammon",
    title="Backgammon (single games, no doubling cube)",
    version=1,
    seats=(2,),
    options=OPTIONS,
    sources=("win", "gammon", "backgammon"),
    new_state=new_state,
    notation=notation,
    render=render,
    hidden=Hidden("nothing; the dice to come are unknown to both"),
    touches=render.touches,
)
