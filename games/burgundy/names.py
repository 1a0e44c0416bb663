"""The words of The Castles of Burgundy: what each number of the compiled position is called in texts and JSON."""
from games.packed import enum

COLOUR_NAMES = ["building", "animal", "knowledge", "castle", "mine", "ship"]                # hex colours 0-5
GOODS_NAMES = ["turquoise", "purple", "pink", "red", "brown", "orange"]                     # goods colours 0-5
BUILDING_NAMES = ["warehouse", "carpenter", "church", "market", "boarding-house", "bank", "city-hall", "watchtower"]
SPECIES_NAMES = ["cow", "pig", "sheep", "chicken"]
PHASE_NAMES = ["A", "B", "C", "D", "E"]

# Tile types 0-49; 0 is no tile.
TILE_NAMES = [
    "",
    *BUILDING_NAMES,
    *(f"{species} {animals}" for species in SPECIES_NAMES for animals in (2, 3, 4)),
    *(f"knowledge {number}" for number in range(1, 27)),
    *("castle", "mine", "ship"),
]
# Hex colour of each tile type; -1 for no tile.
TILE_COLOURS = [-1, *[0] * 8, *[1] * 12, *[2] * 26, 3, 4, 5]

# Hexes of a duchy 0-36 in reading order: rows a-g from the top, numbered from the left; d4 is the centre.
ROW_LENGTHS = (4, 5, 6, 7, 6, 5, 4)
HEX_NAMES = [f"{row}{n + 1}" for row, length in zip("abcdefg", ROW_LENGTHS, strict=True) for n in range(length)]

# Where points come from, in the order of a seat's `sources`.
SOURCE_NAMES = [
    "regions", "phases", "bonuses", "animals", "sales", "watchtowers",
    "goods", "silver", "workers", "knowledge", "start",
    "gifts",
]

STAGE_NAMES = enum("burgundy", "Stage")
