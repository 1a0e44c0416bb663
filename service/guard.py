"""What every request passes: who asks, how often and how much."""
from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware

from games.fields import shown
from service import errors
from service.bodies import LARGE, replayed, shape, unfit
from service.clients import Hosts, Rates, address_of, digest, read_tokens
from service.connections import Streams
from service.errors import error_response
from service.headers import API, Answered
from service.metrics import Metrics
from service.queue import Queue
from service.routes import Gates

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

ALWAYS = ("/healthz", "/readyz")        # answered as often as they are asked: what looks after a server asks them
LOOKED = 2                  # long bodies that are looked through at the same time
OWN_SECRET = re.compile(r"/api/v\d+/(seats|invites)/.")     # what stands behind is a right of its own


class Bounds(Protocol):
    """What of the settings of a server is asked for here."""

    @property
    def body_bytes(self) -> int: ...
    @property
    def body_seconds(self) -> float: ...
    @property
    def json_depth(self) -> int: ...
    @property
    def json_items(self) -> int: ...
    @property
    def hosts(self) -> tuple[str, ...]: ...
    @property
    def requests_per_second(self) -> float: ...
    @property
    def request_burst(self) -> int: ...
    @property
    def listeners(self) -> int: ...
    @property
    def listeners_each(self) -> int: ...
    @property
    def origins(self) -> tuple[str, ...]: ...
    @property
    def tokens(self) -> Path | None: ...


class Unwelcome(Exception):
    """A request that goes no further."""

    def __init__(self, status: int, error: str, **headers: str) -> None:
        super().__init__(error)
        self.status, self.headers = status, {name.replace("_", "-"): value for name, value in headers.items()}


def install(app: FastAPI, settings: Bounds, metrics: Metrics) -> None:
    """Guard an application, and count in `metrics`, its `app.state.metrics`. Raises InputError for a file of tokens."""
    app.state.metrics, app.state.gates = metrics, Gates()
    app.state.streams = Streams(settings.listeners, settings.listeners_each)
    queue: Queue = app.state.searches.queue
    app.state.metrics.gauge("searches_waiting", "Searches that have not begun", lambda: queue.counts()[0])
    app.state.metrics.gauge("searches_running", "Searches that have begun", lambda: queue.counts()[1])
    app.state.searches.on_over = lambda search: app.state.metrics.search(search.kind, search.state)
    known = {} if settings.tokens is None else read_tokens(settings.tokens)
    if settings.origins:
        app.add_middleware(CORSMiddleware, allow_origins=settings.origins, allow_methods=["GET", "POST", "DELETE"],
                           allow_headers=["Authorization", "Content-Type", "X-Request-ID", "Last-Event-ID"],
                           expose_headers=["Retry-After", "X-Request-ID"])
    app.add_middleware(Guard, settings=settings, metrics=app.state.metrics, tokens=known)
    errors.install(app)


