"""A position as lines of text for a terminal: readable without colour, in as full a form as there is room for."""
from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rich.text import Text

from games.boards import COLUMNS, Part, fitted, folded, listed, table, unbroken
from games.packed import enum
from games.world504.art import OWNER_FILL, OWNER_INK
from games.world504.names import NOWHERE, STAGE_NAMES, Board, board_of, edge_ends, owner_names, seat_acts
from games.world504.reading import (
    TERRAINS,
    attacks,
    garrison,
    open_awards,
    owns,
    plant_of,
    priced,
)
from games.world504.share_table import dealt, founded, heads, share_rows
from games.world504.state import World504State
from games.world504.tables import CITY_GOODS, GOODS, KINDS, PRIVILEGES
from games.world504.text_board import board, legend, population

BIDS = ("bid", "bid-units")
BY_ASSETS = enum("world504", "Victory").index("by-assets")
CITY_NUMBERS = [str(n + 1) for n in range(len(CITY_GOODS))]
SPACE = "\u00a0"

Raw = dict[str, Any]


class View(NamedTuple):
    """A position and what is said of it."""

    state: World504State
    raw: Raw
    rules: Raw
    world: str
    name: str
    when: str                   # "round 3, seat 1"
    due: str                    # what is asked or drawn; empty where the game is over
    scores: Sequence[float]     # of seats
    points: Sequence[float]     # of owners
    winners: Collection[int]
    deciding: int | None        # the seat to act

    @property
    def owners(self) -> list[int]:
        """Those that are there: seats, or companies that are founded."""
        return founded(self.raw, self.rules)

    @property
    def companies(self) -> bool:
        return bool(self.rules["companies"])

    def name_of(self, i: int) -> str:
        """An owner in words."""
        return owner_names(self.rules)[i]

    @property
    def seats(self) -> range:
        return range(self.rules["seats"])

    @property
    def stage(self) -> str:
        return STAGE_NAMES[self.raw["stage"]]

    @property
    def tiles(self) -> Board:
        return board_of(self.raw)


def text_of(view: View, seat: int | None = None, room: int | None = None, columns: int = COLUMNS) -> Text:
    """The board of a position; brief forms tell where `seat`, or the seat to act, has its pieces."""
    own = _own(view, seat)

    def lines(*texts: Text) -> list[Text]:
        return [piece for line in texts for piece in folded(line, columns)]

    gap = Part([[Text()], []], [1])
    maps = [board(view.raw, view.rules, columns, height) for height in (3, 2, 1)]
    common = list(_common(view))
    pieces = {i: _pieces(view, i) for i in view.owners}
    return fitted([
        Part([lines(*_head(view)), lines(_short_head(view))], [14]),
        gap,
        Part([*maps, []], [2, 16, 20]),
        Part([lines(Text("; ").join(map(Text, map(unbroken, legend(view.raw, view.rules))))), []], [5]),
        gap,
        Part([table(list(_shares(view, brief)), columns) for brief in (False, True)] if dealt(view.rules) else [[]],
             [18] if dealt(view.rules) else []),
        Part([table(list(_rows(view)), columns) if view.owners else []], []),
        Part([table(list(_majorities(view)), columns), []] if view.rules["table"] else [[]],
             [11] if view.rules["table"] else []),
        gap,
        Part([lines(*_cards(view)), []], [13]),
        Part([lines(*common), lines(*_needed(view)), []], [12, 19]),
        Part([lines(*_cities(view)), []], [8]),
        gap,
        Part([lines(*pieces.values()), lines(*(pieces[i] for i in own)), []], [10, 21]),
        Part([lines(*_roads(view)), []], [9]),
    ], room)


def _own(view: View, seat: int | None) -> list[int]:
    """The owners of `seat`, else of the seat to act; of companies those over which it presides."""
    whose = next(s for s in (seat, view.deciding, 0) if s is not None)
    return [i for i in view.owners if view.raw["agent"][i] == whose]


# ---- heading ---------------------------------------------------------------------------------


def _head(view: View) -> list[Text]:
    return [Text(f"504 - world {view.world}: {view.name}", style="bold"),
            Text.assemble(_asked(view, f"{view.when}: {view.due}" if view.due else view.when), *_under_way(view),
                          _order(view, "; in order: seat "))]


def _short_head(view: View) -> Text:
    words = f"{view.when}: {view.due}" if view.due else view.when
    return Text.assemble((f"World {view.world}. ", "bold"), _asked(view, words), *_under_way(view),
                         _order(view, "; order: "))


