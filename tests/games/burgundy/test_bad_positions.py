"""Positions and files that cannot be used are refused in a line or two that name place, found and expected."""
import io
import json
import os
import random
import sys
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given

import games
from games.api import InputError
from games.burgundy import names, notation
from games.burgundy.notation import position_from_json, position_to_json
from games.documents import LIMIT, read_document, read_file
from tests.games import spoiling

MIDGAME = json.loads((Path(__file__).parent / "midgame.json").read_text())


def edited(*changes):
    """The mid-game position with values replaced."""
    return spoiling.edited(MIDGAME, *changes)


def refusal(document):
    """The message with which a document is refused."""
    return spoiling.refusal(notation, document)


def test_the_position_that_is_spoilt_here_is_good():
    assert position_to_json(position_from_json(MIDGAME)) == MIDGAME


FORM = [        # path, new value, words of the message
    ("format", "chess/1", ["format: found 'chess/1'", "'ludosoph-position/1'"]),
    ("game", "chess", ["game: found 'chess'", "'burgundy'"]),
    ("version", 99, ["version: found 99"]),
    ("phas", "A", ["unknown key 'phas'", "did you mean 'phase'"]),
    ("phase", spoiling.GONE, ["the key 'phase' is missing"]),
    ("phase", "F", ["phase: found 'F'", "A, B, C, D, E"]),
    ("phase", 3, ["phase: found 3"]),
    ("round", 6, ["round: found 6", "1 to 5"]),
    ("round", True, ["round: found true"]),
    ("round", 3.0, ["round: found 3.0"]),
    ("stage", "mian", ["stage: found 'mian'", "did you mean 'main'"]),
    ("seats", 5, ["seats: found 5", "from 2 to 4"]),
    ("seats", 1, ["seats: found 1", "from 2 to 4"]),
    ("seats", 3, ["order: found [0, 1]", "seats 0 to 2"]),
    ("options", {"bords": "1"}, ["options: found the unknown key 'bords'", "did you mean 'boards'"]),
    ("options", {"boards": "17"}, ["options.boards: found '17'"]),
    ("options", {"boards": ["1"]}, ["options.boards: found a list of 1"]),
    ("options", {"rules": "no/such.toml"}, ["options.rules: found 'no/such.toml'", "a JSON object"]),
    ("turn", 2, ["turn: found 2", "0 to 1"]),
    ("actor", 1, ["actor: found 1", "seat 0"]),
    ("order", [0, 0], ["order: found [0, 0]", "0 to 1 once"]),
    ("order", [0], ["order: found [0]"]),
    ("track", [[0], [], [], [], [], [], []], ["track", "once"]),
    ("track", [[0, 1]], ["track: found a list of 1", "a list of 7"]),
    ("white", 7, ["white: found 7"]),
    ("bought", 1, ["bought: found 1", "true or false"]),
    ("coming", [None], ["coming: found a list of 1", "a list of 5"]),
    ("coming.4", "green", ["coming[4]: found 'green'", "did you mean", "expected null or a goods colour"][:1]),
    ("depots.7", {"tiles": [None] * 4}, ["depots: found the unknown key '7'"]),
    ("depots.3.tiles.2", "citi-hall", ["depots.3.tiles[2]: found 'citi-hall'", "did you mean 'city-hall'"]),
    ("depots.3.goods.pink", -1, ["depots.3.goods.pink: found -1"]),
    ("black.0", "dragon", ["black[0]: found 'dragon'", "a tile such as"]),
    ("supply.ships", 3, ["supply: found 'ships'", "did you mean 'ship'"]),
    ("supply.ship", 300, ["supply.ship: found 300"]),
    ("players", [], ["players: found an empty list", "a list of 2"]),
    ("players.0", None, ["players[0]: found null", "an object"]),
    ("players.1.silver", -1, ["players[1].silver: found -1", "0 to 1000"]),
    ("players.1.silver", 70_000, ["players[1].silver: found 70000"]),
    ("players.1.silver", 10**50, ["players[1].silver: found a number of more than 30 digits"]),
    ("players.1.workers", "two", ["players[1].workers: found 'two'"]),
    ("players.0.dice", [0, 4], ["players[0].dice[0]: found 0", "1 to 6"]),
    ("players.0.dice", [7], ["players[0].dice[0]: found 7", "1 to 6"]),
    ("players.0.dice", ["x"], ["players[0].dice[0]: found 'x'"]),
    ("players.0.dice", [1, 2, 3], ["players[0].dice: found a list of 3", "at most 2"]),
    ("players.0.storage", ["ship"] * 4, ["players[0].storage: found a list of 4", "at most 3"]),
    ("players.0.storage", ["pgi 3"], ["players[0].storage[0]: found 'pgi 3'", "did you mean 'pig 3'"]),
    ("players.0.duchy.c7", "ship", ["players[0].duchy: found 'c7'", "a hex from a1 to g4"]),
    ("players.0.duchy.c3", "markt", ["players[0].duchy.c3: found 'markt'", "did you mean 'market'"]),
    ("players.0.castle", "z9", ["players[0].castle: found 'z9'"]),
    ("players.0.board", 10, ["players[0].board: found 10", "1 to 9"]),
    ("players.0.points.luck", 3, ["players[0].points: found 'luck'"]),
    ("players.0.points.regions", -5, ["players[0].points.regions: found -5"]),
    ("players.1.large", ["mine", "mine"], ["players[1].large[1]: found 'mine'", "once"]),
    ("taking", "9: ship", ["taking: found '9: ship'"]),
    ("taking", "1: pig 4", ["taking: found '1: pig 4'", "lies in that depot"]),
    ("cleared", [0], ["cleared[0]: found 0"]),
    ("comment", 5, ["comment: found 5", "a string"]),
]


