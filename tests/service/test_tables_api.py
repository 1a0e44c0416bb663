"""Tables by the API: new ones, their secrets, invitations, records brought along, and what everybody may know."""
import io
import json
import sqlite3

import pytest

import games
from games import records
from games.positions import draw_on
from tests.service.desk import AGAINST, API, PERSONS, done, new, played_out, secrets, server, settled, view


@pytest.mark.parametrize("game", ["pig", "connect_four", "kuhn_poker"])
def test_a_whole_game_against_a_level(database, game):
    with server(database) as client:
        own = secrets(new(client, game=game, players=AGAINST))
        found = played_out(client, own, choose=3)
        assert found["result"]["winners"]
        text = client.get(f"{API}/seats/{own[0]}/record").text
        record = records.read(io.StringIO(text))
        assert record.result["scores"] == found["result"]["scores"]
        records.replay(record)


def test_games_and_levels_are_listed(sqlite):
    with server(sqlite) as client:
        found = client.get(f"{API}/games").json()
        assert [each["name"] for each in found] == games.names()
        assert client.get(f"{API}/games/burgundy").json() in found
        levels = client.get(f"{API}/games/orleans/levels", params={"seats": 3}).json()
        assert [each["level"] for each in levels] == list(range(1, 9))
        assert client.get(f"{API}/games/orleans/levels", params={"seats": 7}).json()["field"] == "seats"
        assert client.get(f"{API}/games/chess").status_code == 404


@pytest.mark.parametrize("asked, field", [
    ({}, "game"), ({"game": "chess"}, None), ({"game": "pig", "seats": 17}, "seats"),
    ({"game": "pig", "players": [{"kind": "person"}]}, "players"),
    ({"game": "pig", "players": [{"kind": "level"}, {"kind": "level"}]}, "players"),
    ({"game": "pig", "players": [{"kind": "level", "level": 9}, {"kind": "person"}]}, "players[0].level"),
    ({"game": "pig", "seats": 9}, None), ({"game": "pig", "options": {"nothing": "1"}}, None),
    ({"position": {"game": "pig"}}, "position"), ({"record": "no record"}, "record"),
    ({"game": "pig", "view": 0}, "view"), ({"game": "pig", "key": "short"}, "key"),
    ({"game": "pig", "more": 1}, "more"),
])
def test_what_cannot_be_begun_is_refused_with_its_field(sqlite, asked, field):
    with server(sqlite) as client:
        answer = client.post(f"{API}/tables", json=asked)
        assert answer.status_code in (400, 422)
        assert answer.json()["field"] == field
        assert client.app.state.store.count() == 0


def test_a_table_that_is_asked_for_twice_is_made_once(database):
    with server(database) as client:
        asked = {"game": "pig", "players": [{"kind": "person"}, {"kind": "open"}], "key": "a key that nobody has"}
        first, second = new(client, **asked), new(client, **asked)
        assert first == second
        assert client.app.state.store.count() == 1
        other = client.post(f"{API}/tables", json={**asked, "game": "connect_four"})
        assert (other.status_code, other.json()["field"]) == (400, "key")
        assert view(client, secrets(first)[0])["game"] == "pig"


def test_no_secret_is_in_the_database(sqlite):
    with server(sqlite) as client:
        key = "a key of many letters"
        made = new(client, game="pig", players=[{"kind": "person"}, {"kind": "open"}], key=key)
        joined = client.post(f"{API}/invites/{made['invite']}", json={"name": "Grace"}).json()
        hidden = [*secrets(made), made["invite"], joined["secret"], key]
    with sqlite3.connect(sqlite.removeprefix("sqlite:///")) as connection:
        kept = "\n".join(connection.iterdump())
    assert "Grace" in kept
    assert not any(each in kept for each in hidden)


def test_whoever_has_the_invitation_takes_an_open_seat(database):
    with server(database) as client:
        made = new(client, game="connect_four", players=[{"kind": "open"}, {"kind": "open"}])
        assert secrets(made) == []
        invite = f"{API}/invites/{made['invite']}"
        assert made["link"] == f"/invite/{made['invite']}"
        second = client.post(invite, json={"seat": 1, "name": "Grace"}).json()
        assert client.post(invite, json={"seat": 1}).status_code == 409
        first = client.post(invite, json={"name": "Ada", "key": "a key of many letters"}).json()
        assert client.post(invite, json={"name": "Ada", "key": "a key of many letters"}).json() == first
        assert (first["seat"], second["seat"]) == (0, 1)
        assert client.post(invite, json={}).status_code == 409
        assert client.post(f"{API}/invites/nothing", json={}).status_code == 404
        assert client.get(f"{API}/seats/{made['invite']}").status_code == 404
        found = view(client, second["secret"])
        assert [each["name"] for each in found["players"]] == ["Ada", "Grace"]
        move = view(client, first["secret"])["moves"][0]["move"]
        done(client, first["secret"], "moves", move=move)
        assert view(client, second["secret"])["moves"]


