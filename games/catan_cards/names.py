"""Words of the notation and the JSON, in the order of the compiled numbers."""
from games.catan_cards.tables import EVENTS, EXPANSIONS, KINDS, THINGS

__all__ = ["EVENTS", "EXPANSIONS", "KINDS", "REASONS", "SOURCES", "STAGES", "THINGS", "USED"]

STAGES = ("start", "setup", "trade", "discard", "take", "return", "fellow", "pick", "give", "build", "pay", "flip",
          "event", "robber", "draw", "card", "over")
REASONS = ("trade", "fellow", "guild", "market", "draw")        # why a card comes, in stage `card`
USED = ("library", "guild", "university")
SOURCES = ("settlements", "cities", "expansions", "roads", "knights", "gifts")
FULL_NAMES = {"library": "Library", "church": "Church", "castle": "Castle", "guild": "Merchant guild",
              "university": "University", "hall": "Town hall"}
