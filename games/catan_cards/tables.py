"""CATAN, the fast card game in numbers: what is printed on the cards.

Sources: the German rules (Kosmos 2011) for costs, resource cards and set-up; photographs of the Dutch cards for
points and effects; the census by number of players from the German Wikipedia article and the cards of a public program
(github.com/Kookpot/CatanCardsGame). README.md says which numbers rest on one source only.
"""
from __future__ import annotations

from typing import Any

KINDS = ("brick", "lumber", "ore", "wool", "grain")
EXPANSIONS = ("library", "church", "castle", "guild", "university", "hall")
THINGS = ("road", "knight", "settlement", "city", *EXPANSIONS)
EVENTS = ("robber", "market")

# Numbers that option `rules` may replace. Lists by symbol: cards always in, added for three seats, added for four.
RULES: dict[str, Any] = {
    "resources": {"brick": 11, "lumber": 11, "ore": 16, "wool": 15, "grain": 14},
    "cost": {
        "road": {"brick": 1, "lumber": 1, "ore": 0, "wool": 0, "grain": 0},
        "knight": {"brick": 0, "lumber": 0, "ore": 1, "wool": 1, "grain": 1},
        "settlement": {"brick": 1, "lumber": 1, "ore": 0, "wool": 1, "grain": 1},
        "city": {"brick": 0, "lumber": 0, "ore": 3, "wool": 0, "grain": 2},
        "library": {"brick": 0, "lumber": 0, "ore": 1, "wool": 3, "grain": 0},
        "church": {"brick": 0, "lumber": 0, "ore": 1, "wool": 3, "grain": 0},
        "castle": {"brick": 0, "lumber": 0, "ore": 1, "wool": 3, "grain": 0},
        "guild": {"brick": 0, "lumber": 0, "ore": 1, "wool": 3, "grain": 0},
        "university": {"brick": 0, "lumber": 0, "ore": 1, "wool": 3, "grain": 0},
        "hall": {"brick": 0, "lumber": 0, "ore": 3, "wool": 3, "grain": 0},
    },
    "points": {"settlement": 1, "city": 2, "side": 1, "library": 3, "church": 3, "castle": 3, "guild": 3,
               "university": 3, "hall": 4},
    "symbols": {
        "road": [5, 2, 2], "knight": [2, 2, 1], "settlement": [7, 4, 4],
        "library": [1, 0, 0], "church": [1, 1, 0], "castle": [1, 0, 1], "guild": [0, 1, 1], "university": [1, 0, 0],
        "hall": [1, 0, 0],
        "robber": [5, 3, 2], "market": [2, 1, 2],
    },
    "goal": 10, "replace": 3, "robber_limit": 7, "draw": 2, "market": 5, "hand": 3, "castle_roads": 3,
    "church_knights": 1,
}
OTHER_EVENTS = {"robber": [5, 3, 3], "market": [2, 1, 1]}      # option events=11-4
