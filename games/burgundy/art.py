"""The look of Burgundy's pictures: colours, shapes, and a small picture for each kind of tile, drawn from -20 to 20."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import sqrt
from typing import Any, NamedTuple

from games.burgundy.names import COLOUR_NAMES, GOODS_NAMES, HEX_NAMES, ROW_LENGTHS, SPECIES_NAMES
from games.burgundy.tables import PAYS_FOR
from games.drawing import PIPS, Drawing
from games.night import Night

Document = Mapping[str, Any]    # a position as `notation.position_to_json` writes it
Boards = Mapping[int, str]      # rows of each board, as `tables.BOARDS` holds them

HALF_WIDTH = sqrt(3) / 2        # of a hex with point on top and a radius of 1

INK, PAPER, PANEL, TABLE = "#2b2118", "#ded0b1", "#faf4e4", "#cdb689"
LINE, WOOD, BLACK, PALE = "#9c8660", "#6d5034", "#1d1a19", "#6f6450"
PRINT = "#1f170f"               # on tiles and goods, whose colours stay as they are on a dark screen
STORE, EMPTY, BOARDLESS, EDGE, BORDER = "#e9dcbb", "#d9c799", "#e6dcc6", "#fffdf8", "#57452c"
TILE_FILL = {"building": "#d9a75c", "animal": "#8fc541", "knowledge": "#f3c41d",
             "castle": "#1c6537", "mine": "#6a7178", "ship": "#2a6fb5"}
SPACE_FILL = {"building": "#efdcb6", "animal": "#cbe7a3", "knowledge": "#fbe78b",
              "castle": "#74aa84", "mine": "#c6c9cc", "ship": "#a3caec"}
TILE_INK = {"building": PRINT, "animal": PRINT, "knowledge": PRINT,
            "castle": "#ffffff", "mine": "#ffffff", "ship": "#ffffff"}
GOODS_FILL = {"turquoise": "#1fb5ad", "purple": "#7a3fa0", "pink": "#f29ac0",
              "red": "#c8202b", "brown": "#7d4e24", "orange": "#f28a1c"}
GOODS_INK = {"turquoise": PRINT, "purple": "#ffffff", "pink": PRINT, "red": "#ffffff", "brown": "#ffffff",
             "orange": PRINT}
# Seats stay apart for colour-blind eyes by lightness as well as hue, and every marker carries its number besides.
SEAT_FILL = ("#0b62a4", "#eda100", "#38322e", "#d98bb5")
SEAT_INK = ("#ffffff", PRINT, "#ffffff", PRINT)
NIGHT = Night(
    "burgundy",
    grounds={PAPER: "#14171a", PANEL: "#22211f", TABLE: "#2b2722", WOOD: "#49372a", INK: "#7a5c1c", STORE: "#312c24",
             EMPTY: "#443c30", BOARDLESS: "#38342c", SEAT_FILL[2]: "#5b534d",
             SPACE_FILL["building"]: "#54442a", SPACE_FILL["animal"]: "#3c5523", SPACE_FILL["knowledge"]: "#62551a",
             SPACE_FILL["castle"]: "#1d4a2f", SPACE_FILL["mine"]: "#45494e", SPACE_FILL["ship"]: "#244a70"},
    words={INK: "#ede5d4", PALE: "#b8ad97"},
    lines={INK: "#a89c86", LINE: "#6f6552", WOOD: "#8d7a62", EDGE: "#14171a", BORDER: "#0a0c0e",
           SEAT_FILL[2]: "#a0968d"})

LABELS = {"boarding-house": "boarding", "city-hall": "city hall"}     # what a tile says in a duchy
SHORT_LABELS = {"warehouse": "wareh.", "carpenter": "carp.", "boarding-house": "board.", "city-hall": "c. hall",
                "watchtower": "tower", "chicken": "chick."}             # on the smaller hexes of a depot
CODES = {"warehouse": "WARE", "carpenter": "CARP", "church": "CHUR", "market": "MARK", "boarding-house": "BORD",
         "bank": "BANK", "city-hall": "HALL", "watchtower": "WTOW", "castle": "CAST", "mine": "MINE", "ship": "SHIP"}
# What a building does when it is placed, and a knowledge tile from then on or at the end; {n} is a number of the rules.
EFFECTS = {"warehouse": "sell one colour of goods", "carpenter": "take a building",
           "church": "take mine, knowledge or castle", "market": "take a ship or an animal",
           "boarding-house": "{n} workers", "bank": "{n} silver", "city-hall": "place one more stored tile",
           "watchtower": "{n} points"}
KNOWLEDGE = {
    1: "same buildings in one city", 2: "phase end: {n} worker a mine", 3: "a sale pays {n} silver",
    4: "a sale pays {n} worker", 5: "ship clears two neighbours", 6: "buy at any depot",
    7: "+{n} each scoring animal tile", 8: "a worker turns a die by {n}", 9: "free \u00b1{n} for buildings",
    10: "free \u00b1{n} for animals, ships", 11: "free \u00b1{n} castle, mine, knowl.",
    12: "free \u00b1{n} for taking tiles", 13: "workers action: +{n} silver", 14: "workers action: {n} workers",
    15: "end: {n} a goods colour sold",
    **{tile: f"end: {{n}} a {building.replace('-', ' ')}" for tile, building in PAYS_FOR.items()},
    24: "end: {n} an animal species", 25: "end: {n} a goods tile sold", 26: "end: {n} a bonus tile",
}

STAGES = {
    "start-goods": "first goods are drawn for seat {actor}",
    "start-seat": "the starting seat is drawn",
    "deal-board": "a board is dealt to seat {actor}",
    "fill-depot": "the numbered depots are filled",
    "fill-black": "the black depot is filled",
    "fill-goods": "the goods of this phase are turned up",
    "roll": "seat {actor} rolls two dice",
    "roll-white": "the white die is rolled",
    "choose-board": "seat {actor} chooses a board",
    "choose-castle": "seat {actor} chooses where its castle starts",
    "main": "seat {actor} to play",
    "discard": "seat {actor} makes room in its storage",
    "castle-action": "seat {actor}: one more action, any number",
    "ship-depot": "seat {actor}: which depot does the ship clear?",
    "ship-colour": "seat {actor}: which goods come on board?",
    "ship-second": "seat {actor}: a second depot for the ship?",
    "sell-free": "seat {actor} may sell goods of one colour",
    "take-free": "seat {actor} may take a tile",
    "place-free": "seat {actor} may place one more tile",
    "over": "the game is over",
}


class Space(NamedTuple):
    """A printed space of a duchy: the colour it takes and the die that opens it."""

    colour: str
    die: int


def board_spaces(rows: str) -> list[Space]:
    """The 37 spaces of a board in reading order, from its rows of colour letter and die."""
    letters = {colour[0].upper(): colour for colour in COLOUR_NAMES}
    return [Space(letters[code[0]], int(code[1])) for code in rows.replace("/", " ").split()]


def seat_spaces(player: Mapping[str, Any], boards: Boards) -> list[Space | None]:
    """The printed spaces of a seat's duchy; None for each while its board is not known."""
    rows = boards.get(player.get("board") or 0)
    return [None] * len(HEX_NAMES) if rows is None else list(board_spaces(rows))


