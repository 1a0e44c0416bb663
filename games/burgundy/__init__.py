"""The Castles of Burgundy (alea 2011), for two to four seats."""
from games.api import Game
from games.burgundy import notation, render
from games.burgundy.gifts import ITEMS, TOKENS, takes
from games.burgundy.hidden import sees
from games.burgundy.names import SOURCE_NAMES
from games.burgundy.position import order, same
from games.burgundy.setup import OPTIONS, new_state
from games.burgundy.styles import STYLES
from games.burgundy.talk import TALK
from games.burgundy.touches import touches

GAME = Game(
    name="burgundy",
    title="The Castles of Burgundy (first edition)",
    version=1,
    seats=(2, 3, 4),
    hidden="the order of the supplies and of the goods from everybody; with secret=yes, set-up choices from the others",
    options=OPTIONS,
    sources=tuple(SOURCE_NAMES),
    new_state=new_state,
    notation=notation,
    render=render,
    items=ITEMS,
    tokens=TOKENS,
    order=order,
    takes=takes,
    styles=STYLES,
    sees=sees,
    touches=touches,
    talk=TALK,
    same=same,
)
