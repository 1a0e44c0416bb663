"""From options and tables to a starting position: an option file goes over the printed numbers, and they become the
fields of the compiled Rules struct.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.api import InputError, Option
from games.options import share, start_seat, unusual
from games.orleans import gifts, tables
from games.orleans.names import OFFICES
from games.orleans.state import OrleansState
from games.orleans.tables import GOODS, PLACES, PROFESSIONS, TILES, TOWNS, TRACKS
from games.orleans.tuning import HEURISTICS
from games.overrides import Given, overridden

YES_NO = ("yes", "no")
OPTIONS = (
    Option("preset", "eighth", "which printing: eighth (2-5 seats) or first_2014 (2-4 seats)", tuple(tables.PRESETS)),
    Option("planning", "simultaneous", "plans are hidden till all have planned, or open (U20)",
           ("simultaneous", "open")),
    Option("start", "random", "who starts: random, or a seat (U19)",
           presets=(("random", "drawn at random"), ("0", "seat 0"))),
    Option("bathhouse_spends", "any", "whom the Bathhouse of eighth costs (U1)", ("any", "boatman")),
    Option("piles", "even", "hourglass piles of eighth: one of each event a letter, or mixed (U2)", ("even", "random")),
    Option("harvest_units", "preset", "Harvest units in A, B, C: preset, or three numbers like 1,2,3 (U3)"),
    Option("missing_good", "farm-house", "what may be used though its good is gone from the market (U4)",
           ("farm-house", "never", "always")),
    Option("route_good", "must", "a good of the route travelled must or may be taken (U5)", ("must", "may")),
    Option("technology", "pass", "technology is placed from the pass on, or at once (U6)", ("pass", "once")),
    Option("keep_technology", "yes", "a technology tile may be kept for later (U6)", YES_NO),
    Option("first_technology", "tile", "what must go on a farmer's space: a seat's first tile, or any while "
           "its craftsman marker is on step 0 or 1 (U6)", ("tile", "step")),
    Option("village_without_technology", "yes", "the Village recruits craftsmen though no technology is left (U7)",
           YES_NO),
    Option("village_without_tile", "yes", "the Village recruits traders though no place tile is left (U8)", YES_NO),
    Option("full_development", "university", "what stays allowed at step 30: the University only, nothing that "
           "develops, or all (U9)", ("university", "never", "always")),
    Option("leave_coin_space", "no", "in torture a marker may step back off a coin space (U10)", YES_NO),
    Option("unpaid", "dropped", "a debt that nothing is left for: dropped, or points less (U11)",
           ("dropped", "points")),
    Option("order", "start", "payments and events begin with the start player, or with seat 0 (U12)",
           ("start", "seat")),
    Option("town_hall", "choice", "an action sends one or two followers by choice, or all that can go (U13)",
           ("choice", "all")),
    Option("tower", "market", "the Gunpowder Tower adds market spaces, or is a place only (U14)", ("market", "place")),
    Option("sacristy", "choice", "the owner decides, or it is used the first time it can be (U15)",
           ("choice", "forced")),
    Option("coins", "unlimited", "unlimited, or how many coins there are (U16)"),
    Option("plague_to", "supply", "where followers go that the Plague takes (U17)", ("supply", "box")),
    Option("harvest_to", "market", "where goods go that are handed in (U17)", ("market", "box")),
    Option("take_back", "yes", "a placed follower may be taken back for a draw given up; bag: only for one that the "
           "bag could give (U18)", ("yes", "bag", "no")),
    Option("town_hall_again", "yes", "Town Hall and Gunpowder Tower may act again in a round (U21)", YES_NO),
    Option("technology_planning", "no", "technology may also be placed in planning (U22)", YES_NO),
    Option("lost_followers", "bag", "where followers go whose place tile is given up (U23)", ("bag", "supply")),
    Option("margin_weight", "0.75", "how much the lead in points counts beside winning, 0 to 1", aim=True),
    Option("gifts", "", "what seats have from the start, like 0:Hayrick,1:coins 3"),
    Option("without", "", "place tiles left in the box, like Hayrick,School"),
    Option("rules", "", "a TOML or JSON file that overrides printed numbers", file=True),
)
DEFAULTS = {o.name: o.default for o in OPTIONS}
SMALLEST = {"market.": 4, "events.tax_goods.": 1}
LARGEST = {                     # of numbers by place; a place that begins like one of these
    "followers.": 60, "goods.": 60, "goods_removed.": 90, "technology.": 60, "start.coins.": 100, "start.stations.": 20,
    "start.": 2, "market.": 20, "tracks.knight.": 20, "tracks.scholar.": 30, "tracks.boatman.": 50, "citizen_steps.": 5,
    "development.coins.": 50, "development.": 30, "places.Pharmacy coins.": 3, "places.Gunpowder Tower market.": 2,
    "events.harvest_fine.": 25, "deeds.": 20, "places.": 30, "events.": 30, "scoring.": 30,
}


def checked(given: Given, in_force: Any) -> Any:
    """A profession or a good for another, or a printed number within what the packed position can hold."""
    if isinstance(in_force, str):
        words = tables.GOODS if in_force in tables.GOODS else (*tables.PROFESSIONS, "any")
        if given.value not in words:
            given.fail(f"one of {', '.join(words)}")
        return given.value
    place = given.place.replace("[", ".").replace("]", "") + "."
    low = next((n for start, n in SMALLEST.items() if place.startswith(start)), 0)
    return given.whole(low, next(n for start, n in LARGEST.items() if place.startswith(start)))


def read_rules(text: str) -> dict[str, Any]:
    """The printed numbers, with those of option `rules` over them."""
    rules: dict[str, Any] = overridden(tables.RULES, "rules", text, checked)
    return rules


def new_state(seats: int, options: Mapping[str, str]) -> OrleansState:
    """The position before anything is drawn. Raises InputError naming the option refused."""
    text = {**DEFAULTS, **options}
    allowed = tables.PRESETS[text["preset"]]["seats"]
    if seats not in allowed:
        raise InputError(f"option preset: {text['preset']} is played by {', '.join(map(str, allowed))} seats, "
                         f"found {seats}")
    rules = read_rules(text["rules"])
    return OrleansState(seats, unusual(options, OPTIONS), numbers_in_force(seats, text, rules), rules)


# ---- the fields of the compiled Rules struct -----------------------------------------------------

UNGIVEN = 255                   # the state's word for "none"
ANYONE = 7                      # a space for any profession
# whom the owner of a place tile may send where else (rule 30): boatmen with the Herb Garden, scholars with the School
STAND_INS = ((1, (0, 2, 3)), (5, (0, 1, 2, 3, 4)))
GOODS_MADE = {"Hayrick": "grain", "Cheese Factory": "cheese", "Winery": "wine", "Wool Manufacturer": "wool",
              "Tailor Shop": "brocade"}
Numbers = dict[str, Any]


def spaces_in_force(rules: Numbers, bathhouse: str | None) -> Numbers:
    """Spaces of the places, and who may stand where. `bathhouse`: whom it costs; None: it has no space in use."""
    asked: list[int] = []
    place_of: list[int] = []
    of_place: list[list[int]] = []
    for number, place in enumerate(PLACES):
        words = rules["spaces"][place]
        if place == "Bathhouse" and bathhouse == "boatman":
            words = ["boatman"]
        numbered = list(range(len(asked), len(asked) + len(words)))
        of_place.append([] if place == "Bathhouse" and bathhouse is None else numbered)
        asked += [ANYONE if word == "any" else PROFESSIONS.index(word) for word in words]
        place_of += [number] * len(words)
    before = [max((j for j in range(i) if place_of[j] == place_of[i] and asked[j] == asked[i]), default=UNGIVEN)
              for i in range(len(asked))]
    fits = [[bits(i for i, want in enumerate(asked) if stands(who, want, variant)) for who in range(7)]
            for variant in range(4)]
    technical = [i for i, want in enumerate(asked) if want != PROFESSIONS.index("monk")
                 and len(of_place[place_of[i]]) > 1 and PLACES[place_of[i]] not in OFFICES]
    return {
        "want": asked, "place_of": place_of, "before": before, "fits": fits,
        "of_place": [bits(row) for row in of_place],
        "from_place": [bits(i for row in of_place[place:] for i in row) for place in range(len(of_place) + 1)],
        "board": bits(i for i in range(len(asked)) if place_of[i] < len(tables.BOARD)),
        "twins": bits(i for i, other in enumerate(before) if other != UNGIVEN),
        "technical": bits(technical), "farmers": bits(i for i, want in enumerate(asked) if want == 0),
    }


def bits(places: Iterable[int]) -> int:
    """A set as the rules hold it."""
    return sum(1 << place for place in places)


def stands(who: int, want: int, variant: int) -> bool:
    """Profession `who` may stand where `want` is asked for; variant: bit 0 Herb Garden, bit 1 School (rules 28, 30)."""
    if want in (ANYONE, who) or who == PROFESSIONS.index("monk"):
        return True
    return any(variant >> b & 1 and who == helper and want in wants for b, (helper, wants) in enumerate(STAND_INS))


def map_in_force(seats: int) -> Numbers:
    """Routes by town, and the goods spaces in use."""
    ends = [[TOWNS.index(a), TOWNS.index(b)] for _, a, b, _ in tables.ROUTES]
    first = [0]
    for *_, spaces in tables.ROUTES:
        first.append(first[-1] + len(spaces))
    towns = range(len(TOWNS))
    return {
        "route_end": ends, "road_first": first, "home": tables.HOME,
        "road_used": [int(fewest <= seats) for *_, spaces in tables.ROUTES for fewest in spaces],
        "routes_at": [bits(e for e, pair in enumerate(ends) if town in pair) for town in towns],
        "near": [bits({other for pair in ends if town in pair for other in pair} - {town}) for town in towns],
        "waterways": bits(range(tables.ROADS, len(tables.ROUTES))),
    }


def development_in_force(track: Numbers) -> Numbers:
    """Status, coins and citizens by space."""
    coins, citizens = [0] * 31, [0] * 31
    for space, amount in zip(track["coin_spaces"], track["coins"], strict=True):
        coins[space] += amount
    for number, space in enumerate(track["citizens"]):
        if citizens[space]:
            raise InputError(f"option rules: development.citizens: found {space} twice, expected three spaces")
        citizens[space] = 1 + number
    return {"status": [1 + sum(space >= s for s in track["status"]) for space in range(31)], "coins_at": coins,
            "citizen_at": citizens}


def deeds_in_force(deeds: Numbers) -> Numbers:
    """Open spaces by profession, and rewards."""
    return {"deed": [[deeds[name].get(p, 0) for p in PROFESSIONS] for name in tables.DEEDS],
            "deed_coins": [deeds[name]["coins"] for name in tables.DEEDS],
            "canal_steps": deeds["Canalisation"]["development"]}


def tracks_in_force(rules: Numbers) -> Numbers:
    """Rewards by step, step 0 first."""
    tracks = rules["tracks"]
    return {"farmer_good": [0, *(GOODS.index(g) for g in tracks["farmer"])], "boatman_coins": [0, *tracks["boatman"]],
            "knight_draws": tracks["knight"], "scholar_steps": [0, *tracks["scholar"]],
            "last_step": [8 if t == "farmer" else 5 for t in TRACKS],
            "citizen_boatman": rules["citizen_steps"]["boatman"], "citizen_knight": rules["citizen_steps"]["knight"]}


def effects_in_force(effects: Numbers) -> Numbers:
    """Coins, development and goods that a place brings by itself."""
    return {"place_coins": [effects.get(f"{p} coins", 0) if p != "Pharmacy" else 0 for p in PLACES],
            "place_steps": [effects.get(f"{p} development", 0) for p in PLACES],
            "place_good": [1 + GOODS.index(GOODS_MADE[p]) if p in GOODS_MADE else 0 for p in PLACES],
            "pharmacy": effects["Pharmacy coins"]}


def hourglass_in_force(piles: bool, even: bool) -> list[int]:
    """Tiles to be revealed from round 2 on, by pile and event; in one stack all are in the first."""
    copies = [[1] * 6 for _ in tables.PILES]
    copies[0][tables.EVENTS.index(tables.FIRST_EVENT)] = 0
    if piles and even:
        return [n for pile in copies for n in pile]
    return [*(sum(column) for column in zip(*copies, strict=True)), *[0] * 12]


def given_units(text: str, preset: tuple[int, ...]) -> list[int]:
    """Harvest units by letter."""
    if text == "preset":
        return list(preset)
    words = [w.strip() for w in text.split(",")]
    if len(words) != 3 or any(w not in map(str, range(10)) for w in words):
        raise InputError(f"option harvest_units: found {text!r}, expected preset, or three numbers 0-9 like 1,2,3")
    return [int(w) for w in words]


def given_coins(text: str) -> int:
    """How many coins there are; -1: no limit."""
    if text == "unlimited":
        return -1
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise InputError(f"option coins: found {text!r}, expected unlimited or a number up to 9999")
    return int(text)


def choices(text: Mapping[str, str], preset: Numbers) -> Numbers:
    """What a table plays otherwise."""
    return {
        "coin_limit": given_coins(text["coins"]), "piles": preset["piles"] and text["piles"] == "even",
        "bath_action": preset["bathhouse_action"], "good_farm_house": text["missing_good"] != "never",
        "good_tiles": text["missing_good"] == "always", "may_leave_good": text["route_good"] == "may",
        "technology_once": text["technology"] == "once", "may_keep": text["keep_technology"] == "yes",
        "first_by_step": text["first_technology"] == "step",
        "bare_technology": text["village_without_technology"] == "yes",
        "bare_tile": text["village_without_tile"] == "yes",
        "full_university": text["full_development"] != "never", "full_others": text["full_development"] == "always",
        "leave_coin_space": text["leave_coin_space"] == "yes", "owe": text["unpaid"] == "points",
        "from_seat_0": text["order"] == "seat", "send_all": text["town_hall"] == "all",
        "shield_forced": text["sacristy"] == "forced", "plague_box": text["plague_to"] == "box",
        "harvest_box": text["harvest_to"] == "box", "take_back": text["take_back"] != "no",
        "take_back_bag": text["take_back"] == "bag",
        "hidden_plans": text["planning"] == "simultaneous", "send_again": text["town_hall_again"] == "yes",
        "technology_planning": text["technology_planning"] == "yes",
        "lost_to_supply": text["lost_followers"] == "supply",
        "margin_weight": share("margin_weight", text["margin_weight"]),
    }


def numbers_in_force(seats: int, text: Mapping[str, str], rules: Numbers) -> Numbers:
    """The fields of the compiled Rules struct. Raises InputError naming the option refused."""
    preset, n = tables.PRESETS[text["preset"]], str(seats)
    bathhouse = text["bathhouse_spends"] if preset["bathhouse_action"] else None
    used = sum(fewest <= seats for *_, spaces in tables.ROUTES for fewest in spaces)
    together = sum(rules["goods"].values())
    if together < used + rules["goods_removed"][n]:
        raise InputError(f"option rules: goods: found {together} together, too few for {used} spaces on routes and "
                         f"{rules['goods_removed'][n]} left out")
    missing = gifts.left_out(text["without"])
    return {
        "seats": seats, "source_names": tables.SOURCES, "tile_names": TILES, "heuristics": HEURISTICS,
        **spaces_in_force(rules, bathhouse), **map_in_force(seats), **development_in_force(rules["development"]),
        **deeds_in_force(rules["deeds"]), **tracks_in_force(rules), **effects_in_force(rules["places"]),
        **choices(text, preset), **gifts.given(text["gifts"], seats, missing, rules),
        "supply": [rules["followers"][n][p] for p in PROFESSIONS], "goods": [rules["goods"][g] for g in GOODS],
        "goods_removed": rules["goods_removed"][n], "technology": rules["technology"][n],
        "start_coins": rules["start"]["coins"], "start_stations": rules["start"]["stations"],
        "start_own": [rules["start"][p] for p in PROFESSIONS[:4]], "market": rules["market"],
        "tower": rules["places"]["Gunpowder Tower market"] if text["tower"] == "market" else 0,
        "census": rules["events"]["census"], "tax_goods": rules["events"]["tax_goods"],
        "harvest_fine": rules["events"]["harvest_fine"],
        "harvest_units": given_units(text["harvest_units"], preset["harvest_units"]),
        "score_coin": rules["scoring"]["coin"], "score_status": rules["scoring"]["status"],
        "score_good": [rules["scoring"][g] for g in GOODS],
        "hourglass": hourglass_in_force(preset["piles"], text["piles"] == "even"), "pile_end": list(tables.LAST_ROUND),
        "first_tiles": (1 << len(tables.TILES_I)) - 1,
        "tiles": sum(1 << t for t, tile in enumerate(TILES) if tile not in missing),
        "start": start_seat(text["start"], seats, UNGIVEN),
    }
