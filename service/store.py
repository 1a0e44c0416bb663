"""The database: tables, their events, and whose turn it is to play for a level. What was written is durable.

SQLite keeps a log of what it writes (WAL) and waits until the disk has it (synchronous=FULL), PostgreSQL does by
default; so what `append` has returned from is there after any crash.
"""
from __future__ import annotations

import json
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import time
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    create_engine,
    delete,
    event,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, OperationalError

from games.api import InputError
from games.fields import one_line
from service.migrations import migrate
from service.schema import events, secrets, tables

BUSY = 10.0                 # seconds that a connection to SQLite waits for another process that writes
SQLITE_FULL, POSTGRESQL_FULL = 13, "53100"      # what they answer when there is no room on the disk
POOL, MORE = 10, 30         # connections that are kept open, and more of them while there is much to do
MOVE, UNDO, RESIGN, JOIN, LINE, RECORD = "move", "undo", "resign", "join", "line", "record"     # see Entry
DRIVERS = {"postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg", "sqlite": "sqlite"}


class Conflict(Exception):
    """Somebody else has written to this table, or this request was written already."""


@dataclass(frozen=True)
class Start:
    """A table as it was made. It never changes."""

    id: str
    kind: str                           # play or follow
    game: str
    version: int                        # of its rules
    seats: int
    options: Mapping[str, str]
    seed: int
    view: int | None
    position: Mapping[str, Any] | None
    players: Sequence[Mapping[str, Any]]
    salt: bytes
    request: str | None = None
    asked: str | None = None


@dataclass(frozen=True)
class Entry:
    """An event as it is written.

    `move`: a move of a seat or an outcome of chance, in words. `undo`: a seat takes its last moves back, to where there
    were so many events. `resign`. `join`: an open seat is taken, under this name. At a table that is followed `line`:
    what was typed; `undo`: so many lines are taken back; `record`: the game is that of this record, whatever was there.
    """

    kind: str
    seat: int | None                    # null: chance, or the keeper of a followed table
    text: str


@dataclass(frozen=True)
class Written:
    """An event that is there."""

    number: int
    batch: int
    entry: Entry


@dataclass(frozen=True)
class Right:
    """What a secret gives: a seat at a table, its keeping, or an open seat."""

    table: str
    role: str                           # seat, keeper or invite
    seat: int | None


@dataclass(frozen=True)
class Claim:
    """Who plays for a level after a write: nobody has to, or this server until then."""

    due: bool
    owner: str | None = None
    until: float = 0.0


