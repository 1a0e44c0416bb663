"""What a move of 504 touches: ids of the picture, in the order a hand would touch them."""
from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from core_ext.state import State
from games.api import own
from games.packed import codes
from games.world504.names import PAIRS, STAGE_NAMES, crew, edge_ends, seat_acts
from games.world504.reading import priced
from games.world504.render_map import space_id
from games.world504.state import World504State
from games.world504.tables import GOODS, KINDS, SIDES

TILES, = codes("world504", "TILES")
SHARES = 10                                         # codes for the sales of a company
PEOPLE = (len(GOODS) + 1, len(GOODS) + 2)            # one resident in a hold, and two
ACTED = ("lot", "start-seat", "next-in-order")      # outcomes that name a seat

Raw = dict[str, Any]
Touch = Callable[["Hand", int], Iterator[str]]      # the ids, by the number of an action in its block


class Hand:
    """A position in which a hand is about to act."""

    def __init__(self, state: World504State) -> None:
        self.raw: Raw = state.raw()
        self.rules: Raw = state.rules_in_force()
        self.seat = state.current_player()
        self.stage: str = STAGE_NAMES[self.raw["stage"]]

    @property
    def turn(self) -> Raw:
        return self.raw["turn"]

    @property
    def sheet(self) -> str:
        """The sheet of the owner who acts; of a seat that acts for itself its line of the share table."""
        return f"{'seat' if seat_acts(self.raw, self.rules) else 'owner'}-{self.raw['actor']}"

    def holding(self, company: int) -> str:
        """The shares of a company that the seat to act holds."""
        return f"holding-{self.seat}-{company}"

    @property
    def trolley(self) -> str:
        return f"trolley-{self.raw['actor']}"

    @property
    def held(self) -> str:
        """The privileges of the owner who acts."""
        return f"privileges-{self.raw['actor']}"

    def good(self, good: int) -> str:
        """A kind of goods in front of the owner who acts."""
        return f"goods-{self.raw['actor']}-{GOODS[good]}"

    def hold(self, *loads: int) -> str:
        """The hold of the actor's trolley with the first of these loads that it carries."""
        held = self.raw["owner"][self.raw["actor"]]["hold"]
        return f"hold-{self.raw['actor']}-{held.index(next(load for load in loads if load in held))}"

    @property
    def here(self) -> int:
        """The tile of the actor's trolley."""
        return int(self.raw["owner"][self.raw["actor"]]["trolley"])

    def tile(self, t: int) -> str:
        return space_id(self.raw["q"][t], self.raw["r"][t])

    def beside(self, t: int, side: int) -> str:
        """The space on that side of a tile."""
        return space_id(self.raw["q"][t] + SIDES[side][0], self.raw["r"][t] + SIDES[side][1])

    def city(self, number: int) -> str:
        """A city, by its number from 0."""
        return self.tile(self.raw["city_at"][number])

    def card(self, privilege: int) -> str:
        """Where a privilege lies in the row."""
        lying = [card - 1 for card in self.raw["row"] if card]
        return f"row-{lying.index(privilege)}"


def touches(state: State, action: int) -> Sequence[str]:
    """The ids that a legal action or an outcome touches: from where something comes, and where it goes."""
    hand = Hand(own(state, World504State))
    if state.is_chance_node():
        return list(_outcome(hand, action))
    if action == 0:
        return [hand.sheet]
    starts, blocks = _blocks()
    block = bisect_right(starts, action) - 1
    return list(blocks[block](hand, action - starts[block]))


