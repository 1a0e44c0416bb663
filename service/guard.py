"""What every request passes: who asks, how often and how much; and what every answer carries.

Errors are {"field": ..., "error": ...} in JSON, whatever raised them.
"""
from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import logging
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware

from games.api import InputError
from games.documents import read_text
from games.fields import one_line, shown
from service.logs import NAME, masked
from service.metrics import Metrics
from service.queries import Refused
from service.queue import Queue
from service.searches import Busy

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

API = "/api/"
OWN_SECRET = re.compile(r"/api/v\d+/(seats|invites)/.")     # what stands behind is a right of its own
FIRST, SECOND = rb"[dD][89abAB][0-9a-fA-F]{2}", rb"[dD][c-fC-F][0-9a-fA-F]{2}"      # of what \u writes in two halves
HALF = re.compile(rb"\\u(?:" + FIRST + rb"(?!\\u" + SECOND + rb")|(?<!\\u" + FIRST + rb"\\u)" + SECOND + b")")
LARGE = 50_000              # bytes of a body that others need not wait for while it is looked through
CLIENTS = 10_000            # whose rates are known at the same time
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
          "frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",           # secrets are in paths
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "X-Robots-Tag": "noindex",
    "Cache-Control": "no-store",
}
log = logging.getLogger(f"{NAME}.requests")


class Bounds(Protocol):
    """What of the settings of a server is asked for here."""

    @property
    def body_bytes(self) -> int: ...
    @property
    def json_depth(self) -> int: ...
    @property
    def requests_per_second(self) -> float: ...
    @property
    def request_burst(self) -> int: ...
    @property
    def origins(self) -> tuple[str, ...]: ...
    @property
    def tokens(self) -> Path | None: ...


class Unwelcome(Exception):
    """A request that goes no further."""

    def __init__(self, status: int, error: str, **headers: str) -> None:
        super().__init__(error)
        self.status, self.headers = status, {name.replace("_", "-"): value for name, value in headers.items()}


def install(app: FastAPI, settings: Bounds) -> None:
    """Guard an application. Its metrics are in `app.state.metrics`. Raises InputError for a file of tokens."""
    app.state.metrics = Metrics()
    queue: Queue = app.state.searches.queue
    app.state.metrics.gauge("searches_waiting", "Searches that have not begun", lambda: queue.counts()[0])
    app.state.metrics.gauge("searches_running", "Searches that have begun", lambda: queue.counts()[1])
    known = {} if settings.tokens is None else read_tokens(settings.tokens)
    if settings.origins:
        app.add_middleware(CORSMiddleware, allow_origins=settings.origins, allow_methods=["GET", "POST", "DELETE"],
                           allow_headers=["Authorization", "Content-Type", "X-Request-ID", "Last-Event-ID"],
                           expose_headers=["Retry-After", "X-Request-ID"])
    app.add_middleware(Guard, settings=settings, metrics=app.state.metrics, tokens=known)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(InputError, _input)
    app.add_exception_handler(Busy, _busy)
    app.add_exception_handler(Exception, _fault)


def client_of(request: Request) -> str:
    """Who asks: a token by its name, else an address."""
    return str(request.state.client)