def test_an_open_seat_waits_for_who_takes_it(sqlite):
    with server(sqlite) as client:
        made = new(client, game="connect_four", players=[{"kind": "person"}, {"kind": "open"}])
        own = secrets(made)[0]
        found = done(client, own, "moves", move=view(client, own)["moves"][0]["move"])
        assert (found["toMove"], found["thinking"], found["moves"]) == (1, False, [])
        joined = client.post(f"{API}/invites/{made['invite']}", json={}).json()
        assert len(view(client, joined["secret"])["moves"]) == 7


def test_everybody_may_know_who_sits_at_a_table_and_no_more(sqlite):
    with server(sqlite) as client:
        made = new(client, game="orleans", seats=2, players=[{"kind": "person", "name": "Ada"}, {"kind": "person"}])
        found = client.get(f"{API}/tables/{made['table']}").json()
        assert set(found) == {"table", "game", "title", "kind", "seats", "players", "over", "events"}
        assert found["players"][0] == {"kind": "person", "level": None, "name": "Ada"}
        assert found["events"] is None          # the number of followers that are put down is a secret
        assert client.get(f"{API}/tables/nothing").status_code == 404


def test_a_game_begins_in_a_position(database):
    rules = games.load("burgundy")
    state = rules.start(2)
    draw_on(state, 5)
    position = rules.notation.position_to_json(state)
    with server(database) as client:
        own = secrets(new(client, position=position, players=PERSONS))
        acting = state.current_player()
        assert [each["move"] for each in view(client, own[acting])["moves"]] == [
            rules.notation.action_text(state, action) for action in state.legal_actions()]


def test_a_record_is_gone_on_with_where_it_was_left(database):
    with server(database) as client:
        own = secrets(new(client, game="burgundy", players=PERSONS, seed=3))
        for _ in range(12):
            for secret in own:
                if moves := view(client, secret)["moves"]:
                    done(client, secret, "moves", move=moves[0]["move"])
        assert client.get(f"{API}/seats/{own[0]}/record").status_code == 409
        room = client.app.state.rooms
        start = client.app.state.store.table(view(client, own[0])["table"])
        with room.use(start) as found:
            lines, there = found.record.lines(), found.state.copy()
        other = new(client, record="\n".join(lines), players=PERSONS)
        again = client.app.state.store.table(other["table"])
        with room.use(again) as found:
            assert found.state == there
            assert found.start.seed != 3        # who has the record does not know the luck to come
        later = [json.dumps(json.loads(lines[0]) | {"version": 7}), *lines[1:]]
        refused = client.post(f"{API}/tables", json={"record": "\n".join(later), "players": PERSONS})
        assert (refused.status_code, refused.json()["field"]) == (400, "record")
        assert "found 7, but the rules of burgundy played here are version 1" in refused.json()["error"]


def test_the_level_begins_where_it_has_the_first_move(database):
    with server(database) as client:
        made = new(client, game="connect_four", players=[{"kind": "level", "level": 1}, {"kind": "person"}])
        found = settled(client, secrets(made)[0])
        assert (found["toMove"], found["revision"]) == (1, 1)


def test_a_table_is_followed_from_a_finished_game(sqlite):
    with server(sqlite) as client:
        own = secrets(new(client, game="connect_four", players=AGAINST))
        played_out(client, own)
        text = client.get(f"{API}/seats/{own[0]}/record").text
        assert client.post(f"{API}/tables", json={"record": text}).json()["field"] == "record"
        made = new(client, record=text, kind="follow")
        assert view(client, made["keeper"])["over"]
        forked = client.post(f"{API}/seats/{own[0]}/fork", json={"number": 3})
        assert forked.status_code == 201
        found = view(client, forked.json()["keeper"])
        assert not found["over"]
        assert client.post(f"{API}/seats/{own[0]}/fork", json={"number": 300}).json()["field"] == "number"