def _asked(view: View, words: str) -> Text:
    seat = view.deciding
    if view.winners:
        words = f"over, won by seat {' and '.join(map(str, sorted(view.winners)))}"
    acting = None if seat is None or seat_acts(view.raw, view.rules) else view.raw["actor"]
    style = "bold" if acting is None else f"bold {OWNER_INK[acting]} on {OWNER_FILL[acting]}"
    return Text(words[0].upper() + words[1:], style=style)


def _order(view: View, label: str) -> str:
    order = [view.name_of(i) if view.companies else str(i) for i in view.raw["order"][:len(view.owners)]]
    if view.companies:
        label = label.removesuffix("seat ")
    if not view.raw["round"] or not order:
        return ""
    return label.replace(" ", SPACE).replace(f";{SPACE}", "; ") + f",{SPACE}".join(order)


def _under_way(view: View) -> Iterator[str]:
    """What the moves of this stage do not say themselves."""
    raw, turn, tiles = view.raw, view.raw["turn"], view.tiles.tiles
    if view.stage in BIDS:
        high = f"{view.name_of(raw['bidder'])} bids {raw['high']}" if raw["high"] > 0 else "no bid yet"
        yield f"; {PRIVILEGES[raw['row'][raw['card']] - 1]}: {high}"
    elif view.stage == "run":
        yield f"; from {tiles[turn['source']]}"
    elif view.raw["turn"]["battle"]:
        yield _battle(view)
    elif view.stage == "drive":
        cargo = _cargo(raw["owner"][raw["actor"]])
        yield f"; movement points left: {turn['points'] / 2:g}" + (f"; cargo: {cargo}" if cargo else "")
    elif view.stage == "remove":
        yield f"; pieces to remove: {raw['to_remove']}"
    elif view.stage == "lot":
        yield f"; of seats {', '.join(str(i) for i in view.seats if raw['lots'] >> i & 1)}"
    if view.stage in ("place", "capital", "lot") and any(raw["bid"][i] >= 0 for i in view.seats):
        yield "; bids: " + ", ".join(f"seat{SPACE}{i}{SPACE}{raw['bid'][i]}" for i in view.seats if raw["bid"][i] >= 0)


def _battle(view: View) -> str:
    """Who fights where, and with whom: `; city 3: seat 0 with 2 armies against barracks and militia`."""
    raw, tile = view.raw, view.raw["turn"]["battle"] - 1
    attackers, i = raw["owner"][raw["actor"]]["spent"][tile], raw["actor"]
    foes = [f"{view.name_of(k)} with {_defenders(view, owner, tile)}"
            for k, owner in enumerate(raw["owner"]) if k != i and owns(owner, tile)]
    against = " and ".join(foes or garrison(raw, tile))
    armies = "1 army" if attackers == 1 else f"{attackers} armies"
    fought = f"; {view.tiles.tiles[tile]}: {view.name_of(i)} with {armies}"
    return f"{fought} against {against}" if against else fought


def _defenders(view: View, owner: Raw, tile: int) -> int:
    """Armies of an owner on its tile: residents, and what its settlement or headquarters counts."""
    house = view.rules["capital_armies"] if owner["capital"] == tile else 1
    return int(owner["active"][tile] + owner["spent"][tile] + house)


# ---- what all have ---------------------------------------------------------------------------


def _common(view: View) -> Iterator[Text]:
    """What lies ready for all."""
    raw, rules = view.raw, view.rules
    if rules["explore_within"]:
        yield listed("tiles left: ", _counted(raw["stack"], KINDS))
    yield from _needed(view)
    if rules["scoring_cards"]:
        yield Text(f"scorings: {raw['scorings']} of 3; ticks left in the rows: {', '.join(map(str, raw['ticks']))}")
    if rules["road_pool"]:
        yield Text(f"roads left in the pool: {raw['roads_left']}")
    if tasks := open_awards(raw, rules):
        yield Text(f"open tasks: {tasks}")
    if rules["plants"] and not rules["goods_in_cities"]:
        yield listed("goods in the box: ", _counted(raw["supply"], GOODS))


def _needed(view: View) -> Iterator[Text]:
    """Of this what a move is chosen by: privileges and prices."""
    raw, rules = view.raw, view.rules
    if rules["kinds_in_deck"]:
        yield listed("open privileges: ", _open_privileges(raw, rules))
    if priced(rules):
        yield listed("prices: ", [f"{name} {rules['prices'][step]}"
                                  for name, step in zip(GOODS, raw["price"], strict=True)])


