"""What is under way: the turn of the owner who acts, bids, cards and scorings, as JSON, both ways."""
from __future__ import annotations

from typing import Any, cast

from games.fields import Field
from games.packed import codes
from games.world504.forms import (
    Form,
    Line,
    Place,
    mask,
    number,
    numbers,
    owner,
    owner_list,
    owner_mask,
    seat,
    seat_list,
    seat_mask,
    seat_masks,
    slots,
    switch,
    tile_counts,
    tile_mask,
    word,
)
from games.world504.names import STAGE_NAMES
from games.world504.tables import COMPANIES, GOODS, KINDS, PRIVILEGES, RULES

OWNERS, SEATS, SALES, ROW, TILES = codes("world504", "OWNERS SEATS SALES ROW TILES")
CITIES, GARRISON, POOL_ROAD = codes("world504", "CITIES GARRISON POOL_ROAD")
TO_BANK = 7                                         # what stands for the bank where duty is due
MOST_MONEY = 30_000
MANNED = (*GOODS, "residents")
TRACK: dict[str, Any] = cast(dict[str, Any], RULES["goods_price"])
PRICES: list[int] = TRACK["steps"]
START_PRICE = PRICES.index(TRACK["start"])
IN_ORDER = list(range(OWNERS))                      # the order before any is known


def _tile_or_edge() -> Form:
    """A tile; where a road crew is asked for, the two ends of the road."""
    def write(value: int, place: Place) -> Any:
        return place.ends(value) if _edge_asked(place) else place.board.tiles[value]

    def read(field: Field, place: Place) -> int:
        return place.edge(field) if _edge_asked(place) else place.tile(field)

    return Form(write, read)


def _edge_asked(place: Place) -> bool:
    return STAGE_NAMES[place.raw["stage"]] == "road-crew"


def _tile_number() -> Form:
    """A tile of which the first one is told by leaving it out."""
    return Form(lambda value, place: place.board.tiles[value], lambda field, place: place.tile(field))


def _loads() -> Form:
    """Goods, or residents, whose bits are set."""
    return Form(lambda value, place: [name for bit, name in enumerate(MANNED) if value >> bit & 1],
                lambda field, place: field.members(MANNED, "a good, or 'residents'"))


def _counts(names: tuple[str, ...], what: str) -> Form:
    return Form(lambda value, place: {name: n for name, n in zip(names, value, strict=True) if n},
                lambda field, place: field.counts(names, what))


def _prices() -> Form:
    """What a good sells for."""
    def read(field: Field, place: Place) -> list[int]:
        parts = field.keys((), GOODS)
        steps = []
        for good in GOODS:
            if good in parts and parts[good].value not in PRICES:
                parts[good].fail(f"a price: {', '.join(map(str, PRICES))}")
            steps.append(PRICES.index(parts[good].value) if good in parts else START_PRICE)
        return steps

    return Form(lambda value, place: {good: PRICES[step] for good, step in zip(GOODS, value, strict=True)}, read)


def _bids() -> Form:
    """A sealed bid for each seat; null for none."""
    return Form(lambda value, place: [None if bid < 0 else bid for bid in value[:place.seats]],
                lambda field, place: [-1 if entry.value is None else entry.integer(0, MOST_MONEY)
                                      for entry in field.items(place.seats, each="seat")]
                + [-1] * (OWNERS - place.seats))


def _neutral() -> Form:
    """Roads of nobody: two neighbouring tiles and who built it; those of the common pool without an owner."""
    def write(value: list[int], place: Place) -> list[list[Any]]:
        if place.rules["road_pool"]:
            return [place.ends(edge) for edge, there in enumerate(value) if there]
        return [[*place.ends(edge), place.owner_word(i)] for edge, owners in enumerate(value)
                for i in range(place.rules["owners"]) if owners >> i & 1]

    def read(field: Field, place: Place) -> list[int]:
        built = [0] * len(place.raw["neutral"])
        for entry in field.items(most=len(built) * place.rules["owners"]):
            if place.rules["road_pool"]:
                built[place.edge(entry)] = POOL_ROAD
                continue
            *ends, builder = entry.items(3)
            built[place.edge(Field([end.value for end in ends], entry.place))] |= 1 << place.owner(builder)
        return built

    return Form(write, read)


def _sales() -> Form:
    """Goods delivered or sold, in this order; where duty is due a good and the seat that gets it, null for the bank."""
    goods = slots(SALES, GOODS, "a good")

    def write(value: list[int], place: Place) -> list[Any]:
        words = goods.write([sale & 7 for sale in value], place)
        return [[word, None if sale >> 3 == TO_BANK else place.owner_word((sale >> 3) - 1)] if sale >> 3 else word
                for word, sale in zip(words, value, strict=False)]

    def read(field: Field, place: Place) -> list[int]:
        sales = []
        for entry in field.items(most=SALES):
            duty = 0
            if isinstance(entry.value, list):
                entry, payee = entry.items(2)
                duty = TO_BANK if payee.value is None else 1 + place.owner(payee)
            sales.append(1 + entry.index(GOODS, "a good") + 8 * duty)
        return sales + [0] * (SALES - len(sales))

    return Form(write, read)


