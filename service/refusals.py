"""What the service refuses of what it is asked: the field at fault, and what is wrong with it."""
from __future__ import annotations

from games.api import InputError


class Refused(InputError):
    """A query or request that cannot be used: the field at fault, and what is wrong with it."""

    def __init__(self, field: str | None, message: str) -> None:
        super().__init__(message)
        self.field = field
