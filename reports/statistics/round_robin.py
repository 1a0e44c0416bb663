"""Anchored round robin: every block gives each seat a different item, and least squares says what each is worth.

Among the items are anchors: a null token worth 0 by definition, tokens of points, tokens of the game's own resource.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from reports.statistics import contrasts
from reports.statistics.blocks import LEVEL
from reports.statistics.contrasts import Worths
from reports.statistics.effects import Effect, Floats, Ints
from reports.statistics.regression import FTest


@dataclass(frozen=True)
class RoundRobin:
    """Worth of each item against the null token, and whether items only add up."""

    worths: Worths
    effects: list[Effect]       # one an item, the null token's without interval
    additivity: FTest


def draw(count: int, seats: int, blocks: int, seed: int, shares: Sequence[int] = ()) -> Ints:
    """items[block, place]: no item twice in a block, and each as often as its share among all shares says.

    A deal holds item i shares[i] times, once where no shares are given, and deals follow each other: any prefix is at
    most a deal away from the shares. Block b holds the same items however many blocks are drawn.
    """
    if not 2 <= seats <= count:
        raise ValueError(f"found {count} items for {seats} seats, expected as many items as seats or more")
    deal = np.repeat(np.arange(count), shares or 1)
    if shares and max(shares) * seats > len(deal):
        raise ValueError(f"found a share of {max(shares)} in {len(deal)} for {seats} seats: such an item would meet "
                         "itself")
    items, waiting, deals = np.empty((blocks, seats), dtype=np.intp), list[int](), 0
    for block in range(blocks):
        chosen: list[int] = []
        while len(chosen) < seats:
            at = next((k for k, item in enumerate(waiting) if item not in chosen), None)
            if at is None:
                waiting += np.random.default_rng([seed, deals]).permutation(deal).tolist()
                deals += 1
            else:
                chosen.append(waiting.pop(at))
        items[block] = chosen
    return items


def round_robin(items: ArrayLike, outcomes: ArrayLike, count: int, null: int, par: float = 0.0,
                level: float = LEVEL) -> RoundRobin:
    """Worths from items[block, place] and outcomes[block, rotation, seat], place l sitting in seat (l + r) mod n."""
    found = contrasts.from_games(items, outcomes, count, null, par)
    additivity = contrasts.additivity(items, contrasts.holders(outcomes, par), count)
    return RoundRobin(found, [found.effect(i, level) for i in range(count)], additivity)


def cost(items: ArrayLike, count: int, null: int) -> Floats:
    """What a design makes of luck: squared error of each item's worth against the null token, times blocks, over v.

    v is the variance of what one place got in a block, less what the items explain; it is taken to be the same in all.
    """
    held = np.asarray(items, dtype=np.intp)
    blocks, n = held.shape
    rows = np.full((blocks, n, count), 0.0)
    for place in range(n):
        np.put_along_axis(rows[:, place], held, -1 / (n - 1), axis=1)
        rows[np.arange(blocks), place, held[:, place]] = 1.0
    free = np.delete(rows.reshape(-1, count), null, axis=1)
    # places of a block add up to 0, so their errors have covariance -v / (n - 1), and this factor is all it comes to
    found = np.diag(np.linalg.inv(free.T @ free / blocks)) * n / (n - 1)
    return np.insert(found, null, 0.0)


def against_gift(worth: Effect, gift: Effect) -> tuple[float, float]:
    """The z and two-sided p of the difference between an item's worth here and as a gift alone, in other blocks.

    A large |z| says that the item is worth more, or less, when the others hold something too.
    """
    spread = sqrt(worth.interval.stderr ** 2 + gift.interval.stderr ** 2)
    if not spread > 0:
        return nan, nan
    z = (worth.interval.estimate - gift.interval.estimate) / spread
    return z, float(2 * special.ndtr(-abs(z)))
