from typing import Any

from core_ext.state import State

class PythonState(State):
    draws: int
    @property
    def position(self) -> Any: ...
    def __init__(self, position: Any, seats: int, hides: bool) -> None: ...
