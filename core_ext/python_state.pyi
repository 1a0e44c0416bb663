from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from core_ext.state import State

class OutOfTimeError(Exception):
    rules: type[Any]

def patience(over: Callable[[], bool]) -> AbstractContextManager[None]: ...

class PythonState(State):
    draws: int
    @property
    def position(self) -> Any: ...
    @property
    def limit(self) -> int: ...
    def __init__(self, position: Any, seats: int, hides: bool, options: Mapping[str, str] | None = None,
                 limit: int = 0) -> None: ...
