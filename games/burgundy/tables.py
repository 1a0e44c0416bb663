"""The Castles of Burgundy in numbers: what is printed on boards, tiles, depots and tracks. Data, no logic.

Edition: alea 2011. Sources: the rulebook of that edition (page numbers as RB n); public implementations and game
logs that agree with it (named in README.md beside this file). An option file may override any number of RULES.
"""

# Rows from top to bottom; B building, A animal, K knowledge, C castle, M mine, S ship; the digit is the die number.
BOARDS = {
    1: "A6 C5 C4 K3 / A2 A1 C6 K5 B4 / A5 A4 B3 K1 B2 B3 / S6 S1 S2 C6 S5 S4 S1 / "
       "B2 B5 M4 B3 B1 A2 / B6 M1 K2 B5 B6 / M3 K4 K1 B3",
    2: "S6 B5 A4 C3 / A2 S1 B6 A5 B4 / A5 A4 A3 B1 K2 B3 / B6 B1 B2 B6 B5 K4 C1 / "
       "K2 K5 M4 K3 M1 S2 / B6 B1 M2 K5 S6 / C3 S4 S1 C3",
    3: "A6 A5 A4 A3 / S2 S1 C6 S5 S4 / B5 M4 K3 K1 S2 B3 / B6 B1 K2 C6 K5 B4 B1 / "
       "B2 B5 K4 K3 B1 B2 / C6 A1 M2 M5 C6 / B3 A4 S1 B3",
    4: "C6 A5 B4 S3 / A2 A1 B6 S5 S4 / B5 B4 B3 S1 C2 M3 / A6 A1 A2 K6 K5 M4 S1 / "
       "B2 C5 K4 B3 B1 B2 / B6 M1 B2 K5 K6 / S3 B4 K1 C3",
    5: "A6 B5 B4 S3 / A2 A1 B6 M5 M4 / B5 C4 K3 S1 S2 S3 / B6 B1 A2 K6 C5 B4 B1 / "
       "K2 C5 A4 K3 S1 B2 / B6 A1 B2 C5 S6 / K3 K4 B1 M3",
    6: "K6 K5 C4 S3 / K2 B1 B6 S5 B4 / A5 A4 M3 S1 B2 B3 / K6 B1 B2 C6 S5 B4 B1 / "
       "K2 B5 B4 M3 S1 B2 / K6 M1 A2 A5 S6 / C3 A4 A1 C3",
    7: "K6 C5 C4 S3 / K2 A1 A6 A5 S4 / S5 M4 B3 B1 M2 A3 / S6 K1 B2 B6 B5 A4 B1 / "
       "B2 K5 B4 B3 A1 B2 / B6 S1 M2 K5 B6 / S3 C4 C1 K3",
    8: "B6 B5 S4 B3 / S2 C1 K6 C5 B4 / B5 K4 M3 K1 K2 S3 / B6 A1 K2 M6 A5 K4 B1 / "
       "S2 A5 A4 A3 M1 B2 / B6 C1 A2 C5 S6 / B3 S4 B1 B3",
    9: "B6 B5 C4 K3 / B2 B1 A6 A5 S4 / B5 B4 A3 A1 S2 S3 / C6 K1 K2 M6 S5 C4 K1 / "
       "S2 S5 K4 M3 B1 A2 / K6 B1 B2 B5 A6 / M3 C4 B1 B3",
}
CENTRE = 18                     # index of hex d4, in reading order
BASIC_BOARD = 1                 # the basic game: this board, the start castle on CENTRE [RB 2]

# Spaces of the six numbered depots: (colour, fewest seats that fill it), in slot order [RB 3].
DEPOTS = (
    (("knowledge", 3), ("building", 2), ("ship", 2), ("animal", 4)),
    (("knowledge", 2), ("building", 3), ("castle", 2), ("building", 4)),
    (("animal", 2), ("ship", 3), ("building", 2), ("knowledge", 4)),
    (("mine", 4), ("ship", 2), ("building", 2), ("animal", 3)),
    (("building", 3), ("mine", 2), ("building", 4), ("knowledge", 2)),
    (("castle", 3), ("building", 2), ("ship", 4), ("animal", 2)),
)
# With exactly three seats the castle space of depot 6 gets a mine in these phases [RB 3].
MINE_SLOT, MINE_SEATS, MINE_PHASES = 20, 3, (1, 3)