@cache
def _blocks() -> tuple[list[int], list[Touch]]:
    """The first code of each block of actions in ascending order, and what the block touches."""
    touches: dict[str, Touch] = {
        "A_CAPITAL": lambda hand, n: iter((hand.sheet, hand.city(n))),
        "A_PLACE": lambda hand, n: iter((hand.sheet, f"place-{n}")),
        "A_TENS": _bid, "A_UNITS": _bid,
        "A_TAKE": lambda hand, n: iter((hand.card(n), hand.sheet)),
        "A_STEP_UP": lambda hand, n: iter((hand.sheet, f"speed-{hand.raw['actor']}")),
        "A_HOLD_UP": lambda hand, n: iter((hand.sheet, f"holds-{hand.raw['actor']}")),
        "A_RECRUIT": lambda hand, n: iter((hand.sheet, hand.tile(n))),
        "A_RECALL": _at_tile, "A_RUN": _at_tile,
        "A_AGAIN": lambda hand, n: iter((hand.held, hand.tile(n))),
        "A_HARVEST": _remove,
        "A_STOP": lambda hand, n: iter((hand.tile(hand.turn["source"]), hand.tile(n))),
        "A_PLANT": lambda hand, n: iter((f"box-{GOODS[hand.rules['good_of'][hand.raw['kind'][n]]]}", hand.tile(n))),
        "A_FISH_PLANT": lambda hand, n: iter(("box-fish", hand.tile(n))),
        "A_FREE_ROAD": _free_road, "A_ROAD": _road, "A_CREW": _crew,
        "A_STEP": _step, "A_EXPLORE": _step,
        "A_FOLLOW": lambda hand, n: iter((hand.beside(hand.turn["target"], n), hand.tile(hand.turn["target"]))),
        "A_EXPLORER": lambda hand, n: iter(f"stack-{KINDS[kind]}" for kind in divmod(n, len(KINDS))),
        "A_DRIVE": lambda hand, n: iter((hand.trolley, hand.beside(hand.here, n))),
        "A_LOAD": _load,
        "A_LOAD_PLANT": lambda hand, n: iter((hand.tile(hand.here).replace("space", "plant"), hand.trolley)),
        "A_LOAD_RESIDENT": lambda hand, n: iter((hand.tile(hand.here), hand.trolley)),
        "A_UNLOAD": lambda hand, n: iter((hand.hold(1 + n), hand.tile(hand.here))),
        "A_UNLOAD_RESIDENT": lambda hand, n: iter((hand.hold(*PEOPLE), hand.tile(hand.here))),
        "A_DELIVER": _deliver,
        "A_SETTLE": lambda hand, n: iter((hand.sheet, hand.tile(hand.here))),
        "A_ENTER": lambda hand, n: iter((hand.trolley, hand.tile(hand.turn["target"]))),
        "A_FACTORY": lambda hand, n: iter((hand.sheet, hand.city(n))),
        "A_EXCHANGE": _exchange,
        "A_SELL": lambda hand, n: iter((hand.good(n), f"box-{GOODS[n]}")),
        "A_REMOVE": _remove, "A_REMOVE_SETTLEMENT": _remove,
        "A_FIGHT": _at_tile, "A_RETREAT": _retreat, "A_ASSAULT": _step,
        "A_TAKEOVER": lambda hand, n: iter((hand.sheet, hand.tile(n))),
        "A_CONQUER": _conquer,
        "A_BUY_SHARE": lambda hand, n: iter((f"share-{n}", hand.holding(n))),
        "A_SELL_SHARES": _sell_shares,
        "A_PASS": _own_sheet, "A_WITHHOLD": _own_sheet,
        "A_QUIT": lambda hand, n: iter((hand.sheet, "start-card")),
        "A_PAY_OUT": lambda hand, n: iter((hand.sheet, f"share-{hand.raw['actor']}")),
        "A_PAY_HALF": lambda hand, n: iter((hand.held, f"share-{hand.raw['actor']}")),
        "A_SELL_OWN": lambda hand, n: iter((hand.holding(hand.raw["actor"]), f"share-{hand.raw['actor']}")),
        "A_BUY_FOREIGN": lambda hand, n: iter((f"share-{n}", hand.holding(n))),
    }
    starts = dict(zip(touches, codes("world504", " ".join(touches)), strict=True))
    order = sorted(touches, key=starts.__getitem__)
    return [starts[name] for name in order], [touches[name] for name in order]


def _bid(hand: Hand, number: int) -> Iterator[str]:
    """The privilege that is bid for, or in secret the own money; then the digits."""
    yield f"row-{hand.raw['card']}" if hand.stage.startswith("bid") else hand.sheet
    yield from (f"digit-{digit}" for digit in str(number))


