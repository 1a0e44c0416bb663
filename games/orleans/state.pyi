from collections.abc import Mapping
from typing import Any

from core_ext.state import State

class OrleansState(State):
    def __init__(
        self, seats: int, options: dict[str, str], numbers: dict[str, Any], table: Mapping[str, Any]
    ) -> None: ...
    def rules_table(self) -> dict[str, Any]: ...
    def can_go_on_paying(self) -> bool: ...
