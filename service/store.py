"""The database: tables, their events, and whose turn it is to play for a level. What was written is durable.

SQLite keeps a log of what it writes (WAL) and waits until the disk has it (synchronous=FULL), PostgreSQL does by
default; so what `append` has returned from is there after any crash.
"""
from __future__ import annotations

import json
import os
import shutil
import socket
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, time
from typing import Any
from urllib.parse import quote

from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, RowMapping, Select, create_engine, delete, event, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    DisconnectionError,
    IntegrityError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)

from games.api import InputError
from games.fields import one_line
from service import statements as said
from service.migrations import migrate
from service.schema import events, secrets, tables

BUSY = 4.0                  # seconds that SQLite waits for another process that writes, and a thread for another one
AGAIN = 1.0                 # seconds after which somebody waits again, where it was waited for in vain
ANSWER = 8.0                # seconds that PostgreSQL has to answer, from the first question of a request to its last
LOOK = 0.5                  # seconds between two looks whether it has
FAR = 120.0                 # seconds ahead at which a lease cannot be: a clock was put back since
LOCKED = "another program has locked it"
SANE = 1.5e9                # seconds since 1970, before which a clock was not set
ROOM = 2**20                # bytes on the disk, without which nothing is written
SQLITE_FULL, POSTGRESQL_FULL = 13, "53100"      # what they answer when there is no room on the disk
SQLITE_LOCKED, POSTGRESQL_CROWDED = (5, 6), "53300"
POOL, MORE = 10, 30         # connections that are kept open, and more of them while there is much to do
MOVE, UNDO, RESIGN, JOIN, LINE, RECORD = "move", "undo", "resign", "join", "line", "record"     # see Entry
DRIVERS = {"postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg", "sqlite": "sqlite"}


