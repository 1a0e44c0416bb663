"""504 (2F-Spiele 2015), for two to four seats: any of its worlds of three modules."""
from games.api import Balance, Game, Hidden, ItemKind, Variants, WrittenRules
from games.world504 import notation, render
from games.world504.gifts import TOKENS, meaning, takes
from games.world504.hidden import sees
from games.world504.rulebook import rules_list, rules_page, stage
from games.world504.setup import OPTIONS, new_state
from games.world504.standing import standing
from games.world504.tables import PRIVILEGES, SOURCES
from games.world504.talk import TALK
from games.world504.touches import touches
from games.world504.variants import WORLDS, absent, goal, order

GAME = Game(
    name="world504",
    title="504 (2F-Spiele 2015)",
    version=1,
    seats=(2, 3, 4),
    options=OPTIONS,
    sources=SOURCES,
    new_state=new_state,
    notation=notation,
    render=render,
    hidden=Hidden(
        "sealed bids of round 1 from the other seats; draws from everybody",
        sees=sees,
    ),
    balance=Balance(
        items={"privileges": ItemKind(items=PRIVILEGES, given_by="gifts", removed_by="without", meaning=meaning(),
                                      absent=absent)},
        tokens=TOKENS,
        takes=takes,
        order=order,
    ),
    variants=Variants(kinds={"worlds": WORLDS}, family=goal),
    rules=WrittenRules(page=rules_page, rows=rules_list, translated=rules_page, stage=stage),
    talk=TALK,
    standing=standing,
    touches=touches,
    colours=render.colours,
)
