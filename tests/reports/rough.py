"""Games as rough as real ones, made of numbers alone: skewed luck, whole points, spreads that differ by block and item.

Nothing here is shared with the estimators: scores are drawn from a generator, block by block. A seat's luck is gamma,
shared by the games of a block; what agents add is exponential, each time anew, and in some blocks three times as wild.
Worths are whole points, so that what is true of the margin is known.
"""
from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

MEAN = 100.0        # points before luck and what an agent adds
SHAPE = 4.0         # of the gamma distribution that luck is drawn from
LUCK = 7.0          # scale of the luck
OWN = 8.0           # mean of what an agent adds
WILD = 3.0                      # times that, in one block of four


def scores(rng: np.random.Generator, worth: NDArray[np.float64] | float, blocks: int, seats: int,
           rotate_luck: bool = False) -> Floats:
    """Final scores [block, rotation, seat], whole points; `worth` is broadcast against them."""
    luck = LUCK * rng.gamma(SHAPE, size=(blocks, 1, seats))
    if rotate_luck:
        seat = np.arange(seats)
        luck = luck[:, 0][:, (seat[None, :] - seat[:, None]) % seats]
    wild = np.where(rng.random((blocks, 1, 1)) < 0.25, WILD, 1.0)
    own = OWN * wild * (rng.exponential(size=(blocks, seats, seats)) - 1)
    return np.asarray(np.round(MEAN + luck + own) + worth)


def own_seat(seats: int, worth: float) -> Floats:
    """Worths by [rotation, seat] of an item that seat r holds in game r."""
    return worth * np.eye(seats)


def held_worth(items: Ints, worth: Floats) -> Floats:
    """Worths by [block, rotation, seat] of items[block, place], place l sitting in seat (l + r) mod n."""
    seats = items.shape[1]
    seat = np.arange(seats)
    return np.asarray(worth[items][:, (seat[None, :] - seat[:, None]) % seats])


def deal(rng: np.random.Generator, items: int, seats: int, blocks: int, null: int = 0) -> Ints:
    """Items of the places of blocks: the first `null` times as often as the others, no item twice in a block."""
    weight = np.ones(items)
    weight[0] = max(1, null)
    keys = rng.exponential(size=(blocks, items)) / weight      # the lowest keys are drawn, in proportion to weights
    return np.asarray(np.argsort(keys, axis=1)[:, :seats], dtype=np.intp)


def margins_of(x: Floats) -> Floats:
    """Own score less the mean of the others'."""
    others = x.shape[-1] - 1
    return np.asarray(x - (x.sum(axis=-1, keepdims=True) - x) / others)


def wins_of(x: Floats) -> Floats:
    """1 / k for each of k at the top."""
    top = (x == x.max(axis=-1, keepdims=True)).astype(np.float64)
    return np.asarray(top / top.sum(axis=-1, keepdims=True))
