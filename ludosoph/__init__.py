"""Positions, advice, records and matches of modern tabletop games, in a few names.

>>> import ludosoph
>>> position = ludosoph.new("connect_four").play("d1", "d2", "d3")
>>> position
<connect_four: seat 1 to move, 7 moves>
>>> position.search(simulations=200, seed=1).best in position.moves
True

Everything here leaves what it is given as it was: `play` returns another position. The packages below, `games`, `mcts`
and `reports`, hold the same in full.
"""
from typing import Any

from ludosoph.game_record import Record, read_record
from ludosoph.positions import Position, games, new, position, read
from ludosoph.results import MatchResult, TournamentResult, match, tournament
from ludosoph.search import Search

__all__ = ["MatchResult", "Position", "Record", "Search", "TournamentResult", "games", "match", "new", "position",
           "read", "read_record", "tournament"]


def __getattr__(name: str) -> Any:
    """`__version__`, as `pip show ludosoph` has it; it is looked up when somebody asks."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version

    return version(__name__)