class Store:
    """The database of one server, or of several."""

    def __init__(self, url: str) -> None:
        """Connect, and bring the database up to date. Raises InputError for one that cannot be opened."""
        self.engine = engine_of(url)
        self.local = self.engine.dialect.name == "sqlite"
        self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._writing = threading.Lock()        # SQLite has one writer at a time, which others wait for here
        try:
            migrate(self.engine)
        except OperationalError as error:
            raise InputError(f"database: cannot be opened: {one_line(error.orig or error)}") from None

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    def ping(self) -> None:
        """Ask for nothing. Raises SQLAlchemyError where the database does not answer."""
        with self._reading.connect() as connection:
            connection.execute(text("SELECT 1"))

    @contextmanager
    def _write(self) -> Iterator[Connection]:
        if self.local:
            with self._writing, self.engine.begin() as connection:
                yield connection
        else:
            with self.engine.begin() as connection:
                yield connection

    # ---- tables ---------------------------------------------------------------------------------

    def create(self, start: Start, rights: Mapping[str, Right], entries: Sequence[Entry], claim: Claim) -> None:
        """A new table with its first events; `rights` are by the hashes of their secrets.

        Raises Conflict where the same request has made one.
        """
        now = time()
        row = {"id": start.id, "kind": start.kind, "game": start.game, "version": start.version, "seats": start.seats,
               "options": json.dumps(dict(start.options)), "seed": start.seed, "view": start.view,
               "position": None if start.position is None else json.dumps(start.position),
               "players": json.dumps(list(start.players)), "salt": start.salt, "request": start.request,
               "asked": start.asked, "created": now, "changed": now, "revision": len(entries), "due": claim.due,
               "owner": claim.owner, "lease": claim.until}
        try:
            with self._write() as connection:
                connection.execute(insert(tables), row)
                connection.execute(insert(secrets), [{"hash": key, "table": right.table, "role": right.role,
                                                      "seat": right.seat} for key, right in rights.items()])
                if entries:
                    connection.execute(insert(events), list(_rows(start.id, 0, entries, None, now)))
        except IntegrityError as error:
            raise Conflict from error

    def table(self, wanted: str) -> Start | None:
        """A table by its id."""
        return self._start(tables.c.id == wanted)

    def made_by(self, request: str) -> Start | None:
        """The table that this request made."""
        return self._start(tables.c.request == request)

    def _start(self, condition: Any) -> Start | None:
        with self._reading.connect() as connection:
            row = connection.execute(select(tables).where(condition)).first()
        if row is None:
            return None
        found = row._mapping
        return Start(found["id"], found["kind"], found["game"], found["version"], found["seats"],
                     json.loads(found["options"]), found["seed"], found["view"],
                     None if found["position"] is None else json.loads(found["position"]),
                     json.loads(found["players"]), bytes(found["salt"]), found["request"], found["asked"])

    def right(self, hash_: str) -> Right | None:
        """What the secret with this hash gives."""
        with self._reading.connect() as connection:
            row = connection.execute(select(secrets.c.table, secrets.c.role, secrets.c.seat)
                                     .where(secrets.c.hash == hash_)).first()
        return None if row is None else Right(*row)

    def count(self) -> int:
        """How many tables there are."""
        with self._reading.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(tables)).scalar_one())

    # ---- events ---------------------------------------------------------------------------------

    def after(self, table: str, number: int, most: int | None = None) -> list[Written]:
        """The events of a table after this one, in order; up to number `most`, where it is given."""
        query = select(events.c.number, events.c.batch, events.c.kind, events.c.seat, events.c.text).where(
            events.c.table == table, events.c.number > number).order_by(events.c.number)
        if most is not None:
            query = query.where(events.c.number <= most)
        with self._reading.connect() as connection:
            return [_written(row) for row in connection.execute(query)]

    def batch(self, table: str, key: str) -> list[Written]:
        """The events that the request with this key has written, none where there was no such request."""
        first = select(events.c.number).where(events.c.table == table, events.c.key == key).scalar_subquery()
        query = select(events.c.number, events.c.batch, events.c.kind, events.c.seat, events.c.text).where(
            events.c.table == table, events.c.batch == first).order_by(events.c.number)
        with self._reading.connect() as connection:
            return [_written(row) for row in connection.execute(query)]

    def append(self, table: str, revision: int, entries: Sequence[Entry], key: str | None, claim: Claim,
               rights: Mapping[str, Right] | None = None) -> None:
        """Write events after the first `revision` ones, all or none of them. They are durable when this returns.

        Raises Conflict where there are others already, or others with this key.
        """
        now = time()
        changed = update(tables).where(tables.c.id == table, tables.c.revision == revision).values(
            revision=revision + len(entries), changed=now, due=claim.due, owner=claim.owner, lease=claim.until)
        try:
            with self._write() as connection:
                if connection.execute(changed).rowcount != 1:
                    raise Conflict
                connection.execute(insert(events), list(_rows(table, revision, entries, key, now)))
                for hash_, right in (rights or {}).items():
                    connection.execute(insert(secrets), {"hash": hash_, "table": right.table, "role": right.role,
                                                         "seat": right.seat})
        except IntegrityError as error:
            raise Conflict from error

    def revisions(self, wanted: Collection[str]) -> dict[str, int]:
        """How many events these tables have."""
        with self._reading.connect() as connection:
            rows = connection.execute(select(tables.c.id, tables.c.revision).where(tables.c.id.in_(list(wanted))))
            return {row.id: row.revision for row in rows}

    # ---- leases ---------------------------------------------------------------------------------

    def unserved(self, owner: str, now: float, most: int = 100) -> list[str]:
        """Tables at which a level is to move, and for which nobody else plays."""
        query = select(tables.c.id).where(tables.c.due.is_(True), or_(
            tables.c.lease < now, tables.c.owner == owner)).order_by(tables.c.lease).limit(most)
        with self._reading.connect() as connection:
            return list(connection.execute(query).scalars())

    def lease(self, table: str, owner: str, now: float, until: float) -> bool:
        """Whether this server plays for the level that is to move at this table, until then."""
        taken = update(tables).where(tables.c.id == table, tables.c.due.is_(True), or_(
            tables.c.lease < now, tables.c.owner == owner)).values(owner=owner, lease=until)
        with self._write() as connection:
            return connection.execute(taken).rowcount == 1

    def renew(self, wanted: Iterable[str], owner: str, until: float) -> None:
        """Go on playing at these tables until then."""
        with self._write() as connection:
            connection.execute(update(tables).where(tables.c.id.in_(list(wanted)), tables.c.owner == owner)
                               .values(lease=until))

    def give_back(self, owner: str) -> None:
        """Play at no table any more: others may go on at once."""
        with self._write() as connection:
            connection.execute(update(tables).where(tables.c.owner == owner).values(owner=None, lease=0.0))

    # ---- tables that nobody needs any more --------------------------------------------------------

    def unused(self, before: float, but: Collection[str], most: int) -> list[str]:
        """Tables without an entry since then, without these; the oldest first."""
        query = select(tables.c.id).where(tables.c.changed < before, tables.c.id.not_in(list(but))).order_by(
            tables.c.changed).limit(most)
        with self._reading.connect() as connection:
            return list(connection.execute(query).scalars())

    def forget(self, table: str, before: float) -> bool:
        """Delete a table with all that belongs to it, unless it was written to since then."""
        with self._write() as connection:
            old = tables.c.id == table, tables.c.changed < before
            if connection.execute(select(tables.c.id).where(*old).with_for_update()).first() is None:
                return False
            for each in (secrets, events):
                connection.execute(delete(each).where(each.c.table == table))
            connection.execute(delete(tables).where(tables.c.id == table))
            return True


