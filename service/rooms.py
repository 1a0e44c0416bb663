"""The tables of a server in memory. Rows of the database are the truth; a room is read on before it answers."""
from __future__ import annotations

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from secrets import token_hex
from time import monotonic, time

from sqlalchemy.exc import SQLAlchemyError

from games.api import InputError
from games.fields import one_line
from service.clients import digest
from service.followed import FollowRoom
from service.metrics import Metrics
from service.played import Late, PlayRoom
from service.settings import Settings
from service.store import MOVE, Claim, Conflict, Entry, Right, Start, Store, Written

TRIES = 20                  # writes of others that a request may meet before it gives up
LONG = 50_000               # characters of entries that take long to read, as a game of a thousand moves has
AT_ONCE = 2                 # tables with so many that are read at the same time: each takes a second, and memory
WEIGH = 64                  # uses of tables between two looks at the memory that they take
log = logging.getLogger("ludosoph.tables")
Room = PlayRoom | FollowRoom
Act = Callable[[Room], list[Entry]]


class Reused(Exception):
    """A key that was used before, with a request that asks for something else."""

    def __init__(self) -> None:
        super().__init__("was used before for another request; expected a new one")


class Held:
    """A table in memory, with the lock of those who use it."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.room: Room | None = None
        self.used = 0.0             # the last time, in seconds of the clock that never goes back
        self.wakes: set[Callable[[], None]] = set()     # of those who listen


def made(start: Start) -> Room:
    """A room before its first entry. Raises InputError."""
    return FollowRoom(start) if start.kind == "follow" else PlayRoom(start)


class Rooms:
    """All tables that this server has in memory, the latest ones used last."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings, self.owner = store, settings, token_hex(8)
        self.metrics: Metrics | None = None
        self.on_due: Callable[[str], None] = lambda table: None      # a level is to move at this table
        self._held: OrderedDict[str, Held] = OrderedDict()
        self._uses = 0
        self._keeping = threading.Lock()
        self._long = threading.Semaphore(AT_ONCE)
        self._stop = threading.Event()

    # ---- use ------------------------------------------------------------------------------------

    @contextmanager
    def use(self, start: Start) -> Iterator[Room]:
        """The room of a table as its rows say it is now; nobody else on this server uses it meanwhile."""
        held = self._of(start.id)
        with held.lock:
            yield self._fresh(held, start)

    @contextmanager
    def alone(self, start: Start) -> Iterator[None]:
        """Nobody else on this server uses a table meanwhile, also between doing something there and looking at it."""
        with self._of(start.id).lock:
            yield

    def do(self, start: Start, key: str | None, act: Act, rights: Mapping[str, Right] | None = None,
           asked: str = "") -> Room:
        """Let `act` change a room, and write what it did. It is durable when this returns.

        A request whose key was written before changes nothing: the room is then as that request left it. Raises what
        `act` raises, Late where the table can be played no more, Conflict where others write all the time, and Reused
        where a request with this key was written that asked for something else.
        """
        held, known, wanted = self._of(start.id), None if key is None else digest(key), digest(asked)
        with held.lock:
            for _ in range(TRIES):
                room = self._fresh(held, start)
                if known is not None and (there := self.store.batch(start.id, known)):
                    if there[0].asked not in (None, wanted):
                        raise Reused
                    return self.at(start, there[-1].number)
                if self._written(held, room, act, known, rights, wanted):
                    if room.due:
                        self.on_due(start.id)
                    return room
        raise Conflict

    def at(self, start: Start, number: int) -> Room:
        """A room as it was after so many entries."""
        room = made(start)
        for written in self.store.after(start.id, 0, number):
            room.apply(written.entry)
        return room

    def _written(self, held: Held, room: Room, act: Act, key: str | None, rights: Mapping[str, Right] | None,
                 asked: str) -> bool:
        """Do it and write it; false where somebody else has written meanwhile."""
        before, done = room.number, False
        try:
            entries = act(room)
            if before + len(entries) > self.settings.table_events:
                raise InputError(f"a table has {self.settings.table_events:,} entries at most")
            if entries:
                self.store.append(room.start.id, before, entries, key, self.claim(room.due), rights,
                                  asked)
                if self.metrics is not None:
                    self.metrics.moves.inc(sum(entry.kind == MOVE for entry in entries))
            done = True
        except Conflict:
            return False
        finally:
            if not done and (room.number != before or room.spoilt):
                held.room = None        # it is ahead of its rows
        if room.number != before:
            self._tell(held)
        return True

    def claim(self, due: bool) -> Claim:
        """This server plays for the level that is to move, if one is."""
        return Claim(True, self.owner, time() + self.settings.lease) if due else Claim(False)

    def _fresh(self, held: Held, start: Start) -> Room:
        room = held.room if held.room is not None and not held.room.spoilt else made(start)
        held.room = None
        before, entries = room.number, self.store.after(start.id, room.number)
        with self._long if sum(20 + len(written.entry.text) for written in entries) > LONG else nullcontext():
            self._read(room, entries)
        held.room = room
        if room.number != before:
            self._tell(held)
        return room

    def _read(self, room: Room, entries: Sequence[Written]) -> None:
        for written in entries:
            try:
                room.apply(written.entry)
            except InputError as error:
                raise Late(f"this table was begun by version {room.start.version} of the rules, these are "
                           f"{room.game.version}: entry {written.number} does not fit: {one_line(error)}") from None

    def _tell(self, held: Held) -> None:
        """Wake those who listen."""
        with self._keeping:
            for wake in held.wakes:
                wake()

    def _of(self, table: str) -> Held:
        with self._keeping:
            held = self._held.setdefault(table, Held())
            self._held.move_to_end(table)
            held.used = monotonic()
            self._uses += 1
            if self._uses % WEIGH == 0 or len(self._held) > self.settings.rooms:
                self._let_go(held)
            return held

    def _let_go(self, used: Held) -> None:
        """Forget what nobody has used for long, and half of the rest where it is too much.

        Those that somebody listens to or uses now stay. Finished games are the most of what is not used again.
        """
        old = used.used - self.settings.room_idle
        full = len(self._held) > self.settings.rooms or self._size() > self.settings.room_bytes
        half = len(self._held) // 2
        for place, (table, held) in enumerate(list(self._held.items())):     # those used least lately come first
            if held.used >= old and not (full and place < half):
                break
            if held is not used and not held.wakes and held.lock.acquire(blocking=False):
                held.lock.release()
                del self._held[table]

    def _size(self) -> int:
        """Bytes of all rooms, about. It looks at every position that is kept."""
        return sum(held.room.size for held in self._held.values() if held.room is not None)

    # ---- listeners ------------------------------------------------------------------------------

    @contextmanager
    def listened(self, start: Start) -> Iterator[asyncio.Event]:
        """An event of the running loop that is set whenever something happens at this table."""
        loop, news = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(news.set)

        with self._keeping:
            held = self._held.setdefault(start.id, Held())
            held.wakes.add(wake)
        try:
            yield news
        finally:
            with self._keeping:
                held.wakes.discard(wake)

    def listeners(self) -> int:
        """How many wait."""
        with self._keeping:
            return sum(len(held.wakes) for held in self._held.values())

    def listened_to(self) -> set[str]:
        """Tables that somebody follows here."""
        with self._keeping:
            return {table for table, held in self._held.items() if held.wakes}

    def lately(self, seconds: float, most: int = 500) -> list[str]:
        """Tables that somebody follows or has asked for within so many seconds, the last ones first."""
        since = monotonic() - seconds
        with self._keeping:
            found = [table for table, held in reversed(self._held.items()) if held.wakes or held.used >= since]
        return found[:most]

    def number(self, table: str) -> int:
        """How many entries of a table this server has read."""
        held = self._held.get(table)
        return held.room.number if held is not None and held.room is not None else -1

    def begin(self) -> None:
        """Look every now and then for what other servers have written, as long as somebody listens."""
        threading.Thread(target=self._polling, daemon=True).start()

    def close(self) -> None:
        """Look no more."""
        self._stop.set()

    def _polling(self) -> None:
        while not self._stop.wait(self.settings.poll):
            with self._keeping:
                wanted = {table: held for table, held in self._held.items() if held.wakes}
            try:
                if wanted:
                    self._read_on(wanted)
            except (SQLAlchemyError, Late) as error:
                log.warning("not all tables could be read on: %s", type(error).__name__)

    def _read_on(self, wanted: Mapping[str, Held]) -> None:
        for table, revision in self.store.revisions(wanted.keys()).items():
            start = self.store.table(table) if revision > self.number(table) else None
            if start is not None:
                with wanted[table].lock:
                    self._fresh(wanted[table], start)
