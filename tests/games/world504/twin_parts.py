"""Parts of the slow 504: questions, the owner's pieces, and the printed tables, written down a second time."""
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

KINDS = ("city", "meadow", "forest", "field", "mountain", "desert", "water")
TERRAINS = KINDS[:6]
LAND = KINDS[1:6]
GOODS = ("cattle", "wood", "fish", "grain", "ore")
BOX_TILES = {"city": 10, "meadow": 10, "forest": 9, "field": 8, "mountain": 7, "desert": 6, "water": 11}
BOX_GOODS = {"cattle": 11, "wood": 10, "fish": 10, "grain": 9, "ore": 8}
OFFERS = dict(enumerate(("cattle", "ore", "wood", "grain", "fish") * 2, 1))     # by city
PLANT_GOOD = {"meadow": "cattle", "forest": "wood", "field": "grain", "mountain": "ore"}
PLANT_COST = {"meadow": 1, "field": 1, "forest": 2, "mountain": 3}
FISH_COST = 2
ROAD_COST = {"meadow": 1, "field": 1, "forest": 2, "desert": 2, "city": 3, "mountain": 3}
HOUSE_COST = (0, 10, 20, 30, 40, 50)
FACTORY_COST = (20, 30, 40)
SPEEDS = (3, 4, 5, 7)
SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))    # E SE SW W NW NE
SET_INCOME = (0, 10, 25, 45, 70, 100)
SET_POINTS = (0, 1, 3, 6, 10, 15)
MAJORITY_FIRST = dict(zip(TERRAINS, (10, 10, 9, 8, 7, 6)))
MAJORITY_SECOND = dict(zip(TERRAINS, (6, 6, 5, 4, 3, 2)))
MAJORITY_INCOME = dict(zip(TERRAINS, (50, 50, 45, 40, 35, 30)))
MAJORITY_END = dict(zip(TERRAINS, (6, 6, 5, 4, 3, 2)))
# R6.S.2, R8.S.1, ...: start money by place
STAGGERED = {2: (60, 80), 3: (60, 70, 80), 4: (60, 70, 80, 90)}
PIECES = {2: 30, 3: 25, 4: 20, 5: 15}                           # G6a; 5 are companies
# 2.3.1: in which worlds a privilege is; "RES", "CO" (9.I, 9.II), a module anywhere, a page
PRIVILEGES = {
    "I(1)": "4.I 4.II 5.I 8.I 8.II", "I(2)": "2.I 2.II 4.II 6.II 7.II 8.II CO", "I(3)": "CO",
    "I(4)": "4.I 4.II", "I(5)": "2.II 3.II 5.II 8.II CO", "I(6)": "1.II", "I(7)": "9.I", "I(8)": "1.I 1.II",
    "I(9)": "6.I 6.II", "I(10)": "5", "I(11)": "not 9.I", "I(12)": "7.I 7.II",
    "II(1)": "9.I", "II(2)": "3.I 3.II", "II(3)": "3.II", "II(4)": "RES", "II(5)": "1", "II(6)": "8.I 8.II",
    "II(7)": "1.I 1.II 4.I 4.II 6.I 6.II 8.I", "II(8)": "6.I 6.II", "II(9)": "not 9.I", "II(10)": "7.I 7.II",
    "II(11)": "RES", "II(12)": "2.II 3.II 5.II 8.II CO",
    "III(1)": "1.I 1.II", "III(2)": "7.I 7.II", "III(3)": "7.I 7.II", "III(4)": "4.I 4.II", "III(5)": "4.II",
    "III(6)": "not 9.I 3.III", "III(7)": "3.I", "III(8)": "8.I 8.II", "III(9)": "6.I 6.II",
}
SOLD = "own share sold"         # the answer of an owner that has sold an own share instead (R9.3B.2)
PRIVILEGE_POINTS = {"I(11)": 2, "II(9)": 3, "III(6)": 5}
# Appendix A: digits are cities, W water, a dot a drawn tile; four columns a tile, two more for each row down
PICTURE_2 = """\
-4           5   .   W   .   8
-3         .   .   .   .   .   .
-2       W   .   .   W   .   .   W
-1     .   .   4   .   .   2   .   .
+0   7   .   .   .   1   .   .   .   9
+1     .   .   W   .   .   W   .   .
+2       W   .   .   3   .   .   W
+3         .   .   .   .   .   .
+4           6   .   W   .   10
"""
PICTURE_3 = """\
-4           5   .   W   .   7
-3         .   .   .   .   .   .
-2       W   .   .   4   .   .   .
-1     .   .   .   W   W   .   .   .
+0   8   .   .   1   W   3   .   .   6
+1     .   .   .   W   W   .   .   .
+2       .   .   .   2   .   .   W
+3         .   .   .   .   .   .
+4           9   .   W   .   10
"""
PICTURE_5 = """\
-4                           2   .   .   10
-3             3   .   .   .   .   W   .
-2   4   .   .   .   W   .   W   .   .
-1     .   W   .   .   .   .   .   .   9
+0       .   .   W   .   1   .   W   .
+1         5   .   .   .   .   .   .
+2               .   W   .   W   .
+3                 .   .   .   .   8
+4                   6   .   W   .
+5                         .   .
+6                           7
"""
PICTURES = {2: PICTURE_2, 3: PICTURE_3, 5: PICTURE_5}
# pairs of drawn spaces that may not both hold water (G7)
FORBIDDEN = {
    2: [],
    3: [((1, -3), (0, -2)), ((2, -3), (2, -2)), ((-1, -2), (0, -2)), ((-1, -2), (-1, -1)), ((-2, -1), (-1, -1)),
        ((1, 1), (2, 1)), ((1, 1), (1, 2)), ((-2, 2), (-2, 3)), ((0, 2), (1, 2)), ((0, 2), (-1, 3))],
    5: [((4, -4), (5, -3)), ((4, -4), (4, -2)), ((5, -4), (5, -3)), ((5, -4), (4, -2)), ((-3, -2), (-4, -1)),
        ((-3, -2), (-4, 0)), ((-2, -2), (-4, -1)), ((-2, -2), (-4, 0)), ((-2, 4), (0, 4)), ((-2, 4), (-1, 5)),
        ((0, 4), (-2, 5)), ((-2, 5), (-1, 5))],
}
# plan 1 by the number of seats: cities in ascending number, then what else is printed
PLAN_1 = {
    2: ([(0, 0), (-2, 0), (2, 0)], {(-1, 0): "water", (1, 0): "water"}),
    3: ([(0, 0), (2, 0), (-2, 2), (0, -2)], {(1, 0): "water", (-1, 1): "water", (0, -1): "water"}),
    4: ([(0, 0), (3, -2), (1, 2), (-3, 2), (-1, -2)],
        {(-1, 0): "meadow", (1, 0): "meadow", (2, -1): "water", (1, 1): "water", (-2, 1): "water", (-1, -1): "water"}),
}