class Guard:
    """The middleware around an application."""

    def __init__(self, app: ASGIApp, settings: Bounds, metrics: Metrics, tokens: Mapping[str, str]) -> None:
        """`tokens` are names by the SHA-256 of their tokens; with none, nobody needs one."""
        self.app, self.settings, self.metrics, self.tokens = app, settings, metrics, tokens
        self.rates = Rates(settings.requests_per_second, settings.request_burst)
        self.hosts = Hosts(settings.hosts)
        self.looking = asyncio.Semaphore(LOOKED)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answered = Answered(scope)
        try:
            try:
                received = await self._admitted(scope, receive)
            except Unwelcome as refused:
                answer = error_response(refused.status, str(refused), headers=refused.headers)
                await answer(scope, receive, answered.by(send))
            else:
                await self.app(scope, received, answered.by(send))
        finally:
            answered.write(self.metrics)

    async def _admitted(self, scope: Scope, receive: Receive) -> Receive:
        """How to receive the body of a request that may go on. Raises Unwelcome."""
        headers, path, method = Headers(scope=scope), scope["path"], scope["method"]
        given = self._token(headers)
        name = None if given is None else self.tokens.get(digest(given))
        scope["state"]["client"] = address_of(scope) if name is None else f"token {name}"
        said = headers.get("content-length", "0")
        cost = 1 + (int(said) // LARGE if said.isdecimal() and len(said) < 12 else 0)
        if path not in ALWAYS:
            self._pay(scope["state"]["client"], cost, close=cost > 1)
        if given is not None and name is None:
            raise Unwelcome(401, "this API token is none of those known", WWW_Authenticate="Bearer")
        if not self.hosts.are(host := headers.get("host", "")):
            raise Unwelcome(421, f"this server does not answer to the name {shown(host[:100])}; --allow-host adds one")
        if "\0" in path:
            raise Unwelcome(404, "there is nothing here")
        changes = method not in ("GET", "HEAD", "OPTIONS")
        if self.tokens and name is None and changes and path.startswith(API) and not OWN_SECRET.match(path):
            raise Unwelcome(401, "expected an API token, as in Authorization: Bearer TOKEN", WWW_Authenticate="Bearer")
        if changes and headers.get("sec-fetch-site") == "cross-site" and headers.get("origin") not in \
                self.settings.origins:
            raise Unwelcome(403, "this page belongs to another site, which is not allowed to ask")
        if not changes:
            return receive
        try:
            async with asyncio.timeout(self.settings.body_seconds):
                body = await self._body(headers, receive, scope["state"]["client"], paid=cost - 1)
        except TimeoutError:
            raise Unwelcome(408, f"the body did not come within {self.settings.body_seconds:g} s",
                            Connection="close") from None
        scope["state"]["length"] = len(body)
        if body and path.startswith(API):
            if len(body) > LARGE:
                async with self.looking:
                    await asyncio.to_thread(self._check, headers, body)
            else:
                self._check(headers, body)
        return replayed(body, receive)

    def _pay(self, client: str, cost: int, close: bool) -> None:
        """Count requests of a client. Raises Unwelcome where it has none left; what was not read is not waited for."""
        if wait := self.rates.wait(client, cost=cost):
            more = {"Connection": "close"} if close else {}
            raise Unwelcome(429, "too many requests", Retry_After=str(wait), **more)

    def _token(self, headers: Headers) -> str | None:
        """The token that a request has, if it has one."""
        kind, _, token = headers.get("authorization", "").partition(" ")
        return token.strip() if self.tokens and kind.lower() == "bearer" else None

    async def _body(self, headers: Headers, receive: Receive, client: str, paid: int) -> bytes:
        """All of a body. One that did not say how long it is, as in chunks, is counted as it comes."""
        most, said = self.settings.body_bytes, headers.get("content-length", "0")
        parts, size = list[bytes](), int(said) if said.isdecimal() else 0
        more = size <= most
        if more:
            size = 0
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                break
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if (due := min(size, most) // LARGE) > paid:
                self._pay(client, due - paid, close=True)
                paid = due
            more = message.get("more_body", False) and size <= most
        if size > most:
            raise Unwelcome(413, f"the body has more than {most:,} bytes, expected at most that")
        return b"".join(parts)

    def _check(self, headers: Headers, body: bytes) -> None:
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Unwelcome(415, f"Content-Type: found {shown(kind)}, expected application/json")
        depth, items = shape(body)
        if depth > self.settings.json_depth:
            raise Unwelcome(400, f"lists or objects are nested {depth:,} deep, expected at most "
                                 f"{self.settings.json_depth}")
        if items > self.settings.json_items:
            raise Unwelcome(400, f"found {items:,} values, expected at most {self.settings.json_items:,}")
        try:
            body.decode()
        except UnicodeDecodeError as error:
            raise Unwelcome(400, f"the body is no text in UTF-8: {error.reason} at byte {error.start + 1}") from None
        if found := unfit(body):
            raise Unwelcome(400, f"found {found} in a text, expected characters")
