"""Orléans (dlp games 2014), for two to five seats."""
from games.api import Balance, Game, Hidden, ItemKind
from games.orleans import notation, render
from games.orleans.art import SEAT_FILL
from games.orleans.gifts import TECHNOLOGY, TOKENS, meaning, takes
from games.orleans.hidden import belief, sees
from games.orleans.setup import OPTIONS, new_state
from games.orleans.styles import STYLES
from games.orleans.tables import SOURCES, TILES
from games.orleans.talk import TALK, order, stage
from games.orleans.touches import touches
from games.rules_text import written

ITEMS = {
    "place-tiles": ItemKind(items=TILES, given_by="gifts", removed_by="without", meaning=meaning()),
    "technology": ItemKind(items=(TECHNOLOGY,), given_by="gifts",
                           meaning={TECHNOLOGY: "fills one space of a place for good"}),
}

GAME = Game(
    name="orleans",
    title="Orléans (first or eighth printing)",
    version=1,
    seats=(2, 3, 4, 5),
    options=OPTIONS,
    sources=SOURCES,
    new_state=new_state,
    notation=notation,
    render=render,
    hidden=Hidden(
        "plans from the other seats till all have planned; draws, hourglass tiles and goods to come from everybody",
        sees=sees,
        belief=belief,
    ),
    balance=Balance(
        items=ITEMS,
        tokens=tuple(f"{token} 1" for token in TOKENS),
        takes=takes,
        styles=STYLES,
        order=order,
        matters={2: 1.0, 3: 1.2, 4: 1.3, 5: 1.4},
    ),
    talk=TALK,
    touches=touches,
    colours=lambda state: SEAT_FILL[:state.seats],
    rules=written("orleans", OPTIONS, ITEMS, stage),
)
