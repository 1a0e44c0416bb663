"""From options and tables to a starting position; an option file goes over the printed numbers."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.api import InputError, Option
from games.catan_cards.names import NOBODY
from games.catan_cards.state import CatanState
from games.catan_cards.tables import EVENTS, EXPANSIONS, KINDS, OTHER_EVENTS, RULES, THINGS
from games.catan_cards.tuning import HEURISTICS
from games.gifts import read_gifts, read_without
from games.options import share, start_seat, unusual, whole
from games.overrides import Given, overridden

YES_NO = ("yes", "no")
OPTIONS = (
    Option("second_set", "all", "which cards of a second set come in with 5 and 6 seats (U1)", ("all", "expansions")),
    Option("events", "10-5", "robber attacks and market days in the box (U2)", ("10-5", "11-4")),
    Option("market_day", "refresh", "what the event does: a new market, or nothing (U3)", ("refresh", "none")),
    Option("university", "turn", "the university works once a turn, or with every build (U4)", ("turn", "build")),
    Option("expansion_limit", "one", "expansions a turn: one, or one of each type (U5)", ("one", "types")),
    Option("guild", "both", "steps in which the merchant guild may be used (U6)", ("both", "trade", "build")),
    Option("taken_side", "turned", "a taken road or knight: turned as the row needs, or kept (U7)", ("turned", "kept")),
    Option("end", "at_once", "when 10 points win (U8)", ("at_once", "after_event", "turn_end")),
    Option("cap", "200", "rounds after which the game is stopped, 1 to 60000 (U9)"),
    Option("empty_pile_trade", "yes", "a trade with the pile may begin when no card is left to draw (U10)", YES_NO),
    Option("given_back", "secret", "who sees a card given back to a seat: the two, or all (U11)", ("secret", "open")),
    Option("library_look", "private", "who sees the hand that a library opens (U11)", ("private", "open")),
    Option("robber_first", "builder", "who discards first in a robber attack (U12)", ("builder", "next")),
    Option("empty_hand_trade", "yes", "a seat without cards may trade with market and seats (U13)", YES_NO),
    Option("start", "random", "who begins: random, or a seat (U14)",
           presets=(("random", "drawn at random"), ("0", "seat 0"))),
    Option("reshuffle", "needed", "when the discards are shuffled (U16)", ("needed", "at_once")),
    Option("library_without_road", "no", "a seat without a road may make its one trade by its library", YES_NO),
    Option("gifts", "", "what seats begin with beyond the set-up, as in 0:church,1:ore 2,0:points 1"),
    Option("without", "", "expansions left out, as in church,guild"),
    Option("margin_weight", "0.2", "how much the lead in points counts beside winning, 0 to 1", aim=True),
    Option("rules", "", "a TOML or JSON file that overrides printed numbers", file=True),
)
DEFAULTS = {o.name: o.default for o in OPTIONS}
MOST_GIFTS = 30                 # of a token for a seat
ROW = 15                        # longest row of roads or knights, and largest hand of one trade
# What a number may be at most; what is not named, 40.
LIMITS = {"resources": 30, "cost": 3, "points": 10, "symbols": 8, "replace": 5, "draw": 10, "market": 15, "hand": 10,
          "goal": 40, "robber_limit": 40, "castle_roads": 15, "church_knights": 15}
LEAST = {"replace": 2, "goal": 1, "hand": 0, "market": 0}


def checked(given: Given, _: Any) -> int:
    """A printed number within what the packed position can hold."""
    return given.whole(LEAST.get(given.place, 0), LIMITS.get(given.place.split(".")[0], 40))


def read_rules(text: str) -> dict[str, Any]:
    """The printed numbers, with those of option `rules` over them."""
    rules: dict[str, Any] = overridden(RULES, "rules", text, checked)
    for thing, cost in rules["cost"].items():
        if sum(cost.values()) > 8 or max(cost.values()) + rules["replace"] * sum(cost.values()) > 31:
            raise InputError(f"option rules: cost.{thing}: found {sum(cost.values())} cards with {rules['replace']} "
                             "for one, expected a cost that can be paid with at most 31 of a kind")
    return rules


def in_play(by_symbol: list[int], seats: int, second: bool) -> int:
    """Cards of a kind that are in the game (rules 8, 35); `second`: those of a second set come in."""
    n = sum(by_symbol[:1 + min(max(seats - 2, 0), 2)])
    return n + (sum(by_symbol[1:seats - 3]) if second and seats > 4 else 0)


def given_gifts(text: str, seats: int) -> tuple[list[list[int]], list[int], list[int]]:
    """Cards, bits of expansions and points that seats begin with, by seat."""
    cards, expansions, points = [[0] * 5 for _ in range(seats)], [0] * seats, [0] * seats
    tokens = dict.fromkeys((*KINDS, "points"), MOST_GIFTS)
    what = f"an expansion ({', '.join(EXPANSIONS)})"
    for gift in read_gifts(text, seats, (*EXPANSIONS, *tokens), tokens, what):
        if gift.name in KINDS:
            cards[gift.seat][KINDS.index(gift.name)] += gift.number
        elif gift.name == "points":
            points[gift.seat] += gift.number
        else:
            bit = 1 << EXPANSIONS.index(gift.name)
            if expansions[gift.seat] & bit:
                gift.refuse(" twice, expected each expansion once at most for a seat")
            expansions[gift.seat] |= bit
    return cards, expansions, points


def numbers_in_force(seats: int, options: Mapping[str, str], rules: dict[str, Any]) -> dict[str, Any]:
    """The fields of the compiled Rules struct, and the gifts. Raises InputError where they do not fit together."""
    text = {**DEFAULTS, **options}
    symbols = {**rules["symbols"], **(OTHER_EVENTS if text["events"] == "11-4" else {})}
    every = text["second_set"] == "all"
    count = {name: in_play(row, seats, every or name in EXPANSIONS) for name, row in symbols.items()}
    for name in read_without(text["without"], EXPANSIONS, f"expansions of: {', '.join(EXPANSIONS)}"):
        count[name] = 0
    cards = [rules["resources"][k] * (2 if seats > 4 else 1) for k in KINDS]
    gift_cards, gift_expansions, gift_points = given_gifts(text["gifts"], seats)
    check_counts(count, seats)
    check_gifts(count, cards, gift_cards, gift_expansions, seats)
    points = rules["points"]
    return {
        "cards": cards, "cost": [[rules["cost"][t][k] for k in KINDS] for t in THINGS],
        "points": [points[t] for t in EXPANSIONS], "expansions": [count[t] for t in EXPANSIONS],
        "events": [count[e] for e in EVENTS], "settlement_points": points["settlement"], "city_points": points["city"],
        "side_points": points["side"], "goal": rules["goal"], "replace": rules["replace"],
        "robber_limit": rules["robber_limit"], "base_draw": rules["draw"], "market": rules["market"],
        "hand": rules["hand"],
        "castle_roads": rules["castle_roads"], "church_knights": rules["church_knights"],
        "roads": count["road"], "knights": count["knight"], "settlements": count["settlement"],
        "start": start_seat(text["start"], seats, NOBODY), "cap": whole("cap", text["cap"], 1, 60000),
        "margin_weight": share("margin_weight", text["margin_weight"]),
        "market_day": text["market_day"] == "refresh", "university_each": text["university"] == "build",
        "types_limit": text["expansion_limit"] == "types", "guild_trade": text["guild"] != "build",
        "guild_build": text["guild"] != "trade", "side_kept": text["taken_side"] == "kept",
        "end_late": text["end"] == "after_event", "end_turn": text["end"] == "turn_end",
        "empty_pile_trade": text["empty_pile_trade"] == "yes", "give_open": text["given_back"] == "open",
        "look_open": text["library_look"] == "open", "robber_next": text["robber_first"] == "next",
        "empty_hand_trade": text["empty_hand_trade"] == "yes", "at_once": text["reshuffle"] == "at_once",
        "roadless_library": text["library_without_road"] == "yes",
        "heuristics": HEURISTICS,
        "gift_cards": gift_cards, "gift_expansions": gift_expansions, "gift_points": gift_points,
    }


def check_counts(count: Mapping[str, int], seats: int) -> None:
    """Refuse a census of cards that the game cannot be set up with."""
    for name in ("road", "settlement"):
        if count[name] < seats:
            raise InputError(f"option rules: symbols.{name}: found {count[name]} cards for {seats} seats, "
                             "expected one each")
    for name in ("road", "knight"):
        if count[name] > ROW:
            raise InputError(f"option rules: symbols.{name}: found {count[name]} cards, expected at most {ROW} in a "
                             "game")
    if count["robber"] + count["market"] != count["settlement"]:
        raise InputError(f"option rules: symbols: found {count['robber']} + {count['market']} events on "
                         f"{count['settlement']} settlements, expected one on each")


def check_gifts(count: Mapping[str, int], cards: list[int], gift_cards: list[list[int]], gift_expansions: list[int],
                seats: int) -> None:
    """Refuse gifts of cards that are not there."""
    for k, kind in enumerate(KINDS):
        given = sum(row[k] for row in gift_cards)
        if given > cards[k]:
            raise InputError(f"option gifts: {given} {kind} are given, but the game has {cards[k]}")
    for t, name in enumerate(EXPANSIONS):
        given = sum(bits >> t & 1 for bits in gift_expansions)
        if given > count[name]:
            raise InputError(f"option gifts: {name} is given {given} times, but the game has {count[name]} of it")
    given = sum(bits.bit_count() for bits in gift_expansions)
    if given > count["settlement"] - seats:
        raise InputError(f"option gifts: {given} expansions are given, but {count['settlement'] - seats} cities can be")


def new_state(seats: int, options: Mapping[str, str]) -> CatanState:
    """The position before the start seat is drawn. Raises InputError naming the option refused."""
    rules = read_rules(options.get("rules", ""))
    return CatanState(seats, unusual(options, OPTIONS), numbers_in_force(seats, options, rules))
