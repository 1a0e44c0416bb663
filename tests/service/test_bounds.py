"""What one request, one client or one other program can cost a server: little, and others are answered meanwhile."""
import asyncio
import json
import os
import socket
import sqlite3
import threading
import time
from contextlib import contextmanager

import httpx
import pytest
import uvicorn

from service.app import create_app
from service.connections import Connections, protocol
from service.settings import Settings
from tests.service.desk import API, PERSONS, new, post, secrets, server, view

ONES = [1] * 900_000
KEYS = {f"k{number}": 1 for number in range(140_000)}
LARGE = [
    ("seats/x/line", KEYS), ("seats/x/moves", KEYS), ("invites/x", KEYS), ("tables", KEYS), ("reviews", KEYS),
    ("analyses", {"game": "pig", "overrideSettings": {name: [] for name in list(KEYS)[:100_000]}}),
    ("analyses", {"game": "pig", "options": dict.fromkeys(list(KEYS)[:100_000], 1)}),
    ("analyses", {"game": "pig", "moves": ONES}), ("analyses", {"game": "pig", "moves": ONES[:140_000]}),
    ("records/positions", {"record": ONES, "number": 0}),
    ("records/positions", {"record": ONES[:140_000], "number": 0}),
    ("reviews", {"record": ONES[:140_000]}), ("tables", {"record": ONES[:140_000]}),
    ("tables", {"game": "pig", "players": ONES[:140_000]}),
    ("positions/line", {"position": {}, "moves": ONES[:140_000]}),
    ("positions/check", {"position": {"game": "pig", "a": ONES[:140_000]}}),
]


TRIES = 3           # a busy machine makes the same work dearer, so the cheapest of some counts


@pytest.mark.parametrize("path, body", LARGE, ids=[f"{number}-{path}" for number, (path, _) in enumerate(LARGE)])
def test_a_body_of_many_wrong_items_is_refused_in_words_and_costs_little(sqlite, path, body):
    text, spent = json.dumps(body).encode()[:1_990_000], list[float]()
    with server(sqlite) as client:
        client.get("/healthz")
        while len(spent) < TRIES and not any(each < 1.0 for each in spent):
            begun = time.process_time()
            answer = client.post(f"{API}/{path}", content=text, headers={"Content-Type": "application/json"})
            spent.append(time.process_time() - begun)
    assert 200 <= answer.status_code < 500
    assert answer.json()["error"]
    assert len(answer.text) < 1_000
    assert min(spent) < 1.0


def test_a_text_with_half_a_character_as_raw_bytes_is_refused(sqlite):
    with server(sqlite) as client:
        answer = client.post(f"{API}/tables", content=b'{"game":"pi\xed\xa0\x80g"}',
                             headers={"Content-Type": "application/json"})
    assert (answer.status_code, "UTF-8" in answer.json()["error"]) == (400, True)


@pytest.mark.parametrize("name, status", [
    ("localhost", 200), ("127.0.0.1:8504", 200), ("[::1]:8504", 200), ("games.example.org", 200),
    ("GAMES.example.org.", 200),
    ("page.localhost:1", 200), ("evil.example", 421), ("evil.example:8504", 421), ("localhost.evil.example", 421),
    ("127.0.0.1.evil.example", 421), ("a b", 421)])
def test_a_server_answers_to_its_own_names_alone(sqlite, name, status):
    with server(sqlite, hosts=("games.example.org",)) as client:
        assert client.get("/healthz", headers={"Host": name}).status_code == status


def test_wrong_tokens_are_limited_like_all_else(sqlite, tmp_path):
    (tmp_path / "tokens").write_text("ada " + 64 * "0", encoding="utf-8")
    with server(sqlite, tokens=tmp_path / "tokens", requests_per_second=0.001, request_burst=3) as client:
        found = [client.get("/", headers={"Authorization": "Bearer wrong"}).status_code for _ in range(5)]
    assert found == [401, 401, 401, 429, 429]


# ---- a database that another program has locked, or that is gone ------------------------------------


@contextmanager
def locked(url):
    connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


