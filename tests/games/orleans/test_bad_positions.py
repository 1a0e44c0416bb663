"""Positions that cannot be used are refused in a line or two that name place, found and expected."""
import json
from pathlib import Path

import pytest
from hypothesis import given

from games.orleans import names, notation, tables
from games.orleans.notation import position_from_json
from tests.games import spoiling

EXAMPLES = Path(__file__).parents[3] / "examples"
MIDGAME = json.loads((EXAMPLES / "orleans-midgame.json").read_text(encoding="utf-8"))
OPENING = json.loads((EXAMPLES / "orleans-opening.json").read_text(encoding="utf-8"))
ENDGAME = json.loads((EXAMPLES / "orleans-endgame.json").read_text(encoding="utf-8"))


def edited(*changes, of=MIDGAME):
    """The position with values replaced."""
    return spoiling.edited(of, *changes)


def refusal(document):
    """The message with which a document is refused."""
    return spoiling.refusal(notation, document)


@pytest.mark.parametrize("document", [OPENING, MIDGAME, ENDGAME])
def test_the_positions_that_are_spoilt_here_are_good(document):
    position_from_json(document)


FORM = [        # path, new value, words of the message
    ("format", "chess/1", ["format: found 'chess/1'", "ludosoph-position/1"]),
    ("game", "chess", ["game: found 'chess'", "orleans"]),
    ("version", 99, ["version: found 99"]),
    ("rond", 3, ["unknown key 'rond'", "did you mean 'round'"]),
    ("round", spoiling.GONE, ["the key 'round' is missing"]),
    ("round", 19, ["round: found 19", "0 to 18"]),
    ("round", True, ["round: found true"]),
    ("phase", 7, ["phase: found 7", "0 to 6"]),
    ("stage", "acts", ["stage: found 'acts'", "did you mean 'act'"]),
    ("event", "Plaque", ["event: found 'Plaque'", "did you mean 'Plague'"]),
    ("seats", 6, ["seats: found 6", "from 2 to 5"]),
    ("seats", 3, ["players: found a list of 4", "a list of 3"]),
    ("options", {"presets": "eighth"}, ["options: found the unknown key 'presets'", "did you mean 'preset'"]),
    ("options", {"preset": "ninth"}, ["options.preset: found 'ninth'"]),
    ("options", {"start": ["1"]}, ["options.start: found a list of 1"]),
    ("options", {"rules": "no/such.toml"}, ["options.rules: found 'no/such.toml'", "a JSON object"]),
    ("start", 4, ["start: found 4", "0 to 3"]),
    ("actor", -1, ["actor: found -1"]),
    ("passed", [5], ["passed[0]: found 5"]),
    ("options", {"0": "farmer"}, ["options: found the unknown key '0'", "expected one of preset, planning", "19 more"]),
    ("hourglass.D", {}, ["hourglass: found the unknown key 'D'"]),
    ("hourglass.C.Taxis", 1, ["hourglass.C: found 'Taxis'", "Taxes"]),
    ("supply.nun", 1, ["supply: found 'nun'", "a profession"]),
    ("supply.monk", -1, ["supply.monk: found -1"]),
    ("supply.monk", 13.0, ["supply.monk: found 13.0"]),
    ("goods_market.gold", 1, ["goods_market: found 'gold'", "a good"]),
    ("technology", "ten", ["technology: found 'ten'"]),
    ("tiles.0", "Hayrik", ["tiles[0]: found 'Hayrik'", "did you mean 'Hayrick'"]),
    ("tiles.0", "Brewery", ["tiles[4]: found 'Brewery' a second time"]),
    ("citizens.0", "mayor", ["citizens[0]: found 'mayor'"]),
    ("routes.r99", ["wine"], ["routes: found the unknown key 'r99'"]),
    ("routes.r01", ["wine"], ["routes.r01: found a list of 1", "a list of 2"]),
    ("routes.r02", ["vine"], ["routes.r02[0]: found 'vine'", "did you mean 'wine'"]),
    ("deeds.Astrology", {}, ["deeds: found the unknown key 'Astrology'", "did you mean 'Astronomy'"]),
    ("deeds.Astronomy", {"monk": 1}, ["deeds.Astronomy.monk: found 1", "Astronomy has no space for monks"]),
    ("deeds.Astronomy", {"scholar": 3}, ["deeds.Astronomy.scholar: found 3", "0 to 2"]),
    ("players", [], ["players: found an empty list", "a list of 4"]),
    ("players.1", None, ["players[1]: found null", "an object"]),
    ("players.1.coins", -1, ["players[1].coins: found -1", "0 to 1000"]),
    ("players.1.coins", 10**50, ["players[1].coins: found a number of more than 30 digits"]),
    ("players.1.merchant", "Paris", ["players[1].merchant: found 'Paris'", "a town on the map"]),
    ("players.1.merchant", "Orleans", ["players[1].merchant: found 'Orleans'", "did you mean 'Orléans'"]),
    ("players.1.stations", ["Paris"], ["players[1].stations[0]: found 'Paris'"]),
    ("players.1.stock", "all", ["players[1].stock: found 'all'"]),
    ("players.1.tracks.farmer", 9, ["players[1].tracks.farmer: found 9", "0 to 8"]),
    ("players.1.tracks.knight", 6, ["players[1].tracks.knight: found 6", "0 to 5"]),
    ("players.1.tracks.monk", 1, ["players[1].tracks: found the unknown key 'monk'"]),
    ("players.1.development", 31, ["players[1].development: found 31", "0 to 30"]),
    ("players.1.market", {"own monk": 1}, ["players[1].market: found 'own monk'", "a follower"]),
    ("players.1.bag", [], ["players[1].bag: found an empty list", "an object"]),
    ("players.1.places.Castel", [], ["players[1].places: found the unknown key 'Castel'", "did you mean 'Castle'"]),
    ("players.1.places.Castle", [None], ["players[1].places.Castle: found a list of 1", "farmer, boatman, trader"]),
    ("players.1.places.Castle", ["king", None, None], ["players[1].places.Castle[0]: found 'king'"]),
    ("players.1.tiles", {"Brothel": []}, ["players[1].tiles: found 'Brothel'", "a place tile"]),
    ("players.1.tiles", ["Brewery"], ["players[1].tiles: found a list of 1", "an object"]),
    ("players.1.technology", {"kept": 1}, ["players[1].technology: the key 'placed' is missing"]),
    ("players.1.planned", ["Castle 4"], ["players[1].planned[0]: found 'Castle 4'", "such as 'Castle 2'"]),
    ("doing", {"luck": 1}, ["doing: found the unknown key 'luck'"]),
    ("doing", {"route": "x01"}, ["doing.route: found 'x01'"]),
    ("comment", 5, ["comment: found 5", "a string"]),
]


