"""Positions of 504 as JSON: what comes back, what may be left out, what is refused and in which words."""
import json
import random

import pytest

from games.world504 import notation
from games.world504.notation import position_from_json, position_to_json
from games.world504.setup import new_state
from tests.games import spoiling
from tests.games.spoiling import GONE
from tests.schemas import validator

WORLDS = ("867", "286", "123", "586", "617")


def midgame(world, seats=3, rounds=3, seed=1):
    """A random position at the first choice of residents or later in that round; its rules end after the next."""
    state, choice = new_state(seats, {"world": world, "max_rounds": str(rounds + 1)}), random.Random(seed)
    while not state.is_terminal() and state.raw()["round"] < rounds:
        state.apply_action(state.keyed_chance(seed) if state.is_chance_node() else choice.choice(state.legal_actions()))
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(seed))
    return state


MIDGAME = position_to_json(midgame("867"))
CITY_1 = next(space for space, tile in MIDGAME["tiles"].items() if tile.get("city") == 1)


def edited(*changes, of=MIDGAME):
    return spoiling.edited(of, *changes)


@pytest.mark.parametrize("world", WORLDS)
def test_positions_come_back_byte_for_byte(world):
    state, choice = new_state(3, {"world": world, "max_rounds": "4"}), random.Random(world)
    for step in range(3000):
        if step % 5 == 0 or state.is_terminal():
            document = json.loads(json.dumps(position_to_json(state)))
            again = position_from_json(document)
            assert (again.to_bytes(), again.options) == (state.to_bytes(), state.options)
            assert position_from_json(document, trust=True) == state
        if state.is_terminal():
            break
        state.apply_action(state.keyed_chance(1) if state.is_chance_node() else choice.choice(state.legal_actions()))
    assert state.is_terminal()


@pytest.mark.parametrize("world", ["213", "283", "182"])
def test_goods_that_were_delivered_or_sold_earlier_in_the_turn_come_back(world):
    state = new_state(2, {"world": world})
    for step in range(3000):
        raw = state.raw()
        if raw["turn"]["sales"] or raw["owner"][0]["delivered"] != [0] * 5:
            break
        state.apply_action(state.keyed_chance(1) if state.is_chance_node() else state.weighted_action(step, 0))
    again = position_from_json(json.loads(json.dumps(position_to_json(state))))
    assert again == state
    assert again.income_terms(raw["actor"]) == state.income_terms(raw["actor"])


@pytest.mark.parametrize("world", ["496", "489"])
def test_r4_e_1_the_last_position_of_a_game_that_ends_within_a_round_comes_back(world):
    """9 at TOP II and III has phases at the end of a round that are left out then (G9)."""
    state, choice = new_state(2, {"world": world}), random.Random(world)
    while not state.is_terminal():
        actions = [0] if state.is_chance_node() else state.legal_actions()
        state.apply_action(state.keyed_chance(1) if state.is_chance_node() else choice.choice(actions[1:] or actions))
    assert not state.capped()
    document = json.loads(json.dumps(position_to_json(state)))
    assert (document["phase"], document["stage"]) == ("end-check", "over")
    assert position_from_json(document) == state


def test_supplies_and_goods_may_be_left_out():
    document = edited(*((f"players.{seat}.supply", GONE) for seat in range(3)), ("goods", GONE))
    assert position_from_json(document) == position_from_json(MIDGAME)


