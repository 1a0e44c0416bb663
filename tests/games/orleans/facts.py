"""What is printed on the parts of Orléans, copied from the rules digest once more and not from the game's tables."""
from __future__ import annotations

PROFESSIONS = ("farmer", "boatman", "craftsman", "trader", "knight", "scholar", "monk")
STARTERS = PROFESSIONS[:4]                  # the player-coloured followers (rule 5)
ANY = "any"

# Neutral followers by number of seats: farmer, boatman, craftsman, trader, knight, scholar, monk (rule 4).
SUPPLY = {2: (12, 6, 6, 6, 8, 8, 8), 3: (14, 8, 8, 8, 11, 11, 11), 4: (16, 10, 10, 10, 14, 14, 14),
          5: (18, 12, 12, 12, 17, 17, 17)}
TECHNOLOGY = {2: 16, 3: 16, 4: 16, 5: 20}
GOODS = {"grain": 24, "cheese": 21, "wine": 18, "wool": 15, "brocade": 12}
GOODS_POINTS = {"grain": 1, "cheese": 2, "wine": 3, "wool": 4, "brocade": 5}
FOOD = ("grain", "cheese", "wine")
GOODS_REMOVED = {2: 12, 3: 6, 4: 0, 5: 0}
CITIZENS = 14
ROUNDS = 18
START_COINS = 5
STATIONS = 10
MARKET = 8
TOWER = 2                                   # market spaces of the Gunpowder Tower

# The ten places of the player board: their spaces.
PLACES = {
    "Farm House": ("boatman", "craftsman"),
    "Village": ("farmer", "boatman", "craftsman"),
    "University": ("farmer", "craftsman", "trader"),
    "Castle": ("farmer", "boatman", "trader"),
    "Monastery": ("scholar", "trader"),
    "Ship": ("farmer", "boatman", "knight"),
    "Wagon": ("farmer", "trader", "knight"),
    "Guildhall": ("farmer", "craftsman", "knight"),
    "Scriptorium": ("knight", "scholar"),
    "Town Hall": (ANY, ANY),
}

# Place tiles: category and spaces. The Bathhouse has its space in the preset `eighth` only.
TILES = {
    "Hayrick": ("I", ("farmer",)),
    "Cheese Factory": ("I", ("farmer", "farmer")),
    "Winery": ("I", ("farmer", "trader")),
    "Wool Manufacturer": ("I", ("boatman", "trader")),
    "Tailor Shop": ("I", ("trader", "scholar")),
    "Brewery": ("I", ("monk",)),
    "Sacristy": ("I", ("monk",)),
    "Herb Garden": ("I", ()),
    "Bathhouse": ("I", (ANY,)),
    "Windmill": ("I", ("craftsman", "craftsman")),
    "Library": ("I", ("knight", "scholar")),
    "Hospital": ("I", ("boatman", "scholar")),
    "Cellar": ("II", ("monk", "scholar")),
    "Office": ("II", ("scholar", "scholar")),
    "School": ("II", ()),
    "Pharmacy": ("II", (ANY,)),
    "Horse Wagon": ("II", ("knight", "trader")),
    "Shipping Line": ("II", ("boatman",)),
    "Laboratory": ("II", ("craftsman", "scholar")),
    "Gunpowder Tower": ("II", (ANY, ANY)),
}
GOODS_TILES = {"Hayrick": "grain", "Cheese Factory": "cheese", "Winery": "wine", "Wool Manufacturer": "wool",
               "Tailor Shop": "brocade"}
HERB_GARDEN = ("boatman", ("craftsman", "trader", "farmer"))
SCHOOL = ("scholar", ("farmer", "boatman", "craftsman", "trader", "knight"))

# Tracks: the last step, and what each step from 1 on brings.
LAST_STEP = {"farmer": 8, "boatman": 5, "craftsman": 5, "trader": 5, "knight": 5, "scholar": 5}
FARMER_GOODS = ("grain", "grain", "cheese", "cheese", "wine", "wine", "wool", "brocade")
BOATMAN_COINS = (2, 3, 4, 5, 0)
TRADER_CATEGORIES = (("I",), ("I", "II"), ("I", "II"), ("I", "II"), ("I", "II"))
KNIGHT_DRAWS = (4, 5, 6, 7, 7, 8)           # from the start space on
SCHOLAR_POINTS = (2, 3, 4, 5, 6)
CITIZEN_STEP = {"boatman": 5, "knight": 4}

DEVELOPMENT = 30
STATUS_STEPS = (4, 9, 15, 22, 30)           # status 1 before the first, one more from each on
COIN_STEPS = {7: 3, 12: 4, 25: 5}
CITIZEN_STEPS = (3, 18, 28)

HOME = "Orléans"
TOWNS = ("Le Mans", "Chartres", "Étampes", "Châteaudun", "Vendôme", "Orléans", "Montargis", "Blois", "Briare", "Tours",
         "Montrichard", "Vierzon", "Sancerre", "Chinon", "Loches", "Bourges", "Nevers", "Châtellerault", "Le Blanc",
         "Châteauroux", "Argenton-sur-Creuse", "La Châtre", "Saint-Amand-Montrond")
