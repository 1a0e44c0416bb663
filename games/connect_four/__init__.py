"""Connect Four (1974), for two seats."""
from games.api import Format, Game
from games.connect_four.board import DISC, GRID
from games.connect_four.state import ConnectFourState
from games.openspiel_history import history
from games.rules_text import written

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
    formats=(Format("columns of Connect Four in a row, such as 4453", "games.connect_four.columns"),
             history("games.connect_four.openspiel")),
    touches=GRID.touches,
    colours=lambda state: tuple(DISC.values()),
    rules=written("connect_four", ()),
)