@dataclass
class Ask:
    """A question to a seat: one of these moves."""

    seat: int
    moves: list[str]


@dataclass
class Chance:
    """What may come, and how likely it is."""

    odds: dict[str, Fraction]

    @property
    def moves(self):
        """The texts of what may come."""
        return list(self.odds)


@dataclass
class Owner:
    """The pieces of an owner. Tiles are pairs (q, r)."""

    seat: int                                       # with companies: which of them
    agent: int | None = None                        # the seat that decides
    money: int = 0
    income: int = 0                                 # of the last own turn; where it is set aside: not yet taken
    capital: tuple | None = None
    settled: set = field(default_factory=set)       # without the headquarters
    active: Counter = field(default_factory=Counter)
    exhausted: Counter = field(default_factory=Counter)
    residents: int = 0                              # supply
    settlements: int = 0                            # supply
    road_supply: int = 0
    roads: set = field(default_factory=set)         # edges: pairs of tiles
    linked: set = field(default_factory=set)        # tiles counted because roads reach them
    privileges: set = field(default_factory=set)
    cards: set = field(default_factory=set)         # numbers of the cities on whose cards the owner is
    collected: Counter = field(default_factory=Counter)     # points gained during the game, by what for
    goods: Counter = field(default_factory=Counter)         # in front of the owner
    houses: dict = field(default_factory=dict)              # goods on trading houses, by city
    delivered: Counter = field(default_factory=Counter)
    explored: Counter = field(default_factory=Counter)
    tokens: int = 0
    premium: int = 0                                # income for tasks (R2.Z.9)
    trolley: tuple | None = None
    speed: int = 0                                  # place in SPEEDS
    holds: list = field(default_factory=lambda: [None])     # None, a good, or 1 or 2 residents
    moved_on: Fraction = Fraction(0)                # movement points since the last city reached

    def owns(self, tile):
        """Own tiles carry a settlement or the headquarters (G11)."""
        return tile in self.settled or tile == self.capital

    def tiles(self):
        """All own tiles."""
        return self.settled | ({self.capital} if self.capital else set())

    def on(self, tile):
        """Residents standing and lying on the tile."""
        return self.active[tile] + self.exhausted[tile]

    def room(self, tile):
        """G14: how many more residents find room on the own tile."""
        return (9 if tile == self.capital else 7) - self.on(tile)


def edge(a, b):
    """The edge between neighbours, from the tile that it leaves to the east, southeast or southwest."""
    return (a, b) if (b[0] - a[0], b[1] - a[1]) in SIDES[:3] else (b, a)


def distance(a, b):
    """Steps from space to space."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def best_sets(goods, table):
    """What these goods are worth at most when they are divided into sets of different goods."""
    counts = sorted((n for n in goods.values() if n), reverse=True)
    if not counts:
        return 0
    best = 0
    for size in range(1, len(counts) + 1):          # the largest heaps first: what is left is as mixed as can be
        rest = Counter({i: n - (i < size) for i, n in enumerate(counts)})
        best = max(best, table[size] + best_sets(rest, table))
    return best