@pytest.mark.parametrize("path, value, words", FORM)
def test_a_field_of_the_wrong_form_is_named(path, value, words):
    message = refusal(edited((path, value)))
    for word in words:
        assert word in message


UNREACHABLE = [     # changes, words of the message
    # followers
    ([("players.2.market", {"trader": 1, "knight": 8}), ("supply.knight", 0)],
     ["players[2].market: found 9 followers", "at most 8"]),
    # places
    ([("players.0.places.Castle", ["scholar", None, None]), ("players.0.market", {})],
     ["players[0].places.Castle[0]: found 'scholar'", "a farmer"]),
    ([("players.0.places.Monastery", ["monk", "monk"]), ("players.0.tiles", {"Library": [None, None]})], ["monks"]),
    ([("players.3.places.Castle", ["technology", "boatman", "technology"])],
     ["players[3].places.Castle: found 2 technology tiles", "at most one on a place"]),
    ([("players.3.places.Town Hall", ["technology", None])], ["players[3].places.Town Hall[0]: found 'technology'"]),
    ([("players.0.technology", {"kept": 0, "placed": 1})], ["players[0].technology.placed: found 1", "at least 2"]),
    # the table
    ([("seats", 2), ("players", MIDGAME["players"][:2]), ("actor", 0)], ["expected"]),
    ([("seats", 5), ("players", [*MIDGAME["players"], MIDGAME["players"][1]])], ["players[4].stations: found"]),
    # stations
    ([("players.0.stations", ["Vendôme", "Briare"]), ("players.0.stock", 8)],
     ["players[1].stations: found 'Briare'", "one station in a town"]),
    # the round
    ([("round", 0), ("event", None)], ["round: found 0", "1 to 18 at stage act"]),
    ([("phase", 4)], ["phase: found 4", "5 at stage act"]),
    ([("round", 8)], ["hourglass.B: found 3 tiles", "4 in round 8"]),
    ([("hourglass.B.Income", 2), ("hourglass.B.Harvest", 0)], ["hourglass.B.Income: found 2", "at most 1"]),
    ([("event", "Income")], ["hourglass.B.Income: found 1", "at most 0"]),
    ([("passed", [2])], ["passed: found [2]", "seat 2 not among them"]),
    ([("stage", "plan"), ("phase", 4), ("passed", [0])], ["passed: found [0]", "an empty list in phase 4"]),
    ([("stage", "over"), ("phase", 6)], ["round: found 9", "18 when the game is over"]),
    ([("stage", "reveal"), ("phase", 1)], ["hourglass.B: found 3 tiles", "4 before it is revealed in round 9"]),
    ([("stage", "reveal"), ("phase", 1), ("round", 10)], ["actor: found 2", "0 at stage reveal"]),
    ([("stage", "shield"), ("phase", 6)], ["players[2].tiles: found no Sacristy"]),
    ([("stage", "food"), ("phase", 6)], ["event: found 'Taxes'", "Harvest"]),
    ([("stage", "torture"), ("phase", 6), ("doing", {"debt": 1})],
     ["players[2].coins: found 11", "0 at stage torture"]),
    ([("stage", "torture"), ("phase", 6), ("players.2.coins", 0)], ["doing.debt: found 0", "1 to"]),
    ([("stage", "food"), ("phase", 6), ("event", "Harvest"), ("doing", {"debt": 1, "after": "wine"}),
      ("hourglass.B", {"Income": 1, "Taxes": 1, "Trading Day": 1})],
     ["doing.after: found 'wine'", "a food of which there is more"]),
    ([("stage", "torture"), ("phase", 6), ("players.2.coins", 0), ("doing", {"debt": 9, "after": "brocade"})],
     ["doing.after: found 'brocade'", "enough to give, or everything"]),
    ([("options", {"start": "1"})], ["start: found 0", "1: seat 1 started"]),
    ([("options", {"preset": "first_2014"})], ["hourglass: found an object of 3 keys", "one pile, A"]),
    ([("stage", "map-good")], ["round: found 9", "0"]),
    # what is under way
    ([("doing", {"draws": 1})], ["doing.draws: found 1", "none at stage act"]),
    ([("doing", {"debt": 1})], ["doing.debt: found 1", "none at stage act"]),
    ([("doing", {"route": "r01"})], ["doing.route: found 'r01'"]),
    ([("doing", {"after": "Castle 1"})], ["doing.after: found 'Castle 1'", "no such key at stage act"]),
    ([("doing", {"hand": {"monk": 1}}), ("supply.monk", 12)], ["doing.hand: found 1 follower", "none at stage act"]),
    ([("doing", {"drawn": {"monk": 1}})], ["doing.drawn.monk: found 1", "at most 0"]),
    ([("players.2.planned", ["Village 1"])], ["players[2].planned: found 1 space", "none for this seat"]),
    ([("players.2.sent", ["Town Hall"])], ["players[2].sent: found a place"]),
    ([("players.2.unpaid", 3)], ["players[2].unpaid: found 3"]),
    ([("stage", "route-good"), ("doing", {"route": "w01"})], ["doing.route: found 'w01'", "Châteaudun"]),
    ([("stage", "bath-draw"), ("doing", {"draws": 3})], ["players[2].tiles: found no Bathhouse"]),
    ([("stage", "keep"), ("phase", 3)], ["stage: found 'keep'", "preset eighth"]),
    ([("stage", "draw"), ("phase", 3), ("doing", {"draws": 8})], ["doing.draws: found 8", "at most 7"]),
    ([("stage", "draw"), ("phase", 3), ("doing", {"draws": 5})], ["players[2].bag: found 5 followers", "more than 5"]),
    ([("stage", "send-more")], ["doing.after: found none", "sent first"]),
    ([("stage", "send-more"), ("doing", {"after": "Gunpowder Tower: farmer to Plague"})],
     ["a place that players[2] has"]),
    ([("stage", "send-more"), ("doing", {"after": "Town Hall: farmer to Plague"})],
     ["stage: found 'send-more', where there is nothing to choose"]),
    ([("stage", "technology")], ["passed: found []", "seat 2 among them"]),
    ([("stage", "technology"), ("passed", [2])], ["nothing to choose"]),
    ([("stage", "choose-tile")], ["players[2].tiles: found 1 place tile,", "at most 0"]),
    ([("actor", 3), ("passed", [3])], ["passed: found [3]"]),
]