def _foe() -> Form:
    """Who holds the tile that is fought for: a seat, or a garrison."""
    def read(field: Field, place: Place) -> int:
        if field.value == "garrison":
            return 1 + GARRISON
        return 1 + place.owner(field)

    return Form(lambda value, place: "garrison" if value == 1 + GARRISON else place.owner_word(value - 1), read)


def _one_more(form: Form) -> Form:
    """A value of which 0 is none and the first is 1."""
    return Form(lambda value, place: form.write(value - 1, place), lambda field, place: 1 + form.read(field, place))


TURN = (
    Line("ran", "ran", tile_mask()),
    Line("explored", "explored", tile_mask()),
    Line("earned", "earned", number(MOST_MONEY)),
    Line("prize", "prize", number(MOST_MONEY)),
    Line("barred", "barred", tile_mask()),
    Line("fallen", "fallen", tile_mask()),
    Line("paved", "paved", tile_mask()),
    Line("freed", "freed", mask(tuple(f"city {n + 1}" for n in range(CITIES)), "a city, 'city 1' to 'city 10'")),
    Line("sale", "sale", _sales(), [0] * SALES),
    Line("cards", "cards", number()),
    Line("cities", "cities", number()),
    Line("bought", "bought", number()),
    Line("last", "last", number()),
    Line("again", "again", number(1)),
    Line("idle", "idle", tile_counts(TILES), [0] * TILES),
    Line("free_road", "free_road", number(3)),
    Line("source", "source", _tile_number()),
    Line("target", "target", _tile_or_edge()),
    Line("side", "side", number(5)),
    Line("explorer_tiles", "odds", _counts(KINDS, "a kind of tile"), [0] * len(KINDS)),
    Line("points", "points", number()),
    Line("extra", "extra", number()),
    Line("loaded", "loaded", _loads()),
    Line("unloaded", "unloaded", _loads()),
    Line("entered", "entered", switch()),
    Line("settle_from", "settle_from", word(STAGE_NAMES, "a stage")),
    Line("exchanged", "exchanged", number(75)),
    Line("sold_own", "sold_own", switch()),
    Line("battle", "battle", _one_more(_tile_number())),
    Line("foe", "foe", _foe()),
    Line("dice", "dice", number(20)),
    Line("beaten", "beaten", _one_more(owner())),
    Line("dues", "dues", owner_mask()),
    Line("ends", "ends", number(3)),
    Line("sold", "sold", owner_mask()),
)
MATTERS = (
    Line("order", "order", owner_list(IN_ORDER), IN_ORDER),
    Line("former_order", "former", owner_list(IN_ORDER), IN_ORDER),
    Line("fresh", "fresh", number(OWNERS)),
    Line("sheltered", "young", owner_mask()),
    Line("market", "market", owner_list(IN_ORDER), IN_ORDER),
    Line("traders", "seating", seat_list(IN_ORDER[:SEATS]), IN_ORDER[:SEATS]),
    Line("bought", "bought", seat_masks(COMPANIES), [0] * SEATS),
    Line("sold", "sold", seat_masks(COMPANIES), [0] * SEATS),
    Line("traded", "traded", _counts(COMPANIES, "a company"), [0] * OWNERS),
    Line("quit", "quit", seat_mask()),
    Line("passes", "passes", number(SEATS)),
    Line("start", "start", seat()),
    Line("places", "places", number(31)),
    Line("bids", "bid", _bids(), [-1] * OWNERS),
    Line("lots", "lots", seat_mask()),
    Line("high", "high", number(MOST_MONEY, -1)),
    Line("bidder", "bidder", owner()),
    Line("bidding", "bidding", owner_mask()),
    Line("bid_tens", "bid_tens", number()),
    Line("card", "card", number(ROW)),
    Line("row", "row", slots(ROW, PRIVILEGES, "a privilege, such as 'II(4)'"), [0] * ROW),
    Line("free_row", "free_row", number(ROW)),
    Line("shown", "shown", number(ROW)),
    Line("extras", "extras", numbers(3, len(PRIVILEGES)), [0, 0, 0]),
    Line("drawn", "drawn", _counts(PRIVILEGES, "a privilege, such as 'II(4)'"), [0] * len(PRIVILEGES)),
    Line("prices", "price", _prices(), [START_PRICE] * len(GOODS)),
    Line("awards", "award", numbers(len(KINDS)), [0] * len(KINDS)),
    Line("ticks", "ticks", numbers(3), [0, 0, 0]),
    Line("scored", "scored", numbers(3, 1), [0, 0, 0]),
    Line("scorings", "scorings", number(3)),
    Line("to_remove", "to_remove", number()),
    Line("neutral_roads", "neutral", _neutral(), [0] * codes("world504", "EDGES")[0]),
    Line("place", "place", number(OWNERS)),
    Line("cursor", "cursor", number()),
    Line("returns_to", "returns_to", word(STAGE_NAMES, "a stage")),
    Line("capped", "capped", switch()),
)
