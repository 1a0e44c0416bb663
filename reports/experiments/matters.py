"""The practical difference in points: how many points ahead are worth two percentage points of the win.

1.5 points are little in a game that is won with 200 and much in one that is won with 10, so the size belongs to the
game, its seats and its options. It is the inverse slope of the win share on the margin in games of equal players (for
normal scores that is what a few points more would win). Games say their own, measured with `greedy`
(`Balance.matters`); of others, and of variants, playouts by the game's heuristics from the start tell it, which come
to nearly the same.
"""
from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

import games
from core_ext.playout import playouts
from games.api import InputError
from mcts.interval import DELTA
from mcts.play import margins

PLAYOUTS = 200
FIGURES = 2         # of the size: it is a yardstick, and no estimate to be quoted


def points(game: str, seats: int, options: Mapping[str, str], win: float = DELTA["win"]) -> float:
    """Points ahead that are worth `win` of the win in this game.

    1.5 points for 2 percentage points where nothing tells: a game that is not installed here any more, or one in which
    nobody is ever ahead.
    """
    try:
        known = games.load(game)
        own = known.balance.matters.get(seats, 0.0) if not known.shape(options) else 0.0
        two = own or by_playouts(game, seats, tuple(sorted(options.items())))
    except InputError:
        two = DELTA["margin"]
    return rounded(two * win / DELTA["win"])


@cache
def by_playouts(game: str, seats: int, options: tuple[tuple[str, str], ...] = ()) -> float:
    """The same by playouts from the start of a game."""
    made = playouts(games.load(game).start(seats, dict(options)), PLAYOUTS, 0)
    return of_games(made["scores"], made["wins"])


def of_run(manifest: Mapping[str, Any]) -> float:
    """The same of a run: what it was asked with, or what its game says."""
    asked = manifest.get("delta_margin")
    if asked is not None:
        return float(asked)
    return points(str(manifest.get("game", "")), int(manifest.get("seats", 2)), manifest.get("options", {}))


def of_games(scores: ArrayLike, wins: ArrayLike, win: float = DELTA["win"]) -> float:
    """The same of games between equal players, from scores[game, seat] and shares of the win."""
    ahead, won = margins(np.asarray(scores, dtype=np.float64)), np.asarray(wins, dtype=np.float64)
    level = 1 / won.shape[-1]
    spread, together = float((ahead ** 2).sum()), float((ahead * (won - level)).sum())
    return win * spread / together if together > 0 else DELTA["margin"]


def rounded(size: float) -> float:
    """To two figures."""
    return float(f"{size:.{FIGURES}g}")
