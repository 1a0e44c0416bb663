"""Moves as text and positions as JSON: both come back as they were, and both keep their published form."""
import json
import random
import re
from pathlib import Path

import pytest

import games
from games.api import InputError
from games.burgundy import names, notation, tables
from games.burgundy.notation import action_text, parse_action, position_from_json, position_to_json
from games.records import Recorder
from tests.schemas import validator

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
MIDGAME = json.loads((HERE / "midgame.json").read_text())
DECLARATIONS = (ROOT / "games" / "burgundy" / "state.pxd").read_text()

TILE = "|".join(names.TILE_NAMES[1:])
GOODS = "|".join(names.GOODS_NAMES)
HEX = "[a-g][1-7]"
PRICE = r"\[(free|die [1-6](, (1 worker|[23] workers))?)\]"
TEXTS = re.compile("|".join([
    f"goods ({GOODS})", "start seat [0-3]", "board [1-9]", f"tile ({TILE})", "roll [1-6] [1-6]", "white [1-6]",
    rf"take [1-6]: ({TILE}) {PRICE}", rf"place ({TILE}) at {HEX} {PRICE}", rf"sell ({GOODS}) {PRICE}",
    r"workers \[(free|die [1-6])\]", f"buy ([1-6]: )?({TILE})", f"discard ({TILE})", "clear depot [1-6]",
    r"clear depots (1\+2|2\+3|3\+4|4\+5|5\+6|6\+1)", f"load ({GOODS})", "choose board [1-9]", f"castle at {HEX}",
    "end turn", "decline", r"idle \[die [1-6]\]",
]))
YES_NO = ("yes", "no")
VARIED = {
    "boards": ("1", "5", "random", "choose"), "castles": ("default", "choose"), "secret": YES_NO,
    "start": ("0", "random"), "free_discard": YES_NO, "empty_ship_depot": YES_NO, "tile5_one": YES_NO,
    "tile5_joint": YES_NO, "pass_die": YES_NO,
    "tile8_widens_free": YES_NO, "free_adds": YES_NO, "buy": ("between", "anytime"),
}


def random_game(seed):
    """The states of one game of random options; moves by weight, so that all kinds of tiles are placed."""
    draw = random.Random(seed)
    options = {name: draw.choice(values) for name, values in VARIED.items() if draw.random() < 0.6}
    state, number = games.load("burgundy").start(2 + seed % 3, options), 0
    yield state
    while not state.is_terminal():
        number += 1
        if state.is_chance_node():
            state.apply_action(state.sample_chance(seed, number))
        else:
            state.apply_action(draw.choices(state.legal_actions(), state.action_weights())[0])
        yield state


def midgame(**changes):
    """The mid-game position with top-level fields replaced."""
    return position_from_json({**MIDGAME, **changes})


def with_raw(change):
    """The mid-game state after `change` has edited its plain fields."""
    state = midgame()
    raw = state.raw()
    change(raw)
    state.load(raw)
    return state


def texts(state):
    return [action_text(state, action) for action in state.legal_actions()]


# ---- moves -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_every_move_of_a_game_is_read_back(seed):
    for state in random_game(seed):
        written = texts(state)
        assert len(set(written)) == len(written)
        for action, text in zip(state.legal_actions(), written, strict=True):
            assert TEXTS.fullmatch(text), text
            assert parse_action(state, text) == action


def test_codes_are_those_of_the_compiled_rules():
    codes = {name: int(code) for name, code in re.findall(r"\bA_(\w+) = (\d+)", DECLARATIONS)}
    for name in ("TAKE", "PLACE", "SELL", "WORKERS", "BUY_BLACK", "BUY", "DISCARD", "CLEAR", "CLEAR_PAIR", "LOAD",
                 "BOARD", "START_CASTLE", "END", "DECLINE", "IDLE"):
        assert getattr(notation, name) == codes[name], name


def test_stages_are_those_of_the_compiled_rules():
    block = DECLARATIONS.split("cdef enum Stage:")[1].split("cdef enum")[0]
    found = re.findall(r"^ +([A-Z_]+)\b", block, re.MULTILINE)
    assert [word.lower().replace("_", "-") for word in found] == names.STAGE_NAMES


