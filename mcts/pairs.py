"""Playouts after each of several moves of one position: which is better, and what points games come to."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from core_ext.playout import playouts
from core_ext.state import State
from mcts.limits import SEEDS
from mcts.redeals import resampled

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[np.float64]"     # as text: numpy.typing is not needed to run

STRIDES = (0x9E3779B97F4A7C15, 0x632BE59BD9B4E019)      # odd numbers that keep the seeds of moves and redeals apart


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


def decisions_left(state: State, count: int, seed: int = 0) -> float:
    """Mean number of decisions of all seats to the end of the game, over `count` playouts of the position as it is."""
    return float(playouts(state, count, seed)["decisions"] / count)
