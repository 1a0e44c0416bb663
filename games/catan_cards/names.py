"""Words of the notation and the JSON, in the order of the compiled numbers."""
from games.catan_cards.tables import EVENTS, EXPANSIONS, KINDS, THINGS
from games.packed import codes, enum

__all__ = ["EVENTS", "EXPANSIONS", "KINDS", "NOBODY", "REASONS", "SOURCES", "STAGES", "THINGS", "USED"]

STAGES = enum("catan_cards", "Stage")
REASONS = [word.removeprefix("for-") for word in enum("catan_cards", "Coming")]         # in stage `card`
[NOBODY] = codes("catan_cards", "NOBODY")
USED = ("library", "guild", "university")
SOURCES = ("settlements", "cities", "expansions", "roads", "knights", "gifts")
FULL_NAMES = {"library": "Library", "church": "Church", "castle": "Castle", "guild": "Merchant guild",
              "university": "University", "hall": "Town hall"}
