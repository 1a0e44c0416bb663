"""What the text and the picture of a position share: colours, geometry of a duchy, names of tiles, words for stages."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from games.burgundy.names import COLOUR_NAMES, GOODS_NAMES, HEX_NAMES, ROW_LENGTHS, SPECIES_NAMES
from games.burgundy.tables import PAYS_FOR

Document = Mapping[str, Any]    # a position as `notation.position_to_json` writes it
Boards = Mapping[int, str]      # rows of each board, as `tables.BOARDS` holds them

HALF_WIDTH = sqrt(3) / 2        # of a hex with point on top and a radius of 1

INK, PAPER, PANEL, TABLE = "#2b2118", "#ded0b1", "#faf4e4", "#cdb689"
LINE, WOOD, NIGHT = "#9c8660", "#6d5034", "#1d1a19"
TILE_FILL = {"building": "#d9a75c", "animal": "#8fc541", "knowledge": "#f3c41d",
             "castle": "#1c6537", "mine": "#747b82", "ship": "#2a6fb5"}
SPACE_FILL = {"building": "#efdcb6", "animal": "#cbe7a3", "knowledge": "#fbe78b",
              "castle": "#74aa84", "mine": "#c6c9cc", "ship": "#a3caec"}
TILE_INK = {"building": INK, "animal": INK, "knowledge": INK, "castle": "#ffffff", "mine": "#ffffff", "ship": "#ffffff"}
GOODS_FILL = {"turquoise": "#1fb5ad", "purple": "#7a3fa0", "pink": "#f29ac0",
              "red": "#c8202b", "brown": "#7d4e24", "orange": "#f28a1c"}
GOODS_INK = {"turquoise": INK, "purple": "#ffffff", "pink": INK, "red": "#ffffff", "brown": "#ffffff", "orange": INK}
# Seats stay apart for colour-blind eyes by lightness as well as hue, and every marker carries its number besides.
SEAT_FILL = ("#0b62a4", "#eda100", "#38322e", "#d98bb5")
SEAT_INK = ("#ffffff", INK, "#ffffff", INK)

LABELS = {"boarding-house": "boarding", "city-hall": "city hall"}     # what a tile says in a duchy
SHORT_LABELS = {"warehouse": "wareh.", "carpenter": "carp.", "boarding-house": "board.", "city-hall": "c. hall",
                "watchtower": "tower"}                                # on the smaller hexes of a depot
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