@pytest.mark.parametrize("path, value, words", FORM)
def test_a_field_of_the_wrong_form_is_named(path, value, words):
    message = refusal(edited((path, value)))
    for word in words:
        assert word in message


UNREACHABLE = [     # changes, words of the message
    ([("players.0.duchy.d1", "pig 2"), ("players.0.duchy.c1", spoiling.GONE)],
     ["players[0].duchy.d1: found 'pig 2'", "a ship tile"]),
    ([("players.0.duchy.g1", "mine")], ["players[0].duchy.g1: found tiles cut off"]),
    ([("players.0.duchy.d4", spoiling.GONE)], ["players[0].duchy.d4: found nothing", "'castle'"]),
    ([("players.0.castle", None)], ["players[0].castle: found null", "stage main"]),
    ([("players.0.board", None)], ["players[0].board: found null", "1 to 9"]),
    ([("players.0.duchy.e5", "bank")],
     ["players[0].duchy.f4: found 'bank'", "e5 of the same city", "without knowledge 1"]),
    ([("players.1.storage", ["knowledge 10"])], ["2 'knowledge 10'", "at most 1"]),
    ([("black.0", "ship"), ("dark.ship", 6)], ["black and dark: found 7 'ship'", "at most 6"]),
    ([("supply.mine", 10)], ["depots and supply: found 11 'mine'", "at most 10"]),
    ([("supply.castle", 12)], ["depots and supply: found 13 'castle'", "at most 12", "besides 2 start castles"]),
    ([("black.0", "knowledge 1")], ["'knowledge 1'", "black back"]),
    ([("depots.1.tiles.2", "mine")], ["depots.1.tiles[2]: found 'mine'", "a ship tile"]),
    ([("depots.1.tiles.0", "knowledge 13"), ("depots.2.tiles.0", None)], ["depots.1.tiles[0]", "2 seats leave"]),
    ([("black.5", "church"), ("black.0", None)], ["black[5]: found 'church'", "4 spaces"]),
    ([("players.0.goods.pink", 9)], ["pink tiles", "7"]),
    ([("goods_supply.pink", 2)], ["found 6 pink tiles", "7"]),
    ([("players.0.goods", {"purple": 1, "red": 1, "pink": 1, "brown": 1}), ("goods_supply.pink", 2),
      ("goods_supply.brown", 1)], ["players[0].goods: found 4 colours", "three stacks"]),
    ([("players.0.dice", [2, 4]), ("stage", "sell-free")], ["players[0].dice: found [2, 4]", "at most 1 still to use"]),
    ([("players.1.dice", [2])], ["players[1].dice: found [2]", "expected 2, as its turn is still to come"]),
    ([("turn", 1), ("actor", 1)], ["players[0].dice: found [4]", "expected none, as its turn is over"]),
    ([("white", 0)], ["white: found 0"]),
    ([("coming.4", None)], ["pink tiles"]),
    ([("coming.0", "pink"), ("goods_supply.pink", 2)], ["coming[0]: found 'pink'", "null in round 3"]),
    ([("track", [[], [1], [0], [], [], [], []])], ["track: found seat 1 on space 1", "one for each ship"]),
    ([("stage", "roll"), ("players.0.dice", []), ("players.1.dice", []), ("white", 0), ("order", [1, 0]), ("actor", 1)],
     ["order: found [1, 0]", "as the track says"]),
    ([("bonuses.large", [*MIDGAME["bonuses"]["large"], "mine"])], ["large mine bonus with players[1] and in bonuses"]),
    ([("players.0.large", ["mine"])], ["the large mine bonus with players[0] and with players[1]"]),
    ([("players.0.large", ["ship"]), ("bonuses.large", ["building", "animal", "knowledge", "castle"])],
     ["players[0].large: found 'ship'", "all ship hexes of the duchy filled"]),
    ([("players.1.large", []), ("bonuses.large", [*MIDGAME["bonuses"]["large"], "mine"])],
     ["the large mine bonus in bonuses", "as 1 seat has filled"]),
    ([("players.1.small", ["mine"]), ("bonuses.small", ["building", "animal", "knowledge", "castle", "ship"])],
     ["the small mine bonus with a player", "in bonuses"]),
    ([("players.0.points.knowledge", 4)], ["players[0].points.knowledge: found 4", "0 before the end"]),
    ([("phase", "A"), ("round", 3)], ["players[0]: found 13 tiles in the duchy and 2 stored", "at most 10"]),
    ([("stage", "over")], ["phase and round: found 'C' and 3", "'E' and 5"]),
    ([("stage", "fill-depot")], ["round: found 3"]),
    ([("cursor", 3)], ["cursor: found 3", "0 at stage main"]),
    ([("taking", "1: ship")], ["taking: found a tile", "null at stage main"]),
    ([("stage", "discard")], ["taking: found null"]),
    ([("stage", "discard"), ("taking", "1: ship")], ["players[0].storage: found 2 tiles", "3"]),
    ([("allowed", ["ship"])], ["allowed: found ['ship']", "an empty list"]),
    ([("stage", "take-free")], ["allowed: found []", "ship"]),
    ([("cleared", [2])], ["cleared: found [2]", "an empty list"]),
    ([("stage", "take-free"), ("allowed", ["animal", "ship"]), ("players.0.storage", ["ship", "ship", "castle"])],
     ["players[0].storage: found 3 tiles", "at most 2"]),
    ([("stage", "castle-action")], ["players[0].duchy: found no castle besides the start castle", "castle-action"]),
    ([("stage", "discard"), ("taking", "1: ship"), ("options", {"buy": "anytime"}), ("cursor", 1)],
     ["cursor: found 1", "0 at stage discard"]),        # a castle's action has room for its purchase (B40)
    *[([("stage", stage), ("players.0.duchy.d3", spoiling.GONE), ("players.0.duchy.d6", spoiling.GONE)],
       ["players[0].duchy: found no ship", "just placed", stage])
      for stage in ("ship-depot", "ship-colour", "ship-second")],
    ([("stage", "sell-free")], ["players[0].duchy: found no warehouse", "just placed", "sell-free"]),
    ([("stage", "take-free"), ("allowed", ["building"])], ["players[0].duchy: found no carpenter", "take-free"]),
    ([("stage", "take-free"), ("allowed", ["knowledge", "castle", "mine"]), ("players.0.duchy.f5", spoiling.GONE)],
     ["players[0].duchy: found no church", "take-free"]),
    ([("stage", "take-free"), ("allowed", ["animal", "ship"]), ("players.0.duchy.c3", spoiling.GONE)],
     ["players[0].duchy: found no market", "take-free"]),
    ([("stage", "place-free"), ("players.0.duchy.g4", spoiling.GONE)],
     ["players[0].duchy: found no city-hall", "place-free"]),
    ([("players.0.points.sales", 11)], ["players[0].points.sales: found 11", "at most 10, 2 for each of 5 goods sold"]),
    ([("players.0.points.sales", 77), ("players.0.sold", {})], ["players[0].points.sales: found 77", "at most 0"]),
    ([("stage", "ship-second"), ("track", [[1], [0], [], [], [], [], []])],
     ["stage: found 'ship-second'", "tile5_joint=no"]),
    ([("stage", "ship-colour"), ("track", [[1], [0], [], [], [], [], []])], ["cleared: found []", "one depot"]),
    ([("stage", "ship-colour"), ("track", [[1], [0], [], [], [], [], []]), ("cleared", [2]), ("allowed", ["pink"])],
     ["allowed: found ['pink']", "turquoise"]),
    ([("stage", "ship-colour"), ("track", [[1], [0], [], [], [], [], []]), ("cleared", [3]),
      ("allowed", ["turquoise", "orange"]), ("players.0.goods", {}), ("players.0.sold", {"purple": 3, "pink": 2,
      "orange": 1, "red": 1})], ["'ship-colour' with 2 new colours for 3 free stacks"]),
]


