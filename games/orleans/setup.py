"""From options and tables to a starting position; an option file goes over the printed numbers."""
from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from games.api import InputError, Option
from games.documents import read_overrides
from games.orleans import tables
from games.orleans.numbers import numbers_in_force
from games.orleans.state import OrleansState

YES_NO = ("yes", "no")
OPTIONS = (
    Option("preset", "eighth", "which printing: eighth (2-5 seats) or first_2014 (2-4 seats)", tuple(tables.PRESETS)),
    Option("planning", "simultaneous", "plans are hidden till all have planned, or open (U20)",
           ("simultaneous", "open")),
    Option("start", "random", "who starts: random, or a seat (U19)"),
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
    Option("margin_weight", "0.75", "weight of the score margin in the utility, 0 to 1"),
    Option("gifts", "", "what seats have from the start, like 0:Hayrick,1:coins 3"),
    Option("without", "", "place tiles left in the box, like Hayrick,School"),
    Option("rules", "", "a TOML or JSON file that overrides printed numbers"),
)
DEFAULTS = {o.name: o.default for o in OPTIONS}
SMALLEST = {"market.": 4, "events.tax_goods.": 1}
LARGEST = {                     # of numbers by place; a place that begins like one of these
    "followers.": 60, "goods.": 60, "goods_removed.": 90, "technology.": 60, "start.coins.": 100, "start.stations.": 20,
    "start.": 2, "market.": 20, "tracks.knight.": 20, "tracks.scholar.": 30, "tracks.boatman.": 50, "citizen_steps.": 5,
    "development.coins.": 50, "development.": 30, "places.Pharmacy coins.": 3, "places.Gunpowder Tower market.": 2,
    "events.harvest_fine.": 25, "deeds.": 20, "places.": 30, "events.": 30, "scoring.": 30,
}


def merge(numbers: Any, given: Any, place: str) -> Any:
    """`numbers` with those that `given` names replaced; same shape, whole numbers, professions or goods."""
    if isinstance(numbers, dict):
        if not isinstance(given, dict):
            raise InputError(f"rules file: {place or 'document'}: found {given!r}, expected a table")
        for key in given:
            if key not in numbers:
                raise InputError(f"rules file: {place}{key}: unknown; there are: {', '.join(numbers)}")
        return {key: merge(value, given[key], f"{place}{key}.") if key in given else value
                for key, value in numbers.items()}
    if isinstance(numbers, list):
        if not isinstance(given, list) or len(given) != len(numbers):
            raise InputError(f"rules file: {place[:-1]}: found {given!r}, expected a list of {len(numbers)}")
        return [merge(n, g, f"{place}{i}.") for i, (n, g) in enumerate(zip(numbers, given, strict=True))]
    if isinstance(numbers, str):
        words = tables.GOODS if numbers in tables.GOODS else (*tables.PROFESSIONS, "any")
        if given not in words:
            raise InputError(f"rules file: {place[:-1]}: found {given!r}, expected one of {', '.join(words)}")
        return given
    low = next((n for start, n in SMALLEST.items() if place.startswith(start)), 0)
    high = next(n for start, n in LARGEST.items() if place.startswith(start))
    if isinstance(given, bool) or not isinstance(given, int) or not low <= given <= high:
        raise InputError(f"rules file: {place[:-1]}: found {given!r}, expected a whole number from {low} to {high}")
    return given


def read_rules(path: str) -> dict[str, Any]:
    """The printed numbers, with those of an option file (TOML or JSON) over them."""
    if not path:
        return copy.deepcopy(tables.RULES)
    given = read_overrides(path, "rules")
    return merge(copy.deepcopy(tables.RULES), given, "")


def new_state(seats: int, options: Mapping[str, str]) -> OrleansState:
    """The position before anything is drawn. Raises InputError naming the option refused."""
    text = {**DEFAULTS, **options}
    allowed = tables.PRESETS[text["preset"]]["seats"]
    if seats not in allowed:
        raise InputError(f"option preset: {text['preset']} is played by {', '.join(map(str, allowed))} seats, "
                         f"found {seats}")
    rules = read_rules(text["rules"])
    given = {name: value for name, value in options.items() if value != DEFAULTS[name]}
    return OrleansState(seats, given, numbers_in_force(seats, text, rules), rules)
