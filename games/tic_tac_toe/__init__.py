"""Tic-tac-toe, for two seats."""
from games.api import Game
from games.grid import STROKE, Grid
from games.openspiel_history import history
from games.rules_text import written
from games.tic_tac_toe.state import TicTacToeState

GRID = Grid("tic_tac_toe", "Tic-tac-toe", TicTacToeState, columns=3, rows=3, in_a_line=3)
GAME = Game(
    name="tic_tac_toe",
    title="Tic-tac-toe",
    version=1,
    seats=(2,),
    options=(),
    sources=("result",),
    new_state=lambda seats, options: TicTacToeState(seats, dict(options)),
    notation=GRID,
    render=GRID,
    formats=(history("games.tic_tac_toe.openspiel"),),
    touches=GRID.touches,
    colours=lambda state: tuple(STROKE.values()),
    rules=written("tic_tac_toe", ()),
)