def test_b34_no_marker_has_moved_before_the_start():
    document = position_to_json(games.load("burgundy").start(2))
    assert document["stage"] == "start-goods"
    assert position_from_json(document).raw()["track"] == [0] * 4
    message = refusal(document | {"track": [[], [], [1, 0], [], [], [], []]})
    assert "track: found seat 0 on space 2, expected it on space 0" in message


@pytest.mark.parametrize("changes, words", UNREACHABLE)
def test_a_position_that_the_rules_cannot_reach_is_refused(changes, words):
    message = refusal(edited(*changes))
    for word in words:
        assert word in message


def test_forty_placed_tiles_are_too_many():
    every = {hex_: "ship" for hex_ in names.HEX_NAMES}
    message = refusal(edited(("players.0.duchy", {**every, "h1": "ship", "h2": "ship", "h3": "ship"})))
    assert "players[0].duchy: found 40 tiles" in message
    assert "37" in message


def test_five_seats_are_too_many():
    document = edited(("seats", 5), ("order", [0, 1, 2, 3, 4]), ("players", [MIDGAME["players"][0]] * 5))
    assert "seats: found 5, expected a number of seats from 2 to 4" in refusal(document)


@pytest.mark.parametrize("value", [*spoiling.NO_POSITIONS, "main", [MIDGAME]])
def test_other_json_values_are_refused(value):
    refusal(value)


