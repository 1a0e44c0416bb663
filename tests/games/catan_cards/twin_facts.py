"""What is printed on the cards, typed in from the rules digest for the twin: nothing is shared with the game."""
from __future__ import annotations

from collections import Counter

RESOURCES = ("brick", "lumber", "ore", "wool", "grain")
RESOURCE_CARDS = {"brick": 11, "lumber": 11, "ore": 16, "wool": 15, "grain": 14}        # rule 1
MARKET_SIZE = 5
START_HAND = 3
GOAL = 10
ROBBER_LIMIT = 7
SUBSTITUTE = 3

COSTS = {                                                                               # rule 22
    "road": {"brick": 1, "lumber": 1},
    "knight": {"ore": 1, "wool": 1, "grain": 1},
    "settlement": {"brick": 1, "lumber": 1, "wool": 1, "grain": 1},
    "city": {"ore": 3, "grain": 2},
    "expansion": {"ore": 1, "wool": 3},
}
HALL_EXTRA = {"ore": 2}

# Cards of one set by the symbol on them: always in, added for the third player, added for the fourth (rules 3 and 4).
BUILDING_CARDS = {"road": (5, 2, 2), "knight": (2, 2, 1), "settlement": (7, 4, 4)}
EXPANSION_CARDS = {
    "library": (1, 0, 0), "church": (1, 1, 0), "castle": (1, 0, 1),
    "guild": (0, 1, 1), "university": (1, 0, 0), "hall": (1, 0, 0),
}
EXPANSIONS = tuple(EXPANSION_CARDS)
EXPANSION_POINTS = {"library": 3, "church": 3, "castle": 3, "guild": 3, "university": 3, "hall": 4}
EVENTS = {"10-5": {"robber": (5, 3, 2), "market": (2, 1, 2)},                           # question U2
          "11-4": {"robber": (5, 3, 3), "market": (2, 1, 1)}}


def sets_of_symbols(seats: int, second: bool = True) -> list[tuple[bool, bool, bool]]:
    """Which of the symbols are in, for each of the boxes on the table (rules 8 and 35).

    With `second` false the second box gives nothing.
    """
    first = (True, seats >= 3, seats >= 4)
    return [first, (False, seats >= 5, seats >= 6)] if seats > 4 and second else [first]


def count(by_symbol: tuple[int, int, int], seats: int, second: bool = True) -> int:
    """Cards of one type in a game."""
    return sum(n for box in sets_of_symbols(seats, second) for n, used in zip(by_symbol, box, strict=True) if used)


def resources(seats: int) -> Counter[str]:
    """All resource cards of a game."""
    return Counter({name: n * (2 if seats > 4 else 1) for name, n in RESOURCE_CARDS.items()})