class Away(SQLAlchemyError):
    """The database cannot be written to now; in words."""


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
    asked: str | None = None            # hash of what its request asked for, of the first of a batch


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
        self._reading = reading(self.engine)
        self._writing = threading.Lock()        # SQLite has one writer at a time, which others wait for here
        self._vain = -AGAIN                     # when one has waited for another process in vain
        try:
            migrate(self.engine)
        except DBAPIError as error:
            raise InputError(f"database {place_of(self.engine.url)}: cannot be opened: "
                             f"{without_password(error, self.engine.url)}") from None
        except CommandError:
            raise InputError(f"database {place_of(self.engine.url)}: its schema is none that this version knows, as of "
                             "a newer version of the program; expected that of this one or an earlier one") from None
        self.file = Path(self.engine.url.database or "") if self.local else None
        self._identity = identity(self.file)
        self._watch = None if self.local else Watch(self.engine)

    def close(self) -> None:
        """Let go of all connections."""
        if self._watch is not None:
            self._watch.close()
        self._reading.dispose()
        self.engine.dispose()

    def trouble(self) -> str:
        """Why the database could not be written to now; empty: it could."""
        try:
            with self._write() as connection:
                connection.execute(text("SELECT 1"))
        except SQLAlchemyError as error:
            return why(error)
        if self.file is not None and shutil.disk_usage(self.file.parent).free < ROOM:
            return "its disk is full"
        return ""

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        self._there()
        with self._reading.connect() as connection:
            yield connection

    def _there(self) -> None:
        """Raises Away where the file was deleted: SQLite goes on with what is left of it, or makes a new one."""
        if identity(self.file) != self._identity:
            raise Away("its file was deleted or replaced; the server has to be started again")

    @contextmanager
    def _write(self) -> Iterator[Connection]:
        if not self.local:
            with self.engine.begin() as connection:
                yield connection
            return
        if monotonic() < self._vain + AGAIN:
            raise Away(LOCKED)
        if not self._writing.acquire(timeout=BUSY):
            raise Away("others wait to write to it")
        try:
            self._there()
            if monotonic() < self._vain + AGAIN:        # as the one before has found
                raise Away(LOCKED)
            with self.engine.begin() as connection:
                yield connection
        except OperationalError as error:
            if why(error) == LOCKED:
                self._vain = monotonic()
            raise
        finally:
            self._writing.release()

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
                connection.execute(said.NEW_TABLE, row)
                connection.execute(said.NEW_SECRETS, list(_secrets(rights)))
                if entries:
                    connection.execute(said.NEW_EVENTS, list(_rows(start.id, 0, entries, None, now)))
        except IntegrityError as error:
            raise Conflict from error

    def table(self, wanted: str) -> Start | None:
        """A table by its id."""
        found = self._first(said.TABLE, {"id": wanted})
        return None if found is None else _start(found)

    def made_by(self, request: str) -> Start | None:
        """The table that this request made."""
        found = self._first(said.MADE_BY, {"request": request})
        return None if found is None else _start(found)

    def right(self, hash_: str) -> Right | None:
        """What the secret with this hash gives."""
        found = self._first(said.RIGHT, {"hash": hash_})
        return None if found is None else Right(*found.values())

    def holder(self, hash_: str) -> tuple[Right, Start] | None:
        """What the secret with this hash gives, and the table it is about."""
        found = self._first(said.HOLDER, {"hash": hash_})
        return None if found is None else (Right(found["id"], found["role"], found["holds"]), _start(found))

    def count(self) -> int:
        """How many tables there are."""
        with self._read() as connection:
            return int(connection.execute(said.COUNT).scalar_one())

    def _first(self, statement: Select[Any], values: Mapping[str, Any]) -> RowMapping | None:
        with self._read() as connection:
            return connection.execute(statement, values).mappings().first()

    # ---- events ---------------------------------------------------------------------------------

    def after(self, table: str, number: int, most: int | None = None) -> list[Written]:
        """The events of a table after this one, in order; up to number `most`, where it is given."""
        if most is None:
            return self._written(said.AFTER, {"table": table, "number": number})
        return self._written(said.BETWEEN, {"table": table, "number": number, "most": most})

    def batch(self, table: str, key: str) -> list[Written]:
        """The events that the request with this key has written, none where there was no such request."""
        return self._written(said.BATCH, {"table": table, "key": key})

    def _written(self, statement: Select[Any], values: Mapping[str, Any]) -> list[Written]:
        with self._read() as connection:
            return [Written(row.number, row.batch, Entry(row.kind, row.seat, row.text), row.asked)
                    for row in connection.execute(statement, values)]

    def append(self, table: str, revision: int, entries: Sequence[Entry], key: str | None, claim: Claim,
               rights: Mapping[str, Right] | None = None, asked: str | None = None) -> None:
        """Write events after the first `revision` ones, all or none of them. They are durable when this returns.

        Raises Conflict where there are others already, or others with this key.
        """
        now = time()
        changed = {"of": table, "after": revision, "now": revision + len(entries), "at": now, "is_due": claim.due,
                   "by": claim.owner, "until": claim.until}
        try:
            with self._write() as connection:
                if connection.execute(said.GO_ON, changed).rowcount != 1:
                    raise Conflict
                connection.execute(said.NEW_EVENTS, list(_rows(table, revision, entries, key, now, asked)))
                if rights:
                    connection.execute(said.NEW_SECRETS, list(_secrets(rights)))
        except IntegrityError as error:
            raise Conflict from error

    def revisions(self, wanted: Collection[str]) -> dict[str, int]:
        """How many events these tables have."""
        with self._read() as connection:
            rows = connection.execute(said.REVISIONS, {"ids": list(wanted)})
            return {row.id: row.revision for row in rows}

    # ---- leases ---------------------------------------------------------------------------------

    def unserved(self, owner: str, now: float, most: int = 100, among: Sequence[str] | None = None) -> list[str]:
        """Tables at which a level is to move, and for which nobody else plays; of these alone, if some are named."""
        values = {"now": now, "far": now + FAR, "by": owner, "most": most}
        with self._read() as connection:
            if among is None:
                return list(connection.execute(said.UNSERVED, values).scalars())
            return list(connection.execute(said.UNSERVED_AMONG, values | {"ids": list(among)}).scalars())

    def lease(self, table: str, owner: str, now: float, until: float) -> bool:
        """Whether this server plays for the level that is to move at this table, until then."""
        values = {"of": table, "now": now, "far": now + FAR, "by": owner, "until": until}
        with self._write() as connection:
            return connection.execute(said.LEASE, values).rowcount == 1

    def renew(self, wanted: Iterable[str], owner: str, until: float) -> None:
        """Go on playing at these tables until then."""
        with self._write() as connection:
            connection.execute(said.RENEW, {"ids": list(wanted), "by": owner, "until": until})

    def give_back(self, owner: str) -> None:
        """Play at no table any more: others may go on at once."""
        with self._write() as connection:
            connection.execute(said.GIVE_BACK, {"by": owner})

    # ---- tables that nobody needs any more --------------------------------------------------------

    def unused(self, before: float, but: Collection[str], most: int) -> list[str]:
        """Tables without an entry since then, without these; the oldest first. Those of a clock that was not set stay.
        """
        query = select(tables.c.id).where(tables.c.changed < before, tables.c.changed > SANE, tables.c.id.not_in(
            list(but))).order_by(tables.c.changed).limit(most)
        with self._read() as connection:
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


def _rows(table: str, revision: int, entries: Sequence[Entry], key: str | None, now: float,
          asked: str | None = None) -> Iterator[dict[str, Any]]:
    for number, entry in enumerate(entries, start=revision + 1):
        first = number == revision + 1
        yield {"table": table, "number": number, "batch": revision + 1, "kind": entry.kind, "seat": entry.seat,
               "text": entry.text, "key": key if first else None, "time": now, "asked": asked if first else None}


def _secrets(rights: Mapping[str, Right]) -> Iterator[dict[str, Any]]:
    for hash_, right in rights.items():
        yield {"hash": hash_, "table": right.table, "role": right.role, "seat": right.seat}


def _start(row: RowMapping) -> Start:
    return Start(row["id"], row["kind"], row["game"], row["version"], row["seats"], json.loads(row["options"]),
                 row["seed"], row["view"], None if row["position"] is None else json.loads(row["position"]),
                 json.loads(row["players"]), bytes(row["salt"]), row["request"], row["asked"])