@pytest.mark.parametrize("changes, words", UNREACHABLE)
def test_a_position_that_the_rules_cannot_reach_is_refused(changes, words):
    message = refusal(edited(*changes))
    for word in words:
        assert word in message


PLANNING = [
    ([("players.0.planned", ["Castle 1"])], ["where nothing stands"]),
    ([("doing", {"after": "Castle 1"})], ["doing.after: found 'Castle 1'", "nothing is planned there"]),
]


@pytest.mark.parametrize("changes, words", PLANNING)
def test_a_plan_that_cannot_be_is_refused(changes, words):
    actor = str(OPENING["actor"])
    message = refusal(edited(*((path.replace("players.0", f"players.{actor}"), v) for path, v in changes), of=OPENING))
    for word in words:
        assert word in message


@pytest.mark.parametrize("value", [*spoiling.NO_POSITIONS, "main", [MIDGAME]])
def test_other_json_values_are_refused(value):
    refusal(value)


def test_values_nested_without_end_are_refused():
    spoiling.nested_without_end(notation, MIDGAME, "stage")


# ---- any change to a good position -----------------------------------------------------------

WORDS = [
    *tables.KINDS, *tables.GOODS, *tables.TOWNS, *names.STAGE_NAMES, *tables.EVENTS, *tables.TILES, *tables.DEEDS,
    *tables.BOARD, "technology", "Castle 2", "draws", "debt", "after",
]
MOMENTS = {"stage": names.STAGE_NAMES, "phase": range(7)}


@pytest.mark.whole
@spoiling.tried(700)
@given(spoiling.spoilt([OPENING, MIDGAME, ENDGAME], WORDS, MOMENTS))
def test_a_changed_position_is_refused_in_words_or_can_be_played(document):
    spoiling.refused_or_played(notation, document)


@spoiling.tried(150)
@given(spoiling.spoilt([OPENING, MIDGAME, ENDGAME], WORDS, MOMENTS))
def test_a_changed_position_taken_on_trust_can_be_played(document):
    spoiling.refused_or_played(notation, document, trust=True)


@spoiling.tried(200)
@given(spoiling.documents(WORDS, list(MIDGAME)))
def test_any_json_value_is_refused_in_words(value):
    refusal(value)
