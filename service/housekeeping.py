"""Deletes tables at which nothing has happened for long, if the server is told to keep them only for some days."""
from __future__ import annotations

import logging
import threading
from time import monotonic, time

from sqlalchemy.exc import SQLAlchemyError

from service.rooms import Rooms

DAY = 86_400.0              # seconds
EVERY = 3_600.0             # seconds between two passes
PART = 100                  # tables that are deleted at a time: others write in between
log = logging.getLogger("ludosoph.housekeeping")


class Housekeeping:
    """The passes of one server. Several servers may delete the same tables."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms, self.days = rooms, rooms.settings.keep_days
        self._stop = threading.Event()

    def begin(self) -> None:
        """Look now and then; never where tables are kept for good.

        The clock of a machine may be wrong when it starts, and be put right or wrong later. So nothing is deleted in
        the first hour, and time never goes faster than it does.
        """
        if self.days > 0:
            threading.Thread(target=self._passing, daemon=True, name="housekeeping").start()

    def close(self) -> None:
        """Delete no more."""
        self._stop.set()

    def clear(self, now: float) -> int:
        """One pass: tables without an entry for so many days go, unless somebody looks on. Returns how many."""
        gone, before = 0, now - self.days * DAY
        while not self._stop.is_set():
            tables = self.rooms.store.unused(before, self.rooms.listened_to(), PART)
            for table in tables:
                gone += self.rooms.store.forget(table, before)
            if len(tables) < PART:
                break
        return gone

    def _passing(self) -> None:
        begun, before = time(), monotonic()
        while not self._stop.wait(EVERY):
            try:
                if gone := self.clear(min(time(), begun + monotonic() - before)):
                    log.info("old tables were deleted", extra={"tables": gone})
            except SQLAlchemyError as error:
                log.warning("old tables were not deleted: %s", type(error).__name__)
