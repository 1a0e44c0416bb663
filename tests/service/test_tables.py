"""Tables on a server: games played through the API, what is durable, who sees what."""
import json
import os
import signal
import socket
import subprocess
import sys
import time
import uuid
from contextlib import closing
from pathlib import Path

import httpx
import pytest

import games
from core_ext.state import State
from mcts.redeals import resampled
from service.played import PlayRoom
from service.store import Entry, Start
from tests.service import desk
from tests.service.desk import API
from tests.whole import mostly_whole

ROOT = Path(__file__).parent.parent.parent
SOON = {"sweep": 0.2, "lease": 1.0}       # seconds until levels of a server that is gone are played for by another
PERSON, GREEDY = {"kind": "person"}, {"kind": "level", "level": 2}


@pytest.fixture
def client(sqlite):
    with desk.server(sqlite, **SOON) as made:
        yield made


def to_move(client, secret, patience=20.0):
    """The view once this seat may move, or the game is over."""
    until = time.monotonic() + patience
    while True:
        view = desk.view(client, secret)
        if view["moves"] or view["over"]:
            return view
        assert time.monotonic() < until
        time.sleep(0.02)


def move(client, secret, view, number=0, key=None):
    body = {"move": view["moves"][number % len(view["moves"])]["move"], "revision": view["revision"],
            "key": key or uuid.uuid4().hex}
    return body, client.post(f"{API}/seats/{secret}/moves", json=body)


def chosen(record, seat=0):
    """The moves of a seat in a record."""
    events = [json.loads(line) for line in record.splitlines()[1:]]
    return [event["move"] for event in events if event.get("seat") == seat]


@pytest.mark.parametrize("game", mostly_whole(["connect_four", "catan_cards"], "connect_four".__eq__))
def test_a_whole_game_is_played_and_a_move_sent_twice_counts_once(client, game):
    secret = desk.new(client, game=game, players=[PERSON, GREEDY], seed=7)["seats"][0]["secret"]
    made = []
    while not (view := to_move(client, secret))["over"]:
        body, answer = move(client, secret, view)
        assert answer.status_code == 200, answer.text
        assert client.post(f"{API}/seats/{secret}/moves", json=body).status_code == 200
        made.append(body["move"])
    assert view["result"]["winners"]
    played = iter(chosen(client.get(f"{API}/seats/{secret}/record").text))
    assert all(each in played for each in made)         # in this order, each once
    assert len(made) > 3


def test_a_move_that_comes_too_late_is_refused_with_the_table_as_it_stands(client):
    secret = desk.new(client, game="connect_four", players=[PERSON, GREEDY])["seats"][0]["secret"]
    old = to_move(client, secret)
    assert move(client, secret, old)[1].status_code == 200
    to_move(client, secret)
    answer = move(client, secret, old)[1]
    assert answer.status_code == 409
    assert answer.json()["view"]["revision"] > old["revision"]


def test_a_game_goes_on_where_it_was_after_a_restart(sqlite):
    with desk.server(sqlite, **SOON) as first:
        secret = desk.new(first, game="burgundy", players=[PERSON, GREEDY])["seats"][0]["secret"]
        for _ in range(5):
            assert move(first, secret, to_move(first, secret))[1].status_code == 200
        before = to_move(first, secret)
    with desk.server(sqlite, **SOON) as second:
        assert to_move(second, secret) == before
        assert move(second, secret, before)[1].status_code == 200
        assert to_move(second, secret)["revision"] > before["revision"]


def test_the_same_request_makes_one_table(client):
    asked = {"game": "pig", "players": [PERSON, {"kind": "open"}], "key": "0123456789abcdef"}
    once, twice = desk.new(client, **asked), desk.new(client, **asked)
    assert once == twice
    other = client.post(f"{API}/tables", json={**asked, "game": "connect_four"})
    assert other.status_code == 422 or other.status_code == 400
    assert other.json()["field"] == "key"


def test_an_open_seat_is_taken_by_who_has_the_invitation_and_by_nobody_else(client):
    table = desk.new(client, game="connect_four", players=[PERSON, {"kind": "open"}])
    place = client.post(f"{API}/invites/{table['invite']}", json={"name": "Grace"}).json()
    assert place["seat"] == 1
    assert desk.view(client, place["secret"])["players"][1]["name"] == "Grace"
    assert client.post(f"{API}/invites/{table['invite']}", json={}).status_code == 409
    assert client.post(f"{API}/invites/{'x' * 32}", json={}).status_code == 404
    assert client.get(f"{API}/seats/{table['invite']}").status_code == 404


def test_moves_are_taken_back_until_somebody_else_has_moved(client):
    secret = desk.new(client, game="burgundy", players=[PERSON, GREEDY], seed=3)["seats"][0]["secret"]
    view = to_move(client, secret)
    after = move(client, secret, view)[1].json()
    if after["canUndo"]:
        back = client.post(f"{API}/seats/{secret}/undo", json={}).json()
        assert back["moves"] == view["moves"]
    table = desk.new(client, game="connect_four", players=[PERSON, PERSON])
    one, two = (seat["secret"] for seat in table["seats"])
    assert move(client, one, desk.view(client, one))[1].json()["canUndo"] is True
    assert move(client, two, desk.view(client, two))[1].status_code == 200
    assert client.post(f"{API}/seats/{one}/undo", json={}).status_code == 409


def test_who_resigns_loses(client):
    secret = desk.new(client, game="connect_four", players=[PERSON, GREEDY])["seats"][0]["secret"]
    view = client.post(f"{API}/seats/{secret}/resign", json={}).json()
    assert (view["over"], view["result"]["winners"], view["moves"]) == (True, [1], [])