def test_tiles_are_those_of_the_tables():
    assert len(names.TILE_NAMES) == len(names.TILE_COLOURS) == 50
    for back in ("coloured", "dark"):
        assert set(tables.RULES["tiles"][back]) == set(names.TILE_NAMES[1:])
    assert len(names.HEX_NAMES) == 37
    assert names.HEX_NAMES[tables.CENTRE] == "d4"


def test_a_die_is_named_by_the_face_rolled_and_the_cheapest_workers():
    def rich(raw):
        raw["seat"][0].update(workers=3, dice=[4, 0])
    found = texts(with_raw(rich))
    assert "take 4: bank [die 4]" in found
    assert "take 3: city-hall [die 4, 1 worker]" in found
    assert "take 6: cow 2 [die 4, 2 workers]" in found
    assert "take 1: ship [die 4, 3 workers]" in found


def test_two_neighbouring_depots_are_named_around_the_ring():
    def ship(raw):
        raw.update(stage=names.STAGE_NAMES.index("ship-depot"), actor=1, turn=1)
    found = texts(with_raw(ship))               # seat 1 has tile 5
    assert "clear depot 3" in found
    assert "clear depots 3+4" in found
    assert "clear depots 6+1" in found


@pytest.mark.parametrize("typed, meant", [
    ("TAKE 4:BANK  [Die 4]", "take 4: bank [die 4]"),
    (" take 4 : bank", "take 4: bank [die 4]"),
    ("workers", "workers [die 4]"),
    ("Worker[die 4]", "workers [die 4]"),
    ("sell red [die 4]", "sell red [die 4]"),
])
def test_case_spacing_and_what_is_obvious_do_not_matter(typed, meant):
    state = midgame()
    assert action_text(state, parse_action(state, typed)) == meant


def test_workers_may_be_left_out_of_the_brackets():
    def rich(raw):
        raw["seat"][0].update(workers=3, dice=[4, 0])
    state = with_raw(rich)
    assert action_text(state, parse_action(state, "take 3: city hall [die 4]")) == "take 3: city-hall [die 4, 1 worker]"
    assert action_text(state, parse_action(state, "take 3: city hall")) == "take 3: city-hall [die 4, 1 worker]"


def test_a_roll_is_read_in_either_order():
    def roll(raw):
        raw["stage"] = names.STAGE_NAMES.index("roll")
    state = with_raw(roll)
    assert parse_action(state, "roll 5 2") == parse_action(state, "roll 2 5") == 6 * 1 + 4


def test_an_ambiguous_text_is_refused_with_what_it_may_be():
    def two_dice(raw):
        raw["seat"][0]["dice"] = [2, 4]
    with pytest.raises(InputError, match=r"'workers'.*any of: workers \[die 2\]; workers \[die 4\]"):
        parse_action(with_raw(two_dice), "workers")


@pytest.mark.parametrize("typed, offered", [
    ("take 4: bnak [die 4]", "take 4: bank [die 4]"),
    ("take 4: ship [die 4]", "take 4: bank [die 4]"),
    ("sell rad", "sell red [die 4]"),
    ("", "workers [die 4]"),
    ("\x00\ud800 dance", "workers [die 4]"),
    ("x" * 100_000, "workers [die 4]"),
    (7, "workers"),
    (None, "workers"),
])
def test_a_text_that_is_no_move_is_refused_with_the_nearest(typed, offered):
    with pytest.raises(InputError) as refused:
        parse_action(midgame(), typed)
    message = str(refused.value)
    assert message.startswith("move: found ")
    assert offered in message
    assert len(message) < 400
    assert message.isprintable()


def test_no_move_is_read_after_the_end():
    *_, over = random_game(0)
    with pytest.raises(InputError, match="the game is over"):
        parse_action(over, "end turn")


def test_codes_that_name_nothing_are_refused():
    for code in (-1, 530, 10**9):
        with pytest.raises(ValueError, match=str(code)):
            action_text(midgame(), code)
    with pytest.raises(ValueError, match="99"):
        action_text(games.load("burgundy").start(2, {}), 99)


