"""The tables of the database. Rows of `events` are the truth: they are added, and never changed."""
from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

tables = Table(
    "tables", metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),              # play or follow
    Column("game", String(64), nullable=False),
    Column("version", Integer, nullable=False),             # of its rules
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),                # JSON object of texts
    Column("seed", BigInteger, nullable=False),             # of the luck and of the levels
    Column("view", Integer),                                # follow: the seat that knows only what it sees
    Column("position", Text),                               # JSON: where it begins, if not at the usual start
    Column("players", Text, nullable=False),                # JSON: who sat where at first
    Column("salt", LargeBinary, nullable=False),            # of the secrets
    Column("request", String(64), unique=True),             # hash of client and key of the request that made it,
    Column("asked", String(64)),                            # and of what it asked for
    Column("created", Float, nullable=False),               # seconds since 1970, as all times here
    Column("changed", Float, nullable=False),
    Column("revision", Integer, nullable=False),            # number of its events
    Column("due", Boolean, nullable=False),                 # a level is to move
    Column("owner", String(32)),                            # the server that plays for it,
    Column("lease", Float, nullable=False),                 # and until when nobody else does
    Index("tables_due", "due", "lease"),
)

events = Table(
    "events", metadata,
    Column("table", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),            # from 1
    Column("batch", Integer, nullable=False),               # number of the first event that was written with it
    Column("kind", String(8), nullable=False),              # see Entry in service/store.py
    Column("seat", Integer),                                # null: chance
    Column("text", Text, nullable=False),
    Column("key", String(64)),                              # hash of the key of the request, on the first of a batch
    Column("time", Float, nullable=False),
    Column("asked", String(64)),                            # hash of what that request asked for, beside the key
    UniqueConstraint("table", "key", name="events_key"),
)

secrets = Table(
    "secrets", metadata,
    Column("hash", String(64), primary_key=True),           # SHA-256; the secret itself is nowhere
    Column("table", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("role", String(8), nullable=False),              # seat, keeper or invite
    Column("seat", Integer),
)
