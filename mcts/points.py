"""Points that moves come to, where a search broke its playouts off: from some playouts to the end after each move."""
from __future__ import annotations

from dataclasses import replace

import numpy as np

from core_ext.state import State
from mcts.pairs import played
from mcts.result import MoveInfo, SearchResult

SHARE = 0.01                # of the simulations, for the playouts of all moves together,
FEWEST, MOST = 8, 64        # and how many of a move at least and at most


def with_points(state: State, result: SearchResult) -> SearchResult:
    """The result with the points of finished games; as it is where the search has played its games to their end.

    A search that broke them off knows what moves are worth, but only the points made until then.
    """
    if not result.cut:
        return result
    moves = [told(state, result, info) if info.visits else info for info in result.moves]
    return replace(result, moves=moves, score_mean=moves[0].score_mean, score_stdev=moves[0].score_stdev)


def told(state: State, result: SearchResult, info: MoveInfo) -> MoveInfo:
    """One move of a result that broke its playouts off, with the points of finished games after it."""
    count = min(MOST, max(FEWEST, int(SHARE * result.visits / len(result.moves))))
    points = played(state, [info.action], count, result.seed).scores[0]
    return replace(info, score_mean=[float(x) for x in points.mean(axis=0)],
                   score_stdev=float(np.std(points[:, state.current_player()], ddof=1)))