def _open_privileges(raw: Raw, rules: Raw) -> Iterator[str]:
    under = STAGE_NAMES[raw["stage"]] in BIDS
    for n, card in enumerate(raw["row"]):
        if card:
            price = "free" if n < raw["free_row"] else f"{rules['privilege_price']} Mark"
            yield f"{PRIVILEGES[card - 1]} {price}{', under the hammer' if under and n == raw['card'] else ''}"


def _counted(counts: Iterable[int], names: Sequence[str]) -> list[str]:
    return [f"{n} {name}" for n, name in zip(counts, names, strict=True) if n]


def _cities(view: View) -> Iterator[Text]:
    """Where barracks and militia are, and what cities have and still want."""
    raw = view.raw
    armed: dict[str, list[str]] = {}
    for t, name in enumerate(view.tiles.tiles):
        if there := garrison(raw, t):
            armed.setdefault(" and ".join(there), []).append(name)
    for what, tiles in armed.items():
        yield listed(f"{what}  ", tiles)
    if not view.rules["goods_in_cities"]:
        return
    needs = []
    for city, t in enumerate(raw["city_at"]):
        if t != NOWHERE:
            wants = [name for g, name in enumerate(GOODS) if raw["demand"][city] >> g & 1]
            stock = f"{raw['stock'][city]} {CITY_GOODS[city]}, " if raw["stock"][city] else ""
            needs.append(f"{city + 1}: {stock}wants {' '.join(wants) or 'nothing'}")
    yield listed("cities  ", needs, "; ")


# ---- seats -----------------------------------------------------------------------------------


def _rows(view: View) -> Iterator[list[str | Text]]:
    """What each owner has, a row an owner, as far as the world has it."""
    columns = list(_columns(view))
    yield ["company" if view.companies else "seat", *(name for name, _ in columns)]
    acting = None if view.deciding is None or seat_acts(view.raw, view.rules) else view.raw["actor"]
    for at, i in enumerate(view.owners):
        mark = "wins" if i in view.winners and not view.companies else ">" if acting == i else ""
        style = f"bold {OWNER_INK[i]} on {OWNER_FILL[i]}"
        yield [Text(f"{mark} {i}{' ' + view.name_of(i) if view.companies else ''}", style=style),
               *(cells[at] for _, cells in columns)]


def _shares(view: View, brief: bool) -> Iterator[list[str | Text]]:
    """The share table: prices, and who holds how many; with companies also the money of seats and what it comes to.

    The brief one leaves out what is on boards and in the bank.
    """
    yield ["shares", *(Text(name, style=f"bold {OWNER_INK[i]} on {OWNER_FILL[i]}")
                       for i, name in enumerate(heads(view.rules))), *(["score"] if view.companies else [])]
    for row in share_rows(view.raw, view.rules):
        if brief and row.seat is None and row.name != "price":
            continue
        mark = "" if row.seat is None else "wins " if row.seat in view.winners else "> " if (
            row.seat == view.deciding) else ""
        score = [] if not view.companies else [""] if row.seat is None else [f"{view.scores[row.seat]:g}"]
        yield [mark + row.name, *row.cells, *score]


def _columns(view: View) -> Iterator[tuple[str, list[str]]]:
    """The name of each column, and its cell for each seat."""
    raw, rules = view.raw, view.rules

    def each(key: str) -> list[str]:
        return [str(raw["owner"][i][key]) for i in view.owners]

    if view.companies:
        yield "president", [f"seat {raw['agent'][i]}" for i in view.owners]
    if view.rules["victory"] != BY_ASSETS:
        points = view.points if view.rules["victory"] else view.scores
        yield "points", [f"{points[i]:g}" for i in view.owners]
    yield "Mark", each("money")
    yield "income", each("income")
    if rules["people"]:
        yield "residents", [_residents(raw["owner"][i], raw["tiles"]) for i in view.owners]
        yield "supply", [f"{raw['owner'][i]['residents']}+{raw['owner'][i]['settlements']}" for i in view.owners]
    else:
        yield "settlements", each("settlements")
    if rules["roads_each"]:
        yield "roads", each("roads")
    if rules["count_links"]:
        yield "linked", [str(raw["owner"][i]["linked"].bit_count()) for i in view.owners]
    if rules["houses"]:
        yield "houses", [str(view.state.houses(i)) for i in view.owners]
    if rules["factories"]:
        yield "factories", [str(view.state.factories(i)) for i in view.owners]
    if rules["token_income"]:
        yield "tokens", each("tokens")
    if rules["carts"]:
        yield "speed", [str(rules["speeds"][raw["owner"][i]["speed"]]) for i in view.owners]


