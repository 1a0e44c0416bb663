"""Faults: a server that is killed under load, and a database that is away for a while."""
import os
import signal
import sqlite3
import threading
import time

import pytest

from bench.service.service_faults import away, faults, patiently, postgresql
from tests.service.conftest import new_postgres
from tests.service.desk import AGAINST, done, new, post, secrets, server, settled, view


@pytest.mark.whole
@pytest.mark.parametrize("kind, kills", [("sqlite", 3), ("postgresql", 1)])
def test_kill_9_under_load_loses_and_doubles_no_confirmed_move(tmp_path, request, kind, kills):
    """Every game then goes on, levels included."""
    url = request.getfixturevalue("sqlite") if kind == "sqlite" else new_postgres(request.getfixturevalue("postgres"))
    found = faults(kills, url, tmp_path)
    assert found.wrong == []
    assert found.moves > 10
    assert found.retries > 0


@pytest.mark.whole
def test_a_database_that_is_gone_for_ten_seconds_costs_no_confirmed_move_and_all_games_go_on(tmp_path):
    found = away(10.0, tmp_path, clients=3)
    assert found.wrong == []
    assert found.moves > 10
    assert found.retries > 10


def test_a_move_waits_for_a_database_that_is_away_and_is_then_played_once():
    """PostgreSQL is stopped and started again while a game is played; the server goes on by itself."""
    with postgresql() as postgres, server(postgres.get_uri(), sweep=0.1) as client:
        own = secrets(new(client, game="connect_four", players=AGAINST))[0]
        done(client, own, "moves", move="d1")
        before = settled(client, own)
        os.kill(postgres.get_pid(), signal.SIGINT)          # it ends all connections and stops
        until = time.monotonic() + 60
        while (postgres.pgdata / "postmaster.pid").exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        asked = {"move": before["moves"][0]["move"], "key": "k"}
        for _ in range(3):
            answer = post(client, own, "moves", **asked)
            assert (answer.status_code, own in answer.text) == (503, False)
            assert client.get("/readyz").status_code == 503
            time.sleep(0.5)
        patiently(postgres.ensure_postgres_running)
        while (answer := post(client, own, "moves", **asked)).status_code != 200:
            assert time.monotonic() < until, answer.text
            time.sleep(0.1)
        assert post(client, own, "moves", **asked).content == answer.content
        assert settled(client, own)["revision"] == before["revision"] + 2       # its move, and that of the level


def test_a_file_that_another_program_has_locked_is_waited_for(sqlite, monkeypatch):
    monkeypatch.setattr("service.store.BUSY", 0.2)
    with server(sqlite) as client:
        own = secrets(new(client, game="connect_four", players=AGAINST))[0]
        locked, free = threading.Event(), threading.Event()

        def lock():
            connection = sqlite3.connect(sqlite.removeprefix("sqlite:///"), isolation_level=None)
            connection.execute("BEGIN IMMEDIATE")
            locked.set()
            free.wait(60)
            connection.execute("ROLLBACK")
            connection.close()

        other = threading.Thread(target=lock)
        other.start()
        locked.wait(60)
        answer = post(client, own, "moves", move="d1", key="k")
        assert answer.status_code == 503
        assert len(view(client, own)["moves"]) == 7         # it can be looked at all the while
        free.set()
        other.join()
        until = time.monotonic() + 30                       # others may still wait for the same lock, one after another
        while (answer := post(client, own, "moves", move="d1", key="k")).status_code == 503:
            assert time.monotonic() < until, answer.text
            time.sleep(0.05)
        assert answer.status_code == 200, answer.text
        assert settled(client, own)["revision"] == 2
