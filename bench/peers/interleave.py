"""Taking turns, so that a machine that slows down slows every side alike."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter

LEAST_ROUNDS = 3                # a median of fewer says little


@dataclass
class Task:
    """One kind of work from one position: how each side does it once, telling the seconds; and what they took."""

    game: str
    position: str
    work: str
    count: int
    sides: Mapping[str, Callable[[], float]]
    seconds: dict[str, list[float]] = field(default_factory=dict)

    def once(self, turn: int) -> None:
        """Each side once. Who begins changes from turn to turn."""
        names = list(self.sides)
        names = names[turn % len(names):] + names[:turn % len(names)]
        took = {name: self.sides[name]() for name in names}
        for name, value in took.items():        # all or none: an interrupted turn leaves nothing behind
            self.seconds.setdefault(name, []).append(value)


def interleave(tasks: Sequence[Task], repeats: int, seconds: float | None = None,
               progress: Callable[[int], None] = lambda done: None) -> bool:
    """Every task once a round, `repeats` rounds; with `seconds`, no round begins after them once LEAST_ROUNDS are done.

    Returns whether all was done; False after Ctrl-C, which keeps what was measured.
    """
    begin = perf_counter()
    try:
        for turn in range(repeats):
            if seconds is not None and turn >= LEAST_ROUNDS and perf_counter() - begin > seconds:
                break
            for task in tasks:
                task.once(turn)
            progress(turn + 1)
    except KeyboardInterrupt:
        return False
    return True
