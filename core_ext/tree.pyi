from collections.abc import Sequence
from typing import Any

from core_ext.state import State

KINDS: dict[str, int]
PLAYOUTS: dict[str, int]

class Tree:
    def __init__(
        self,
        state: State,
        *,
        kind: str = "open",
        policy: str = "puct",
        exploration: float = 1.0,
        fpu: float = 0.1,
        playout: str = "heuristic",
        cutoff: int = 0,
        weights: Sequence[float] = (),
        solve: bool = True,
        limit: int = 40_000_000,
    ) -> None: ...
    @property
    def node_count(self) -> int: ...
    @property
    def edge_count(self) -> int: ...
    @property
    def simulations(self) -> int: ...
    @property
    def full(self) -> bool: ...
    @property
    def solved(self) -> bool: ...
    def run(self, n: int, seed: int, first: int) -> int: ...
    def lead(self) -> int: ...
    def root(self) -> list[dict[str, Any]]: ...
    def line(self, action: int, length: int = 12) -> list[int]: ...
