"""The look of Orléans' pictures: colours, shapes, and a small picture for each kind of thing."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from games.drawing import Drawing, remembered
from games.night import Night
from games.orleans.tables import GOODS, PILES, PROFESSIONS

Document = Mapping[str, Any]    # a position as `notation.position_to_json` writes it

INK, PAPER, PANEL, LINE, PALE = "#2a2119", "#d9c8a0", "#f8f1de", "#9a8358", "#5a4e37"
PRINT = "#1f1710"               # on pieces, whose colours stay as they are on a dark screen
LAND, WATER, ROAD, DUST, FOAM = "#e6d9ab", "#3f87b8", "#8a5a2c", "#f3e6c3", "#9fcbe6"
PLACE_FILL = {"": "#e9d39a", "I": "#dfc5c0", "II": "#c3cfd8"}      # by the category of its tile
MARKET, STEP = "#d9c48f", "#efe3c2"
FOLLOWER_FILL = {"farmer": "#f7f4ea", "boatman": "#2f74b5", "craftsman": "#8a5a33", "trader": "#26221f",
                 "knight": "#c0312b", "scholar": "#8d9399", "monk": "#f1c232"}
FOLLOWER_INK = {"farmer": PRINT, "boatman": "#ffffff", "craftsman": "#ffffff", "trader": "#ffffff",
                "knight": "#ffffff", "scholar": PRINT, "monk": PRINT}
GOOD_FILL = {"grain": "#efd04e", "cheese": "#f09a2e", "wine": "#8e2049", "wool": "#fbf8ef", "brocade": "#2f8f7a"}
GOOD_INK = {"grain": PRINT, "cheese": PRINT, "wine": "#ffffff", "wool": PRINT, "brocade": "#ffffff"}
# Seats stay apart for colour-blind eyes by lightness as well as hue, and every marker carries its number besides.
SEAT_FILL = ("#0b62a4", "#eda100", "#38322e", "#d98bb5", "#27804f")
SEAT_INK = ("#ffffff", PRINT, "#ffffff", PRINT, "#ffffff")
EVENT_FILL = {"Pilgrimage": "#8a6416", "Plague": "#4d4a47", "Taxes": "#a23b2a", "Income": "#3f7d3a",
              "Harvest": "#a2561f", "Trading Day": "#2a6f8f"}
CITIZEN = "#7a4b8f"
NIGHT = Night(
    "orleans",
    grounds={PAPER: "#14171a", PANEL: "#23221f", LAND: "#2b2f24", INK: "#7a5c1c", DUST: "#cdbf99", MARKET: "#41392a",
             STEP: "#35312a", SEAT_FILL[2]: "#5b534d", PLACE_FILL[""]: "#423821", PLACE_FILL["I"]: "#4d3733",
             PLACE_FILL["II"]: "#2d3a45"},
    words={INK: "#ede5d4", PALE: "#bcb099", LAND: "#2b2f24"},
    lines={INK: "#b5a88f", LINE: "#75694f", PALE: "#9a8e76", LAND: "#2b2f24", WATER: "#2f6d9c", ROAD: "#9c6b3a",
           DUST: "#d8c9a0", SEAT_FILL[2]: "#a0968d"})

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


def effect(place: str, rules: Mapping[str, Any], words: Mapping[str, str] = EFFECTS) -> str:
    """What a place does, with the numbers in force."""
    numbers = rules["places"]
    coins = numbers.get(f"{place} coins", numbers.get(f"{place} market", 0))
    return words[place].format(n=coins, m=numbers.get(f"{place} development", 0))


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


# strokes of the professions' signs, in a box of 20 by 20
SIGNS = {
    "farmer": "M0 8V-7M0 -7C-3 -5 -3 -3 0 -2C3 -3 3 -5 0 -7M0 -1C-5 -2 -5 1 0 3M0 -1C5 -2 5 1 0 3M0 4C-5 3 -5 5 0 8"
              "M0 4C5 3 5 5 0 8",
    "boatman": "M0 -5V7M-4 -2H4M-7 2C-6 7 -3 8 0 8C3 8 6 7 7 2M-7 2L-8 5M7 2L8 5M0 -5A2 2 0 1 1 0.1 -5",
    "craftsman": "M-5 7L3 -1M0 -5L6 1M-1.5 -3.5L2 -7L8 -1L4.5 2.5",
    "trader": "M0 -7V7M-7 -4H7M-7 -4L-9 2H-5ZM7 -4L5 2H9ZM-4 7H4",
    "knight": "M-6 -7H6V0C6 4 3 7 0 8C-3 7 -6 4 -6 0ZM0 -7V8M-6 -1H6",
    "scholar": "M0 -4C-3 -6 -6 -6 -8 -5V6C-6 5 -3 5 0 7C3 5 6 5 8 6V-5C6 -6 3 -6 0 -4ZM0 -4V7",
    "monk": "M0 -8V8M-5 -3H5",
}
GOOD_SIGNS = {
    "grain": SIGNS["farmer"],
    "cheese": "M-7 4V0L5 -5C7 -4 7 -2 7 0V4ZM-7 0H7M-2 2.4h.1M3 2.4h.1",
    "wine": "M-3 -7H3C4 -3 3 0 0 0C-3 0 -4 -3 -3 -7ZM0 0V6M-3 6.5H3",
    "wool": "M-6 3C-9 1 -7 -4 -4 -3C-4 -7 3 -8 4 -4C8 -5 9 1 6 3C5 6 -4 7 -6 3ZM-3 0C-1 -2 1 -2 3 0",
    "brocade": "M-6 -6H6V6H-6ZM-6 -2H6M-6 2H6M-2 -6V6M2 -6V6",
}


def _sign(d: Drawing, strokes: str, ink: str) -> None:
    d.path(strokes, stroke=ink, stroke_width=1.6, stroke_linecap="round", stroke_linejoin="round")


def _follower(d: Drawing, who: str) -> None:
    edge = "#000000" if who != "trader" else "#8d8170"
    d.circle(0, 0, 12, FOLLOWER_FILL[who], stroke=edge, stroke_width=1.2)
    _sign(d, SIGNS[who], FOLLOWER_INK[who])


@remembered
def follower(d: Drawing, x: float, y: float, radius: float, name: str, title: str = "", seat: int = 0,
             **data: str) -> None:
    """A follower's disc; one of a seat's own colour has a ring of it."""
    with d.group(title or name, class_="follower", data_follower=name, **data):
        if name.startswith("own "):
            d.circle(x, y, radius * 1.24, SEAT_FILL[seat], stroke=INK, stroke_width=0.8)
        d.stamp(trade(name), partial(_follower, who=trade(name)), x, y, radius / 12.6)


@remembered
def space(d: Drawing, x: float, y: float, radius: float, profession: str, title: str = "", **data: str) -> None:
    """An empty space: a dashed ring in the colour of the profession it asks for, with a pale sign."""
    with d.group(title or f"{profession}: empty", class_="space", data_space=profession, **data):
        def empty(single: Drawing) -> None:
            fill = FOLLOWER_FILL.get(profession, "#ffffff")
            single.circle(0, 0, 11, fill, fill_opacity=0.22)
            single.circle(0, 0, 11, "none", stroke=INK if profession in ("any", "farmer", "trader") else fill,
                          stroke_width=1.6, stroke_dasharray="3.4 2.4")
            if profession in SIGNS:
                with single.group(opacity=0.5):
                    _sign(single, SIGNS[profession], INK)
            else:
                single.text(0, 3.6, "any", 10, INK)
        d.stamp(f"space-{profession}", empty, x, y, radius / 12)


@remembered
def good(d: Drawing, x: float, y: float, size: float, name: str, title: str = "", **data: str) -> None:
    """A goods tile centred at (x, y)."""
    def tile(single: Drawing) -> None:
        single.rect(-10, -10, 20, 20, GOOD_FILL[name], 4, stroke=INK, stroke_width=1.2)
        _sign(single, GOOD_SIGNS[name], GOOD_INK[name])
    with d.group(title or name, class_="good", data_good=name, **data):
        d.stamp(f"good-{name}", tile, x, y, size / 20)


def coin(d: Drawing, x: float, y: float, radius: float, amount: str = "") -> None:
    """A coin, with a number on it where it stands for an amount."""
    d.circle(x, y, radius, "#f0c64a", stroke="#7a5a12", stroke_width=1.2)
    d.circle(x, y, radius * 0.76, "none", stroke="#7a5a12", stroke_width=0.7)
    if amount:
        d.text(x, y + radius * 0.4, amount, radius * 1.15, PRINT, bold=True, room=radius * 1.7)


@remembered
def citizen(d: Drawing, x: float, y: float, size: float, title: str = "", **data: str) -> None:
    """A citizen tile."""
    def tile(single: Drawing) -> None:
        single.rect(-9, -11, 18, 22, CITIZEN, 4, stroke=INK, stroke_width=1.2)
        single.circle(0, -3.5, 3.8, "#ffffff")
        single.path("M-6 8C-6 1 6 1 6 8Z", "#ffffff")
    with d.group(title or "citizen", class_="citizen", **data):
        d.stamp("citizen", tile, x, y, size / 22)


@remembered
def gear(d: Drawing, x: float, y: float, radius: float, title: str = "technology", **data: str) -> None:
    """A technology tile."""
    def wheel(single: Drawing) -> None:
        single.circle(0, 0, 11.4, "#5d6b73", stroke=INK, stroke_width=1.2)
        for turn in range(0, 180, 45):
            single.rect(-2, -9, 4, 18, "#e9eef0", 1, transform=f"rotate({turn})")
        single.circle(0, 0, 6, "#e9eef0")
        single.circle(0, 0, 2.6, "#5d6b73")
    with d.group(title, class_="technology", **data):
        d.stamp("gear", wheel, x, y, radius / 12)


def _numbered(d: Drawing, shape: str, seat: int, base: float) -> None:
    d.path(shape, SEAT_FILL[seat], stroke="#ffffff", stroke_width=3.2, stroke_linejoin="round")
    d.path(shape, SEAT_FILL[seat], stroke=INK, stroke_width=1, stroke_linejoin="round")
    d.text(0, base, str(seat), 12.3, SEAT_INK[seat], bold=True)


def _seat_piece(shape: str, kind: str, base: float) -> Callable[..., None]:
    def piece(d: Drawing, x: float, y: float, size: float, seat: int, title: str = "", **data: str) -> None:
        with d.group(title or f"{kind} of seat {seat}", class_=kind, data_seat=str(seat), **data):
            d.stamp(f"{kind}-{seat}", partial(_numbered, shape=shape, seat=seat, base=base), x, y, size / 20)
    return piece


station = _seat_piece("M-8 9V-2L0 -10L8 -2V9Z", "station", 7)
merchant = _seat_piece("M-8 10C-8 4 -5 0 -3 -2C-6 -6 -4 -12 0 -12C4 -12 6 -6 3 -2C5 0 8 4 8 10Z", "merchant", 8.2)
marker = _seat_piece("M-8 -4A8 6 0 0 1 8 -4V4A8 6 0 0 1 -8 4Z", "marker", 4.4)


def place_tile(d: Drawing, x: float, y: float, category: str) -> None:
    """The back of a place tile with its category."""
    d.rect(x - 10, y - 10, 20, 20, "#c9a35b", 3, stroke=INK, stroke_width=1)
    d.text(x, y + 4.4, category, 12, PRINT, bold=True, room=18)
