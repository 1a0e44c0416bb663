"""The Castles of Burgundy (alea, 2011) in numbers, typed in a second time.

The twin of the rules reads this file and never the tables of the game it is compared with, so that one slip
of a pen shows as a difference. Board rows: colour letter and die number of each space, from the left.
"""
from __future__ import annotations

HEX_COLOURS = {"B": "building", "A": "animal", "K": "knowledge", "C": "castle", "M": "mine", "S": "ship"}
GOODS = ("turquoise", "purple", "pink", "red", "brown", "orange")       # die numbers 1 to 6
GOODS_OF_EACH = 7
START_GOODS = 3
PHASES = "ABCDE"
ROUNDS = 5                      # of a phase; as many goods are turned up
START_SILVER = 1
STORAGE = 3
STACKS = 3                      # colours of goods that one player can hold
TRACK = 7                       # spaces of the turn-order track
DUCHY = 37

BOARDS = {
    1: "A6 C5 C4 K3 / A2 A1 C6 K5 B4 / A5 A4 B3 K1 B2 B3 / S6 S1 S2 C6 S5 S4 S1 / B2 B5 M4 B3 B1 A2 / B6 M1 K2 B5 B6 "
       "/ M3 K4 K1 B3",
    2: "S6 B5 A4 C3 / A2 S1 B6 A5 B4 / A5 A4 A3 B1 K2 B3 / B6 B1 B2 B6 B5 K4 C1 / K2 K5 M4 K3 M1 S2 / B6 B1 M2 K5 S6 "
       "/ C3 S4 S1 C3",
    3: "A6 A5 A4 A3 / S2 S1 C6 S5 S4 / B5 M4 K3 K1 S2 B3 / B6 B1 K2 C6 K5 B4 B1 / B2 B5 K4 K3 B1 B2 / C6 A1 M2 M5 C6 "
       "/ B3 A4 S1 B3",
    4: "C6 A5 B4 S3 / A2 A1 B6 S5 S4 / B5 B4 B3 S1 C2 M3 / A6 A1 A2 K6 K5 M4 S1 / B2 C5 K4 B3 B1 B2 / B6 M1 B2 K5 K6 "
       "/ S3 B4 K1 C3",
    5: "A6 B5 B4 S3 / A2 A1 B6 M5 M4 / B5 C4 K3 S1 S2 S3 / B6 B1 A2 K6 C5 B4 B1 / K2 C5 A4 K3 S1 B2 / B6 A1 B2 C5 S6 "
       "/ K3 K4 B1 M3",
    6: "K6 K5 C4 S3 / K2 B1 B6 S5 B4 / A5 A4 M3 S1 B2 B3 / K6 B1 B2 C6 S5 B4 B1 / K2 B5 B4 M3 S1 B2 / K6 M1 A2 A5 S6 "
       "/ C3 A4 A1 C3",
    7: "K6 C5 C4 S3 / K2 A1 A6 A5 S4 / S5 M4 B3 B1 M2 A3 / S6 K1 B2 B6 B5 A4 B1 / B2 K5 B4 B3 A1 B2 / B6 S1 M2 K5 B6 "
       "/ S3 C4 C1 K3",
    8: "B6 B5 S4 B3 / S2 C1 K6 C5 B4 / B5 K4 M3 K1 K2 S3 / B6 A1 K2 M6 A5 K4 B1 / S2 A5 A4 A3 M1 B2 / B6 C1 A2 C5 S6 "
       "/ B3 S4 B1 B3",
    9: "B6 B5 C4 K3 / B2 B1 A6 A5 S4 / B5 B4 A3 A1 S2 S3 / C6 K1 K2 M6 S5 C4 K1 / S2 S5 K4 M3 B1 A2 / K6 B1 B2 B5 A6 "
       "/ M3 C4 B1 B3",
}
BASIC_CASTLE = {1: "d4"}        # boards whose start castle the basic game fixes