_BUILDINGS = ("warehouse", "carpenter", "church", "market", "boarding-house", "bank", "city-hall", "watchtower")
_SPECIES = ("cow", "pig", "sheep", "chicken")
_DARK_KNOWLEDGE = (7, 12, 14, 15, 24, 25)

RULES = {
    "tiles": {                  # how many of each lie in the box, by the colour of their backs [RB 1]
        "coloured": {
            **dict.fromkeys(_BUILDINGS, 5),
            **{f"{s} {n}": count for s in _SPECIES for n, count in ((2, 2), (3, 2), (4, 1))},
            **{f"knowledge {n}": int(n not in _DARK_KNOWLEDGE) for n in range(1, 27)},
            "castle": 14, "mine": 10, "ship": 20,
        },
        "dark": {
            **dict.fromkeys(_BUILDINGS, 2),
            **{f"{s} {n}": count for s in _SPECIES for n, count in ((2, 0), (3, 1), (4, 1))},
            **{f"knowledge {n}": int(n in _DARK_KNOWLEDGE) for n in range(1, 27)},
            "castle": 2, "mine": 2, "ship": 6,
        },
    },
    "goods": {"copies": 7},     # of each of six colours [RB 1]
    "setup": {
        "silver": 1,
        "workers": [1, 2, 3, 4],                    # by place in the first play order [RB 3]
        "black_depot": {"2": 4, "3": 6, "4": 8},    # tiles a phase, by seats [RB 4]
    },
    "actions": {
        "purchase": 2,          # silver for a tile of the black depot [RB 9]
        "workers": 2,           # gained by the workers action [RB 9]
        "sale_silver": 1,       # for a sale, whatever the number of goods [RB 9]
    },
    "buildings": {"boarding-house": 4, "bank": 2, "watchtower": 4},     # workers, silver, points [RB 7]
    "mine_silver": 1,           # for each mine, at the end of a phase [RB 6]
    "scoring": {
        # points of a finished region by its size 1-8, and of the phase it is finished in [RB 8]; no region of
        # boards 1-9 is larger than 8, the further sizes go on as the table does: n (n + 1) / 2
        "region": [n * (n + 1) // 2 for n in range(1, 13)],
        "phase": [10, 8, 6, 4, 2],
        "large_bonus": {"2": 5, "3": 6, "4": 7},
        "small_bonus": {"2": 2, "3": 3, "4": 4},
        "sold_goods": {"2": 2, "3": 3, "4": 4},     # for each tile of a sale [RB 9]
        "goods": 1,             # for each unsold goods tile at the end [RB 9]
        "silver": 1,            # for each silver at the end
        "workers": 2,           # so many workers are a point at the end
    },
    # The number in each knowledge tile's effect [RB 10-11]; 0 takes the effect away. 1: no city limit; 2 workers a
    # mine; 3 silver a sale (in all); 4 workers a sale; 5 second depot; 6 purchase anywhere; 7 points a scoring animal
    # tile; 8 steps a worker; 9-12 free steps; 13 silver with the workers action; 14 workers of that action; 15 points
    # a goods colour sold; 16-23 points a building; 24 points a species; 25 points a sold goods tile; 26 points a bonus
    "knowledge": {
        "1": 1, "2": 1, "3": 2, "4": 1, "5": 1, "6": 1, "7": 1, "8": 2, "9": 1, "10": 1, "11": 1, "12": 1, "13": 1,
        "14": 4, "15": 3, **{str(n): 4 for n in range(16, 24)}, "24": 4, "25": 1, "26": 2,
    },
}
# knowledge tile 16-23: the building it pays for [RB 11]
PAYS_FOR = {
    16: "warehouse", 17: "watchtower", 18: "carpenter", 19: "church",
    20: "market", 21: "boarding-house", 22: "bank", 23: "city-hall",
}
