"""Databases for tests: a file of SQLite each, or a database of a PostgreSQL server that one process of tests shares."""
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from bench.service.service_faults import postgresql


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server."""
    with postgresql() as server:
        yield server.get_uri()


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
