"""The settings of all 504 worlds against facts that were found without them."""
from typing import Any

import pytest

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


@pytest.mark.parametrize("world", worlds())
def test_settings_are_those_known_of_the_world(world):
    known = facts()[world]
    found = in_world(world)
    assert found["plan"] == known["plan"]
    assert ORDERS[word("Order", found["order"])] == known["order"]
    assert bool(found["taxes"]) == known["taxes"]
    assert bool(found["people"]) == known["residents"]
    assert bool(found["hurry"]) == known["hurry"]
    assert sorted(deck(atoms_of(world))) == sorted(known.get("privileges", []))


@pytest.mark.parametrize("world", worlds())
def test_capitals_are_chosen_as_known_of_the_world(world):
    known = facts()[world]["capital"]
    found = in_world(world)
    way = CHOOSING[word("Choosing", found["choosing"])]
    if known["mode"] == "own":
        assert way == known["when"]
    else:
        assert way == ("share-round-founding" if known["when"] == "share-round" else "shared")
    limits = {"different-supply-good": found["different_goods"] and known["mode"] == "own",
              "not-central": found["outer_capitals"], "edge-city-spacing": found["spaced_capitals"],
              "edge-city": found["edge_capitals"] and not found["spaced_capitals"]}
    assert {name for name, holding in limits.items() if holding} == set(known.get("restrictions", [])) - {"any-of-5"}


@pytest.mark.parametrize("world", worlds())
@pytest.mark.parametrize("seats", SEATS)
def test_every_owner_starts_with_what_is_known(world, seats):
    known = facts()[world]
    found = in_world(world, seats)
    assert [money + found["money_more"] for money in found["start_money"]] == known["startMoney"][str(seats)]
    corrected = in_world(world, seats, errata=True)
    later = known.get("startMoneyErrata", known["startMoney"])
    assert [money + corrected["money_more"] for money in corrected["start_money"]] == later[str(seats)]
    assert found["settlements_each"] == each(known["settlementsPerOwner"], seats)
    if known["residentsPerOwner"]:
        assert found["residents_each"] - found["parked"] == each(known["residentsPerOwner"], seats)


def test_every_row_holds_in_some_world():
    readings = {atom for row in rows() for atom in READING.findall(row.condition)}
    true = [atoms(world, seats, errata, chosen) for world in worlds() for seats in SEATS for errata in (False, True)
            for chosen in ((), tuple(readings))]
    assert [row for row in rows() if not any(holds(row.condition, world) for world in true)] == []
