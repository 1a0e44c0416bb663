"""Answers in another language are the English ones, translated: they tell no more, and moves of both are read."""
import json

import pytest

from games.speech import speech
from service.places import path_of
from service.said import document, fault_in
from tests.service.desk import API, PERSONS, done, new, post, secrets, server, view

GERMAN = {"lang": "de"}


def test_an_answer_in_german_is_the_english_one_translated(sqlite):
    with server(sqlite) as client:
        for secret in secrets(new(client, game="catan_cards", seed=3, players=PERSONS)):
            words = speech("de", "catan_cards")
            for path in ("", "/log"):
                english = client.get(f"{API}/seats/{secret}{path}").json()
                assert english == client.get(f"{API}/seats/{secret}{path}", params={"lang": "en"}).json()
                german = client.get(f"{API}/seats/{secret}{path}", params=GERMAN).json()
                assert german == document(words, english) != english
            picture = client.get(f"{API}/seats/{secret}/board.svg")
            said = client.get(f"{API}/seats/{secret}/board.svg", params=GERMAN)
            assert words is not None
            assert said.text == words.picture(picture.text)
            assert "Nachziehstapel" in client.get("/rules/catan_cards", params=GERMAN).text


def test_moves_are_played_in_german_and_kept_in_english(sqlite):
    with server(sqlite) as client:
        made = new(client, game="burgundy", seed=5, players=PERSONS)
        own = {each["seat"]: each["secret"] for each in made["seats"]}
        seat = view(client, own[0])["toMove"]
        english = view(client, own[seat])["moves"][0]["move"]
        german = client.get(f"{API}/seats/{own[seat]}", params=GERMAN).json()["moves"][0]["move"]
        assert english.startswith("take ")
        assert german.startswith("nimm ")
        done(client, own[seat], "moves", move=german)
        assert english in [line["move"] for line in client.get(f"{API}/seats/{own[seat]}/log").json()]
        refused = client.post(f"{API}/seats/{own[seat]}/moves", params=GERMAN, json={"move": "elephant"})
        assert refused.json()["error"].startswith("Zug: „elephant“ ist hier nicht möglich")


def test_a_line_of_a_table_that_is_followed_is_read_in_german_and_kept_in_english(sqlite):
    with server(sqlite) as client:
        keeper = new(client, game="burgundy", kind="follow", seed=1)["keeper"]
        text = client.get(f"{API}/seats/{keeper}", params=GERMAN).json()["moves"][0]["move"]
        answer = post(client, keeper, "line", text=text)
        assert answer.status_code == 200, answer.text
        events = [json.loads(line) for line in client.get(f"{API}/seats/{keeper}/record").text.splitlines()[1:]]
        assert [event["move"] for event in events][:1] == ["goods turquoise"]


def test_a_line_of_play_is_shown_in_german(sqlite):
    with server(sqlite) as client:
        position = client.post(f"{API}/positions/new", json={"game": "pig"}).json()["position"]
        step = client.post(f"{API}/positions/line", params=GERMAN, json={"position": position, "moves": ["würfle"],
                                                                         "legal": True}).json()
        assert step["move"] == "würfle"
        assert [each["move"] for each in step["legal"]] == ["würfle", "sichere"]
        assert step["position"] == position


@pytest.mark.parametrize(("change", "told"), [
    ({"pile": 3}, "pile: gefunden: 3, erwartet: ein Objekt"),
    ({"turn": "x"}, "turn: gefunden: 'x', erwartet: ein Platz von 0 bis 1"),
    ({"turn": 7}, "turn: gefunden: 7, erwartet: ein Platz von 0 bis 1"),
    ({"players": []}, "players: gefunden: eine leere Liste, erwartet: eine Liste mit 2, je Platz eins"),
    ({"piles": {}}, "document: unbekannter Schlüssel 'piles'; gemeint ist vielleicht 'pile'?")])
def test_what_is_wrong_with_a_field_is_said_in_german_and_its_name_stays(sqlite, change, told):
    with server(sqlite) as client:
        position = client.post(f"{API}/positions/new", json={"game": "catan_cards"}).json()["position"]
        found = client.post(f"{API}/positions/check", params=GERMAN, json={"position": position | change}).json()
        assert found["error"]["message"] == told


def test_what_a_checked_picture_shows_has_names_in_german(sqlite):
    with server(sqlite) as client:
        position = client.post(f"{API}/positions/new", json={"game": "orleans"}).json()["position"]
        asked = {"position": position, "svg": True}
        names = client.post(f"{API}/positions/check", params=GERMAN, json=asked).json()["names"]
        assert (names["town-le-mans"], names["seat-0-farm-house"]) == ("Stadt Le Mans", "Platz 0: Bauernhof")
        assert names.keys() == client.post(f"{API}/positions/check", json=asked).json()["names"].keys()


