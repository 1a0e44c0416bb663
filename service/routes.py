"""How many requests of a kind are worked on at the same time; the others wait without a thread, or are refused.

Endpoints share forty threads. Those that ask the database may take GATED of them, so that pages, health and searches
are answered while the database is not. Long bodies are read and answered one or two at a time: each takes processor
time in large pieces, during which nobody else is answered, and memory.
"""
from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from fastapi import HTTPException, Request
from fastapi.routing import APIRoute
from starlette.responses import Response

from service import said
from service.bodies import LARGE

GATED = 24                  # requests that may ask the database at the same time
LONG = 2                    # requests with long bodies that are answered at the same time
WAITING = 400               # requests of a kind that may wait
PATIENCE = 3.0              # seconds that one waits for the database; Retry-After says half of them
READING = 60.0              # seconds that one with a long body waits for its turn


class Gate:
    """So many at a time."""

    def __init__(self, places: int, seconds: float, what: str) -> None:
        self.seconds, self.what, self._waiting = seconds, what, 0
        self._places = asyncio.Semaphore(places)

    @asynccontextmanager
    async def passed(self) -> AsyncIterator[None]:
        """Wait for a place and have it. Raises HTTPException where there is none in time."""
        if self._waiting >= WAITING:
            raise self._refused()
        self._waiting += 1
        try:
            async with asyncio.timeout(self.seconds):
                await self._places.acquire()
        except TimeoutError:
            raise self._refused() from None
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._places.release()

    def _refused(self) -> HTTPException:
        return HTTPException(503, self.what, {"Retry-After": str(max(1, round(self.seconds / 2)))})


class Gates:
    """Those of one server."""

    def __init__(self) -> None:
        self.database = Gate(GATED, PATIENCE, "the database does not answer those who asked before; try again")
        self.long = Gate(LONG, READING, "too many long requests wait already; try again")


class Asking(Request):
    """A request whose long body is read as JSON in a thread, and is about the game that it names."""

    async def json(self) -> Any:
        """The body."""
        body = await self.body()
        given = await asyncio.to_thread(json.loads, body) if len(body) > LARGE else json.loads(body)
        said.about_given(self, given)
        return given


class Route(APIRoute):
    """An endpoint that takes turns with others where its body is long."""

    gated = False               # it asks the database

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request."""
        answer = super().get_route_handler()

        async def handler(request: Request) -> Response:
            gates: Gates = request.app.state.gates
            async with AsyncExitStack() as passed:
                if request.scope["state"].get("length", 0) > LARGE:
                    await passed.enter_async_context(gates.long.passed())
                if self.gated:
                    await passed.enter_async_context(gates.database.passed())
                return await said.answer(request, await answer(Asking(request.scope, request.receive)))

        return handler


class TableRoute(Route):
    """An endpoint that asks the database."""

    gated = True
