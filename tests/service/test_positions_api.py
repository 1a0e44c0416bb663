"""Positions as they are typed, begun, and looked up in records."""
import json

import pytest

import games
from games.positions import draw_on
from service.places import counted, mark, place_of
from service.positions import picture
from tests.service.house import client_of
from tests.service.test_searches import played

CHECK = "/api/v1/positions/check"


@pytest.fixture(scope="module")
def client():
    return client_of()


def document(name="burgundy", seed=3):
    game = games.load(name)
    state = game.start()
    draw_on(state, seed)
    return game, state, game.notation.position_to_json(state)


@pytest.mark.parametrize("name", games.names())
def test_a_position_is_read_shown_and_told_what_may_be_done(client, name):
    game, state, given = document(name)
    found = client.post(CHECK, json={"text": json.dumps(given, indent=1)}).json()
    assert (found["ok"], found["error"], found["game"], found["toMove"]) == (True, None, name, state.current_player())
    assert found["svg"] == picture(game, state)
    assert found["text"] == game.render.text(state).plain
    assert [(m["move"], m["ids"]) for m in found["moves"]] == [
        (game.notation.action_text(state, a), list(game.touches(state, a))) for a in state.legal_actions()]
    assert client.post(CHECK, json={"position": given}).json() == found


def test_a_seat_sees_what_it_knows_and_no_picture_is_drawn_unless_wanted(client):
    game, state, given = document("catan_cards")
    found = client.post(CHECK, json={"position": given, "seat": 1, "svg": False}).json()
    assert found["svg"] is None
    assert found["text"] == game.render.text(state, 1).plain
    refused = client.post(CHECK, json={"position": given, "seat": 9})
    assert (refused.status_code, refused.json()["field"]) == (400, "seat")


def test_outcomes_of_chance_come_with_their_probabilities_and_a_game_that_is_over_has_no_moves(client):
    game = games.load("pig")
    state = game.start()
    state.apply_action(state.legal_actions()[-1])
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    found = client.post(CHECK, json={"position": game.notation.position_to_json(state)}).json()
    assert found["toMove"] == "chance"
    assert sum(move["probability"] for move in found["moves"]) == pytest.approx(1)
    over = client.post("/api/v1/records/positions", json={"record": "\n".join(lines := played("tic_tac_toe")),
                                                          "number": len(lines) - 2}).json()
    assert over["toMove"] is None
    assert client.post(CHECK, json={"position": over["position"]}).json()["moves"] == []


@pytest.mark.parametrize("text, line, column", [
    ("", None, None), ("{", 1, 2), ('{\n "a": 1,\n "b" 2}', 3, 6), ('{"a": NaN}', None, None), ("[1]", None, None)])
def test_a_text_that_is_no_json_is_told_where(client, text, line, column):
    found = client.post(CHECK, json={"text": text})
    assert found.status_code == 200
    error = found.json()["error"]
    assert (found.json()["ok"], error["line"], error["column"], error["place"]) == (False, line, column, None)
    assert error["message"]


@pytest.mark.parametrize("change, place, shown", [
    (lambda d: d["players"][1].update(silver="much"), "players[1].silver", '"much"'),
    (lambda d: d.update(seats=9), "seats", "9"),
    (lambda d: d["players"][0].update(nonsense=[1]), "players[0].nonsense", "[\n"),
    (lambda d: d["players"][1].pop("silver"), "players[1]", "{\n")])
def test_a_field_at_fault_is_found_in_the_text(client, change, place, shown):
    _, _, given = document()
    change(given)
    text = json.dumps(given, indent=2)
    error = client.post(CHECK, json={"text": text}).json()["error"]
    assert error["place"] == place
    assert text.split("\n")[error["line"] - 1][error["column"] - 1:] + "\n" >= shown
    assert (text.split("\n")[error["line"] - 1][error["column"] - 1:] + "\n").startswith(shown)


def test_places_are_walked_through_objects_lists_and_odd_keys():
    text = '{"a": {"b c": [1, {"d": 2}]}, "a.b": 3,\n "e-f": "g"}'
    for place, start in (("a.b c[1].d", "2}"), ("a", '{"b c"'), ("e-f", '"g"'), ("'a.b'", "3,"), ("document", '{"a"')):
        assert mark(text, place) == counted(text, text.index(start)), place
    assert mark(text, "a.b c[7].x") == counted(text, text.index("[1"))       # as far as it goes
    assert mark(text, "nowhere") is None
    assert mark(text, "") is None
    assert counted(text, text.index('"g"')) == (2, 9)


@pytest.mark.parametrize("message, place", [
    ("players[1].silver: found 'x', expected 1", "players[1].silver"), ("found no game with \"game\": one", ""),
    ("no place at all", ""), ("document: found the unknown key 'foo'", "foo"),
    ("players[0]: found the unknown key 'foo'; did", "players[0].foo")])
def test_messages_begin_with_their_place(message, place):
    assert place_of(message) == place


@pytest.mark.parametrize("asked", [{}, {"text": "{}", "position": {}}])
def test_either_a_text_or_an_object_is_checked(client, asked):
    answer = client.post(CHECK, json=asked)
    assert (answer.status_code, answer.json()["field"]) == (400, "text")


def test_a_game_begins_with_its_options_and_the_luck_of_its_seed(client):
    path = "/api/v1/positions/new"
    found = client.post(path, json={"game": "burgundy", "seats": 3, "options": {"boards": "random"}, "seed": 7}).json()
    game = games.load("burgundy")
    state = game.start(3, {"boards": "random"})
    draw_on(state, 7)
    assert found["position"] == json.loads(json.dumps(game.notation.position_to_json(state)))
    for asked in ({"game": "chess"}, {"game": "burgundy", "seats": 9}, {"game": "burgundy", "options": {"x": "y"}}):
        assert client.post(path, json=asked).status_code == 400


def test_every_position_of_a_record_can_be_had(client):
    path, lines = "/api/v1/records/positions", played("connect_four")
    game = games.load("connect_four")
    at = game.start()
    for number in range(len(lines) - 1):
        found = client.post(path, json={"record": "\n".join(lines), "number": number}).json()
        assert found["position"] == game.notation.position_to_json(at)
        assert (found["svg"], found["events"]) == (picture(game, at), len(lines) - 2)
        if not at.is_terminal():
            at.apply_action(game.notation.parse_action(at, json.loads(lines[1 + number])["move"]))
    other = "\n".join([json.dumps(json.loads(lines[0]) | {"version": 7}), *lines[1:]])
    assert (found["warning"], client.post(path, json={"record": other, "number": 0}).json()["warning"]) == (
        None, "record, line 1: version: found 7, but the rules of connect_four played here are version 1")
    refused = client.post(path, json={"record": "\n".join(lines), "number": len(lines)})
    assert (refused.status_code, refused.json()["field"]) == (400, "number")
    broken = [*lines[:1], '{"seat": 0, "move": "z"}']
    refused = client.post(path, json={"record": "\n".join(broken), "number": 1})
    assert (refused.status_code, refused.json()["field"]) == (400, "record")
    assert "event 1" in refused.json()["error"]


def test_a_game_that_there_is_not_is_told_without_a_place_that_is_none():
    answer = client_of().post("/api/v1/positions/check", json={"position": {"game": "x"}}).json()
    assert answer["error"]["message"].startswith("no game 'x'; there are: ")
    assert answer["error"]["place"] is None