def test_a_real_table_is_followed_by_typing_clicking_and_taking_back(client):
    keeper = desk.new(client, game="pig", kind="follow", options={})["keeper"]
    view = desk.view(client, keeper)
    while view["toMove"] == "chance":
        view = client.post(f"{API}/seats/{keeper}/moves", json={"move": view["moves"][0]["move"]}).json()
    typed = client.post(f"{API}/seats/{keeper}/line", json={"text": "roll; 4"}).json()
    assert typed["revision"] == view["revision"] + 1
    refused = client.post(f"{API}/seats/{keeper}/line", json={"text": "juggle"})
    assert refused.status_code in (400, 422)
    assert "juggle" in refused.json()["error"]
    back = client.post(f"{API}/seats/{keeper}/undo", json={}).json()
    assert back["moves"] == view["moves"]
    assert client.get(f"{API}/seats/{keeper}/record").text.startswith('{"format": "ludosoph-record/1"')


@pytest.mark.parametrize("game", mostly_whole(["catan_cards", "leduc_poker", "orleans"], "orleans".__eq__))
def test_positions_that_a_seat_cannot_tell_apart_give_it_the_same_bytes(game):
    """Seat 1's view, board and log, in a game and in the same game with what is hidden from it dealt anew."""
    def room(state: State) -> PlayRoom:
        document = games.load(game).notation.position_to_json(state)
        return PlayRoom(Start("t", "play", game, 1, 2, dict(state.options), 5, None, document, [PERSON] * 2, b""))

    first = PlayRoom(Start("t", "play", game, 1, 2, {}, 5, None, None, [PERSON] * 2, b""))
    looked = 0
    for _ in range(60):
        first.settle()
        if first.over:
            break
        state = first.state
        if state.hides and state.current_player() == 0:
            for deal in range(3):
                other = resampled(state, 1, deal)
                one, two = room(state), room(other)
                assert one.view(1) == two.view(1)
                assert one.picture(1) == two.picture(1)
                looked += 1
        first.apply(Entry("move", state.current_player(), games.load(game).notation.action_text(
            state, state.legal_actions()[-1])))
    assert looked


def test_a_running_game_gives_nobody_its_record_its_seed_or_anothers_turn(client):
    table = desk.new(client, game="catan_cards", players=[PERSON, PERSON], seed=424242)
    one, two = (seat["secret"] for seat in table["seats"])
    acting, waiting = (one, two) if desk.view(client, one)["moves"] else (two, one)
    assert client.get(f"{API}/seats/{acting}/record").status_code == 409
    assert client.post(f"{API}/seats/{waiting}/advice", json={"simulations": 10}).status_code == 409
    assert client.post(f"{API}/seats/{acting}/fork", json={}).status_code == 409
    view = desk.view(client, acting)
    assert move(client, waiting, view)[1].status_code == 409
    for path in ("", "/log", "/board.svg"):
        assert "424242" not in client.get(f"{API}/seats/{waiting}{path}").text


def test_advice_of_a_seat_ends_in_a_document(client):
    secret = desk.new(client, game="connect_four", players=[PERSON, GREEDY])["seats"][0]["secret"]
    to_move(client, secret)
    search = client.post(f"{API}/seats/{secret}/advice", json={"simulations": 200}).json()["search"]
    until = time.monotonic() + 20
    while (found := client.get(f"{API}/searches/{search}").json())["state"] != "done":
        assert time.monotonic() < until, found
        time.sleep(0.05)
    assert found["document"]["planInfos"]
    assert found["document"]["words"]["headline"]


# ---- several servers, and servers that die ----------------------------------------------------------


@pytest.mark.whole
def test_two_servers_share_a_game_on_postgresql(postgres):
    with desk.server(postgres, **SOON) as one, desk.server(postgres, **SOON) as two:
        secret = desk.new(one, game="connect_four", players=[PERSON, GREEDY])["seats"][0]["secret"]
        turn = 0
        while not (view := to_move((one, two)[turn % 2], secret))["over"]:
            body, answer = move((one, two)[turn % 2], secret, view, turn)
            assert answer.status_code == 200, answer.text
            assert (two, one)[turn % 2].post(f"{API}/seats/{secret}/moves", json=body).status_code == 200
            turn += 1
        assert desk.view(one, secret) == desk.view(two, secret)
        assert len(chosen(one.get(f"{API}/seats/{secret}/record").text)) == turn


@pytest.mark.whole
def test_a_server_that_is_killed_loses_no_move_that_it_confirmed(tmp_path):
    """Kill -9 in the middle of play, three times; the game goes on, levels included."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address, confirmed, secret = f"http://127.0.0.1:{port}", [], None
    command = [sys.executable, "-m", "cli", "serve", "--port", str(port), "--threads", "1",
               "--database", f"sqlite:///{tmp_path / 'tables.db'}"]
    for life in range(4):
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with closing(httpx.Client(base_url=address, timeout=10.0)) as client:
            wait_for(client)
            if secret is None:
                secret = desk.new(client, game="burgundy", players=[PERSON, GREEDY])["seats"][0]["secret"]
            for _ in range(6):
                view = to_move(client, secret)
                body, answer = move(client, secret, view)
                assert answer.status_code == 200, answer.text
                confirmed.append(body["move"])
            if life == 3:
                lines = client.get(f"{API}/seats/{secret}/log").json()
        os.kill(process.pid, signal.SIGKILL if life < 3 else signal.SIGTERM)
        process.wait(20)
    said = iter([line["move"] for line in lines if line["seat"] == 0])
    assert all(each in said for each in confirmed)


def wait_for(client):
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            if client.get("/readyz").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("the server does not start")
