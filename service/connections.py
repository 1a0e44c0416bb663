"""Connections of a server: how many, how many of one address, and how long the head of a request may take.

uvicorn ends a connection that is idle after an answer, and waits for ever for the rest of half a request. Each
connection is a file of the process: when these run out, nobody can connect, and asyncio says so a thousand times a
second.
"""
from __future__ import annotations

import asyncio
import logging
import resource
from collections import Counter
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from service.logs import NAME

KEPT = 100                  # files of the process for all else: the database, the log, what it reads
AT_ONCE = KEPT // 2         # connections that are taken before any of them is counted; each is a file already
FEWEST = 20                 # connections, however few files a process may have
log = logging.getLogger(f"{NAME}.connections")


def most_connections(wanted: int) -> int:
    """So many connections, or as many as the process may have files for; it is given as many as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + KEPT
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else max(FEWEST, min(wanted, soft - KEPT))


class Connections:
    """Those that are open."""

    def __init__(self, most: int, each: int, head: float) -> None:
        """`each`: of one address, 0: as many as there are; `head`: seconds for the head of a request."""
        self.most, self.each, self.head = most, min(each, max(1, most // 2)) if each else most, head
        self.open: Counter[str] = Counter()
        self.total = 0

    def come(self, address: str) -> bool:
        """A connection is made; whether it may stay."""
        self.total += 1
        self.open[address] += 1
        return self.total <= self.most and self.open[address] <= self.each

    def gone(self, address: str) -> None:
        """It is closed."""
        self.total -= 1
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]


def protocol(all_of_them: Connections) -> Any:
    """What uvicorn makes for each connection."""
    class Connection(AutoHTTPProtocol):     # type: ignore[misc, valid-type]
        """One connection, watched."""

        _due: asyncio.TimerHandle | None = None
        _address = ""

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._address = str((transport.get_extra_info("peername") or ("unknown",))[0])
            if not all_of_them.come(self._address):
                log.warning("too many connections")
                transport.abort()
                return
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            all_of_them.gone(self._address)
            self._wait_no_more()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self._answering():
                self._wait_no_more()
            elif self._due is None:
                self._wait()

        def _answering(self) -> bool:
            """The head of a request is there, and it is not answered."""
            return self.cycle is not None and not self.cycle.response_complete

        def _wait(self) -> None:
            self._due = self.loop.call_later(all_of_them.head, self._late)

        def _wait_no_more(self) -> None:
            if self._due is not None:
                self._due.cancel()
                self._due = None

        def _late(self) -> None:
            self._due = None
            if not self._answering() and not self.transport.is_closing():
                self.transport.close()

    return Connection


class Streams:
    """Streams of events that are open: each keeps a connection for as long as its client likes."""

    def __init__(self, most: int, each: int) -> None:
        self.most, self.each, self.open = most, each, Counter[str]()

    def full(self, client: str) -> str:
        """Why one more of this client cannot be opened; empty: it can."""
        if self.open.total() >= self.most:
            return "too many listen already"
        return f"this client has {self.each} streams open already" if self.open[client] >= self.each else ""

    def begin(self, client: str) -> None:
        """One is opened."""
        self.open[client] += 1

    def end(self, client: str) -> None:
        """It is over."""
        self.open[client] -= 1
        if not self.open[client]:
            del self.open[client]
