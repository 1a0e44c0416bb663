"""Who asks: an address, or a token by its name; and how often."""
from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from fastapi import Request

from games.api import InputError
from games.documents import read_text
from games.fields import shown

if TYPE_CHECKING:
    from starlette.types import Scope

CLIENTS = 10_000            # whose rates are known at the same time


def client_of(request: Request) -> str:
    """Who asks: a token by its name, else an address."""
    return str(request.state.client)


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


class Hosts:
    """The names under which a server is asked: its own. A page of another site may give that site's name our address,
    and would then be let in as one of ours. An address is no name, and nobody can give it away.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = {"localhost", *(name.lower().rstrip(".") for name in names)}

    def are(self, header: str) -> bool:
        """Whether this is one of them, as a Host header has it."""
        found = re.fullmatch(r"(\[[0-9a-fA-F:.]+\]|[^:\s]*)(?::\d*)?", header)
        if found is None:
            return False
        name = found[1].strip("[]").lower().rstrip(".")
        if name in self.names or name.endswith(".localhost"):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return not header
        return True


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


class Rates:
    """How often clients may ask: so many requests a second, and `burst` of them at once (token bucket)."""

    def __init__(self, rate: float, burst: int) -> None:
        """A rate of 0 lets all pass."""
        self.rate, self.burst = rate, burst
        self._left: dict[str, tuple[float, float]] = {}        # requests left, and when that was

    def wait(self, client: str, now: float | None = None, cost: int = 1) -> int:
        """0: it may ask, and that was one request, or as many as `cost` says. Else the seconds it has to wait."""
        if not self.rate:
            return 0
        now = monotonic() if now is None else now
        left, since = self._left.pop(client, (float(self.burst), now))
        left = min(self.burst, left + (now - since) * self.rate)
        cost = min(cost, self.burst)
        self._left[client] = (max(left - cost, 0.0) if left >= cost else left), now     # the last one asked last
        if len(self._left) > CLIENTS:
            del self._left[next(iter(self._left))]
        return 0 if left >= cost else max(1, round((cost - left) / self.rate))
