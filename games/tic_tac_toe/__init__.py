"""Tic-tac-toe, for two seats."""
from games.api import Game
from games.tic_tac_toe import notation, render
from games.tic_tac_toe.setup import new_state

GAME = Game(
    name="tic_tac_toe",
    title="Tic-tac-toe",
    version=1,
    seats=(2,),
    hidden="nothing",
    options=(),
    sources=("result",),
    new_state=new_state,
    notation=notation,
    render=render,
)
