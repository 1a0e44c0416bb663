"""The database: what is written once and for all, who writes, and whose turn it is to play for a level."""
import sqlite3
import threading

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import OperationalError

from games.api import InputError
from service.schema import metadata
from service.store import JOIN, MOVE, Claim, Conflict, Entry, Right, Start, Store, engine_of

NOBODY = Claim(False)
MOVED = Entry(MOVE, 0, "roll")


@pytest.fixture
def store(database):
    made = Store(database)
    yield made
    made.close()


def table(store: Store, name: str = "t", claim: Claim = NOBODY, request: str | None = None) -> Start:
    start = Start(name, "play", "pig", 1, 2, {"goal": "50"}, 2**62, None, {"game": "pig"}, [{"kind": "person"}] * 2,
                  b"\0salt", request, None)
    store.create(start, {f"hash of {name}": Right(name, "seat", 1)}, [Entry(MOVE, None, "a"), Entry(MOVE, 0, "b")],
                 claim)
    return start


def texts(store: Store, after: int = 0, most: int | None = None) -> list[str]:
    return [each.entry.text for each in store.after("t", after, most)]


def test_what_was_written_is_read_as_it_was(store):
    start = table(store)
    assert store.table("t") == start
    assert store.table("u") is None
    assert store.right("hash of t") == Right("t", "seat", 1)
    assert store.right("t") is None
    store.append("t", 2, [Entry(JOIN, 1, "Zoë; \"x\""), MOVED], None, NOBODY)
    assert [(each.number, each.batch, each.entry.seat) for each in store.after("t", 0)] == [
        (1, 1, None), (2, 1, 0), (3, 3, 1), (4, 3, 0)]
    assert texts(store, 2) == ["Zoë; \"x\"", "roll"]
    assert texts(store, 1, 3) == ["b", "Zoë; \"x\""]


def test_of_two_who_write_after_the_same_event_one_does(store):
    table(store)
    store.append("t", 2, [MOVED], None, NOBODY)
    with pytest.raises(Conflict):
        store.append("t", 2, [MOVED, MOVED], None, NOBODY)
    with pytest.raises(Conflict):
        store.append("t", 9, [MOVED], None, NOBODY)
    assert store.revisions(["t", "u"]) == {"t": 3}
    assert len(store.after("t", 0)) == 3


def test_many_who_write_at_once_write_one_after_another(database):
    stores = [Store(database) for _ in range(4)]
    table(stores[0])
    written = []

    def write(store: Store, number: int) -> None:
        for place in range(10):
            while True:
                revision = store.revisions(["t"])["t"]
                try:
                    store.append("t", revision, [Entry(MOVE, number, f"{number} {place}")], None, NOBODY)
                    written.append(f"{number} {place}")
                    break
                except Conflict:
                    continue

    threads = [threading.Thread(target=write, args=(store, number)) for number, store in enumerate(stores)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(texts(stores[0], 2)) == sorted(written)
    assert [each.number for each in stores[1].after("t", 0)] == list(range(1, 43))
    for store in stores:
        store.close()


def test_a_key_is_used_once_at_a_table_and_finds_all_that_was_written_with_it(store):
    table(store)
    store.append("t", 2, [MOVED, Entry(MOVE, None, "6")], "key", NOBODY)
    store.append("t", 4, [MOVED], None, NOBODY)
    with pytest.raises(Conflict):
        store.append("t", 5, [MOVED], "key", NOBODY)
    assert [each.number for each in store.batch("t", "key")] == [3, 4]
    assert store.batch("t", "another") == store.batch("u", "key") == []
    assert store.revisions(["t"]) == {"t": 5}


def test_a_request_makes_one_table(store):
    made = table(store, "t", request="r")
    with pytest.raises(Conflict):
        table(store, "u", request="r")
    assert store.made_by("r") == made
    assert store.made_by("s") is None
    assert store.count() == 1
    assert store.right("hash of u") is None


def test_one_server_plays_for_a_level_until_its_lease_is_over(store):
    table(store, "t", Claim(True, "one", 10.0))
    table(store, "u")
    assert store.unserved("two", 5.0) == []
    assert not store.lease("t", "two", 5.0, 15.0)
    store.renew(["t"], "one", 20.0)
    store.renew(["t"], "two", 99.0)
    assert not store.lease("t", "two", 15.0, 25.0)
    assert store.unserved("two", 21.0) == ["t"]
    assert store.lease("t", "two", 21.0, 31.0)
    assert not store.lease("t", "one", 22.0, 32.0)
    store.give_back("two")
    assert store.lease("t", "one", 22.0, 32.0)
    store.append("t", 2, [MOVED], None, NOBODY)
    assert not store.lease("t", "one", 99.0, 199.0)         # no level is to move any more


def test_servers_that_start_together_make_one_schema_which_is_that_of_the_program(database):
    failed = []

    def start() -> None:
        try:
            Store(database).close()
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=start) for _ in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert failed == []
    engine = engine_of(database)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_sqlite_waits_until_the_disk_has_what_was_written(sqlite):
    store = Store(sqlite)
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2       # FULL
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    store.close()


def test_postgresql_waits_until_the_disk_has_what_was_written(postgres):
    store = Store(postgres)
    with store.engine.connect() as connection:
        for setting in ("synchronous_commit", "fsync"):
            assert connection.exec_driver_sql(f"SHOW {setting}").scalar() == "on"
    store.close()


def test_a_full_disk_leaves_all_as_it_was(sqlite):
    store = Store(sqlite)
    table(store)
    store.close()
    with sqlite3.connect(sqlite.removeprefix("sqlite:///")) as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
    store = Store(sqlite)
    with store._write() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 2}")
    with pytest.raises(OperationalError, match="full"):
        store.append("t", 2, [Entry(MOVE, 0, "x" * 100_000)], "key", NOBODY)
    assert texts(store) == ["a", "b"]
    store.append("t", 2, [MOVED], "key", NOBODY)
    assert texts(store) == ["a", "b", "roll"]
    store.close()


@pytest.mark.parametrize("url", ["", "games.db", "sqlite://", "sqlite:///:memory:", "oracle://u:hush@x",
                                 "postgresql://u:hush@host:port/name"])
def test_a_url_that_cannot_be_used_is_refused_without_its_password(url):
    with pytest.raises(InputError, match="database: ") as refused:
        engine_of(url)
    assert "hush" not in str(refused.value)


@pytest.mark.parametrize("url", ["sqlite:////no/such/folder/games.db", "postgresql://u:hush@127.0.0.1:1/games"])
def test_a_database_that_cannot_be_opened_is_refused_without_its_password(url):
    with pytest.raises(InputError, match="^database .*: cannot be opened: ") as refused:
        Store(url)
    assert url.replace("u:hush@", "") in str(refused.value)
    assert "hush" not in str(refused.value)
