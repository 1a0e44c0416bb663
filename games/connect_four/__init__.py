"""Connect Four (1974), for two seats."""
from games.api import Game
from games.connect_four.board import GRID
from games.connect_four.state import ConnectFourState

GAME = Game(
    name="connect_four",
    title="Connect Four",
    version=1,
    seats=(2,),
    options=(),
    sources=("result",),
    new_state=lambda seats, options: ConnectFourState(seats, dict(options)),
    notation=GRID,
    render=GRID,
    touches=GRID.touches,
)
