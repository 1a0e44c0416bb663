"""Which positions of the fast card game of CATAN can be: every card of the box is somewhere, once."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.api import InputError
from games.catan_cards.names import EVENTS, EXPANSIONS, KINDS, NOBODY, REASONS, STAGES
from games.fields import Field

Raw = dict[str, Any]


def check(raw: Raw, numbers: Mapping[str, Any], seats: int, view: int | None, fields: Mapping[str, Field]) -> None:
    """Raise InputError unless the cards add up to the box."""
    _check_resources(raw, numbers, seats, view, fields)
    table = raw["seat"][:seats]
    for name in ("roads", "knights"):
        found = raw[name] + sum(p[name] for p in table)
        if found != numbers[name]:
            raise InputError(f"stacks.{name[:-1]}: found {found} {name} in stack and rows, expected {numbers[name]}")
    if not numbers["side_kept"]:
        for s, player in enumerate(table):
            for name, sides in (("roads", "road_sides"), ("knights", "knight_sides")):
                if player[sides] != 0xAAAA & ((1 << player[name]) - 1):
                    row = "".join("B" if player[sides] >> n & 1 else "A" for n in range(player[name]))
                    raise InputError(f"players[{s}].{name}: found {row!r}, expected sides in turn: 'ABAB'")
    expanded = sum(p["expansions"].bit_count() for p in table)
    found = raw["settlements"] + sum(p["settlements"] + p["cities"] for p in table) + expanded
    if found != numbers["settlements"]:
        raise InputError(f"stacks.settlement: found {found} settlements and cities in all, "
                         f"expected {numbers['settlements']} (a city under an expansion counts)")
    for t, name in enumerate(EXPANSIONS):
        found = raw["expansions"][t] + sum(p["expansions"] >> t & 1 for p in table)
        if found != numbers["expansions"][t]:
            raise InputError(f"stacks.expansions: found {found} {name} in stack and on cities, "
                             f"expected {numbers['expansions'][t]}")
    _check_events(raw, numbers, table)


def _check_resources(raw: Raw, numbers: Mapping[str, Any], seats: int, view: int | None,
                     fields: Mapping[str, Field]) -> None:
    """Resource cards: kind by kind, or where hands are hidden at most so many of a kind, and all in all."""
    players = fields["players"].items()
    for k, name in enumerate(KINDS):
        seen = raw["market"][k] + raw["discard"][k] + raw["given"][k]
        seen += sum(raw["seat"][s]["hand"][k] for s in range(seats) if view in (None, s))
        if view is None:
            seen += raw["pile"][k]
        if seen > numbers["cards"][k] or (view is None and seen < numbers["cards"][k]):
            least = "" if view is None else "at most "
            raise InputError(f"{name}: found {seen} in hands, market, discard{' and pile' if view is None else ''}, "
                             f"expected {least}{numbers['cards'][k]}")
    if view is not None:
        seen = sum(map(sum, (raw["market"], raw["discard"], raw["given"], raw["seat"][view]["hand"], raw["pile"])))
        seen += sum(players[s].entries()["cards"].integer(0, 134) for s in range(seats) if s != view)
        if seen != sum(numbers["cards"]):
            raise InputError(f"pile: found {seen} resource cards in all, expected {sum(numbers['cards'])}")


def _check_events(raw: Raw, numbers: Mapping[str, Any], table: list[Raw]) -> None:
    """As many backs are unknown as settlement cards have not been turned over."""
    stage = STAGES[raw["stage"]]
    backs = raw["settlements"] + sum(p["settlements"] for p in table)
    spare = (1,) if stage == "event" else (0, 1) if stage == "over" else (0,)      # the city whose event is not known
    if sum(raw["events"]) - backs not in spare:
        raise InputError(f"stacks.events: found {sum(raw['events'])} events, expected {backs + spare[0]}: one for each "
                         "settlement card not turned over")
    for e, name in enumerate(EVENTS):
        if raw["events"][e] > numbers["events"][e]:
            raise InputError(f"stacks.events.{name}: found {raw['events'][e]}, expected at most {numbers['events'][e]}")


def check_turn(raw: Raw, seats: int) -> None:
    """Raise InputError unless the stage has what it needs. Hands are filled in by now."""
    stage, hand = STAGES[raw["stage"]], [sum(p["hand"]) for p in raw["seat"][:seats]]
    reason = REASONS[raw["coming"]] if stage == "card" else ""
    place = "doing"
    if stage in ("fellow", "pick", "give") or reason in ("fellow", "guild"):
        partner = raw["partner"]
        if partner == NOBODY or partner == raw["turn"]:
            raise InputError(f"{place}.with: found no other seat, expected the seat that is traded with")
        if stage != "give" and not hand[partner]:
            raise InputError(f"{place}.with: found seat {partner}, which has no cards, expected one that has")
    elif raw["partner"] != NOBODY:
        raise InputError(f"{place}.with: found seat {raw['partner']}, expected none at stage {stage!r}")
    if raw["actor"] != raw["turn"] and stage not in ("robber", "setup"):
        raise InputError(f"{place}.seat: found seat {raw['actor']}, expected the one in turn at stage {stage!r}")
    supply = {"discard": hand[raw["turn"]], "return": hand[raw["turn"]], "give": hand[raw["turn"]],
              "robber": hand[raw["actor"]], "take": sum(raw["market"])}
    if stage in supply and not 1 <= raw["need"] <= supply[stage]:
        raise InputError(f"{place}.left: found {raw['need']}, expected 1 to {supply[stage]}, the cards "
                         "there are to choose")
    if stage in ("take", "discard", "fellow", "pick") or reason in ("trade", "fellow"):
        if not 1 <= raw["need"] <= raw["batch"]:
            raise InputError(f"{place}.cards: found {raw['batch']} with {raw['need']} left, "
                             "expected the cards of the trade")
    if stage in ("fellow", "pick") or reason == "fellow":
        if raw["need"] > hand[raw["partner"]]:
            raise InputError(f"{place}.left: found {raw['need']}, expected at most the {hand[raw['partner']]} cards of "
                             f"seat {raw['partner']}")
    if reason and reason not in ("fellow", "guild") and not sum(raw["pile"]):
        raise InputError("pile: found no card, expected the one that is to come")
    if reason == "guild" and raw["back"] not in (STAGES.index("trade"), STAGES.index("build")):
        raise InputError(f"{place}.then: found no stage, expected trade or build, where the guild was used")
    if stage == "setup" and not sum(raw["pile"]):
        raise InputError("pile: found no card, expected the one that is to come")
    if stage == "event" and not sum(raw["events"]):
        raise InputError("stacks.events: found none, expected the one to come")
