"""What cannot be is refused on the command line: one or two lines with place, found and expected, and status 2."""
import io
import json
import random
import sys
from functools import cache
from typing import Any

import pytest

import cli
from games.world504.notation import position_to_json
from games.world504.setup import new_state
from tests.games.spoiling import checked, edited


@pytest.fixture
def command(capsys, monkeypatch):
    """Runs a command; returns its status, what it prints and what it says of errors."""
    def call(*arguments: str, document: Any = None) -> tuple[Any, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(document).encode()), "utf-8"))
        with pytest.raises(SystemExit) as end:
            cli.main(list(arguments))
        return end.value.code, *capsys.readouterr()

    return call


@pytest.fixture
def refusal(command):
    """The words with which a command is refused."""
    def call(*arguments: str, document: Any = None) -> str:
        status, out, err = command(*arguments, document=document)
        assert (status, out) == (2, "")
        return checked(err.rstrip("\n"))

    return call


@cache
def middle(world: str, seats: int) -> Any:
    """A position of round 3, by luck."""
    state, choice = new_state(seats, {"world": world, "max_rounds": "5"}), random.Random(1)
    while state.is_chance_node() or state.raw()["round"] < 3:
        state.apply_action(state.keyed_chance(1) if state.is_chance_node() else choice.choice(state.legal_actions()))
    return position_to_json(state)


def tiles(document: Any, *kinds: str) -> list[str]:
    """The names of all tiles of these kinds."""
    return [f"city {tile['city']}" if tile["kind"] == "city" else f"{tile['kind']} {space}"
            for space, tile in document["tiles"].items() if tile["kind"] in kinds]


# ---- worlds -----------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", ["rules", "new"])
@pytest.mark.parametrize("world", ["111", "1234", "104", "47", "", "86x", "८६७"])
def test_a_world_that_there_is_not(refusal, name, world):
    message = refusal(name, "world504", "--option", f"world={world}")
    assert f"option world: found '{world}', expected three different digits from 1 to 9, such as '617'" in message


# ---- gifts ------------------------------------------------------------------------------------------

@pytest.mark.parametrize("world, gift, words", [
    ("683", "0:II(2)", ["found '0:II(2)'", "deck of world 683 has no II(2)"]),
    ("867", "1:II(4)", ["found '1:II(4)'", "it has no privileges"]),
    ("683", "7:II(4)", ["found '7:II(4)'", "a seat 0-2"]),
])
def test_a_gift_that_the_world_has_not(refusal, world, gift, words):
    message = refusal("new", "world504", "--seats", "3", "--option", f"world={world}", "--option", f"gifts={gift}")
    assert all(word in message for word in ["option gifts: ", *words]), message


# ---- positions --------------------------------------------------------------------------------------

def test_the_positions_are_good_as_they_are(command):
    for world, seats in (("867", 2), ("867", 3), ("123", 3)):
        status, out, err = command("show", "-", document=middle(world, seats))
        assert (status, err) == (0, "")
        assert out


def test_twelve_cities(refusal):
    good = middle("867", 3)
    spaces = [name.split()[1] for name in tiles(good, "forest")[:2]]
    document = edited(good, *((f"tiles.{space}", {"kind": "city"}) for space in spaces))
    assert "tiles: found 12 tiles of kind city, expected at most 10" in refusal("show", "-", document=document)


def test_a_trolley_on_water(refusal):
    good = middle("123", 3)
    water = tiles(good, "water")[0]
    message = refusal("show", "-", document=edited(good, ("players.0.trolley", water)))
    assert f"players[0].trolley: found '{water}', expected land or a city" in message


@pytest.mark.parametrize("active, exhausted", [(8, 0), (0, 8), (4, 4)])
def test_an_eighth_resident_beside_a_settlement(refusal, active, exhausted):
    good = middle("867", 3)
    land = next(tile for tile in good["players"][0]["settlements"] if not tile.startswith("city"))
    document = edited(good, *((f"players.0.{key}", {land: count} if count else {})
                              for key, count in (("active", active), ("exhausted", exhausted))))
    message = refusal("show", "-", document=document)
    assert f"players[0]: found 8 residents in {land}, expected at most 7 beside a settlement" in message


def test_31_settlements_of_one_owner(refusal):
    good = middle("867", 2)
    others = [tile for tile in tiles(good, "city", "meadow", "forest", "field", "mountain", "desert")
              if tile != good["players"][0]["capital"]]
    document = edited(good, ("players.0.settlements", others[:31]), ("players.0.supply.settlements", 0))
    message = refusal("show", "-", document=document)
    assert "players[0].supply: found 31 settlements in all, 1 too many; expected 30" in message


def test_two_headquarters(refusal):
    good = middle("867", 3)
    document = edited(good, ("players.0.capital", ["city 1", "city 2"]))
    assert "players[0].capital: found a list of 2, expected" in refusal("show", "-", document=document)
    document = edited(good, ("players.0.settlements", ["city 1"]))
    assert "expected one headquarters or settlement on a tile" in refusal("show", "-", document=document)


def test_a_covered_demand_that_the_city_has_not(refusal):
    good = middle("123", 3)
    space = next(space for space, tile in good["tiles"].items() if tile.get("city") == 3)
    message = refusal("show", "-", document=edited(good, (f"tiles.{space}.covered", ["wood"])))
    assert "covered: found 'wood', expected a good that the city demands" in message


def test_a_privilege_that_the_world_has_not(refusal):
    message = refusal("moves", "-", document=edited(middle("867", 3), ("players.0.privileges", ["II(4)"])))
    assert "players[0].privileges: found 'II(4)'" in message
    assert "it has none" in message
