"""Which fields belong to a part of a picture, and what may stand in them."""
import json
import re
from pathlib import Path

import pytest

import games
from games.api import InputError
from games.drawing import boxes
from games.positions import placed
from service.values import FITS, LARGEST, NONE, UNCOUNTED, UNFIT, Asked, leaves, replaced
from tests.service.house import client_of

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
VALUES = "/api/v1/positions/values"


def example(name):
    return json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("name", "found", "path"), [
    ("burgundy-midgame", "seat-0-space-e4", ("players", 0, "duchy", "e4")),
    ("burgundy-midgame", "seat-1-silver", ("players", 1, "silver")),
    ("burgundy-midgame", "depot-4-goods-red", ("depots", "4", "goods", "red")),
    ("connect-four-choice", "cell-d1", ("board", 5, 3)),
    ("catan-cards-midgame", "seat-0-hand-lumber", ("players", 0, "hand", "lumber")),
    ("world504-981", "space-3-minus-4", ("tiles", "3,-4", "kind"))])
def test_a_part_of_the_picture_has_its_field(name, found, path):
    assert path in [each.path for each in Asked(example(name)).at(found)]


# What in a picture has no field that its id names: by game, what trying finds, and what has none, with the reason.
TRIED = {
    "burgundy": r"depot-black(-\d)?|white-die|seat-\d-die-\d|seat-\d-stored-.*",
    "pig": r"die",
    "world504": r"edge-.*|place-\d|box-.*",        # of lists by owner and by good
}
WITHOUT = {
    "catan_cards": r"seat-\d-buildings",           # a row: each card in it has its field
    "kuhn_poker": r"turn|pot|seat-\d-chips",       # follow from the betting
    "leduc_poker": r"turn|pot|seat-\d-chips",
    "orleans": r"turn|tile-.*-\d",         # on a tile on display nobody stands
}
DRAWN = ("burgundy-midgame", "catan-cards-midgame", "orleans-midgame", "world504-867", "connect-four-choice",
         "backgammon-midgame", "pig-endgame", "kuhn-poker-bluff", "leduc-poker-board")


@pytest.mark.parametrize("name", DRAWN)
def test_each_thing_that_is_drawn_has_a_field_or_a_reason(name):
    document = example(name)
    position, game = placed(document, True), document["game"]
    seen, allowed = set(), re.compile(f"{TRIED.get(game, 'nothing')}|{WITHOUT.get(game, 'nothing')}")
    for found in boxes(position.game.render.svg(position.state)):
        kind = re.sub(r"\d+", "9", found)
        whole = re.fullmatch(r"(seat|owner|depot|share|space)-\d", found) or found.endswith("-market")
        if kind in seen or whole or found.startswith(("seat-1", "seat-2", "seat-3")):
            continue
        seen.add(kind)
        if allowed.fullmatch(found):
            continue
        question = Asked(document)
        assert any(way(found) for way in (question._in_grid, question._of_container, question._named, question._lacking,
                                          question._held, question._fresh)), found
    assert seen


@pytest.mark.parametrize(("found", "path"), [
    ("seat-0-space-a1", ("players", 0, "duchy", "a1")),         # nothing lies there yet
    ("supply-pig-2", ("supply", "pig 2"))])
def test_a_place_where_nothing_lies_has_its_field(found, path):
    document = example("burgundy-midgame")
    document["supply"].pop("pig 2", None)
    document["players"][0]["duchy"].pop("a1", None)
    assert Asked(document).paths(found) == [path]


@pytest.mark.parametrize(("found", "paths"), [
    ("hourglass-b-plague", {("hourglass", "B", "Plague")}),     # of a pile that has none of it
    ("deed-plague", {("deeds", "Plague", "farmer"), ("deeds", "Plague", "trader")}),
    ("deed-cathedral", {("deeds", "Cathedral", "craftsman"), ("deeds", "Cathedral", "monk")}),
    ("town-chartres", {("players", 0, "merchant"), ("players", 3, "stations", 0)})])
def test_what_lies_nowhere_yet_has_its_fields(found, paths):
    document = example("orleans-midgame")
    places = {each.path: each for each in Asked(document).at(found)}
    assert paths <= set(places)
    for path in paths:
        assert [each for each in places[path].values if each.fits != UNFIT and each.value != places[path].value], path


def test_a_thing_goes_to_a_list_and_from_it():
    document = example("orleans-midgame")
    before = document["players"][1]["stations"]
    path = ("players", 1, "stations", len(before))
    added = replaced(document, path, "Chartres")
    assert added["players"][1]["stations"] == [*before, "Chartres"]
    assert replaced(added, path, NONE) == document
    place = Asked(document).place(("players", 1, "stations", 1))
    assert (place.listed, place.value) == (True, "Briare")
    assert None in [each.value for each in place.values]


@pytest.mark.parametrize(("name", "path"), [
    ("burgundy-midgame", ("players", 0, "duchy", "e4")), ("burgundy-midgame", ("players", 1, "storage", 0)),
    ("connect-four-choice", ("board", 4, 3))])
def test_each_value_is_told_by_whether_the_game_reads_it(name, path):
    document, told = example(name), set()
    for value, fits in Asked(document).place(path).values:
        if value is None:
            continue
        changed = replaced(document, path, value)
        reads = []
        for trust in (False, True):
            try:
                placed(changed, trust)
                reads.append(True)
            except InputError:
                reads.append(False)
        assert fits == {(True, True): FITS, (False, True): UNCOUNTED, (False, False): UNFIT}[tuple(reads)], value
        told.add(fits)
    assert len(told) > 1


@pytest.mark.parametrize("name", games.names())
def test_every_field_of_every_game_is_asked_for_by_its_place(name):
    game = games.load(name)
    document = game.notation.position_to_json(game.start())
    found = client_of().post(VALUES, json={"position": document}).json()
    assert [tuple(path) for path in found["fields"]] == [path for path, _ in leaves(document)]
    assert found["places"] == []


def test_what_is_no_position_is_refused_and_what_is_wrong_is_not():
    client, document = client_of(), example("connect-four-choice")
    document["board"] = ["x......"] * 6
    answer = client.post(VALUES, json={"position": document, "id": "cell-a6"})
    assert answer.status_code == 200
    for position, more, field in (
            ({}, {}, "position"), ({"game": "chess"}, {}, "position"), (document, {"path": ["no"]}, "path"),
            ({"game": "pig", "x": [1] * (LARGEST + 1)}, {"id": "x"}, "position")):
        answer = client.post(VALUES, json={"position": position, **more})
        assert (answer.status_code, answer.json()["field"]) == (400, field)