def _cards(view: View) -> Iterator[Text]:
    """What else each seat has: privileges, city cards, cargo, goods."""
    owners = [view.raw["owner"][i] for i in view.owners]
    said = [
        ("privileges", [" ".join(_bits(owner["privileges"], PRIVILEGES)) for owner in owners]),
        ("city cards", [" ".join(_bits(owner["cards"], CITY_NUMBERS)) for owner in owners]),
        ("cargo", [_cargo(owner) for owner in owners]),
        ("goods", [_goods([a + b for a, b in zip(owner["delivered"], owner["goods"], strict=True)])
                   for owner in owners]),
        ("on houses", [_goods([sum(house.count(g + 1) for house in owner["house"]) for g in range(len(GOODS))])
                       for owner in owners]),
    ]
    for label, cells in said:
        if any(cells):
            named = zip(map(view.name_of, view.owners), cells, strict=True)
            yield listed(f"{label}  ", [f"{name}: {words}" for name, words in named if words], "; ")


def _bits(mask: int, names: Sequence[str]) -> list[str]:
    return [name for bit, name in enumerate(names) if mask >> bit & 1]


def _residents(owner: Raw, tiles: int) -> str:
    """How many of those on the board stand, and how many lie."""
    return f"{sum(owner['active'][:tiles])}+{sum(owner['spent'][:tiles])}"


def _goods(counts: Sequence[int]) -> str:
    return ", ".join(_counted(counts, GOODS))


def _cargo(owner: Raw) -> str:
    """What is in the holds."""
    return " and ".join(load(held) for held in owner["hold"] if held)


def load(held: int) -> str:
    """What a hold carries: a good, one resident or two."""
    people = held - len(GOODS)
    return GOODS[held - 1] if people <= 0 else "a resident" if people == 1 else f"{people} residents"


def _majorities(view: View) -> Iterator[list[str | Text]]:
    """The majority table: how many tiles of each terrain count for a seat."""
    yield ["majorities", *TERRAINS]
    for i in view.owners:
        yield [Text(view.name_of(i), style=f"bold {OWNER_INK[i]} on {OWNER_FILL[i]}"),
               *map(str, view.state.majority_counts(i))]


# ---- pieces ----------------------------------------------------------------------------------


def _pieces(view: View, i: int) -> Text:
    """Where a seat has settlements, residents, plants and its trolley."""
    owner, names = view.raw["owner"][i], view.tiles.tiles
    places = []
    for t, name in enumerate(names):
        plant, cart = plant_of(view.raw, t), owner["trolley"] == t
        there = "*" if owner["capital"] == t else "!" if attacks(view.raw, view.rules, i, t) else ""
        if people := population(owner, t):
            there += f" {people}"
        if plant and plant[1] == i:
            there += f" {GOODS[plant[0]]} plant"
        if cart:
            there += " trolley"
        if there or owns(owner, t):
            places.append(name + (there if owns(owner, t) or not cart else f":{there}"))
    return Text.assemble((view.name_of(i), f"bold {OWNER_INK[i]} on {OWNER_FILL[i]}"), listed("  ", places))


def _roads(view: View) -> Iterator[Text]:
    """The roads of each seat, and those of nobody, as ways from tile to tile."""
    if not (view.rules["roads_each"] or view.rules["road_pool"]):
        return
    edges: dict[int, list[tuple[int, int]]] = {i: [] for i in view.owners}
    for t in range(view.raw["tiles"]):
        for i in view.owners:
            edges[i] += [edge_ends(view.raw, 3 * t + side) for side in range(3)
                         if view.raw["owner"][i]["road"][t] >> side & 1]
    free = [edge_ends(view.raw, edge) for edge, whose in enumerate(view.raw["neutral"]) if whose]
    names = view.tiles.tiles
    own = [(f"roads of {view.name_of(i)}: ", edges[i]) for i in view.owners]
    for label, roads in [*own, ("roads of nobody: ", free)]:
        if roads:
            yield Text(label + "; ".join(" - ".join(unbroken(names[t]) for t in way) for way in ways(roads)))


def ways(edges: Sequence[tuple[int, int]]) -> Iterator[list[int]]:
    """Edges joined to ways, each edge in one of them."""
    left = list(edges)
    while left:
        way = list(left.pop(0))
        for end in (-1, 0):
            while more := next((edge for edge in left if way[end] in edge), None):
                left.remove(more)
                way.insert(len(way) if end else 0, more[0] if more[1] == way[end] else more[1])
        yield way