FORM = [        # path, new value, words of the message
    ("game", "chess", ["game: found 'chess'", "world504"]),
    ("rond", 3, ["unknown key 'rond'", "did you mean 'round'"]),
    ("round", GONE, ["the key 'round' is missing"]),
    ("round", 99, ["round: found 99", "at most 4", "max_rounds"]),
    ("round", 0, ["round: found 0", "1 or more"]),
    ("phase", "income", ["stage: found", "trade in phase income"]),
    ("phase", "trolley", ["phase: found 'trolley'", "a phase of this world"]),
    ("stage", "acts", ["stage: found 'acts'", "did you mean 'act'"]),
    ("actor", 3, ["actor: found 3", "0 to 2"]),
    ("order", [0, 0, 1], ["order: found", "each seat once"]),
    ("options", {"world": "999"}, ["options.world: found '999'", "three different digits"]),
    ("options", {"world": "867", "gifts": "0:II(2)"}, ["options.gifts: found '0:II(2)'", "it has no privileges"]),
    ("players", [], ["players: found an empty list", "a list of 3"]),
    ("players.0.capital", "forest 9,9", ["players[0].capital: found 'forest 9,9'", "a tile that lies"]),
    ("players.0.capital", ["city 1", "city 2"], ["players[0].capital: found a list of 2"]),
    ("players.0.capital", GONE, ["players[0].capital: found none", "its headquarters"]),
    ("players.0.settlements", ["city 1"], ["players[0].settlements: found 'city 1'", "one headquarters or settlement"]),
    ("players.0.active", {"city 1": 10}, ["players[0]: found 10 residents in city 1", "at most 9"]),
    ("players.0.active", {"city 7": 1}, ["players[0].active: found residents in city 7", "own tiles"]),
    ("players.0.trolley", "city 1", ["players[0].trolley: found 'city 1'", "none here"]),
    ("players.0.privileges", ["II(4)"], ["players[0].privileges: found 'II(4)'", "it has none"]),
    ("players.0.privileges", ["IV(4)"], ["players[0].privileges[0]: found 'IV(4)'", "a privilege"]),
    ("players.0.delivered", {"gold": 1}, ["players[0].delivered: found 'gold'", "a good"]),
    (f"tiles.{CITY_1}.covered", ["ore"], ["covered: found 'ore'", "none in this world"]),
    (f"tiles.{CITY_1}.kind", "swamp", ["kind: found 'swamp'", "a kind of tile"]),
    (f"tiles.{CITY_1}.kind", "open", ["kind: found 'open'", "'city', as the board plan prints it"]),
    (f"tiles.{CITY_1}.plant", {"good": "fish"}, ["unknown key 'plant'"]),
    (f"tiles.{CITY_1}.factories", [0], ["tiles: found factories", "no factories"]),
    (f"tiles.{CITY_1}", GONE, ["tiles: found no tile at 0,0"]),
    ("tiles.0", {}, ["tiles: found the key '0'", "axial coordinates"]),
    ("tiles.9,9", {"kind": "forest"}, ["tiles: found"]),
    ("turn.target", "city", ["turn.target: found 'city'", "a tile that lies"]),
]


@pytest.mark.parametrize(("path", "value", "words"), FORM, ids=[f"{row[0]}-{n}" for n, row in enumerate(FORM)])
def test_what_cannot_be_is_refused_with_place_found_and_expected(path, value, words):
    of = MIDGAME if path != "turn.target" else edited(("turn", {"target": "city 1"}))
    message = spoiling.refusal(notation, edited((path, value), of=of))
    for word in words:
        assert word in message, message


def land(document, kind="forest"):
    """The space of a tile of this kind."""
    return next(space for space, tile in document["tiles"].items() if tile["kind"] == kind)


def test_a_settlement_on_water_is_refused():
    document = edited(("players.0.settlements", [f"water {land(MIDGAME, 'water')}"]))
    assert "land or a city" in spoiling.refusal(notation, document)


@pytest.mark.parametrize(("supply", "more", "words"), [
    ("settlements", 1, "settlements in all, 1 too many; expected 25"), ("residents", -1, "residents in all, 1 too few"),
    ("roads", 1, "roads in all, 1 too many; expected 19"),
])
def test_pieces_that_do_not_add_up_are_refused_unless_trusted(supply, more, words):
    number = MIDGAME["players"][1]["supply"][supply] + more
    document = edited((f"players.1.supply.{supply}", number))
    assert words in spoiling.miscount(notation, document)


def test_roads_without_limit_need_not_add_up():
    document = edited(("options", {**MIDGAME["options"], "roads": "unlimited"}), ("players.1.supply.roads", 3))
    assert position_from_json(document).raw()["owner"][1]["roads"] == 3


def test_goods_that_do_not_add_up_are_refused_unless_trusted():
    document = edited(("goods.ore", 9))
    assert "goods.ore: found 9 ore in all" in spoiling.miscount(notation, document)


@pytest.mark.parametrize("world", WORLDS)
def test_positions_follow_their_published_schema(world):
    validator("world504-position").validate(position_to_json(midgame(world)))
