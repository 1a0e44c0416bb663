from collections.abc import Callable, Sequence

from core_ext.state import State

Reply = tuple[int, int, float, float, float | None]
Way = tuple[float, tuple[int, ...], Reply | None, bool, bytes, float | None]

def stand(at: State, start: State, path: Sequence[int]) -> None: ...
def ways(
    start: State,
    known: Callable[[Sequence[int]], list[Reply]],
    most: int,
    enough: int,
    longest: int,
    late: Callable[[], bool],
) -> list[Way]: ...
def decisions_to_end(at: State, seat: int, own: bool, worth: float, most: int, nodes: int) -> int: ...
