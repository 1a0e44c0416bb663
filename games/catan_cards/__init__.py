"""CATAN, the fast card game (Kosmos 2011), for two to six seats."""
from games.api import Balance, Game, Hidden, ItemKind
from games.catan_cards import notation, render
from games.catan_cards.hidden import laid, sees, untold
from games.catan_cards.items import COSTS, MEANING, takes
from games.catan_cards.knowledge import belief
from games.catan_cards.names import SOURCES
from games.catan_cards.setup import OPTIONS, new_state
from games.catan_cards.styles import STYLES
from games.catan_cards.tables import EXPANSIONS, KINDS
from games.catan_cards.talk import TALK, order, stage
from games.catan_cards.touches import touches
from games.rules_text import written

ITEMS = {"expansions": ItemKind(items=EXPANSIONS, given_by="gifts", removed_by="without", meaning=MEANING, costs=COSTS)}

GAME = Game(
    name="catan_cards",
    title="CATAN, the fast card game",
    version=1,
    seats=(2, 3, 4, 5, 6),
    options=OPTIONS,
    sources=SOURCES,
    new_state=new_state,
    notation=notation,
    render=render,
    hidden=Hidden(
        "hands from other seats, but for cards they have seen; the draw pile and the backs of settlements from all",
        sees=sees,
        untold=untold,
        laid=laid,
        belief=belief,
    ),
    balance=Balance(
        items=ITEMS,
        tokens=(*(f"{kind} 1" for kind in KINDS), "points 1"),
        takes=takes,
        styles=STYLES,
        order=order,
        matters={2: 0.25, 3: 0.19, 4: 0.18, 5: 0.18, 6: 0.18},
    ),
    touches=touches,
    talk=TALK,
    rules=written("catan_cards", OPTIONS, ITEMS, stage),
)
