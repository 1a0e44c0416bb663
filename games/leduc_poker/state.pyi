from typing import Any

from core_ext.state import State

class LeducState(State):
    def __init__(self, seats: int, options: dict[str, str], numbers: dict[str, Any]) -> None: ...
    def unseen(self, seat: int) -> tuple[list[int], list[int]]: ...
