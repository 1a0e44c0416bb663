"""From options and tables to a starting position; an option file goes over the printed numbers."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.api import InputError, Option
from games.options import unusual
from games.orleans import tables
from games.orleans.numbers import numbers_in_force
from games.orleans.state import OrleansState
from games.overrides import Given, overridden

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
    Option("margin_weight", "0.75", "weight of the score margin in the utility, 0 to 1", aim=True),
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
