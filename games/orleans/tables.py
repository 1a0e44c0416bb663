"""Orléans in numbers: what is printed on boards, tiles and tracks, and how many parts there are. Data, no logic.

Edition: dlp games 2014, base game. Sources are named in README.md beside this file. An option file may override any
number, profession and good of RULES.
"""
from typing import Any

PROFESSIONS = ("farmer", "boatman", "craftsman", "trader", "knight", "scholar", "monk")
# followers apart: the neutral ones by profession, then the four of a seat's own colour
KINDS = (*PROFESSIONS, "own farmer", "own boatman", "own craftsman", "own trader")
TRACKS = PROFESSIONS[:6]        # the monk has none
GOODS = ("grain", "cheese", "wine", "wool", "brocade")
EVENTS = ("Pilgrimage", "Plague", "Taxes", "Income", "Harvest", "Trading Day")
PILES = ("A", "B", "C")
SOURCES = ("coins", *GOODS, "stations", "citizens", "unpaid", "gifts")

BOARD = ("Farm House", "Village", "University", "Castle", "Monastery", "Ship", "Wagon", "Guildhall",
         "Scriptorium", "Town Hall")
TILES_I = ("Hayrick", "Cheese Factory", "Winery", "Wool Manufacturer", "Tailor Shop", "Brewery", "Sacristy",
           "Herb Garden", "Bathhouse", "Windmill", "Library", "Hospital")
# the Gunpowder Tower stands last, so that a plan comes to its two market spaces when all others are filled
TILES_II = ("Cellar", "Office", "School", "Pharmacy", "Horse Wagon", "Shipping Line", "Laboratory", "Gunpowder Tower")
TILES = (*TILES_I, *TILES_II)
PLACES = (*BOARD, *TILES)

DEEDS = ("City Wall", "Papal Conclave", "Plague", "Astronomy", "Boatmen's Guild", "Cathedral", "Peace Treaty",
         "Canalisation")
DEED_TITLES = ("Building of the City Wall", "Papal Conclave", "Defeating the Plague", "Astronomy",
               "Founding of the Boatmen's Guild", "Building of the Cathedral", "Peace Treaty", "Canalisation")

TOWNS = ("Le Mans", "Chartres", "Étampes", "Châteaudun", "Vendôme", "Orléans", "Montargis", "Blois", "Briare", "Tours",
         "Montrichard", "Vierzon", "Sancerre", "Chinon", "Loches", "Bourges", "Nevers", "Châtellerault", "Le Blanc",
         "Châteauroux", "Argenton-sur-Creuse", "La Châtre", "Saint-Amand-Montrond")
HOME = 5                        # Orléans
# name (r: road, w: waterway), the towns it joins, and for each of its goods spaces the fewest seats that fill it
ROUTES = (
    ("r01", "Le Mans", "Chartres", (2, 4)),
    ("r02", "Le Mans", "Châteaudun", (2,)),
    ("r03", "Le Mans", "Vendôme", (2,)),
    ("r04", "Le Mans", "Tours", (2, 3)),
    ("r05", "Chartres", "Châteaudun", (2,)),
    ("r06", "Chartres", "Étampes", (2,)),
    ("r07", "Chartres", "Orléans", (2,)),
    ("r08", "Châteaudun", "Vendôme", (2,)),
    ("r09", "Châteaudun", "Orléans", (2,)),
    ("r10", "Vendôme", "Blois", (2,)),
    ("r11", "Étampes", "Montargis", (2, 4)),
    ("r12", "Orléans", "Montargis", (2,)),
    ("r13", "Montargis", "Briare", (2,)),
    ("r14", "Orléans", "Vierzon", (2, 3)),
    ("r15", "Blois", "Vierzon", (2,)),
    ("r16", "Montrichard", "Loches", (2,)),
    ("r17", "Loches", "Châteauroux", (2,)),
    ("r18", "Vierzon", "Châteauroux", (2,)),
    ("r19", "Le Blanc", "Châteauroux", (2,)),
    ("r20", "Châteauroux", "Argenton-sur-Creuse", (2,)),
    ("r21", "Châteauroux", "La Châtre", (2,)),
    ("r22", "Argenton-sur-Creuse", "La Châtre", (2,)),
    ("r23", "Châtellerault", "Argenton-sur-Creuse", (2, 4)),
    ("r24", "Chinon", "Châtellerault", (2,)),
    ("r25", "La Châtre", "Saint-Amand-Montrond", (2,)),
    ("r26", "Bourges", "Saint-Amand-Montrond", (2,)),
    ("r27", "Saint-Amand-Montrond", "Nevers", (2, 4)),
    ("r28", "Bourges", "Nevers", (2,)),
    ("r29", "Sancerre", "Bourges", (2,)),
    ("w01", "Orléans", "Blois", (2,)),
    ("w02", "Orléans", "Briare", (2, 3)),
    ("w03", "Briare", "Sancerre", (2, 3)),
    ("w04", "Sancerre", "Nevers", (2,)),
    ("w05", "Blois", "Tours", (2,)),
    ("w06", "Tours", "Chinon", (2,)),
    ("w07", "Tours", "Montrichard", (2,)),
    ("w08", "Tours", "Loches", (2,)),
    ("w09", "Montrichard", "Vierzon", (2,)),
    ("w10", "Vierzon", "Bourges", (2,)),
    ("w11", "Vierzon", "Saint-Amand-Montrond", (2,)),
    ("w12", "Chinon", "Châtellerault", (2,)),
    ("w13", "Chinon", "Le Blanc", (2, 3)),
    ("w14", "Le Blanc", "Argenton-sur-Creuse", (2,)),)
ROADS = 29                      # the first routes are roads, the others waterways