def test_what_is_refused_is_said_in_the_words_of_the_game_that_is_named(sqlite):
    with server(sqlite) as client:
        position = client.post(f"{API}/positions/new", json={"game": "orleans"}).json()["position"]
        bad = position | {"round": 99}
        told = "round: gefunden: 99, erwartet: eine Runde, oder 0 beim Aufbau: von 0 bis 18"
        for asked in ({"position": bad}, {"text": json.dumps(bad)}):
            assert client.post(f"{API}/positions/check", params=GERMAN, json=asked).json()["error"]["message"] == told
        refused = client.post(f"{API}/positions/line", params=GERMAN, json={"position": bad, "moves": []})
        assert "eine Runde, oder 0 beim Aufbau" in refused.json()["error"]
        record = json.dumps({"format": "ludosoph-record/1", "game": "orleans", "seats": 2, "version": 1,
                             "options": {"coins": "x"}})
        refused = client.post(f"{API}/records/positions", params=GERMAN, json={"record": record, "number": 0})
        assert refused.json()["error"].endswith("gefunden: „x“, erwartet: unlimited oder eine Zahl bis 9999")


@pytest.mark.parametrize(("game", "message", "told"), [
    ("backgammon", "stage: found 'x', expected a stage: opening, roll, play, over; did you mean 'roll'?",
     "stage: gefunden: 'x', erwartet: ein Schritt: opening, roll, play, over; gemeint ist vielleicht 'roll'?"),
    ("orleans", "players[2].coins: found 11, expected 0 at stage torture: what is owed is paid first",
     "players[2].coins: gefunden: 11, erwartet: 0 im Schritt torture: Schulden werden zuerst bezahlt"),
    ("world504", "stage: found 'shares', expected draw-privilege or bid in phase auction",
     "stage: gefunden: 'shares', erwartet: draw-privilege or bid in Phase auction"),
    ("catan_cards", "log[0]: found 'steal 1 2', expected a line that begins with one of shuffle, draw, turn",
     "log[0]: gefunden: 'steal 1 2', erwartet: eine Zeile, die mit einem davon beginnt: shuffle, draw, turn")])
def test_names_that_a_position_has_stay_in_a_reason(game, message, told):
    words = speech("de", game)
    assert words is not None
    assert fault_in(words, message) == told


def test_fields_to_set_up_have_german_names_and_keep_their_places(sqlite):
    with server(sqlite) as client:
        position = client.post(f"{API}/positions/new", json={"game": "burgundy"}).json()["position"]
        position["players"][1]["silver"] = "viel"
        error = client.post(f"{API}/positions/check", params=GERMAN, json={"position": position}).json()["error"]
        assert (error["place"], error["name"]) == ("players[1].silver", "Platz 1 · Silber")
        assert error["message"].startswith("players[1].silver: gefunden: 'viel'")
        asked = {"position": position, "path": ["players", 1, "silver"]}
        german, english = (client.post(f"{API}/positions/values", params=params, json=asked).json()
                           for params in (GERMAN, {}))
        assert german["places"][0]["name"] == "Platz 1 · Silber"
        assert english["places"][0]["name"] == "seat 1 · silver"
        assert german["fields"] == english["fields"]
        assert len(german["fieldNames"]) == len(german["fields"])
        at = german["fields"].index(["players", 1, "silver"])
        assert (german["fieldNames"][at], english["fieldNames"][at]) == ("Platz 1 · Silber", "seat 1 · silver")
        position["players"][1]["silver"] = 1
        asked["path"] = ["depots", "1", "tiles", 1]
        tiles = client.post(f"{API}/positions/values", params=GERMAN, json=asked)
        labels = {each["value"]: each["label"] for each in tiles.json()["places"][0]["values"]}
        assert labels["church"] == "Kirche"


@pytest.mark.parametrize(("place", "path"), [
    ("players[1].silver", ["players", 1, "silver"]), ("board[5]", ["board", 5]), ("round", ["round"]),
    ("players[0].places.Farm House[1]", ["players", 0, "places", "Farm House", 1])])
def test_a_place_is_read_step_by_step(place, path):
    assert path_of(place) == path


def test_a_text_that_is_no_json_is_refused_in_german(sqlite):
    with server(sqlite) as client:
        for text, told in (
                ('{"seats": two}', "Zeile 1, Spalte 11: gefunden: 'two}', das ist dort kein JSON: ein Wert fehlt"),
                ('{"seats": 2', "Zeile 1, Spalte 12: hier endet der Text, mitten im JSON")):
            answer = client.post(f"{API}/positions/check", params=GERMAN, json={"text": text}).json()
            assert answer["error"]["message"] == told


def test_a_language_without_a_folder_is_refused(sqlite):
    with server(sqlite) as client:
        assert client.get(f"{API}/games", params={"lang": "xx"}).status_code == 422
        titles = {game["name"]: game["title"] for game in client.get(f"{API}/games", params=GERMAN).json()}
        assert titles["connect_four"] == "Vier gewinnt"