# Spaces of the numbered depots: colour, and the fewest seats with which the space is filled.
DEPOTS = {
    1: (("knowledge", 3), ("building", 2), ("ship", 2), ("animal", 4)),
    2: (("knowledge", 2), ("building", 3), ("castle", 2), ("building", 4)),
    3: (("animal", 2), ("ship", 3), ("building", 2), ("knowledge", 4)),
    4: (("mine", 4), ("ship", 2), ("building", 2), ("animal", 3)),
    5: (("building", 3), ("mine", 2), ("building", 4), ("knowledge", 2)),
    6: (("castle", 3), ("building", 2), ("ship", 4), ("animal", 2)),
}
MINE_FOR_THREE = (6, 0, "BD")   # with 3 seats this castle space, depot and place, holds a mine in these phases
BLACK_TILES = {2: 4, 3: 6, 4: 8}

BUILDINGS = ("warehouse", "carpenter", "church", "market", "boarding-house", "bank", "city-hall", "watchtower")
SPECIES = ("cow", "pig", "sheep", "chicken")
ANIMALS = {2: 2, 3: 2, 4: 1}    # tiles with a coloured back, by animals on them, of each species
BLACK_ANIMALS = {3: 1, 4: 1}
KNOWLEDGE = 26
BLACK_KNOWLEDGE = (7, 12, 14, 15, 24, 25)
COLOURED = {"castle": 14, "mine": 10, "ship": 20}
BLACK = {"castle": 2, "mine": 2, "ship": 6}
BUILDINGS_OF_EACH = 5
BLACK_BUILDINGS_OF_EACH = 2

REGION_POINTS = {1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21, 7: 28, 8: 36}
PHASE_POINTS = {"A": 10, "B": 8, "C": 6, "D": 4, "E": 2}
LARGE_BONUS = {2: 5, 3: 6, 4: 7}
SMALL_BONUS = {2: 2, 3: 3, 4: 4}
GOODS_POINTS = {2: 2, 3: 3, 4: 4}
WATCHTOWER_POINTS = 4
BUY_SILVER = 2
SALE_SILVER = 1
ACTION_WORKERS = 2
BOARDING_HOUSE_WORKERS = 4
BANK_SILVER = 2
TAKE_COLOURS = {"carpenter": ("building",), "church": ("mine", "knowledge", "castle"), "market": ("ship", "animal")}

FREE_SHIFT_TILE = {"building": 9, "animal": 10, "ship": 10, "castle": 11, "mine": 11, "knowledge": 11}
TAKE_SHIFT_TILE = 12
END_BUILDING_TILE = {16: "warehouse", 17: "watchtower", 18: "carpenter", 19: "church", 20: "market",
                     21: "boarding-house", 22: "bank", 23: "city-hall"}
END_BUILDING_POINTS = 4
SOURCES = ("regions", "phases", "bonuses", "animals", "sales", "watchtowers", "goods", "silver", "workers",
           "knowledge", "start", "gifts")


def coloured_supply() -> dict[str, int]:
    """Tiles with coloured backs in the box, by tile."""
    supply = dict.fromkeys(BUILDINGS, BUILDINGS_OF_EACH)
    supply |= {f"{species} {n}": copies for species in SPECIES for n, copies in ANIMALS.items()}
    supply |= {f"knowledge {n}": 1 for n in range(1, KNOWLEDGE + 1) if n not in BLACK_KNOWLEDGE}
    return supply | COLOURED


def black_supply() -> dict[str, int]:
    """Tiles with black backs in the box, by tile."""
    supply = dict.fromkeys(BUILDINGS, BLACK_BUILDINGS_OF_EACH)
    supply |= {f"{species} {n}": copies for species in SPECIES for n, copies in BLACK_ANIMALS.items()}
    supply |= {f"knowledge {n}": 1 for n in BLACK_KNOWLEDGE}
    return supply | BLACK


def colour_of(tile: str) -> str:
    """The hex colour of a tile: where it may be placed."""
    word = tile.split()[0]
    if word in BUILDINGS:
        return "building"
    return "animal" if word in SPECIES else word