# Routes: both ends, and for each goods space the fewest seats with which it is filled. r: road, w: waterway.
ROUTES = {
    "r01": ("Le Mans", "Chartres", (2, 4)), "r02": ("Le Mans", "Châteaudun", (2,)),
    "r03": ("Le Mans", "Vendôme", (2,)), "r04": ("Le Mans", "Tours", (2, 3)),
    "r05": ("Chartres", "Châteaudun", (2,)), "r06": ("Chartres", "Étampes", (2,)),
    "r07": ("Chartres", "Orléans", (2,)), "r08": ("Châteaudun", "Vendôme", (2,)),
    "r09": ("Châteaudun", "Orléans", (2,)), "r10": ("Vendôme", "Blois", (2,)),
    "r11": ("Étampes", "Montargis", (2, 4)), "r12": ("Orléans", "Montargis", (2,)),
    "r13": ("Montargis", "Briare", (2,)), "r14": ("Orléans", "Vierzon", (2, 3)),
    "r15": ("Blois", "Vierzon", (2,)), "r16": ("Montrichard", "Loches", (2,)),
    "r17": ("Loches", "Châteauroux", (2,)), "r18": ("Vierzon", "Châteauroux", (2,)),
    "r19": ("Le Blanc", "Châteauroux", (2,)), "r20": ("Châteauroux", "Argenton-sur-Creuse", (2,)),
    "r21": ("Châteauroux", "La Châtre", (2,)), "r22": ("Argenton-sur-Creuse", "La Châtre", (2,)),
    "r23": ("Châtellerault", "Argenton-sur-Creuse", (2, 4)), "r24": ("Chinon", "Châtellerault", (2,)),
    "r25": ("La Châtre", "Saint-Amand-Montrond", (2,)), "r26": ("Bourges", "Saint-Amand-Montrond", (2,)),
    "r27": ("Saint-Amand-Montrond", "Nevers", (2, 4)), "r28": ("Bourges", "Nevers", (2,)),
    "r29": ("Sancerre", "Bourges", (2,)),
    "w01": ("Orléans", "Blois", (2,)), "w02": ("Orléans", "Briare", (2, 3)), "w03": ("Briare", "Sancerre", (2, 3)),
    "w04": ("Sancerre", "Nevers", (2,)), "w05": ("Blois", "Tours", (2,)), "w06": ("Tours", "Chinon", (2,)),
    "w07": ("Tours", "Montrichard", (2,)), "w08": ("Tours", "Loches", (2,)), "w09": ("Montrichard", "Vierzon", (2,)),
    "w10": ("Vierzon", "Bourges", (2,)), "w11": ("Vierzon", "Saint-Amand-Montrond", (2,)),
    "w12": ("Chinon", "Châtellerault", (2,)), "w13": ("Chinon", "Le Blanc", (2, 3)),
    "w14": ("Le Blanc", "Argenton-sur-Creuse", (2,)),
}

# Deeds: spaces by profession, and the coins each follower earns.
DEEDS: dict[str, tuple[dict[str, int], int]] = {
    "City Wall": ({"knight": 3, "trader": 1, "farmer": 3, "craftsman": 3}, 1),
    "Papal Conclave": ({"monk": 2, "knight": 1}, 3),
    "Plague": ({"scholar": 2, "boatman": 1, "farmer": 1, "trader": 1}, 2),
    "Astronomy": ({"scholar": 2, "trader": 1}, 1),
    "Boatmen's Guild": ({"scholar": 1, "boatman": 3}, 1),
    "Cathedral": ({"craftsman": 2, "monk": 2, "trader": 2}, 2),
    "Peace Treaty": ({"monk": 1, "scholar": 1, "knight": 2}, 2),
    "Canalisation": ({"boatman": 3, "trader": 2, "farmer": 3, "craftsman": 2}, 1),
}
POINT_FOR_COIN = "Canalisation"             # its followers earn a coin or a development point

EVENTS = ("Pilgrimage", "Plague", "Taxes", "Income", "Harvest", "Trading Day")
SHIELDED = ("Harvest", "Taxes", "Plague")   # what the Sacristy cancels
HARVEST_PRICE = 5
HARVEST_UNITS = {"A": 1, "B": 2, "C": 3}
FIRST_HARVEST_UNITS = 1
# What lies below the light Pilgrimage, pile after pile.
PILES = {"first_2014": (EVENTS + EVENTS + EVENTS[1:],), "eighth": (EVENTS[1:], EVENTS, EVENTS)}

ALL_PLACES = (*PLACES, *TILES)
# Every space: its place, its number there from 0, its profession.
SPACES = tuple((place, n, word) for place in ALL_PLACES
               for n, word in enumerate(PLACES[place] if place in PLACES else TILES[place][1]))
KINDS = PROFESSIONS + tuple("own " + word for word in STARTERS)
