"""Databases of an earlier version, of a newer one, and files that are none of ours."""
import random
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations

from games.api import InputError
from service.migrations import migrate
from service.schema import events, tables
from service.store import Store, engine_of
from tests.service.conftest import new_postgres
from tests.service.desk import API, post, server, view

FIRST = Path(__file__).parent / "data/first.sql"        # written by the first version, with two tables
OWN, OTHER = "vxWrEFOAhOcw-JvGZYKhWGAwCqKlFv0P", "GYlib-0AiDpH-0zoJwwsJ7FYDAkcCcu1"
KEEPER = "6tnJkMUCS_Gn_Vikj9Dc1cy4p6M1I8vO"


@pytest.fixture
def first(sqlite):
    """A database of the first version."""
    with sqlite3.connect(sqlite.removeprefix("sqlite:///")) as connection:
        connection.executescript(FIRST.read_text(encoding="utf-8"))
    connection.close()
    return sqlite


def test_games_of_the_first_version_go_on_and_what_was_done_with_a_key_is_not_done_again(first):
    with server(first) as client:
        before = view(client, OWN)
        assert [line["move"] for line in client.get(f"{API}/seats/{OWN}/log").json()] == ["sits down", "d1", "d2", "c1"]
        assert post(client, OWN, "moves", move="c1", key="key 2").status_code == 200
        assert view(client, OWN) == before
        assert post(client, OTHER, "moves", move="e1", key="key 3").status_code == 200
        assert view(client, OWN)["revision"] == before["revision"] + 1
        assert view(client, KEEPER)["revision"] == 1
    with server(first) as client:
        assert view(client, OWN)["revision"] == before["revision"] + 1


def test_a_third_step_is_tried_on_a_database_with_rows(request, first):
    """What a later version does: a column, filled from what is there. On both kinds of database."""
    for url in (first, new_postgres(request.getfixturevalue("postgres"))):
        engine = engine_of(url)
        migrate(engine)
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(sa.insert(tables).values(
                    id="t", kind="play", game="pig", version=1, seats=2, options="{}", seed=1, players="[]", salt=b"x",
                    created=0.0, changed=0.0, revision=1, due=False, lease=0.0))
                connection.execute(sa.insert(events).values(
                    table="t", number=1, batch=1, kind="move", seat=0, text="roll", time=0.0))
            count = connection.execute(sa.text("SELECT COUNT(*) FROM events")).scalar_one()
            steps = Operations(MigrationContext.configure(connection))
            steps.add_column("events", sa.Column("length", sa.Integer))
            connection.execute(sa.text("UPDATE events SET length = LENGTH(text)"))
            lengths = connection.execute(sa.text("SELECT length, text FROM events")).all()
        engine.dispose()
        assert count > 0
        assert [length for length, _ in lengths] == [len(text) for _, text in lengths]


def test_a_database_of_a_newer_version_is_refused_in_words(first):
    Store(first).close()
    with sqlite3.connect(first.removeprefix("sqlite:///")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'later'")
    connection.close()
    with pytest.raises(InputError, match="newer version"):
        Store(first)


@pytest.mark.parametrize("kind", ["text", "noise", "cut off", "foreign", "folder"])
def test_a_file_that_is_no_database_of_ours_is_refused_in_words(sqlite, kind, tmp_path):
    file = Path(sqlite.removeprefix("sqlite:///"))
    if kind == "text":
        file.write_text("dear diary\n" * 300, encoding="utf-8")
    elif kind == "noise":
        file.write_bytes(random.Random(1).randbytes(9_000))
    elif kind == "cut off":
        Store(sqlite).close()
        file.write_bytes(file.read_bytes()[:9_000])
    elif kind == "foreign":
        with sqlite3.connect(file) as connection:
            connection.execute("CREATE TABLE tables (id INTEGER)")
        connection.close()
    else:
        file.mkdir()
    with pytest.raises(InputError, match="^database sqlite:///.*: ") as refused:
        Store(sqlite)
    assert str(file) in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("url", [
    "postgresql://u:SECRETPW@127.0.0.1:1/x", "postgresql://u:SECRETPW@127.0.0.1:1/x?bogus=1",
    "postgresql://u@127.0.0.1:1/x?password=SECRETPW&bad=1", "postgresql://u:SECRETPW@nowhere.invalid/x"])
def test_no_refusal_of_a_database_tells_its_password(url):
    with pytest.raises(InputError) as refused:
        Store(url)
    assert "SECRETPW" not in str(refused.value)
