"""What Board Game Arena's numbers mean in The Castles of Burgundy: tiles, goods, places and boards.

Source: public raw logs and public programs that read them, compared with this game's own tables; an importer checks
what a log says of a tile against its number, and stops where they differ.
"""
from __future__ import annotations

from collections.abc import Sequence

from games.burgundy.names import BUILDING_NAMES, COLOUR_NAMES
from games.burgundy.tables import BOARDS

TILES = 164                 # tiles have numbers from 0
GOODS_COPIES = 7            # goods 0 to 41: seven of each colour, in the order of GOODS_NAMES
BLACK = 24                  # main board: places from here on are the black depot, below it 4 x (depot - 1) + space
PLACES = 32

COLOURED_BUILDINGS, BLACK_BUILDINGS, FIRST_KNOWLEDGE = 0, 40, 56
FIRST_CASTLE, FIRST_BLACK_CASTLE = 82, 96
FIRST_MINE, FIRST_BLACK_MINE = 98, 108
FIRST_SHIP, FIRST_BLACK_SHIP = 110, 130
FIRST_ANIMAL = 136
SPECIES = ("chicken", "cow", "pig", "sheep")            # the site's order; seven tiles each
ANIMALS = (2, 2, 3, 3, 4, 3, 4)                         # on these seven; the last two have black backs
SPRITE_ANIMALS = (2, 3, 4, 3, 4)                        # by picture: the five kinds of tile of a species
FIRST_ANIMAL_SPRITE = 48

LETTERS = {name[0].upper(): name for name in COLOUR_NAMES}


def tile_name(number: int) -> str:
    """The tile with this number, as this game's notation calls it. Requires 0 <= number < TILES."""
    if number < BLACK_BUILDINGS:
        return BUILDING_NAMES[number // 5]
    if number < FIRST_KNOWLEDGE:
        return BUILDING_NAMES[(number - BLACK_BUILDINGS) // 2]
    if number < FIRST_CASTLE:
        return f"knowledge {number - FIRST_KNOWLEDGE + 1}"
    if number < FIRST_ANIMAL:
        return "castle" if number < FIRST_MINE else "mine" if number < FIRST_SHIP else "ship"
    species, at = divmod(number - FIRST_ANIMAL, 7)
    return f"{SPECIES[species]} {ANIMALS[at]}"


def kind(number: int) -> tuple[str, str]:
    """`type` and `subtype` of a tile in a log."""
    name = tile_name(number)
    word = name.split()[0]
    if word in SPECIES:
        return "animal", word
    if word in ("knowledge", "mine"):
        return word, ""
    if word in ("castle", "ship"):
        return word, word
    return "building", word.replace("-", "")


def sprite(number: int) -> int:
    """`sprite_pos` of a tile in a log: the place of its picture, the same for tiles that look alike."""
    if number < BLACK_BUILDINGS:
        return number // 5
    if number < FIRST_KNOWLEDGE:
        return 8 + (number - BLACK_BUILDINGS) // 2
    if number < FIRST_CASTLE:
        return 16 + number - FIRST_KNOWLEDGE
    if number < FIRST_ANIMAL:
        starts = (FIRST_CASTLE, FIRST_BLACK_CASTLE, FIRST_MINE, FIRST_BLACK_MINE, FIRST_SHIP, FIRST_BLACK_SHIP)
        return 42 + sum(number >= start for start in starts) - 1
    species, at = divmod(number - FIRST_ANIMAL, 7)
    return FIRST_ANIMAL_SPRITE + 5 * species + (0, 0, 1, 1, 2, 3, 4)[at]


def layout(board: int) -> list[tuple[str, int]]:
    """Colour and die number of each of the 37 spaces of a board, in reading order."""
    return [(LETTERS[space[0]], int(space[1])) for space in BOARDS[board].replace("/", " ").split()]


def board_of(spaces: Sequence[tuple[str, int]]) -> int | None:
    """The board with this layout; None if this game has no such board. A log's own numbers are another edition's."""
    return next((board for board in BOARDS if layout(board) == list(spaces)), None)
