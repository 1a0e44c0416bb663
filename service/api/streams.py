"""Server-sent events: how they are written, and waiting for what comes next."""
from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from fastapi import HTTPException, Request

from service.clients import client_of

if TYPE_CHECKING:
    from service.connections import Streams

PING = 15.0                 # seconds of silence after which a stream says that it is there, so that nobody in between
                            # hangs up
LOOK = 1.0                  # seconds without news after which a stream looks around all the same
Document = dict[str, Any]
# of each event; its data is a JSON document in one line
STREAM = {"content": {"text/event-stream": {
    "schema": {"type": "object", "required": ["data"], "properties": {
        "event": {"type": "string"}, "data": {"type": "string"}, "id": {"type": "string"}}},
    "example": 'event: progress\ndata: {"state": "running", "waiting": 0, "progress": 0.25}\n\n'}}}


def event(name: str, document: Document) -> str:
    """A server-sent event."""
    return f"event: {name}\ndata: {json.dumps(document, allow_nan=False)}\n\n"


def streams_of(request: Request) -> Streams:
    """Those of this server. Raises HTTPException where this client can open none."""
    found: Streams = request.app.state.streams
    if why := found.full(client_of(request)):
        raise HTTPException(503, why, {"Retry-After": "5"})
    return found


@contextmanager
def opened_stream(request: Request) -> Iterator[None]:
    """A stream is open as long as this lasts."""
    streams, client = request.app.state.streams, client_of(request)
    streams.begin(client)
    try:
        yield
    finally:
        streams.end(client)


async def silence(news: asyncio.Event) -> float:
    """Wait for news, LOOK seconds at most; how many of them passed without any."""
    try:
        await asyncio.wait_for(news.wait(), LOOK)
        return 0.0
    except TimeoutError:
        return LOOK
