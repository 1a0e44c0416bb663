"""Which positions of CATAN's fast card game are possible: every card of the box is somewhere, once."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.catan_cards.names import EVENTS, EXPANSIONS, KINDS, STAGES
from games.checking import miscounted, refuse
from games.fields import Field

Raw = dict[str, Any]
Where = dict[str, int]

# What a position can hold, whatever is in the box: cards in a row, settlements, resource cards of a kind and in all.
ROW, BUILT, KIND, CARDS = 15, 60, 63, 255
GIVEN = "on their way to the market"


# ---- the box ---------------------------------------------------------------------------------


def resources(raw: Raw, seats: int, kind: int, view: int | None) -> Where:
    """Where the resource cards of a kind lie; from one seat's view, those that it sees."""
    hands = {f"with players[{s}]": raw["seat"][s]["hand"][kind] for s in range(seats) if view in (None, s)}
    return {"in pile": raw["pile"][kind] if view is None else 0, "in market": raw["market"][kind],
            "in discard": raw["discard"][kind], GIVEN: raw["given"][kind]} | hands


def hidden(raw: Raw, seats: int, view: int, fields: Mapping[str, Field]) -> Where:
    """How many resource cards lie where, from one seat's view."""
    players = fields["players"].items(length=seats)
    return {"in pile": sum(raw["pile"]), "in market": sum(raw["market"]), "in discard": sum(raw["discard"]),
            GIVEN: sum(raw["given"])} | {
        f"with players[{s}]": sum(raw["seat"][s]["hand"]) if s == view else
        players[s].entries()["cards"].integer(0, 134) for s in range(seats)}


def buildings(raw: Raw, table: Sequence[Raw]) -> dict[str, Where]:
    """Where building cards lie: stack and rows, by the name of the stack. A city under an expansion counts."""
    return {
        "road": {"in the stack": raw["roads"], "in rows": sum(p["roads"] for p in table)},
        "knight": {"in the stack": raw["knights"], "in rows": sum(p["knights"] for p in table)},
        "settlement": {"in the stack": raw["settlements"], "settlements": sum(p["settlements"] for p in table),
                       "cities": sum(p["cities"] for p in table),
                       "cities under expansions": sum(p["expansions"].bit_count() for p in table)},
        **{f"expansions.{name}": {"in the stack": raw["expansions"][t], "on cities": sum(
            p["expansions"] >> t & 1 for p in table)} for t, name in enumerate(EXPANSIONS)},
    }


def in_box(numbers: Mapping[str, Any]) -> dict[str, int]:
    """Building cards of this number of seats, by the name of the stack."""
    return {"road": numbers["roads"], "knight": numbers["knights"], "settlement": numbers["settlements"],
            **{f"expansions.{name}": numbers["expansions"][t] for t, name in enumerate(EXPANSIONS)}}


def check_box(raw: Raw, numbers: Mapping[str, Any], seats: int, view: int | None, fields: Mapping[str, Field]) -> None:
    """Raise Miscount unless the cards add up to the box: kind by kind, from one seat's view all in all."""
    for k, name in enumerate(KINDS):
        where, due = resources(raw, seats, k, view), numbers["cards"][k]
        if sum(where.values()) > due or (view is None and sum(where.values()) < due):
            miscounted("pile" if view is None else "market", sum(where.values()),
                       f"{name} cards {'in all' if view is None else 'in sight'}", due, "so many are in the box",
                       "" if view is None else "at most", where)
    if view is not None:
        where, due = hidden(raw, seats, view, fields), sum(numbers["cards"])
        if sum(where.values()) != due:
            miscounted("pile", sum(where.values()), "resource cards in all", due, "so many are in the box", where=where)
    due_of = in_box(numbers)
    for stack, where in buildings(raw, raw["seat"][:seats]).items():
        if sum(where.values()) != due_of[stack]:
            miscounted(f"stacks.{stack}", sum(where.values()), "cards in all", due_of[stack],
                       f"so many are in the box with {seats} seats", where=where)
    for e, name in enumerate(EVENTS):
        if raw["events"][e] > numbers["events"][e]:
            miscounted(f"stacks.events.{name}", raw["events"][e], "events", numbers["events"][e],
                       f"so many are in the box with {seats} seats", "at most")


def complete(raw: Raw, numbers: Mapping[str, Any], seats: int, view: int | None, fields: Mapping[str, Field]) -> None:
    """Fill the draw pile and the stacks where a document has them not: with what is nowhere else."""
    if "pile" not in fields and view is None:
        raw["pile"] = [max(0, due - sum(resources({**raw, "pile": [0] * 5}, seats, k, None).values()))
                       for k, due in enumerate(numbers["cards"])]
    elif "pile" not in fields and view is not None:
        raw["pile"] = [max(0, sum(numbers["cards"]) - sum(hidden({**raw, "pile": [0]}, seats, view, fields).values()))]
    given, due_of = fields["stacks"].entries(), in_box(numbers)
    rest = {stack: max(0, due_of[stack] - sum(where.values()) + where["in the stack"])
            for stack, where in buildings(raw, raw["seat"][:seats]).items()}
    for stack, field in (("road", "roads"), ("knight", "knights"), ("settlement", "settlements")):
        if stack not in given:
            raw[field] = rest[stack]
    if "expansions" not in given:
        raw["expansions"] = [rest[f"expansions.{name}"] for name in EXPANSIONS]


# ---- what the rules need ---------------------------------------------------------------------


def check_table(raw: Raw, numbers: Mapping[str, Any], seats: int) -> None:
    """Raise InputError unless the rules can play on from these cards, whether or not they add up."""
    table = raw["seat"][:seats]
    for stack, most in (("road", ROW), ("knight", ROW), ("settlement", BUILT)):
        found = sum(buildings(raw, table)[stack].values())
        if found > most:
            refuse(f"stacks.{stack}", f"{found} cards in all", f"at most {most}, whatever is in the box")
    if not numbers["side_kept"]:
        for s, player in enumerate(table):
            for name, sides in (("roads", "road_sides"), ("knights", "knight_sides")):
                if player[sides] != 0xAAAA & ((1 << player[name]) - 1):
                    row = "".join("B" if player[sides] >> n & 1 else "A" for n in range(player[name]))
                    refuse(f"players[{s}].{name}", repr(row), "sides in turn: 'ABAB'")
    stage = STAGES[raw["stage"]]
    backs = raw["settlements"] + sum(p["settlements"] for p in table)
    spare = (1,) if stage == "event" else (0, 1) if stage == "over" else (0,)      # the city whose event is not known
    if sum(raw["events"]) - backs not in spare:
        refuse("stacks.events", f"{sum(raw['events'])} events",
               f"{backs + spare[0]}: one for each settlement card not turned over")


def check_room(raw: Raw, seats: int) -> None:
    """Raise InputError where there are more resource cards than a position can hold."""
    found = [sum(resources(raw, seats, k, None).values()) for k in range(len(KINDS))]
    for k, name in enumerate(KINDS):
        if found[k] > KIND:
            refuse(name, f"{found[k]} cards in all", f"at most {KIND}, whatever is in the box")
    if sum(found) > CARDS:
        refuse("pile", f"{sum(found)} resource cards in all", f"at most {CARDS}, whatever is in the box")
