"""The printed numbers of 504 and the five board plans. Where each comes from stands beside it.

R: the German rulebook; the figures that its text lost were read off the publisher's pictures of the same components.
"""
from __future__ import annotations

KINDS = ("city", "meadow", "forest", "field", "mountain", "desert", "water")
GOODS = ("cattle", "wood", "fish", "grain", "ore")
COMPANIES = ("green", "white", "purple", "blue", "orange")          # the colours of owners
SEATS = (2, 3, 4)
STEPS = ("I", "II", "III")                          # of privileges
PRIVILEGES = tuple(f"{step}({number})" for step, count in (("I", 12), ("II", 12), ("III", 9))
                   for number in range(1, count + 1))

# Good that each city offers (R: 3 wood, 7 ore, 10 fish; the others from pictures); it demands the four others.
CITY_GOODS = ("cattle", "ore", "wood", "grain", "fish", "cattle", "ore", "wood", "grain", "fish")
# What a plant of the terrain makes; fish beside any water.
GOOD_OF = {"meadow": "cattle", "forest": "wood", "field": "grain", "mountain": "ore", "water": "fish"}

# What points and income are made of, in the order of the enums Source and Term.
SOURCES = ("goods", "city cards", "drive", "factories", "exploring", "connections", "scorings", "trading houses",
           "stored goods", "majorities", "awards", "privileges", "cash", "shares", "ranking", "land", "cities")
INCOME_TERMS = ("base", "goods", "first settlements", "city cards", "factories", "tokens", "connections", "majorities",
                "sets of goods", "privileges", "awards", "tiles", "terrains", "militia")

RULES = {
    "tiles": {"city": 10, "meadow": 10, "forest": 9, "field": 8, "mountain": 7, "desert": 6, "water": 11},
    "goods": {"cattle": 11, "wood": 10, "fish": 10, "grain": 9, "ore": 8},
    "resident": {"price": 10, "with II(4)": 8},
    "room": {"tile": 7, "capital": 9},              # residents
    "trolley": {"speeds": [3, 4, 5, 7], "extra": 20, "extra more": 10, "with I(8)": 15,
                "cost": {"city": 1, "meadow": 1, "forest": 1, "field": 1, "mountain": 2, "desert": 1}},
    "road": {"city": 3, "meadow": 1, "forest": 2, "field": 1, "mountain": 3, "desert": 2},       # residents
    "plant": {"meadow": 1, "forest": 2, "field": 1, "mountain": 3, "fish": 2},                   # residents
    "factory": [20, 30, 40], "factory_income": 15,
    "house": [0, 10, 20, 30, 40, 50],
    "goods_price": {"steps": [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140], "start": 20, "fall": 3},
    "first_settlement": {"city": 10, "meadow": 5, "forest": 5, "field": 5, "mountain": 10, "desert": 5},
    "sets": {"income": [0, 10, 25, 45, 70, 100], "points": [0, 1, 3, 6, 10, 15]},
    "cargo": {"points": [0, 5, 9, 12, 14, 15], "set": 2},
    "cards": [22, 26, 32, 40, 50],
    "awards": {"each": 5, "large": 10, "free city": 3},
    "majority": {
        "first": {"city": 10, "meadow": 10, "forest": 9, "field": 8, "mountain": 7, "desert": 6},
        "second": {"city": 6, "meadow": 6, "forest": 5, "field": 4, "mountain": 3, "desert": 2},
        "income": {"city": 50, "meadow": 50, "forest": 45, "field": 40, "mountain": 35, "desert": 30},
        "end": {"city": 6, "meadow": 6, "forest": 5, "field": 4, "mountain": 3, "desert": 2},
        "tied": 2, "each": 10, "compensation": 3,
    },
    "connected": {"city": 3, "meadow": 2, "forest": 2, "field": 2, "mountain": 3, "desert": 1, "set": 3},
    "connected_income": {"city": 10, "meadow": 5, "forest": 5, "field": 5, "mountain": 10, "set": 10},
    "house_points": 2,
    "fight": {                                      # hits by the number on a die, from 0; what the terrain adds to it
        "attack": [0, 0, 0, 1, 1, 2, 2], "defence": [0, 0, 0, 1, 1, 1, 1], "headquarters": 3,
        "terrain": {"city": -1, "mountain": -1, "meadow": 1, "field": 1, "forest": 0, "desert": 0},
    },
    "tile_income": {"each": 5, "with III(5)": 10, "terrains": [0, 0, 5, 10, 20, 30]},
    "tile_points": {"city": 5, "meadow": 3, "forest": 3, "field": 3, "mountain": 3, "desert": 3},
    "shares": {"of a company": 10, "president's card": 2, "most": 5, "issue": [40, 30, 30, 20, 20], "private": 20,
               "top": 140, "full part": 10, "half part": 20, "fixed part": 20},
    "upkeep": {"settlement": 3, "resident": 1, "with I(7)": 20},
    "rank": {"companies": [5, 3, 2, 1, 0], "2": [3, 0], "3": [3, 1, 0], "4": [4, 2, 1, 0]},
    "privilege_income": {"I(2)": 15, "I(5)": 10, "I(6)": 10, "II(12)": 20},
    "privilege_points": {"I(11)": 2, "II(9)": 3, "III(6)": 5},
}

