"""From options to a starting position: the world's settings, the printed numbers and the board plan become the fields
of the compiled Rules struct.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.api import InputError, Option
from games.options import share, start_seat, unusual, whole
from games.world504.boards import board_in_force
from games.world504.conditions import atoms_of
from games.world504.gifts import given, left_out
from games.world504.phases import table
from games.world504.privileges import deck
from games.world504.state import World504State
from games.world504.tables import (
    CITY_GOODS,
    GOOD_OF,
    GOODS,
    INCOME_TERMS,
    KINDS,
    PRIVILEGES,
    RULES,
    SEATS,
    SOURCES,
    STEPS,
)
from games.world504.tuning import HEURISTICS, MARGIN_SCALES
from games.world504.worlds import atoms, settings

OWNERS, SLOTS, NOBODY = 5, 24, 7
TERRAINS = KINDS[:6]
OPTIONS = (
    Option("world", "867", "three different modules 1-9, at TOP I, II and III, such as 617", shapes=True),
    Option("errata", "no", "the printed German rules, or with the publisher's corrections of November 2015",
           ("no", "2015"), shapes=True),
    Option("start", "random", "who has the start card in clockwise worlds: random, or a seat",
           presets=(("random", "drawn at random"), ("0", "seat 0"))),
    Option("max_rounds", "40", "a game that its world cannot end is scored as it stands after so many rounds"),
    Option("full_tiles", "closed", "whether residents may run through a tile that is full (U24)", ("closed", "open")),
    Option("roads", "limited", "whether the roads of an owner run out (U32)", ("limited", "unlimited")),
    Option("free_roads", "no", "whether roads at TOP III need no connection to the capital with 4 at TOP I or II (U11)",
           ("no", "yes")),
    Option("mountain_roads", "half", "what a trolley pays on an own road to a mountain: half a point, or all (U33)",
           ("half", "full")),
    Option("factories", "30", "how many factories there are in all (U31)", ("30", "20")),
    Option("production_cities", "owned", "cities that count for majorities where plants do and houses are none (U12)",
           ("owned", "capital")),
    Option("exchange_at_end", "yes", "whether goods on trading houses are exchanged before they are scored (U35)",
           ("yes", "no")),
    Option("compensation", "free", "whether the points for a last turn that is missed cost pieces (U60)",
           ("free", "costs")),
    Option("tie_money", "at_hand", "the money that decides a tie: at hand, or with the last income (U30)",
           ("at_hand", "with_income")),
    Option("share_track", "140", "where the prices of shares end: at 140, or nowhere (U10)", ("140", "open")),
    Option("gifts", "", "what seats begin with besides, as in 0:II(4),1:money 20"),
    Option("without", "", "privileges left out of the deck, as in I(5),II(12)"),
    Option("margin_weight", "0.75", "how much the lead in points counts beside winning, 0 to 1", aim=True),
)
DEFAULTS = {o.name: o.default for o in OPTIONS}
# options whose value other than the default is an atom of conditions
READINGS = ("full_tiles", "roads", "free_roads", "mountain_roads", "factories", "production_cities", "exchange_at_end",
            "compensation", "tie_money", "share_track")


def new_state(seats: int, options: Mapping[str, str]) -> World504State:
    """The position before anything is drawn. Raises InputError naming the option refused."""
    text = {**DEFAULTS, **options}
    check_world(text["world"])
    return World504State(seats, unusual(options, OPTIONS), rules_in_force(seats, text), RULES)


def check_world(world: str) -> None:
    """Raises InputError for a code that names none of the 504 worlds."""
    try:
        atoms_of(world)
    except ValueError as error:
        raise InputError(f"option {error}") from None


def true_atoms(seats: int, text: Mapping[str, str]) -> frozenset[str]:
    """What is true in a game with these options (conditions.py)."""
    chosen = tuple(f"{name}.{text[name]}" for name in READINGS if text[name] != DEFAULTS[name])
    return atoms(text["world"], seats, text["errata"] == "2015", chosen)


def rules_in_force(seats: int, text: Mapping[str, str]) -> dict[str, Any]:
    """All fields of the Rules struct."""
    true = true_atoms(seats, text)
    world = settings(true, seats)
    cards = deck(true)
    missing = left_out(text["without"])
    world["start_money"] += [0] * (OWNERS - len(world["start_money"]))
    return {
        **world, **numbers(RULES), **shares(RULES, world, seats),
        **board_in_force(world["plan"], max(SEATS) if world["companies"] else seats),       # R5.S.6, R9.S.10
        "source_names": SOURCES, "term_names": INCOME_TERMS, "seats": seats,
        "owners": OWNERS if world["companies"] else seats,
        "phases": table(true, SLOTS),
        "max_rounds": whole("max_rounds", text["max_rounds"], 1, 200),
        "start": start_seat(text["start"], seats, NOBODY),
        "kinds_in_deck": sum(1 << PRIVILEGES.index(card) for card in cards if card not in missing),
        "step_of": [STEPS.index(card.split("(")[0]) for card in PRIVILEGES],
        **given(text["gifts"], seats, cards, text["world"], bool(world["companies"])),
        "margin_weight": share("margin_weight", text["margin_weight"]), "margin_scale": MARGIN_SCALES[world["victory"]],
        "heuristics": [HEURISTICS] * OWNERS,
    }


def numbers(rules: Mapping[str, Any]) -> dict[str, Any]:
    """The printed numbers as fields of the Rules struct."""
    makes = [GOODS.index(GOOD_OF[kind]) if kind in GOOD_OF else len(GOODS) for kind in KINDS]
    majority, price = rules["majority"], rules["goods_price"]
    return {
        "resident_price": [rules["resident"]["price"], rules["resident"]["with II(4)"]],
        "town_limit": [rules["room"]["tile"], rules["room"]["capital"]],
        "speeds": rules["trolley"]["speeds"], "step_cost": by_kind(rules["trolley"]["cost"]),
        "extra_first": rules["trolley"]["extra"], "extra_more": rules["trolley"]["extra more"],
        "upgrade_cheaper": rules["trolley"]["with I(8)"],
        "offers": [GOODS.index(good) for good in CITY_GOODS],
        "goods": [rules["goods"][good] for good in GOODS], "kinds": by_kind(rules["tiles"]), "good_of": makes,
        "road_cost": by_kind(rules["road"]), "plant_cost": by_kind(rules["plant"]), "fish_cost": rules["plant"]["fish"],
        "factory_cost": rules["factory"], "house_cost": rules["house"],
        "prices": price["steps"], "price_start": price["steps"].index(price["start"]), "price_fall": price["fall"],
        "first_income": by_kind(rules["first_settlement"]),
        "set_income": rules["sets"]["income"], "set_points": rules["sets"]["points"],
        "cargo_points": rules["cargo"]["points"], "cargo_set": rules["cargo"]["set"], "card_points": rules["cards"],
        "award_each": rules["awards"]["each"], "award_large": rules["awards"]["large"],
        "award_free_city": rules["awards"]["free city"],
        **{f"majority_{ours}": by_kind(majority[theirs], TERRAINS)
           for ours, theirs in (("first", "first"), ("second", "second"), ("most", "income"), ("end", "end"))},
        "majority_tied": majority["tied"], "majority_each": majority["each"], "compensation": majority["compensation"],
        "factory_income": rules["factory_income"],
        "privilege_income": [rules["privilege_income"].get(card, 0) for card in PRIVILEGES],
        "link_points": by_kind(rules["connected"], TERRAINS), "link_set": rules["connected"]["set"],
        "link_income": by_kind(rules["connected_income"], TERRAINS),
        "link_income_set": rules["connected_income"]["set"],
        "house_points": rules["house_points"],
        "attack_hits": rules["fight"]["attack"], "defence_hits": rules["fight"]["defence"],
        "attack_bonus": by_kind(rules["fight"]["terrain"]), "capital_armies": rules["fight"]["headquarters"],
        "tile_income": [rules["tile_income"]["each"], rules["tile_income"]["with III(5)"]],
        "terrain_income": rules["tile_income"]["terrains"], "empire_points": by_kind(rules["tile_points"]),
        "privilege_points": [rules["privilege_points"].get(card, 0) for card in PRIVILEGES],
    }


def shares(rules: Mapping[str, Any], world: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """The printed numbers of shares; prices in tenths, as the table has them in steps of 10 Mark."""
    table, upkeep = rules["shares"], rules["upkeep"]
    ranks = rules["rank"]["companies" if world["companies"] else str(seats)]
    return {
        "shares_each": table["of a company"], "presidents_card": table["president's card"],
        "most_shares": table["most"], "issue_quote": [price // 10 for price in table["issue"]],
        "private_quote": table["private"] // 10, "top_quote": 255 if world["open_track"] else table["top"] // 10,
        "full_part": table["full part"], "half_part": table["half part"], "fixed_part": table["fixed part"],
        "upkeep_settlement": upkeep["settlement"], "upkeep_resident": upkeep["resident"],
        "upkeep_most": upkeep["with I(7)"], "rank_points": ranks + [0] * (OWNERS - len(ranks)),
    }


def by_kind(values: Mapping[str, int], kinds: Sequence[str] = KINDS) -> list[int]:
    """A list with a number for each kind of tile; 0 where there is none."""
    return [values.get(kind, 0) for kind in kinds]