def test_a_locked_database_refuses_moves_in_time_and_all_else_goes_on(sqlite, monkeypatch):
    monkeypatch.setattr("service.store.BUSY", 0.4)
    monkeypatch.setattr("service.store.AGAIN", 0.1)
    with server(sqlite) as client:
        own = [secrets(new(client, game="connect_four", players=PERSONS))[0] for _ in range(50)]
        found = []

        def move(secret):
            begun = time.monotonic()
            answer = post(client, secret, "moves", move="d1", key="k")
            found.append((answer.status_code, answer.headers.get("retry-after"), time.monotonic() - begun))

        with locked(sqlite):
            movers = [threading.Thread(target=move, args=(secret,)) for secret in own]
            for mover in movers:
                mover.start()
            for _ in range(5):
                begun = time.monotonic()
                assert client.get("/healthz").status_code == 200
                assert client.get("/").status_code == 200
                assert time.monotonic() < begun + 5
            answer = client.get("/readyz")
            assert (answer.status_code, answer.json()["error"][:9]) == (503, "database:")
            for mover in movers:
                mover.join()
        assert {status for status, _, _ in found} == {503}
        assert all(int(after) > 0 for _, after, _ in found)
        assert max(waited for _, _, waited in found) < 25
        time.sleep(0.2)
        assert [post(client, secret, "moves", move="d1", key="k").status_code for secret in own] == [200] * 50
        assert [view(client, secret)["revision"] for secret in own] == [1] * 50


def test_no_move_is_confirmed_into_a_database_file_that_was_deleted(sqlite):
    with server(sqlite) as client:
        own = secrets(new(client, game="connect_four", players=PERSONS))[0]
        os.remove(sqlite.removeprefix("sqlite:///"))
        answer = post(client, own, "moves", move="d1", key="k")
        assert (answer.status_code, "deleted" in answer.json()["error"]) == (503, True)
        assert "deleted" in client.get("/readyz").json()["error"]
        assert client.get("/healthz").status_code == 200


# ---- clients that send half a request, or too many ---------------------------------------------------


@contextmanager
def served(url, connections, **settings):
    """A server that listens on this machine; its port."""
    app = create_app(Settings(database=url, requests_per_second=0.0, threads=1, grace=0.2, **settings))
    running = uvicorn.Server(uvicorn.Config(app, port=0, http=protocol(connections), log_config=None))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    until = time.monotonic() + 60
    while not running.started:
        assert time.monotonic() < until
        time.sleep(0.02)
    try:
        yield running.servers[0].sockets[0].getsockname()[1]
    finally:
        running.should_exit = True
        thread.join(30)


def said(port, text, seconds=20.0):
    """What comes back on a connection on which this is sent, until it is closed."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as one:
        one.sendall(text)
        parts = []
        while part := one.recv(10_000):
            parts.append(part)
        return b"".join(parts)


def test_half_a_request_is_not_waited_for(sqlite):
    body = (b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 99\r\n\r\n{")
    first = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /hea"
    with served(sqlite, Connections(100, 0, 0.3), body_seconds=0.3) as port:
        assert said(port, b"") == b""
        assert said(port, b"GET / HT") == b""
        assert said(port, b"GET / HTTP/1.1\r\nHost: loc") == b""
        assert said(port, body).startswith(b"HTTP/1.1 408 ")
        assert said(port, first).startswith(b"HTTP/1.1 200 ")
        assert httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200


def test_one_address_has_no_more_than_its_share_of_connections(sqlite):
    connections = Connections(40, 1_000, 30.0)
    assert connections.each == 20
    with served(sqlite, connections) as port:
        held = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(20)]
        until = time.monotonic() + 20
        while connections.total < 20:
            assert time.monotonic() < until
            time.sleep(0.02)
        with pytest.raises((ConnectionError, httpx.TransportError)):
            httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=20)
        for each in held:
            each.close()
        while connections.total:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200


def test_one_client_opens_so_many_streams_and_others_theirs(sqlite):
    async def ask(port, table, count):
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
            found = []
            for _ in range(count):
                request = client.build_request("GET", f"{API}/seats/{table}/events")
                answer = await client.send(request, stream=True)
                found.append((answer.status_code, answer.headers.get("retry-after")))
            return found

    with served(sqlite, Connections(100, 0, 10.0), listeners=10, listeners_each=3) as port:
        made = httpx.post(f"http://127.0.0.1:{port}{API}/tables", json={"game": "pig", "players": PERSONS}).json()
        found = asyncio.run(ask(port, made["seats"][0]["secret"], 4))
    assert found == [(200, None)] * 3 + [(503, "5")]
