from collections.abc import Sequence
from typing import Any

from core_ext.state import State

MOST_FIRST: int
MOST_SECOND: int
MOST_INPUTS: int

class Net:
    @property
    def seats(self) -> int: ...
    def __init__(self, seats: int, rows: Any, layers: Sequence[tuple[Any, Any]]) -> None: ...
    @property
    def layers(self) -> list[tuple[Any, Any]]: ...
    @property
    def rows(self) -> Any: ...
    def judge(self, state: State) -> tuple[list[float], list[float], list[float]]: ...

def check(net: Net, state: State) -> None: ...