def _rows(table: str, revision: int, entries: Sequence[Entry], key: str | None, now: float) -> Iterator[dict[str, Any]]:
    for number, entry in enumerate(entries, start=revision + 1):
        yield {"table": table, "number": number, "batch": revision + 1, "kind": entry.kind, "seat": entry.seat,
               "text": entry.text, "key": key if number == revision + 1 else None, "time": now}


def _written(row: Any) -> Written:
    return Written(row.number, row.batch, Entry(row.kind, row.seat, row.text))


# ---- connections ------------------------------------------------------------------------------------


def engine_of(url: str) -> Engine:
    """The engine of a database by its URL. Raises InputError."""
    name, _, rest = url.partition(":")
    try:
        made = make_url(f"{DRIVERS.get(name, name)}:{rest}")
        if made.get_backend_name() == "sqlite":
            if made.database in (None, "", ":memory:"):
                raise InputError("database: SQLite in memory loses all games; expected a file, as in sqlite:///FILE")
            engine = create_engine(made, connect_args={"timeout": BUSY}, pool_size=POOL, max_overflow=MORE)
            event.listen(engine, "connect", _settle_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
            return engine
        return create_engine(made, pool_pre_ping=True, pool_size=POOL, max_overflow=MORE,
                             connect_args={"connect_timeout": int(BUSY)})
    except (ArgumentError, NoSuchModuleError, ImportError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("database: found a URL that cannot be used, expected sqlite:///FILE or "
                         "postgresql://USER:PASSWORD@HOST/NAME") from None


def full(error: BaseException) -> bool:
    """Whether the database could not write as there is no room on its disk."""
    found = getattr(error, "orig", None)
    return (getattr(found, "sqlite_errorcode", None) == SQLITE_FULL
            or getattr(found, "sqlstate", None) == POSTGRESQL_FULL)


def _settle_sqlite(connection: Any, record: Any) -> None:
    connection.isolation_level = None       # transactions begin where _begin_sqlite says so
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
