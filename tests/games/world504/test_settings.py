"""The settings of all 504 worlds against facts that were found without them."""
from typing import Any

from games.packed import enum
from games.world504.conditions import READING, atoms_of, holds, worlds
from games.world504.privileges import deck
from games.world504.worlds import atoms, rows, settings
from tests.games.world504.facts import facts

SEATS = (2, 3, 4)
ORDERS = {"clockwise": "clockwise", "by-income": "income-desc", "by-points": "sp-asc", "by-least-income": "income-asc",
          "by-price": "share-price"}
CHOOSING = {"shared": "shared", "reverse-setup": "setup-reverse-order", "reverse-round": "phase1-reverse-of-draw",
            "by-bid": "phase1-by-bid", "by-presidents": "share-round-founding"}


def in_world(world: str, seats: int = 2, errata: bool = False) -> dict[str, Any]:
    return settings(atoms(world, seats, errata), seats)


def word(name: str, code: int) -> str:
    return enum("world504", name)[code]


def each(per_owner: dict[str, int], seats: int) -> int:
    """A number a seat; of companies there are five, whatever the seats."""
    return per_owner[str(seats)] if str(seats) in per_owner else per_owner["5"]


def differing(known: dict[tuple[object, ...], Any], got: dict[tuple[object, ...], Any]) -> dict[object, object]:
    """What is known, and what was got instead, by world and subject; the two name the same."""
    assert known.keys() == got.keys()
    return {key: (known[key], got[key]) for key in known if known[key] != got[key]}


def test_settings_are_those_known_of_each_world():
    known, got = {}, {}
    for world in worlds():
        fact, mine = facts()[world], in_world(world)
        for name, expected, value in (
                ("plan", fact["plan"], mine["plan"]),
                ("order", fact["order"], ORDERS[word("Order", mine["order"])]),
                ("taxes", fact["taxes"], bool(mine["taxes"])),
                ("people", fact["residents"], bool(mine["people"])),
                ("hurry", fact["hurry"], bool(mine["hurry"])),
                ("privileges", sorted(fact.get("privileges", [])), sorted(deck(atoms_of(world))))):
            known[world, name], got[world, name] = expected, value
    assert len(known) == 504 * 6
    assert differing(known, got) == {}


def test_capitals_are_chosen_as_known_of_each_world():
    known, got = {}, {}
    for world in worlds():
        fact, mine = facts()[world]["capital"], in_world(world)
        own = fact["mode"] == "own"
        known[world, "way"] = fact["when"] if own else (
            "share-round-founding" if fact["when"] == "share-round" else "shared")
        got[world, "way"] = CHOOSING[word("Choosing", mine["choosing"])]
        limits = {"different-supply-good": mine["different_goods"] and own, "not-central": mine["outer_capitals"],
                  "edge-city-spacing": mine["spaced_capitals"],
                  "edge-city": mine["edge_capitals"] and not mine["spaced_capitals"]}
        known[world, "limits"] = set(fact.get("restrictions", [])) - {"any-of-5"}
        got[world, "limits"] = {name for name, holding in limits.items() if holding}
    assert len(known) == 504 * 2
    assert differing(known, got) == {}


def test_every_owner_starts_with_what_is_known():
    known, got = {}, {}
    for world in worlds():
        fact = facts()[world]
        for seats in SEATS:
            at = world, seats
            mine, corrected = in_world(world, seats), in_world(world, seats, errata=True)
            known[*at, "money"] = fact["startMoney"][str(seats)]
            got[*at, "money"] = [money + mine["money_more"] for money in mine["start_money"]]
            known[*at, "corrected"] = fact.get("startMoneyErrata", fact["startMoney"])[str(seats)]
            got[*at, "corrected"] = [money + corrected["money_more"] for money in corrected["start_money"]]
            known[*at, "settlements"] = each(fact["settlementsPerOwner"], seats)
            got[*at, "settlements"] = mine["settlements_each"]
            if fact["residentsPerOwner"]:
                known[*at, "residents"] = each(fact["residentsPerOwner"], seats)
                got[*at, "residents"] = mine["residents_each"] - mine["parked"]
    assert len(known) > 504 * 3 * 3
    assert differing(known, got) == {}


def test_every_row_holds_in_some_world():
    readings = {atom for row in rows() for atom in READING.findall(row.condition)}
    true = [atoms(world, seats, errata, chosen) for world in worlds() for seats in SEATS for errata in (False, True)
            for chosen in ((), tuple(readings))]
    assert [row for row in rows() if not any(holds(row.condition, world) for world in true)] == []