# ---- positions -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_a_position_written_and_read_back_is_equal(seed):
    """Now and then through a game of random options, and at each stage when it first comes."""
    met = set()
    for number, state in enumerate(random_game(seed)):
        stage = state.raw()["stage"]
        if stage in met and number % 17:
            continue
        met.add(stage)
        document = json.loads(json.dumps(position_to_json(state)))
        again = position_from_json(document)
        assert again == state
        assert again.options == state.options
        assert position_to_json(again) == document
        assert texts(again) == texts(state)


def test_option_rules_says_how_many_tiles_and_goods_there_are():
    """A position of a game with other numbers is judged by those, and by no others."""
    rules = json.dumps({"goods": {"copies": 5}, "tiles": {"coloured": {"castle": 1, "ship": 2, "knowledge 3": 4}}})
    state, draw = games.load("burgundy").start(2, {"rules": rules, "boards": "random"}), random.Random(1)
    for number in range(200):
        if number % 20 == 0:
            assert position_from_json(position_to_json(state)) == state
        state.apply_action(
            state.sample_chance(1, number) if state.is_chance_node() else draw.choice(state.legal_actions())
        )
    with pytest.raises(InputError, match="'knowledge 3', . too many; expected at most 1: so many have a coloured back"):
        position_from_json({**position_to_json(state), "options": {}})


def test_what_may_be_left_out_of_a_position():
    short = json.loads(json.dumps(MIDGAME))
    for key in ("options", "cursor", "bought", "taking", "allowed", "cleared"):
        del short[key]
    for player in short["players"]:
        del player["small"]
    del short["players"][0]["large"]
    short["comment"] = "written by hand"
    assert position_from_json(short) == midgame()


def test_option_values_may_be_numbers():
    assert midgame(options={"start": 1, "margin_weight": 0.5}).options == {"start": "1", "margin_weight": "0.5"}


# ---- schemas ---------------------------------------------------------------------------------


def test_written_positions_keep_to_the_schema():
    schema = validator("burgundy-position")
    for seed in range(3):
        for number, state in enumerate(random_game(seed)):
            if number < 40 or number % 29 == 0:
                schema.validate(position_to_json(state))
    schema.validate(MIDGAME)


def test_the_schema_names_what_the_game_names():
    schema = validator("burgundy-position").schema
    defined = schema["$defs"]
    assert defined["tile"]["enum"] == names.TILE_NAMES[1:]
    assert defined["hex"]["enum"] == names.HEX_NAMES
    assert defined["goods"]["enum"] == names.GOODS_NAMES
    assert defined["colour"]["enum"] == names.COLOUR_NAMES
    assert defined["player"]["properties"]["points"]["propertyNames"]["enum"] == names.SOURCE_NAMES
    assert schema["properties"]["stage"]["enum"] == names.STAGE_NAMES
    assert schema["properties"]["phase"]["enum"] == names.PHASE_NAMES


@pytest.mark.parametrize("key, value", [
    ("stage", "lunch"), ("seats", 5), ("white", 7), ("black", []), ("colour", "pink"), ("players", {}), ("round", 0),
])
def test_the_schema_refuses_other_forms(key, value):
    assert not validator("burgundy-position").is_valid({**MIDGAME, key: value})


def test_records_keep_to_their_schema():
    schema, game = validator("record"), games.load("burgundy")
    recorder, number = Recorder(game, game.start(2, {}), 5, ["random", "random"]), 0
    while not recorder.state.is_terminal():
        number += 1
        state, legal = recorder.state, recorder.state.legal_actions()
        recorder.apply_action(state.sample_chance(5, number) if state.is_chance_node() else legal[number % len(legal)])
    lines = [json.loads(line) for line in recorder.finish().lines()]
    assert len(lines) > 200
    for line in lines:
        schema.validate(line)
    for bad in ({}, {"seat": "dice", "move": "roll 1 1"}, {"seat": 0}, {"result": {}}, {"format": "other/1"}):
        assert not schema.is_valid(bad)
