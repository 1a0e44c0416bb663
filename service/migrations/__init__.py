"""Brings a database to the schema of this version, when a server starts: Alembic, with its steps in `versions`."""
from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, text

LOCK = 850_420_17           # of PostgreSQL: several servers may start at the same time


def migrate(engine: Engine) -> None:
    """Bring the database up to date, or leave it as it is."""
    with engine.begin() as connection:      # of SQLite it has the lock for writing
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