def test_values_nested_without_end_are_refused():
    spoiling.nested_without_end(notation, MIDGAME, "stage")


# ---- any change to a good position -----------------------------------------------------------

WORDS = [
    *names.TILE_NAMES, *names.GOODS_NAMES, *names.HEX_NAMES, *names.STAGE_NAMES, *names.COLOUR_NAMES,
    *names.PHASE_NAMES, *names.SOURCE_NAMES, "3: ship", "black: church",
]
MOMENTS = {"stage": names.STAGE_NAMES, "phase": names.PHASE_NAMES}


@pytest.mark.whole
@spoiling.tried(600)
@given(spoiling.spoilt([MIDGAME], WORDS, MOMENTS))
def test_a_changed_position_is_refused_in_words_or_can_be_played(document):
    spoiling.refused_or_played(notation, document)


@spoiling.tried(200)
@given(spoiling.spoilt([MIDGAME], WORDS, MOMENTS))
def test_a_changed_position_taken_on_trust_can_be_played(document):
    spoiling.refused_or_played(notation, document, trust=True)


@spoiling.tried(300)
@given(spoiling.documents(WORDS, list(MIDGAME)))
def test_any_json_value_is_refused_in_words(value):
    refusal(value)


# ---- texts and files -------------------------------------------------------------------------

