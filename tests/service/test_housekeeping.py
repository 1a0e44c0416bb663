"""Tables at which nothing has happened for long are deleted, and no others."""
import asyncio
import threading
from time import monotonic, sleep, time

import pytest

from service.housekeeping import DAY, Housekeeping
from service.rooms import Rooms
from service.settings import Settings
from service.store import MOVE, Claim, Entry, Right, Start, Store
from tests.service.desk import API, PERSONS, new, secrets, server


@pytest.fixture
def rooms(database):
    store = Store(database)
    yield Rooms(store, Settings(keep_days=30.0))
    store.close()


def table(rooms, name):
    start = Start(name, "play", "connect_four", 1, 2, {}, 5, None, None, PERSONS, b"")
    rooms.store.create(start, {f"hash {name}": Right(name, "seat", 0)}, [Entry(MOVE, 0, "d1")], Claim(False))
    return start


def test_what_nobody_has_played_at_for_so_many_days_goes_with_all_that_belongs_to_it(rooms, monkeypatch):
    monkeypatch.setattr("service.housekeeping.PART", 3)
    old = [table(rooms, f"old {number}") for number in range(7)]
    begun = time()
    monkeypatch.setattr("service.store.time", lambda: begun + 20 * DAY)
    young = table(rooms, "young")
    rooms.store.append("old 0", 1, [Entry(MOVE, 1, "d2")], None, Claim(False))      # and so it is no longer old
    keeping = Housekeeping(rooms)
    assert keeping.clear(begun + 29 * DAY) == 0
    assert keeping.clear(begun + 31 * DAY) == 6
    assert [rooms.store.table(each.id) is not None for each in (*old, young)] == [True, *[False] * 6, True]
    assert rooms.store.right("hash old 1") is None
    assert rooms.store.right("hash young") is not None
    assert (rooms.store.after("old 1", 0), len(rooms.store.after("old 0", 0))) == ([], 2)


def test_a_table_that_was_written_to_meanwhile_is_not_deleted(rooms):
    start = table(rooms, "t")
    assert not rooms.store.forget(start.id, time() - DAY)
    assert rooms.store.forget(start.id, time() + DAY)


def test_a_table_that_somebody_follows_stays(rooms):
    start = table(rooms, "t")

    async def followed():
        with rooms.listened(start):
            return Housekeeping(rooms).clear(time() + 31 * DAY)

    assert asyncio.run(followed()) == 0
    assert Housekeeping(rooms).clear(time() + 31 * DAY) == 1


def test_a_server_deletes_tables_only_if_it_is_told_to(sqlite, monkeypatch):
    with server(sqlite) as client:
        own = secrets(new(client, game="connect_four", players=PERSONS))[0]
    monkeypatch.setattr("service.housekeeping.time", lambda: time() + 2 * DAY)
    with server(sqlite) as client:
        assert "housekeeping" not in {thread.name for thread in threading.enumerate()}
        assert client.get(f"{API}/seats/{own}").status_code == 200
    monkeypatch.setattr("service.housekeeping.EVERY", 0.05)
    with server(sqlite, keep_days=1.0) as client:
        until = monotonic() + 60
        while client.get(f"{API}/seats/{own}").status_code != 404:
            assert monotonic() < until
            sleep(0.01)


def test_a_clock_that_is_put_ahead_deletes_nothing_at_once(sqlite, monkeypatch):
    """Neither at the start nor later does a pass believe in more time than has passed since the start."""
    shift = [0.0]
    monkeypatch.setattr("service.housekeeping.time", lambda: time() + shift[0])
    monkeypatch.setattr("service.housekeeping.EVERY", 0.05)
    passes: list[float] = []
    clear = Housekeeping.clear
    monkeypatch.setattr(Housekeeping, "clear", lambda self, now: passes.append(now) or clear(self, now))
    with server(sqlite, keep_days=1.0) as client:
        own = secrets(new(client, game="connect_four", players=PERSONS))[0]
        shift[0] = 31 * DAY
        count, until = len(passes), monotonic() + 60
        while len(passes) < count + 5:
            assert monotonic() < until
            sleep(0.01)
        assert client.get(f"{API}/seats/{own}").status_code == 200
    monkeypatch.setattr("service.housekeeping.EVERY", 3600.0)
    with server(sqlite, keep_days=1.0) as client:
        assert client.get(f"{API}/seats/{own}").status_code == 200


def test_tables_of_a_clock_that_was_not_set_stay(rooms, monkeypatch):
    monkeypatch.setattr("service.store.time", lambda: 5_000.0)
    start = table(rooms, "t")
    assert Housekeeping(rooms).clear(time()) == 0
    assert rooms.store.table(start.id) is not None
