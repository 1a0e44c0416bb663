from collections.abc import Sequence

from core_ext.state import State

def value(state: State, weights: Sequence[float]) -> list[float]: ...
