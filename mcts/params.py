"""What to ask of a search."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchParams:
    """A budget and the constants of the search. At least one of `simulations` and `seconds` is needed.

    Raises ValueError naming the field refused.
    """

    simulations: int | None = None  # in all threads together
    seconds: float | None = None    # of wall clock
    threads: int = 1                # one tree each, merged by visits at the root: reproducible
    seed: int = 0
    exploration: float = 1.0        # c of PUCT; utilities lie in [0, 1]
    fpu: float = 0.1                # first-play urgency: unvisited actions count as the mean less this
    heuristic: bool = True          # playouts weighted by the game's heuristics, else uniform
    max_edges: int = 40_000_000     # of each tree, 32 bytes an edge

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise ValueError("a search needs a budget: simulations or seconds")
        if self.simulations is not None and self.simulations < 1:
            raise ValueError(f"simulations: found {self.simulations}, expected 1 or more")
        if self.seconds is not None and not 0 < self.seconds < 1e6:
            raise ValueError(f"seconds: found {self.seconds}, expected more than 0")
        if not 1 <= self.threads <= 256:
            raise ValueError(f"threads: found {self.threads}, expected 1 to 256")
