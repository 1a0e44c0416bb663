"""Pig, the dice game of pushing one's luck, for two to five seats."""
from games.api import Game, Talk
from games.openspiel_history import history
from games.pig import notation, render
from games.pig.setup import OPTIONS, new_state
from games.rules_text import written

GAME = Game(
    name="pig",
    title="Pig",
    version=1,
    seats=(2, 3, 4, 5),
    options=OPTIONS,
    sources=("banked",),
    new_state=new_state,
    notation=notation,
    render=render,
    formats=(history("games.pig.openspiel"),),
    touches=render.touches,
    talk=Talk(place=render.place),
    rules=written("pig", OPTIONS),
)