def hex_centres(radius: float) -> list[tuple[float, float]]:
    """Centre of each hex in reading order, with the middle of the duchy at (0, 0); hexes stand on a point."""
    width = 2 * HALF_WIDTH * radius
    return [(width * (n - (length - 1) / 2), 1.5 * radius * (row - 3))
            for row, length in enumerate(ROW_LENGTHS) for n in range(length)]


def corners(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """The six corners of a hex that stands on a point, from the top one clockwise."""
    w = HALF_WIDTH * radius
    return [(x, y - radius), (x + w, y - radius / 2), (x + w, y + radius / 2),
            (x, y + radius), (x - w, y + radius / 2), (x - w, y - radius / 2)]


def tile_colour(tile: str) -> str:
    """The hex colour a tile belongs on: `cow 3` on animal, `bank` on building."""
    kind = tile.split()[0]
    if kind in COLOUR_NAMES:
        return kind
    return "animal" if kind in SPECIES_NAMES else "building"


def tile_number(tile: str) -> str:
    """What is counted or numbered on a tile: `3` of `cow 3`, empty for a tile without one."""
    return tile.partition(" ")[2]


def tile_code(tile: str) -> str:
    """A tile in four letters for a terminal: `COW3`, `KN12`, `SHIP`."""
    kind, _, number = tile.partition(" ")
    if kind in SPECIES_NAMES:
        return {"cow": "COW", "pig": "PIG", "sheep": "SHE", "chicken": "CHI"}[kind] + number
    return f"KN{number}" if kind == "knowledge" else CODES[kind]


def ordered(counts: Mapping[str, int], names: Sequence[str] = tuple(GOODS_NAMES)) -> list[tuple[str, int]]:
    """The pairs of `counts` that are not zero, in the order of `names`."""
    return [(name, counts[name]) for name in names if counts.get(name)]


def score(player: Mapping[str, Any]) -> int:
    """Points of a seat so far, from all sources."""
    return sum(player.get("points", {}).values())


def headline(document: Document) -> str:
    """Phase and round in words."""
    return f"Phase {document['phase']}, round {document['round']} of 5"


def active_seat(document: Document) -> int | None:
    """The seat a decision or a roll is about, None where it is about none."""
    stage = document["stage"]
    if "{actor}" not in STAGES[stage]:
        return None
    if stage == "roll" and document["order"]:
        return int(document["order"][min(document["cursor"], len(document["order"]) - 1)])
    return int(document["actor"])


def call(document: Document) -> str:
    """A word beside the active seat: what it is to do; empty where things happen to it."""
    stage = document["stage"]
    return {"roll": "to roll", "start-goods": "", "deal-board": ""}.get(stage, "to move")


def status(document: Document) -> str:
    """What happens next, in words: `seat 1 to play`."""
    line = STAGES[document["stage"]].format(actor=active_seat(document))
    if document.get("taking"):
        line += f" for {document['taking']}"
    cleared = document.get("cleared")
    if cleared:
        line += f" (depot {'+'.join(map(str, cleared))})"
    if document.get("allowed"):
        line += f" ({', '.join(document['allowed'])})"
    return line


def bonus_owner(document: Document, size: str, colour: str) -> int | None:
    """The seat that holds the large or small bonus tile of a colour, None if nobody does."""
    for seat, player in enumerate(document["players"]):
        if colour in player.get(size, ()):
            return seat
    return None


CREAM, ROOF, TIMBER, DARK = "#fff8e6", "#a8402a", "#8a5a2b", "#33251a"
STEEL, GOLD, RED = "#5b636b", "#f2c230", "#c8202b"


def _outlined(width: float = 1.2) -> dict[str, Any]:
    return {"stroke": DARK, "stroke_width": width, "stroke_linejoin": "round"}


def warehouse(d: Drawing) -> None:
    """A barn with a barred double door."""
    d.rect(-15, -4, 30, 17, CREAM, **_outlined())
    d.polygon([(-19, -3), (0, -17), (19, -3)], ROOF, **_outlined())
    d.rect(-8, 1, 16, 12, TIMBER, **_outlined())
    d.line(-8, 1, 8, 13, DARK, 1.2)
    d.line(8, 1, -8, 13, DARK, 1.2)


def carpenter(d: Drawing) -> None:
    """A hammer over a plank."""
    d.rect(-18, 8, 36, 6, TIMBER, 1, **_outlined())
    d.line(-18, 11, 18, 11, DARK, 0.6)
    d.line(-9, 5, 7, -11, DARK, 5.5)
    d.line(-9, 5, 7, -11, "#c98f4e", 3.2)
    d.polygon([(-3, -14), (3, -19), (16, -7), (11, -1)], STEEL, **_outlined())


def church(d: Drawing) -> None:
    """A nave and a spire with a cross."""
    d.rect(-4, 0, 21, 13, CREAM, **_outlined())
    d.polygon([(-5, 1), (1, -8), (14, -8), (19, 1)], ROOF, **_outlined())
    d.rect(-15, -5, 11, 18, CREAM, **_outlined())
    d.polygon([(-17, -5), (-9.5, -15), (-2, -5)], ROOF, **_outlined())
    d.line(-9.5, -20, -9.5, -15, DARK, 1.8)
    d.line(-12, -18, -7, -18, DARK, 1.8)
    for x in (2, 8):
        d.rect(x, 4, 3, 6, "#6aa5d8", 1.5)
    d.rect(-12, 5, 5, 8, DARK, 2.5)


def market(d: Drawing) -> None:
    """A stall under a striped awning."""
    for x in (-15, 15):
        d.line(x, -6, x, 13, TIMBER, 2.4)
    d.rect(-17, 4, 34, 9, TIMBER, 1, **_outlined())
    for x, fill in ((-10, RED), (-3, GOLD), (4, "#6fae3a"), (11, RED)):
        d.circle(x, 2.5, 3, fill, stroke=DARK, stroke_width=0.7)
    for i in range(5):
        left = -17.5 + 7 * i
        d.path(f"M{left + 1.5} -16H{left + 5.5}L{left + 7} -5A3.5 3.5 0 0 1 {left} -5Z", CREAM if i % 2 else RED,
               stroke=DARK, stroke_width=0.8)


def boarding_house(d: Drawing) -> None:
    """A bed under a roof."""
    d.add("polyline", points="-18,-4 0,-17 18,-4", fill="none", stroke=ROOF, stroke_width=3.6, stroke_linecap="round",
          stroke_linejoin="round")
    d.rect(-15, 4, 31, 5, TIMBER, 1, **_outlined())
    d.rect(-13, -1, 10, 5, CREAM, 2, **_outlined(1))
    d.rect(-3, -1.5, 18, 6, RED, 2, **_outlined(1))
    d.line(-16, -4, -16, 13, DARK, 2.4)
    d.line(16, 1, 16, 13, DARK, 2.4)


def bank(d: Drawing) -> None:
    """Columns and a coin in the gable."""
    d.rect(-15, -5, 30, 14, CREAM, **_outlined(0.8))
    for x in (-13, -6, 2, 9):
        d.rect(x, -5, 4, 14, "#d7c7a0", **_outlined(0.8))
    d.rect(-18, 9, 36, 4, CREAM, **_outlined())
    d.polygon([(-19, -5), (0, -18), (19, -5)], CREAM, **_outlined())
    d.circle(0, -9, 3.2, GOLD, **_outlined(0.8))


def city_hall(d: Drawing) -> None:
    """A wide house with a clock tower and a flag."""
    d.rect(-18, -1, 36, 14, CREAM, **_outlined())
    d.rect(-18, -4, 36, 4, ROOF, **_outlined(0.8))
    for x in (-15, -10, 7, 12):
        d.rect(x, 4, 3, 5, "#6aa5d8")
    d.rect(-6, -10, 12, 23, CREAM, **_outlined())
    d.polygon([(-8, -10), (0, -17), (8, -10)], ROOF, **_outlined())
    d.circle(0, -4.5, 3.4, "#ffffff", **_outlined(0.9))
    d.add("polyline", points="0,-6.5 0,-4.5 1.6,-4.5", fill="none", stroke=DARK, stroke_width=0.8)
    d.rect(-2.5, 5, 5, 8, DARK, 2.5)
    d.line(0, -17, 0, -21, DARK, 1)
    d.polygon([(0, -21), (6, -19.5), (0, -18)], RED)


def watchtower(d: Drawing) -> None:
    """A lookout on stilts."""
    for x1, y1, x2, y2 in ((-10, 13, -5, -2), (10, 13, 5, -2), (-9, 10, 6, 2), (9, 10, -6, 2)):
        d.line(x1, y1, x2, y2, TIMBER, 2.2)
    d.rect(-10, -8, 20, 8, CREAM, **_outlined())
    d.rect(-6, -6, 4, 4, DARK)
    d.rect(2, -6, 4, 4, DARK)
    d.polygon([(-13, -8), (0, -19), (13, -8)], ROOF, **_outlined())


def castle(d: Drawing) -> None:
    """Two towers, a wall and a gate."""
    wall = "M-17 14V-12H-13V-9H-11V-12H-7V-4H-4V-7H-1.5V-4H1.5V-7H4V-4H7V-12H11V-9H13V-12H17V14Z"
    d.path(wall, "#f3ead2", **_outlined())
    d.path("M-4 14V8A4 4 0 0 1 4 8V14Z", DARK)
    for x in (-13.2, 10.8):
        d.rect(x, -4, 2.4, 6, DARK, 1.2)
    for x in (-12, 12):
        d.line(x, -12, x, -19, DARK, 1)
        d.polygon([(x, -19), (x + 6, -17), (x, -15)], RED)


def mine(d: Drawing) -> None:
    """A timbered way into a mountain."""
    d.polygon([(-20, 14), (-6, -14), (1, -5), (7, -11), (20, 14)], "#474d53", **_outlined())
    d.polygon([(-6, -14), (-10, -6), (-6, -8), (-3, -5), (-2.6, -9.6)], "#dfe4e8")
    d.path("M-8 14V4A8 8 0 0 1 8 4V14Z", "#120e0b", stroke="#c98f4e", stroke_width=2.4)
    for x, y in ((-3, 12), (1, 10.5), (4, 12.2)):
        d.circle(x, y, 2, "#e8edf1", stroke=STEEL, stroke_width=0.6)


def ship(d: Drawing) -> None:
    """A hull under two sails."""
    d.line(0, -18, 0, 5, DARK, 1.8)
    d.path("M2 -17Q19 -8 2 2Z", CREAM, **_outlined(1))
    d.path("M-2 -13Q-15 -6 -2 2Z", CREAM, **_outlined(1))
    d.path("M-18 4H18L12 13H-12Z", TIMBER, **_outlined())
    d.path("M-19 16q4.7 -4 9.5 0t9.5 0t9.5 0t9.5 0", stroke="#ffffff", stroke_width=1.6)


def cow(d: Drawing) -> None:
    """A head with horns and a broad muzzle."""
    for side in (-1, 1):
        d.path(f"M{side * 6} -9Q{side * 14} -11 {side * 12} -18", stroke=CREAM, stroke_width=3,
               stroke_linecap="round")
        d.add("ellipse", cx=side * 13, cy=-5, rx=5, ry=3, fill=TIMBER, **_outlined(1))
    d.path("M-9 -9Q0 -14 9 -9L8 5Q0 14 -8 5Z", TIMBER, **_outlined())
    d.path("M-2.5 -11H2.5L4 3H-4Z", CREAM)
    d.add("ellipse", cx=0, cy=8, rx=9, ry=6, fill="#f0b9a0", **_outlined(1))
    for side in (-1, 1):
        d.circle(side * 5.5, -3, 1.6, DARK)
        d.circle(side * 3.4, 8, 1.4, DARK)


def pig(d: Drawing) -> None:
    """A round head with a snout."""
    for side in (-1, 1):
        d.polygon([(side * 3, -10), (side * 13, -16), (side * 12, -4)], "#e889a0", **_outlined())
    d.circle(0, 0, 13, "#f4aab9", **_outlined())
    d.add("ellipse", cx=0, cy=4, rx=6.5, ry=5, fill="#e889a0", **_outlined(1))
    for side in (-1, 1):
        d.circle(side * 5.5, -4, 1.6, DARK)
        d.circle(side * 2.3, 4, 1.4, DARK)


def sheep(d: Drawing) -> None:
    """Wool round a dark face."""
    wool = ((-10, -4), (-6, -11), (1, -13), (8, -10), (11, -3), (9, 5), (-9, 5), (0, -4), (0, 6))
    for x, y in wool:
        d.circle(x, y, 6.4, "#fffdf5", stroke=DARK, stroke_width=1.2)
    for x, y in wool:
        d.circle(x, y, 5.6, "#fffdf5")
    for side in (-1, 1):
        d.add("ellipse", cx=side * 8.5, cy=1, rx=4, ry=2.2, fill="#4b433d")
    d.add("ellipse", cx=0, cy=5, rx=6, ry=8.5, fill="#4b433d")
    for side in (-1, 1):
        d.circle(side * 2.4, 2, 1.5, "#ffffff")
    d.line(-1.6, 10, 1.6, 10, "#ffffff", 0.9)


def chicken(d: Drawing) -> None:
    """A hen from the side."""
    for leg in (-3, 3):
        d.line(leg, 9, leg, 15, "#e07b12", 2)
    for x, y in ((6, -16), (9.5, -16.5), (12.5, -14.5)):
        d.circle(x, y, 2.6, RED)
    d.path("M-18 -8Q-14 -2 -8 -2Q2 0 4 -9A6 6 0 0 1 15 -9Q16 10 0 11Q-15 11 -18 -8Z", "#fffdf5",
           **_outlined())
    d.polygon([(15, -11), (20, -8.5), (15, -6.5)], "#e07b12", stroke=DARK, stroke_width=0.8)
    d.add("ellipse", cx=15, cy=-3.5, rx=1.8, ry=2.8, fill=RED)
    d.path("M-9 2Q-2 9 5 1", stroke=DARK, stroke_width=1.2)
    d.circle(10.5, -10, 1.4, DARK)


def knowledge(d: Drawing) -> None:
    """An unrolled scroll, with room for a number."""
    d.rect(-14, -13, 28, 26, CREAM, **_outlined())
    for y in (-14, 14):
        d.rect(-17, y - 3.2, 34, 6.4, "#ecd9a0", 3.2, **_outlined())


PICTURES: dict[str, Callable[[Drawing], None]] = {
    "warehouse": warehouse, "carpenter": carpenter, "church": church, "market": market,
    "boarding-house": boarding_house, "bank": bank, "city-hall": city_hall, "watchtower": watchtower,
    "castle": castle, "mine": mine, "ship": ship, "cow": cow, "pig": pig, "sheep": sheep,
    "chicken": chicken, "knowledge": knowledge,
}


def picture(d: Drawing, kind: str, x: float, y: float, scale: float) -> None:
    """The picture of a kind of tile, centred at (x, y)."""
    d.stamp(kind, PICTURES[kind], x, y, scale)


def die(d: Drawing, x: float, y: float, size: float, face: int) -> None:
    """A die centred at (x, y)."""
    d.stamp(f"die-{face}", partial(_die, face=face), x, y, size / 20)


def _die(d: Drawing, face: int) -> None:
    d.rect(-10, -10, 20, 20, "#ffffff", 4, stroke=DARK, stroke_width=0.9)
    for x, y in PIPS[face]:
        d.circle(5.2 * x, 5.2 * y, 2, DARK)


def coin(d: Drawing, x: float, y: float, radius: float) -> None:
    """A silver coin."""
    d.circle(x, y, radius, "#cdd3d8", stroke=STEEL, stroke_width=1.4)
    d.circle(x, y, radius * 0.68, "#e8edf1", stroke="#9aa3ab", stroke_width=1)


def worker(d: Drawing, x: float, y: float, size: float) -> None:
    """A worker: head and shoulders."""
    half = size / 2
    d.path(f"M{x - half:.1f} {y + half:.1f}a{half:.1f} {half:.1f} 0 0 1 {size:.1f} 0Z", "#b9793a",
           **_outlined(1))
    d.circle(x, y - size * 0.2, size * 0.27, "#f2cfa5", stroke=DARK, stroke_width=1)
