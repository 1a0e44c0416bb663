"""Plays for the levels. A lease in the database decides which of several servers does so at a table."""
from __future__ import annotations

import logging
import threading
from contextlib import suppress
from functools import partial
from time import time

from sqlalchemy.exc import SQLAlchemyError

from games.api import InputError
from games.faults import told_truly
from games.fields import one_line
from mcts.agents import Greedy, choose_among
from mcts.table import Table
from service.played import Late, PlayRoom
from service.queue import Full, Job, Queue
from service.rooms import Room, Rooms
from service.store import Conflict, Entry, Start

WAITED = 30.0               # seconds since somebody last looked at a table
log = logging.getLogger("ludosoph.levels")


class Bots:
    """The levels of a server. Their searches take turns with all others in the queue, each table as a client."""

    def __init__(self, rooms: Rooms, queue: Queue) -> None:
        self.rooms, self.queue = rooms, queue
        self._at: set[str] = set()          # tables at which this server plays now
        self._keeping, self._stop = threading.Lock(), threading.Event()
        rooms.on_due = self.wake

    def begin(self) -> None:
        """Look for tables at which nobody plays for a level, now and then."""
        threading.Thread(target=self._sweeping, daemon=True).start()

    def close(self) -> None:
        """Begin no more moves, and leave the tables to other servers."""
        self._stop.set()
        try:
            self.rooms.store.give_back(self.rooms.owner)
        except SQLAlchemyError as error:
            log.warning("leases were not given back: %s", type(error).__name__)

    def wake(self, table: str) -> None:
        """A level is to move at this table, which this server has the lease of."""
        with self._keeping:
            if table in self._at or self._stop.is_set():
                return
            self._at.add(table)
        try:
            self.queue.submit(Job(partial(self._play, table), client=f"table {table}", brief=True))
        except Full:                        # the sweeper comes back to it
            with self._keeping:
                self._at.discard(table)

    def _play(self, table: str, job: Job) -> None:
        """Play at a table until a person is to move or the game is over."""
        left = False
        try:
            start = self.rooms.store.table(table)
            with told_truly():
                while start is not None and not self._stop.is_set() and not left:
                    left = not self._move(start)
        except (InputError, Late, Conflict, SQLAlchemyError) as error:
            log.warning("table %s: no level could play: %s: %s", table, type(error).__name__, one_line(error))
        finally:
            if not left:
                self._leave(table)

    def _leave(self, table: str) -> None:
        with self._keeping:
            self._at.discard(table)

    def _move(self, start: Start) -> bool:
        """One move of a level; false where none is to move, and then this server has left the table."""
        with self.rooms.use(start) as room:
            if not isinstance(room, PlayRoom) or not room.due:
                self._leave(start.id)           # as long as nobody can move here: whoever does wakes a level again
                return False
            number, thinking = room.number, room.table.fork()
        action = _chosen(start.id, thinking)

        def play(now: Room) -> list[Entry]:
            if now.number != number or not isinstance(now, PlayRoom):
                raise Late("the game has gone on")
            return [now.play(action), *now.settle()]

        with suppress(Late):
            self.rooms.do(start, None, play)
        return True

    def _sweeping(self) -> None:
        while not self._stop.wait(self.rooms.settings.sweep):
            try:
                self._sweep()
            except SQLAlchemyError as error:
                log.warning("the database does not answer: %s", type(error).__name__)

    def _sweep(self) -> None:
        store, owner, now = self.rooms.store, self.rooms.owner, time()
        until = now + self.rooms.settings.lease
        with self._keeping:
            playing = set(self._at)
        if playing:
            store.renew(playing, owner, until)
        waited_for = self.rooms.lately(WAITED)      # after a start there may be thousands: first where somebody waits
        first = store.unserved(owner, now, among=waited_for) if waited_for else []
        for table in dict.fromkeys([*first, *store.unserved(owner, now)]):
            if table not in playing and store.lease(table, owner, now, until):
                self.wake(table)


def _chosen(name: str, table: Table) -> int:
    """What the level to move plays; where its search fails, as in a game without an end, what its heuristics play.

    A person would wait for ever otherwise, as nothing that is tried again would end better.
    """
    allowed = table.state.legal_actions()
    try:
        with told_truly():
            return table.choice(allowed)
    except InputError as error:
        log.warning("table %s: a level plays by its heuristics, as its search failed: %s", name, one_line(error))
        return choose_among(Greedy(), table.state, allowed, table.seed)
