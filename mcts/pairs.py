"""Playouts after each of several moves of one position."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core_ext.playout import playouts
from core_ext.state import State

Floats = NDArray[np.float64]

CHUNK = 8               # playouts of a move between two looks at the clock
SEEDS = 2 ** 63
STRIDES = (0x9E3779B97F4A7C15, 0x632BE59BD9B4E019)      # odd numbers that keep the seeds of moves and redeals apart


def played(state: State, actions: Sequence[int], count: int, seed: int, first: int = 0,
           common: bool = True) -> tuple[Floats, Floats]:
    """(utilities, wins) of the side to move, each by move and playout: `count` playouts after each of the actions.

    Playout k of every move draws from stream (seed, first + k), and begins in the same redeal of what the side to move
    cannot see: luck that helps all moves cancels out of their differences. Without `common` no two moves share
    anything. Where something is hidden, every playout has a redeal of its own.
    """
    me = state.current()
    utilities, wins = np.empty((len(actions), count)), np.empty((len(actions), count))
    for row, action in enumerate(actions):
        own = seed if common else (seed + STRIDES[0] * (row + 1)) % SEEDS
        for k, made in _after(state, action, count, own, first):
            utilities[row, k:k + len(made["wins"])] = made["utilities"][:, me]
            wins[row, k:k + len(made["wins"])] = made["wins"][:, me]
    return utilities, wins


def points_after(state: State, action: int, count: int, seed: int) -> Floats:
    """Points of each seat at the end of each of `count` such playouts after an action: (playouts, seats)."""
    return np.concatenate([made["scores"] for _, made in _after(state, action, count, seed, 0)])


def _after(state: State, action: int, count: int, seed: int, first: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Playouts after an action, in as many parts as there are redeals; the number of the first of each part."""
    each = 1 if state.hides else count
    for k in range(0, count, max(1, each)):
        after = state.copy()
        if state.hides:
            after.redeal(state.current(), (seed + STRIDES[1] * (first + k)) % SEEDS)
        after.play(action)
        yield k, playouts(after, each, seed, first + k)


def compared(state: State, actions: Sequence[int], most: int, seed: int, ends: float | None = None) -> Floats:
    """Utilities of paired playouts of the moves, `most` of each, or those made before the clock says `ends`, 2 or more.

    Raises ValueError where `most` is under 2.
    """
    if most < 2:
        raise ValueError(f"paired playouts: found {most} a move, expected 2 or more")
    if ends is None:
        return played(state, actions, most, seed)[0]
    made, done, chunk = list[Floats](), 0, CHUNK
    while done < most and (done < 2 or perf_counter() < ends):
        begin = perf_counter()
        made.append(played(state, actions, min(chunk, most - done), seed, done)[0])
        done += made[-1].shape[1]
        left = max(0.0, ends - perf_counter()) / max(perf_counter() - begin, 1e-7)
        chunk = max(1, min(2 * chunk, int(0.5 * left * chunk)))
    return np.concatenate(made, axis=1)


def decisions_left(state: State, count: int, seed: int = 0) -> float:
    """Mean number of decisions of all seats to the end of the game, over `count` playouts of the position as it is."""
    return float(playouts(state, count, seed)["decisions"] / count)
