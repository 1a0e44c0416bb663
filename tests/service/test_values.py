"""Which fields belong to a part of a picture, and what may stand in them."""
import json
from pathlib import Path

import pytest

import games
from games.api import InputError
from games.positions import placed
from service.values import FITS, LARGEST, UNCOUNTED, UNFIT, Asked, leaves, replaced
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
