"""Connect Four (1974), for two seats."""
from games.api import Game
from games.connect_four import notation, render
from games.connect_four.setup import new_state

GAME = Game(
    name="connect_four",
    title="Connect Four",
    version=1,
    seats=(2,),
    hidden="nothing",
    options=(),
    sources=("result",),
    new_state=new_state,
    notation=notation,
    render=render,
)