# ---- connections ------------------------------------------------------------------------------------


def engine_of(url: str) -> Engine:
    """The engine of a database by its URL. Raises InputError."""
    name, _, rest = url.partition(":")
    try:
        made = make_url(f"{DRIVERS.get(name, name)}:{rest}")
        if made.get_backend_name() == "sqlite":
            if made.database in (None, "", ":memory:"):
                raise InputError("database: SQLite in memory loses all games; expected a file, as in sqlite:///FILE")
            engine = _sqlite(made)
            event.listen(engine, "begin", _begin_sqlite)
            return engine
        return create_engine(made, pool_size=POOL, max_overflow=MORE, pool_timeout=BUSY, connect_args={
            "connect_timeout": int(BUSY), "keepalives_idle": 10, "tcp_user_timeout": int(1000 * ANSWER)})
    except (ArgumentError, NoSuchModuleError, ImportError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("database: found a URL that cannot be used, expected sqlite:///FILE or "
                         "postgresql://USER:PASSWORD@HOST/NAME") from None


def reading(engine: Engine) -> Engine:
    """An engine for single queries of the same database. With SQLite it is one of its own, whose connections begin no
    transactions: to switch those of the other engine to and fro takes longer than most queries.
    """
    if engine.dialect.name == "sqlite":
        return _sqlite(engine.url)
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url, connect_args={"timeout": BUSY}, pool_size=POOL, max_overflow=MORE)
    event.listen(engine, "connect", _settle_sqlite)
    return engine


class Watch:
    """Ends connections to PostgreSQL on which an answer is waited for too long.

    A server that is stopped, or whose disk hangs, keeps its connections and says nothing; libpq then waits for ever,
    and no limit on the other side helps. Once the socket is shut down the wait ends with an error.
    """

    def __init__(self, engine: Engine) -> None:
        self._out: dict[int, tuple[float, Any]] = {}        # connections in use: until when, and which
        self._lock, self._stop = threading.Lock(), threading.Event()
        event.listen(engine, "checkout", self._begin)
        event.listen(engine, "checkin", self._end)
        event.listen(engine, "invalidate", lambda connection, record, error: self._end(connection, record))
        threading.Thread(target=self._looking, daemon=True, name="database").start()

    def close(self) -> None:
        """Watch no more."""
        self._stop.set()

    def _begin(self, connection: Any, record: Any, proxy: Any) -> None:
        """A connection is about to be used: it is asked first whether it still is one."""
        with self._lock:
            self._out[id(connection)] = monotonic() + ANSWER, connection
        try:
            autocommit = connection.autocommit
            connection.execute("SELECT 1")
            if not autocommit:
                connection.rollback()
        except Exception as error:          # whatever the driver says of a connection that is none any more
            if self._end(connection, record):
                raise Away("PostgreSQL has not answered in time") from error
            raise DisconnectionError from error

    def _end(self, connection: Any, record: Any) -> bool:
        """It is given back; whether its time was over."""
        with self._lock:
            until, _ = self._out.pop(id(connection), (monotonic() + ANSWER, None))
        return monotonic() >= until

    def _looking(self) -> None:
        while not self._stop.wait(LOOK):
            now = monotonic()
            with self._lock:
                late = [connection for until, connection in self._out.values() if now >= until]
            for connection in late:
                # it may be closed by now
                with suppress(Exception), socket.socket(fileno=os.dup(connection.fileno())) as wire:
                    wire.shutdown(socket.SHUT_RDWR)


def identity(file: Path | None) -> tuple[int, int] | None:
    """Which file this is now; None where there is none."""
    try:
        found = None if file is None else file.stat()
    except OSError:
        return None
    return None if found is None else (found.st_dev, found.st_ino)


def place_of(url: URL) -> str:
    """Where a database lies, without whatever may hold a password."""
    return str(URL.create(url.get_backend_name(), host=url.host, port=url.port, database=url.database))


def without_password(error: BaseException, url: URL) -> str:
    """What a driver says, in one line, without the password of the URL, which some of them quote."""
    said = one_line(getattr(error, "orig", None) or error)
    for secret in (url.password, url.query.get("password")):
        if isinstance(secret, str) and secret:
            said = said.replace(secret, "***").replace(quote(secret), "***")
    return said


def why(error: BaseException) -> str:
    """What is wrong with the database, in words."""
    found = getattr(error, "orig", None)
    if isinstance(error, Away):
        return str(error)
    if getattr(found, "sqlite_errorcode", None) == SQLITE_FULL or getattr(found, "sqlstate", None) == POSTGRESQL_FULL:
        return "its disk is full, and nothing was written"
    if getattr(found, "sqlite_errorcode", 0) & 0xff in SQLITE_LOCKED:
        return LOCKED
    if getattr(found, "sqlstate", None) == POSTGRESQL_CROWDED:
        return "it takes no more connections"
    return type(error).__name__


def _settle_sqlite(connection: Any, record: Any) -> None:
    connection.isolation_level = None       # transactions begin where _begin_sqlite says so
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
