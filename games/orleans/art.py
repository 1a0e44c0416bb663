"""What the text and the picture of a position share: colours, words for stages and effects, where towns lie."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.orleans.tables import GOODS, PILES, PROFESSIONS

Document = Mapping[str, Any]    # a position as `notation.position_to_json` writes it

INK, PAPER, PANEL, LINE, PALE = "#2a2119", "#d9c8a0", "#f8f1de", "#9a8358", "#7b6b4d"
LAND, WATER, ROAD = "#e6d9ab", "#3f87b8", "#8a5a2c"
FOLLOWER_FILL = {"farmer": "#f7f4ea", "boatman": "#2f74b5", "craftsman": "#8a5a33", "trader": "#26221f",
                 "knight": "#c0312b", "scholar": "#8d9399", "monk": "#f1c232"}
FOLLOWER_INK = {"farmer": INK, "boatman": "#ffffff", "craftsman": "#ffffff", "trader": "#ffffff",
                "knight": "#ffffff", "scholar": INK, "monk": INK}
GOOD_FILL = {"grain": "#efd04e", "cheese": "#f09a2e", "wine": "#8e2049", "wool": "#fbf8ef", "brocade": "#2f8f7a"}
GOOD_INK = {"grain": INK, "cheese": INK, "wine": "#ffffff", "wool": INK, "brocade": "#ffffff"}
# Seats stay apart for colour-blind eyes by lightness as well as hue, and every marker carries its number besides.
SEAT_FILL = ("#0b62a4", "#eda100", "#38322e", "#d98bb5", "#2e8b57")
SEAT_INK = ("#ffffff", INK, "#ffffff", INK, "#ffffff")
EVENT_FILL = {"Pilgrimage": "#b98b2c", "Plague": "#4d4a47", "Taxes": "#a23b2a", "Income": "#3f7d3a",
              "Harvest": "#b4652a", "Trading Day": "#2a6f8f"}
CITIZEN = "#7a4b8f"

EVENTS = {"Pilgrimage": "no Monastery this round", "Plague": "each loses a follower of the bag",
          "Taxes": "1 coin for every 3 goods", "Income": "coins by development status",
          "Harvest": "hand in food, or pay 5 a unit", "Trading Day": "1 coin for each station"}
STAGES = {
    "start-seat": "the start player is drawn", "map-good": "goods are laid out on the routes",
    "remove-good": "goods are left out of the game", "reveal": "the hourglass tile is turned",
    "draw": "seat {actor} draws from the bag", "bath-look": "seat {actor}: the Bathhouse draws two more",
    "bath-draw": "seat {actor}: the Bathhouse draws",
    "plague-draw": "the Plague draws from the bag of seat {actor}",
    "lose-draw": "seat {actor} loses a follower of the bag", "take-back": "seat {actor}: take followers back, or draw",
    "keep": "seat {actor}: who stays on the market?", "plan": "seat {actor} plans",
    "act": "seat {actor} acts, or passes", "route-good": "seat {actor}: which good of the route?",
    "choose-tile": "seat {actor} chooses a place tile",
    "send-more": "seat {actor}: a second follower to a deed?",
    "bath-put": "seat {actor} puts followers of the Bathhouse", "technology": "seat {actor} places technology",
    "shield": "seat {actor}: use the Sacristy?",
    "food": "seat {actor}: which food?", "torture": "seat {actor} cannot pay and gives things up",
    "over": "the game is over",
}
CHANCE = ("start-seat", "map-good", "remove-good", "reveal", "draw", "bath-look", "bath-draw", "plague-draw",
          "lose-draw")
PHASES = ("set-up", "hourglass", "census", "followers", "planning", "actions", "event")
# what a place does, in a few words; {n} and {m} are numbers of the rules: coins (or market spaces) and development
EFFECTS = {
    "Farm House": "farmer + good", "Village": "boat., craft. or trader", "University": "scholar + steps",
    "Castle": "knight", "Monastery": "monk", "Ship": "sail one waterway", "Wagon": "travel one road",
    "Guildhall": "build a station", "Scriptorium": "{m} development", "Town Hall": "1-2 to deeds",
    "Hayrick": "take grain", "Cheese Factory": "take cheese", "Winery": "take wine", "Wool Manufacturer": "take wool",
    "Tailor Shop": "take brocade", "Brewery": "{n} coins", "Sacristy": "cancel a bad event",
    "Herb Garden": "boatmen stand in", "Bathhouse": "draw more, choose", "Windmill": "{n} coins, {m} dev.",
    "Library": "{m} development", "Hospital": "coins by status", "Cellar": "{n} coins", "Office": "coins by stations",
    "School": "scholars stand in", "Pharmacy": "buy development, to {n}", "Horse Wagon": "travel one road",
    "Shipping Line": "{m} development", "Laboratory": "a technology tile", "Gunpowder Tower": "+{n} market, deeds",
}


def effect(place: str, rules: Mapping[str, Any]) -> str:
    """What a place does, with the numbers in force."""
    numbers = rules["places"]
    coins = numbers.get(f"{place} coins", numbers.get(f"{place} market", 0))
    return EFFECTS[place].format(n=coins, m=numbers.get(f"{place} development", 0))


def trade(follower: str) -> str:
    """The profession of a follower, its own colour left aside."""
    return follower.removeprefix("own ")


def letter(document: Document) -> str:
    """The letter of this round's hourglass tile; empty where one stack is played."""
    if len(document["hourglass"]) == 1 or not document["round"]:
        return ""
    return PILES[(document["round"] - 1) // 6]


def headline(document: Document) -> str:
    """Round, phase and event in a line."""
    if not document["round"]:
        return "Set-up"
    if document["stage"] == "over":
        return "The end, after round 18"
    event = f", {document['event']}" if document["stage"] != "reveal" else ""
    return f"Round {document['round']} of 18, phase {document['phase']} {PHASES[document['phase']]}{event}"


def status(document: Document) -> str:
    """What happens next."""
    words = STAGES[document["stage"]].format(actor=document["actor"])
    debt = document.get("doing", {}).get("debt", 0)
    if document["stage"] in ("torture", "food"):
        words += f" ({debt} {'to go' if document['stage'] == 'torture' else 'to hand in'})"
    return words


def active_seat(document: Document) -> int | None:
    """The seat that decides; None at chance nodes and at the end."""
    return None if document["stage"] in (*CHANCE, "over") else int(document["actor"])


def development_status(player: Mapping[str, Any], rules: Mapping[str, Any]) -> int:
    """The development status, 1 to 6."""
    return 1 + sum(player["development"] >= space for space in rules["development"]["status"])


def score(player: Mapping[str, Any], rules: Mapping[str, Any]) -> int:
    """Points as they stand, without those given by options."""
    worth = rules["scoring"]
    goods = sum(n * worth[good] for good, n in player["goods"].items())
    each = development_status(player, rules) * worth["status"]
    return int(player["coins"] * worth["coin"] + goods + (len(player["stations"]) + player["citizens"]) * each
               - player.get("unpaid", 0))


def standing_order(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """Followers or goods in the usual order, those that are 0 left out."""
    usual = [*PROFESSIONS, *(f"own {who}" for who in PROFESSIONS[:4]), *GOODS]
    return [(name, counts[name]) for name in usual if counts.get(name)]