def _sell_shares(hand: Hand, code: int) -> Iterator[str]:
    """Each share that is sold; then the marker of the price."""
    company, number = divmod(code, SHARES)
    yield from [hand.holding(company)] * (number + 1)
    yield f"share-{company}"


def _own_sheet(hand: Hand, number: int) -> Iterator[str]:
    yield hand.sheet


def _at_tile(hand: Hand, tile: int) -> Iterator[str]:
    yield hand.tile(tile)


def _road(hand: Hand, edge: int) -> Iterator[str]:
    """A road out of the supply, and both its ends."""
    yield hand.sheet
    yield from map(hand.tile, edge_ends(hand.raw, edge))


def _free_road(hand: Hand, edge: int) -> Iterator[str]:
    """A road that a privilege or the trolley builds."""
    yield hand.trolley if hand.stage == "drive" else hand.held
    yield from map(hand.tile, edge_ends(hand.raw, edge))


def _crew(hand: Hand, code: int) -> Iterator[str]:
    """Each resident who builds, and where one goes back to the supply."""
    number, loser = divmod(code, 2)
    ends = [hand.tile(end) for end in edge_ends(hand.raw, hand.turn["target"])]
    yield from [ends[0]] * number + [ends[1]] * (crew(hand.raw, hand.rules) - number)
    if hand.rules["road_returns"]:
        yield ends[loser]
        yield hand.sheet


def _conquer(hand: Hand, side: int) -> Iterator[str]:
    city = hand.turn["battle"] - 1
    yield hand.beside(city, side)
    yield hand.tile(city)


def _step(hand: Hand, code: int) -> Iterator[str]:
    """From a tile to the space beside it; a trolley explores from where it is."""
    tile, side = divmod(code, len(SIDES))
    yield hand.trolley if hand.stage == "drive" else hand.tile(tile)
    yield hand.beside(tile, side)


def _load(hand: Hand, good: int) -> Iterator[str]:
    """A good that lies on the tile, or else one of the city's."""
    if hand.raw["lying"][hand.here][good]:
        yield f"{hand.tile(hand.here).replace('space', 'lying')}-{GOODS[good]}"
    else:
        yield f"stock-{hand.raw['number'][hand.here]}"
    yield hand.trolley


def _deliver(hand: Hand, good: int) -> Iterator[str]:
    yield hand.hold(1 + good)
    yield hand.tile(hand.here)
    yield f"price-{GOODS[good]}" if priced(hand.rules) else hand.sheet


def _exchange(hand: Hand, code: int) -> Iterator[str]:
    """Two own goods for one out of the box."""
    pair, taken = divmod(code, len(GOODS))
    yield from map(hand.good, map(GOODS.index, PAIRS[pair].split(" and ")))
    yield f"box-{GOODS[taken]}"


def _remove(hand: Hand, tile: int) -> Iterator[str]:
    yield hand.tile(tile)
    yield hand.sheet


def _retreat(hand: Hand, tile: int) -> Iterator[str]:
    """From the tile that was fought for to an own one."""
    yield hand.tile(hand.turn["battle"] - 1)
    yield hand.tile(tile)


def _outcome(hand: Hand, outcome: int) -> Iterator[str]:
    """What is drawn and where it goes."""
    if hand.stage == "waters":
        cells = [hand.rules["free_cell"][cell] for cell in divmod(outcome, TILES)]
        yield from map(hand.tile, cells)
    elif hand.stage == "tile":
        yield hand.tile(hand.rules["free_cell"][hand.raw["cursor"]])
    elif hand.stage == "explored":
        yield f"stack-{KINDS[outcome]}"
        yield hand.beside(hand.turn["source"], hand.turn["side"])
    elif hand.stage in ("attack", "defence"):
        yield hand.tile(hand.turn["battle"] - 1)
    elif hand.stage in ACTED:
        yield f"{'seat' if hand.rules['companies'] else 'owner'}-{outcome}"
        if hand.stage != "start-seat":
            yield "order"
    else:
        yield "scorings" if hand.stage == "turn-card" else "row"