# Board plans: rows from top to bottom, each with its r, the q of its first cell and its cells, side by side: a city's
# number, W water, or . for a tile that is drawn (R, appendix 1).
PLANS: dict[int, tuple[tuple[int, int, str], ...]] = {
    2: ((-4, 0, "5 . W . 8"), (-3, -1, ". . . . . ."), (-2, -2, "W . . W . . W"), (-1, -3, ". . 4 . . 2 . ."),
        (0, -4, "7 . . . 1 . . . 9"), (1, -4, ". . W . . W . ."), (2, -4, "W . . 3 . . W"), (3, -4, ". . . . . ."),
        (4, -4, "6 . W . 10")),
    3: ((-4, 0, "5 . W . 7"), (-3, -1, ". . . . . ."), (-2, -2, "W . . 4 . . ."), (-1, -3, ". . . W W . . ."),
        (0, -4, "8 . . 1 W 3 . . 6"), (1, -4, ". . . W W . . ."), (2, -4, ". . . 2 . . W"), (3, -4, ". . . . . ."),
        (4, -4, "9 . W . 10")),
    5: ((-4, 3, "2 . . 10"), (-3, -1, "3 . . . . W ."), (-2, -4, "4 . . . W . W . ."), (-1, -4, ". W . . . . . . 9"),
        (0, -4, ". . W . 1 . W ."), (1, -4, "5 . . . . . ."), (2, -3, ". W . W ."), (3, -3, ". . . . 8"),
        (4, -3, "6 . W ."), (5, -2, ". ."), (6, -2, "7")),
}
# What lies on plan 1 by the number of seats, and on plan 4, before anything is explored: q, r, cell.
OPENINGS: dict[tuple[int, int], tuple[tuple[int, int, str], ...]] = {
    (1, 2): ((0, 0, "1"), (-2, 0, "2"), (-1, 0, "W"), (1, 0, "W"), (2, 0, "3")),
    (1, 3): ((0, 0, "1"), (1, 0, "W"), (2, 0, "2"), (-1, 1, "W"), (-2, 2, "3"), (0, -1, "W"), (0, -2, "4")),
    (1, 4): ((0, 0, "1"), (-1, 0, "meadow"), (1, 0, "meadow"), (2, -1, "W"), (3, -2, "2"), (1, 1, "W"), (1, 2, "3"),
             (-2, 1, "W"), (-3, 2, "4"), (-1, -1, "W"), (-1, -2, "5")),
    **{(4, seats): ((0, 0, "1"),) for seats in SEATS},
}
SPARE_WATERS = 2                                    # among the tiles that are drawn
SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))        # of a tile: steps in q and r, clockwise from east
