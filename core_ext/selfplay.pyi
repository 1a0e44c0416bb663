from typing import Any

from numpy.typing import NDArray

from core_ext.net import Net
from core_ext.state import State

Arrays = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]

def best_turn(net: Net, state: State) -> list[int]: ...
def self_play(
    net: Net, start: State, games: int, seed: int, first: int = 0, explore: float = 0.0, trust: float = 0.7
) -> Arrays: ...
def positions_ahead(
    net: Net, start: State, games: int, seed: int, first: int = 0, share: float = 0.1, explore: float = 0.0
) -> Arrays: ...
def played_out(start: State, games: int, each: int, trials: int, seed: int, first: int = 0, wildest: float = 1.0,
               by: State | None = None) -> Arrays: ...
