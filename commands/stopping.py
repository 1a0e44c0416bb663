"""Ctrl-C, and what is said then."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Stopped(Exception):
    """Ctrl-C, with a message that says what was kept."""


@contextmanager
def keeps(what: str) -> Iterator[None]:
    """Turns Ctrl-C into a message that says what was kept."""
    try:
        yield
    except KeyboardInterrupt:
        raise Stopped(what) from None
