"""The Castles of Burgundy (alea 2011), for two to four seats."""
from games.api import Balance, Format, Game, Hidden, Pictured
from games.burgundy import notation, render
from games.burgundy.art import SEAT_FILL
from games.burgundy.board_picture import board_picture
from games.burgundy.gifts import ITEMS, TOKENS, takes
from games.burgundy.hidden import sees
from games.burgundy.names import SOURCE_NAMES
from games.burgundy.position import order, same
from games.burgundy.setup import OPTIONS, new_state
from games.burgundy.styles import STYLES
from games.burgundy.tables import BOARDS
from games.burgundy.talk import TALK, stage
from games.burgundy.touches import touches
from games.rules_text import written

GAME = Game(
    name="burgundy",
    title="The Castles of Burgundy (first edition)",
    version=1,
    seats=(2, 3, 4),
    options=OPTIONS,
    pictures={"boards": Pictured(tuple((str(board), f"board {board}") for board in BOARDS), board_picture)},
    sources=tuple(SOURCE_NAMES),
    new_state=new_state,
    notation=notation,
    render=render,
    hidden=Hidden(
        "the order of the supplies and of the goods from everybody; with secret=yes, set-up choices from the others",
        sees=sees,
    ),
    balance=Balance(
        items=ITEMS,
        tokens=TOKENS,
        takes=takes,
        styles=STYLES,
        order=order,
        matters={2: 1.2, 3: 1.1, 4: 1.3},
    ),
    formats=(Format("a raw game log of Board Game Arena", "games.burgundy.bga"),),
    touches=touches,
    colours=lambda state: SEAT_FILL[:state.seats],
    talk=TALK,
    same=same,
    rules=written("burgundy", OPTIONS, ITEMS, stage),
)
