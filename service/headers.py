"""What every answer carries, and what is logged and counted of it."""
from __future__ import annotations

import logging
import re
import secrets
from time import monotonic
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders

from service.logs import NAME, masked
from service.metrics import Metrics

if TYPE_CHECKING:
    from starlette.types import Message, Scope, Send

API = "/api/"
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


class Answered:
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
