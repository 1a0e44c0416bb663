"""How a played game went: what each seat was expected to end with, turn by turn.

V of a position is that of mcts/luck.py: what playouts by the game's heuristics come to on average. All positions are
valued on the same random streams, so that the steps of the curve are less noisy than its height.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from core_ext.state import State
from games.frozen import frozen
from mcts.luck import valued

MOST = 200          # positions that are valued; of a game with more turns every second one, or every third


@frozen
class TrendPoint:
    """What was expected before an event, at the beginning of a turn or at the end of the record."""

    event: int                          # the first one after this position, from 1
    seat: int | None                    # whose turn begins; None at the end
    points: tuple[float, ...]           # expected points ahead of the others, of each seat
    points_stderr: tuple[float, ...]
    win: tuple[float, ...]              # expected share of the win, by playouts, uncalibrated
    win_stderr: tuple[float, ...]


def trend(turns: Sequence[tuple[int, State]], end: tuple[int, State], count: int, seed: int, viewer: int | None,
          progress: Callable[[float], None]) -> tuple[TrendPoint, ...]:
    """The curve through the beginnings of turns, each with the number of its first event, and the end of the record.

    `count` playouts value a position; of a finished game the end is as it is. `viewer`: whose knowledge counts, or None
    where all has come to light.
    """
    shown = [*turns[::-(-len(turns) // MOST) or 1], end]
    found = []
    for k, (event, state) in enumerate(shown, start=1):
        found.append(_point(event, state, 1 if state.is_terminal() else count, seed, viewer))
        progress(k / len(shown))
    return tuple(found)


def _point(event: int, state: State, count: int, seed: int, viewer: int | None) -> TrendPoint:
    values = valued(state, count, seed, viewer)
    errors = values.std(axis=1, ddof=1) / sqrt(count) if count > 1 else 0 * values[:, 0]
    (points, win), (points_stderr, win_stderr) = values.mean(axis=1).tolist(), errors.tolist()
    return TrendPoint(event, state.current_player() if state.current_player() >= 0 else None, tuple(points),
                      tuple(points_stderr), tuple(win), tuple(win_stderr))