TEXT = json.dumps(MIDGAME, indent=1)


def text_refusal(text):
    with pytest.raises(InputError) as refused:
        read_document(text, "game.json")
    message = str(refused.value)
    assert message.startswith("game.json: ")
    assert message.count("\n") <= 1
    assert message.isprintable()
    return message


def test_two_tiles_on_one_hex_are_refused():
    assert TEXT.count('"c3": "market"') == 1
    message = text_refusal(TEXT.replace('"c3": "market"', '"c3": "market", "c3": "bank"'))
    assert message == "game.json: players[0].duchy: the key 'c3' stands there twice, expected once"


def test_a_key_that_stands_twice_is_found_wherever_it_is():
    assert "the key 'a' stands there twice" in text_refusal('{"a": 1, "a": {"b": 1, "b": 2}}')
    assert "x[1].y: the key 'b'" in text_refusal('{"x": [0, {"y": {"b": 1, "c": 1, "b": 2}}]}')


@pytest.mark.parametrize("share", [0.001, 0.1, 0.5, 0.9, 0.999])
def test_json_cut_off_is_refused_with_the_place(share):
    cut = TEXT[:int(len(TEXT) * share)].rstrip(" \n")
    message = text_refusal(cut)
    assert f"line {cut.count(chr(10)) + 1}, column " in message


@pytest.mark.parametrize("text, words", [
    ("", "is empty"),
    (" \n\t", "is empty"),
    ('{"a" 1}', "line 1, column 6: found '1}'"),
    ('{\n "a": 1,\n}', "line 3, column 1"),
    ("{} {}", "column 4"),
    ("{'a': 1}", "column 2"),
    ('{"a": NaN}', "found NaN, expected a finite number"),
    ('{"a": -Infinity}', "found -Infinity"),
    ('{"a": 1e999}', "found '1e999', expected a finite number"),
    ('{"a": ' + "9" * 5000 + "}", "a number of 5000 digits"),
    ("[" * 100_000, "nested too deeply"),
    ('{"a":' * 50_000 + "1" + "}" * 50_000, "nested too deeply"),
    ('{"a": "\x00"}', "column 8"),
])
def test_text_that_is_no_json_is_refused_with_the_place(text, words):
    assert words in text_refusal(text)


def file_refusal(path):
    with pytest.raises(InputError) as refused:
        read_file(path)
    message = str(refused.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


def test_a_file_of_100_megabytes_is_refused_unread(tmp_path):
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    tracemalloc.start()
    try:
        assert "has 100,000,000 bytes, expected at most 1,000,000" in file_refusal(path)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_binary_garbage_is_refused(tmp_path):
    path = tmp_path / "noise.json"
    path.write_bytes(random.Random(1).randbytes(5000))
    assert "no UTF-8 text" in file_refusal(path)
    path.write_bytes(TEXT.encode("utf-16"))
    assert "byte 0 is 0xff, which is no UTF-8 text" in file_refusal(path)
    path.write_bytes(bytes(1000))
    assert "line 1, column 1" in file_refusal(path)


def test_what_is_no_file_is_refused(tmp_path):
    assert "No such file" in file_refusal(tmp_path / "none.json")
    assert "is a folder" in file_refusal(tmp_path)
    with pytest.raises(InputError, match="cannot be read"):
        read_file("a\0b")


def test_a_stream_without_end_is_refused(monkeypatch):
    class Endless(io.RawIOBase):
        def read(self, size=-1):
            assert 0 <= size <= LIMIT + 1
            return b" " * size

    class Standard:
        buffer = Endless()

    monkeypatch.setattr(sys, "stdin", Standard())
    with pytest.raises(InputError, match="standard input: has more than 1,000,000 bytes"):
        read_file("-")


def test_good_files_are_read(tmp_path, monkeypatch):
    path = tmp_path / "game.json"
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())      # as some editors save
    assert read_file(path) == read_file(os.fspath(path)) == MIDGAME
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    assert read_file("-") == MIDGAME
