"""What tests of tables do: a server in this process, new tables, moves, and waiting for levels."""
from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from service.app import create_app
from service.settings import Settings
from tests.service.local import Local

API = "/api/v1"
PERSONS = [{"kind": "person"}, {"kind": "person"}]
AGAINST = [{"kind": "person"}, {"kind": "level", "level": 1}]


@contextmanager
def server(database: str, **settings: Any) -> Iterator[Local]:
    """A server with levels that play, as a client to ask it."""
    given = {"requests_per_second": 0.0, "threads": 1, "memory": 2**26, "grace": 0.5, "poll": 0.05, **settings}
    with Local(create_app(Settings(database=database, **given)), raise_server_exceptions=False) as client:
        yield client


def new(client: Local, **asked: Any) -> dict[str, Any]:
    """A new table."""
    answer = client.post(f"{API}/tables", json=asked)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def secrets(made: dict[str, Any]) -> list[str]:
    """The secrets of its persons."""
    return [each["secret"] for each in made["seats"] if each["secret"]]


def view(client: Local, secret: str) -> dict[str, Any]:
    """A table as a seat sees it."""
    answer = client.get(f"{API}/seats/{secret}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def post(client: Local, secret: str, what: str, **body: Any) -> Any:
    """Do something at a table."""
    return client.post(f"{API}/seats/{secret}/{what}", json=body)


def done(client: Local, secret: str, what: str, **body: Any) -> dict[str, Any]:
    """Do something at a table that is possible."""
    answer = post(client, secret, what, **body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def settled(client: Local, secret: str, seconds: float = 60.0) -> dict[str, Any]:
    """The table when no level is to move any more."""
    until = time.monotonic() + seconds
    while (found := view(client, secret))["thinking"]:
        assert time.monotonic() < until, "no level has moved"
        time.sleep(0.01)
    return found


def played_out(client: Local, own: list[str], choose: int = 0, most: int = 5_000) -> dict[str, Any]:
    """Play for these persons until the game is over: each time the move with this number, counted round."""
    for number in range(most):
        for secret in own:
            found = settled(client, secret)
            if found["over"]:
                return found
            if found["moves"]:
                move = found["moves"][(choose * number) % len(found["moves"])]["move"]
                done(client, secret, "moves", move=move, revision=found["revision"])
    raise AssertionError("the game does not end")