class Guard:
    """The middleware around an application."""

    def __init__(self, app: ASGIApp, settings: Bounds, metrics: Metrics, tokens: Mapping[str, str]) -> None:
        """`tokens` are names by the SHA-256 of their tokens; with none, nobody needs one."""
        self.app, self.settings, self.metrics, self.tokens = app, settings, metrics, tokens
        self.rates = Rates(settings.requests_per_second, settings.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        told = Told(scope)
        try:
            try:
                received = await self._admitted(scope, receive)
            except Unwelcome as refused:
                answer = error_response(refused.status, str(refused), headers=refused.headers)
                await answer(scope, receive, told.by(send))
            else:
                await self.app(scope, received, told.by(send))
        finally:
            told.write(self.metrics)

    async def _admitted(self, scope: Scope, receive: Receive) -> Receive:
        """How to receive the body of a request that may go on. Raises Unwelcome."""
        headers, path, method = Headers(scope=scope), scope["path"], scope["method"]
        name = self._name(headers)
        scope["state"]["client"] = address_of(scope) if name is None else f"token {name}"
        if wait := self.rates.wait(scope["state"]["client"]):
            raise Unwelcome(429, "too many requests", Retry_After=str(wait))
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
        body = await self._body(headers, receive)
        if body and path.startswith(API):
            if len(body) > LARGE:
                await asyncio.to_thread(self._check, headers, body)
            else:
                self._check(headers, body)
        return replayed(body, receive)

    def _name(self, headers: Headers) -> str | None:
        """The name of the token that a request has, if it has one. Raises Unwelcome for one that there is not."""
        kind, _, token = headers.get("authorization", "").partition(" ")
        if not self.tokens or kind.lower() != "bearer":
            return None
        name = self.tokens.get(digest(token.strip()))
        if name is None:
            raise Unwelcome(401, "this API token is none of those known", WWW_Authenticate="Bearer")
        return name

    async def _body(self, headers: Headers, receive: Receive) -> bytes:
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
            more = message.get("more_body", False) and size <= most
        if size > most:
            raise Unwelcome(413, f"the body has more than {most:,} bytes, expected at most that")
        return b"".join(parts)

    def _check(self, headers: Headers, body: bytes) -> None:
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Unwelcome(415, f"Content-Type: found {shown(kind)}, expected application/json")
        if (deep := depth(body)) > self.settings.json_depth:
            raise Unwelcome(400, f"lists or objects are nested {deep:,} deep, expected at most "
                                 f"{self.settings.json_depth}")
        if found := unfit(body):
            raise Unwelcome(400, f"found {found} in a text, expected characters")


class Told:
    """What is logged and counted of a request, and the headers of its answer."""

    def __init__(self, scope: Scope) -> None:
        asked = Headers(scope=scope).get("x-request-id", "")
        self.scope, self.begun, self.status, self.stream, self.bytes = scope, monotonic(), 0, False, 0
        self.id = asked if re.fullmatch(r"[\w.-]{1,64}", asked, re.ASCII) else secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = self.id

    def by(self, send: Send) -> Send:
        """`send`, with the headers that all answers have."""
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers["X-Request-ID"] = self.id
                self.status = message["status"]
                self.stream = headers.get("content-type", "").startswith("text/event-stream")
            self.bytes += len(message.get("body", b""))
            await send(message)

        return sending

    def write(self, metrics: Metrics) -> None:
        """Log and count it."""
        route, seconds = route_of(self.scope), monotonic() - self.begun
        status = self.status or 500
        metrics.request(self.scope["method"], route or "none", status, seconds, self.stream)
        log.info("request", extra={
            "id": self.id, "client": self.scope["state"].get("client"), "method": self.scope["method"],
            "route": route or masked(self.scope["path"]), "status": status, "ms": round(1000 * seconds, 1),
            "bytes": self.bytes})


def route_of(scope: Scope) -> str:
    """The pattern that a path fitted, "/api/v1/seats/{secret}"; empty where it fitted none."""
    found = scope.get("route")
    if found is None:
        return "/static" if scope.get("endpoint") is not None else ""
    prefix = re.match(r"/api/v\d+", scope["path"])
    return found.path if prefix is None or found.path.startswith(API) else prefix[0] + found.path


class Rates:
    """How often clients may ask: so many requests a second, and `burst` of them at once (token bucket)."""

    def __init__(self, rate: float, burst: int) -> None:
        """A rate of 0 lets all pass."""
        self.rate, self.burst = rate, burst
        self._left: dict[str, tuple[float, float]] = {}        # requests left, and when that was

    def wait(self, client: str, now: float | None = None) -> int:
        """0: it may ask, and that was one request. Else the seconds it has to wait."""
        if not self.rate:
            return 0
        now = monotonic() if now is None else now
        left, since = self._left.pop(client, (float(self.burst), now))
        left = min(self.burst, left + (now - since) * self.rate)
        self._left[client] = (max(left - 1, 0.0) if left >= 1 else left), now       # the last one asked last
        if len(self._left) > CLIENTS:
            del self._left[next(iter(self._left))]
        return 0 if left >= 1 else max(1, round((1 - left) / self.rate))


# ---- clients and tokens -----------------------------------------------------------------------------


def address_of(scope: Scope) -> str:
    """The address that asks; of version 6 the network, which one client has all of."""
    host = (scope.get("client") or ("unknown", 0))[0]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return str(host)
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def digest(secret: str) -> str:
    """What is kept of a secret: its SHA-256. Secrets are random and long, so no salt is needed."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def new_token(name: str) -> tuple[str, str]:
    """A token and its line in a file of tokens. Raises InputError for a name that is none."""
    if not re.fullmatch(r"[\w.-]{1,40}", name, re.ASCII):
        raise InputError(f"token: found the name {shown(name)}, expected letters, digits, '.', '-' and '_'")
    token = secrets.token_urlsafe(32)
    return token, f"{name} {digest(token)}"


def read_tokens(path: Path) -> dict[str, str]:
    """Names by the hashes of their tokens, from a file with `NAME HASH` in a line. Raises InputError."""
    found: dict[str, str] = {}
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 2 or not re.fullmatch(r"[0-9a-f]{64}", words[1]):
            raise InputError(f"{path}, line {number}: found {shown(line.strip())}, expected a name and the SHA-256 of "
                             "a token, as ludosoph serve --new-token NAME prints it")
        found[words[1]] = words[0]
    if not found:
        raise InputError(f"{path}: holds no token; ludosoph serve --new-token NAME makes one")
    return found


# ---- bodies -----------------------------------------------------------------------------------------


def depth(body: bytes) -> int:
    """How deep lists and objects are nested in a JSON text."""
    text = np.frombuffer(body.replace(b"\\\\", b"--").replace(b'\\"', b"--"), dtype=np.uint8)
    outside = np.cumsum(text == ord('"'), dtype=np.int32) % 2 == 0      # of texts
    opened = np.isin(text, (ord("["), ord("{"))) & outside
    closed = np.isin(text, (ord("]"), ord("}"))) & outside
    return int((opened.astype(np.int32) - closed).cumsum().max(initial=0))


def unfit(body: bytes) -> str:
    """What no text may hold, as no database keeps it and no UTF-8 writes it: a null or half a character; or nothing."""
    plain = body.replace(b"\\\\", b"--")       # a backslash that is left begins an escape
    if b"\\u0000" in plain or b"\0" in plain:
        return "a null character"
    return "half a character" if HALF.search(plain) else ""


def replayed(body: bytes, receive: Receive) -> Receive:
    """Gives the body that was read, then what comes after it."""
    given = False

    async def receiving() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receiving


# ---- errors -----------------------------------------------------------------------------------------


def error_response(status: int, error: str, field: str | None = None,
                   headers: Mapping[str, str] | None = None) -> JSONResponse:
    """An error as all of them are told."""
    return JSONResponse({"field": field, "error": error}, status, headers)


def _invalid(request: Request, error: Any) -> JSONResponse:
    first = error.errors()[0]
    place = [part for part in first["loc"] if part not in ("body", "path", "query")]
    field = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).lstrip(".")
    if first["type"] == "json_invalid":
        return error_response(422, f"the body is no JSON: {first['ctx']['error']}")
    found = "" if first["type"] == "missing" else f"found {shown(first.get('input'))}: "
    return error_response(422, f"{found}{first['msg']}", field or None)


def _http(request: Request, error: Any) -> JSONResponse:
    said = {404: "there is nothing here", 405: "this cannot be done here"}
    usual = error.detail in ("Not Found", "Method Not Allowed", None, "")
    headers = dict(error.headers or {})
    if error.status_code == 405 and (methods := allowed(request)):
        headers["Allow"] = ", ".join(methods)
    return error_response(error.status_code, said.get(error.status_code, "refused") if usual else str(error.detail),
                          headers=headers)


def allowed(request: Request) -> list[str]:
    """The methods that the schema tells of this path, all of them: a router knows those of one endpoint alone."""
    paths = request.app.openapi()["paths"]
    return sorted({method.upper() for path, methods in paths.items() for method in methods
                   if re.fullmatch(re.sub(r"\\{[^/]*?\\}", "[^/]+", re.escape(path)), request.url.path)})


def _input(request: Request, error: Any) -> JSONResponse:
    return error_response(400, one_line(error), error.field if isinstance(error, Refused) else None)


def _busy(request: Request, error: Any) -> JSONResponse:
    return error_response(503 if error.stopping else 429, str(error), headers={"Retry-After": str(error.retry)})


def _fault(request: Request, error: Exception) -> JSONResponse:
    """The server logs what happened; who asked learns its number."""
    log.error("a fault of the server", exc_info=error, extra={"id": request.state.request_id})
    return error_response(500, "a fault of the server; its log has more about request " + request.state.request_id,
                          headers=HEADERS | {"X-Request-ID": request.state.request_id})
