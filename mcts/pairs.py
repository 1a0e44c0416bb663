"""Playouts after each of several moves of one position: which is better, and what points games come to."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core_ext.playout import playouts
from core_ext.state import State
from mcts.result import MoveInfo, SearchResult

Floats = NDArray[np.float64]

POINTS_SHARE = 0.01     # of the simulations of a search that broke its playouts off, for the points of all moves,
FEWEST_POINTS, MOST_POINTS = 8, 64      # and how many playouts of a move at least and at most
CHUNK = 8               # playouts of a move between two looks at the clock
SEEDS = 2 ** 63
STRIDES = (0x9E3779B97F4A7C15, 0x632BE59BD9B4E019)      # odd numbers that keep the seeds of moves and redeals apart


def resampled(state: State, seat: int, seed: int) -> State:
    """A copy in which all that `seat` cannot know is drawn anew: the same for all positions it cannot tell apart."""
    other = state.copy()
    other.resample(seat, seed % SEEDS)
    return other


class Playouts(NamedTuple):
    """What playouts after each of several moves came to, by move and playout."""

    utilities: Floats       # of the side to move
    wins: Floats            # its share of the win
    scores: Floats          # of every seat: (moves, playouts, seats)


def paired_playouts(state: State, actions: Sequence[int], count: int, seed: int, first: int = 0,
                    shared_luck: bool = True, dealt: bool = False) -> Playouts:
    """`count` playouts after each of the actions.

    Playout k of every move draws from stream (seed, first + k), and begins in the same determinization: luck that helps
    all moves cancels out of their differences (common random numbers). Without `shared_luck` no moves share anything.
    Where something is hidden, every playout has a determinization of its own, unless the position is `dealt` already.
    """
    me, hidden = state.current_player(), state.hides and not dealt
    each = 1 if hidden else count
    found = Playouts(np.empty((len(actions), count)), np.empty((len(actions), count)),
                     np.empty((len(actions), count, state.seats)))
    for row, action in enumerate(actions):
        own = seed if shared_luck else (seed + STRIDES[0] * (row + 1)) % SEEDS
        for k in range(0, count, max(1, each)):
            after = resampled(state, me, own + STRIDES[1] * (first + k)) if hidden else state.copy()
            after.apply_action(action)
            made, part = playouts(after, each, own, first + k), slice(k, k + each)
            found.utilities[row, part], found.wins[row, part] = made["utilities"][:, me], made["wins"][:, me]
            found.scores[row, part] = made["scores"]
    return found


def paired_utilities(state: State, actions: Sequence[int], most: int, seed: int, ends: float | None = None) -> Floats:
    """Utilities of paired playouts of the moves, `most` of each, or those made before the clock says `ends`, 2 or more.

    Raises ValueError where `most` is under 2.
    """
    if most < 2:
        raise ValueError(f"paired playouts: found {most} a move, expected 2 or more")
    if ends is None:
        return paired_playouts(state, actions, most, seed).utilities
    made, done, chunk = list[Floats](), 0, CHUNK
    while done < most and (done < 2 or perf_counter() < ends):
        begin = perf_counter()
        made.append(paired_playouts(state, actions, min(chunk, most - done), seed, done).utilities)
        done += made[-1].shape[1]
        left = max(0.0, ends - perf_counter()) / max(perf_counter() - begin, 1e-7)
        chunk = max(1, min(2 * chunk, int(0.5 * left * chunk)))
    return np.concatenate(made, axis=1)


def decisions_left(state: State, count: int, seed: int = 0) -> float:
    """Mean number of decisions of all seats to the end of the game, over `count` playouts of the position as it is."""
    return float(playouts(state, count, seed)["decisions"] / count)


def with_points(state: State, result: SearchResult) -> SearchResult:
    """The result with the points of finished games; as it is where the search has played its games to their end.

    A search that broke them off knows what moves are worth, but only the points made until then.
    """
    if not result.cut:
        return result
    moves = [with_final_points(state, result, info) if info.visits else info for info in result.moves]
    return replace(result, moves=moves, score_mean=moves[0].score_mean, score_stdev=moves[0].score_stdev)


def with_final_points(state: State, result: SearchResult, info: MoveInfo) -> MoveInfo:
    """One move of a result that broke its playouts off, with the points of finished games after it."""
    count = min(MOST_POINTS, max(FEWEST_POINTS, int(POINTS_SHARE * result.visits / len(result.moves))))
    points = paired_playouts(state, [info.action], count, result.seed).scores[0]
    return replace(info, score_mean=[float(x) for x in points.mean(axis=0)],
                   score_stdev=float(np.std(points[:, state.current_player()], ddof=1)))