# hourglass tiles: one of each event a letter, the light Pilgrimage that is always first being A's
ROUNDS = 18
FIRST_EVENT = "Pilgrimage"
COPIES = 3                      # of each event
LAST_ROUND = (6, 12, 18)        # of piles A, B and C

# seats; one stack or three piles; Bathhouse as an action; Harvest units by letter
PRESETS: dict[str, dict[str, Any]] = {
    "eighth": {"seats": (2, 3, 4, 5), "piles": True, "bathhouse_action": True, "harvest_units": (1, 2, 3)},
    "first_2014": {"seats": (2, 3, 4), "piles": False, "bathhouse_action": False, "harvest_units": (1, 1, 1)},
}

RULES: dict[str, Any] = {
    "followers": {              # neutral ones in the supply, by seats
        "2": {"farmer": 12, "boatman": 6, "craftsman": 6, "trader": 6, "knight": 8, "scholar": 8, "monk": 8},
        "3": {"farmer": 14, "boatman": 8, "craftsman": 8, "trader": 8, "knight": 11, "scholar": 11, "monk": 11},
        "4": {"farmer": 16, "boatman": 10, "craftsman": 10, "trader": 10, "knight": 14, "scholar": 14, "monk": 14},
        "5": {"farmer": 18, "boatman": 12, "craftsman": 12, "trader": 12, "knight": 17, "scholar": 17, "monk": 17},
    },
    "goods": {"grain": 24, "cheese": 21, "wine": 18, "wool": 15, "brocade": 12},
    "goods_removed": {"2": 12, "3": 6, "4": 0, "5": 0},
    "technology": {"2": 16, "3": 16, "4": 16, "5": 20},
    # of each seat; followers of its own colour
    "start": {"coins": 5, "stations": 10, "farmer": 1, "boatman": 1, "craftsman": 1, "trader": 1},
    "market": 8,                # spaces
    "spaces": {                 # of each place, from left to right
        "Farm House": ["boatman", "craftsman"],
        "Village": ["farmer", "boatman", "craftsman"],
        "University": ["farmer", "craftsman", "trader"],
        "Castle": ["farmer", "boatman", "trader"],
        "Monastery": ["scholar", "trader"],
        "Ship": ["farmer", "boatman", "knight"],
        "Wagon": ["farmer", "trader", "knight"],
        "Guildhall": ["farmer", "craftsman", "knight"],
        "Scriptorium": ["knight", "scholar"],
        "Town Hall": ["any", "any"],
        "Hayrick": ["farmer"],
        "Cheese Factory": ["farmer", "farmer"],
        "Winery": ["farmer", "trader"],
        "Wool Manufacturer": ["boatman", "trader"],
        "Tailor Shop": ["trader", "scholar"],
        "Brewery": ["monk"],
        "Sacristy": ["monk"],
        "Herb Garden": [],
        "Bathhouse": ["any"],
        "Windmill": ["craftsman", "craftsman"],
        "Library": ["knight", "scholar"],
        "Hospital": ["boatman", "scholar"],
        "Cellar": ["monk", "scholar"],
        "Office": ["scholar", "scholar"],
        "School": [],
        "Pharmacy": ["any"],
        "Horse Wagon": ["knight", "trader"],
        "Shipping Line": ["boatman"],
        "Laboratory": ["craftsman", "scholar"],
        "Gunpowder Tower": ["any", "any"],
    },
    "tracks": {                 # what each step brings
        "farmer": ["grain", "grain", "cheese", "cheese", "wine", "wine", "wool", "brocade"],
        "boatman": [2, 3, 4, 5, 0],             # coins
        "knight": [4, 5, 6, 7, 7, 8],           # followers drawn, at the start and after each step
        "scholar": [2, 3, 4, 5, 6],             # development points
    },
    "citizen_steps": {"boatman": 5, "knight": 4},
    "development": {
        "status": [4, 9, 15, 22, 30],           # spaces where the status rises to 2, 3, 4, 5, 6
        "coin_spaces": [7, 12, 25],
        "coins": [3, 4, 5],                     # paid there
        "citizens": [3, 18, 28],
    },
    "deeds": {                  # spaces, and coins for each follower
        "City Wall": {"knight": 3, "trader": 1, "farmer": 3, "craftsman": 3, "coins": 1},
        "Papal Conclave": {"monk": 2, "knight": 1, "coins": 3},
        "Plague": {"scholar": 2, "boatman": 1, "farmer": 1, "trader": 1, "coins": 2},
        "Astronomy": {"scholar": 2, "trader": 1, "coins": 1},
        "Boatmen's Guild": {"scholar": 1, "boatman": 3, "coins": 1},
        "Cathedral": {"craftsman": 2, "monk": 2, "trader": 2, "coins": 2},
        "Peace Treaty": {"monk": 1, "scholar": 1, "knight": 2, "coins": 2},
        "Canalisation": {"boatman": 3, "trader": 2, "farmer": 3, "craftsman": 2, "coins": 1, "development": 1},
    },
    "places": {                 # the number in a place's effect
        "Scriptorium development": 1,
        "Brewery coins": 2,
        "Windmill coins": 2, "Windmill development": 1,
        "Library development": 2,
        "Cellar coins": 4,
        "Pharmacy coins": 3,                    # at most so many, a development point each; no more than 3
        "Shipping Line development": 1,
        "Gunpowder Tower market": 2,            # further market spaces; no more than 2
    },
    "events": {
        "census": 1,                            # coins
        "tax_goods": 3,                         # one coin for so many goods
        "harvest_fine": 5,                      # coins for a unit that is missing
    },
    "scoring": {"coin": 1, "grain": 1, "cheese": 2, "wine": 3, "wool": 4, "brocade": 5, "status": 1},
}
# status: points of each station and citizen for each step of the development status
