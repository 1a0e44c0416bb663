"""Blocks by the items that they hold: blocks with the same items have the same rows in a design, so that few are kept.

Sums over the blocks of a pattern say all that least squares asks of them, however many blocks there are.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reports.statistics.effects import Floats, Ints


@dataclass(frozen=True)
class Patterns:
    """The patterns of blocks whose places hold different items."""

    items: Ints         # [pattern, place], ascending
    which: Ints         # the pattern of each block
    order: Ints         # [block, place]: the places of a block in the order of its items
    blocks: Ints        # of each pattern

    @staticmethod
    def of(held: Ints, count: int) -> Patterns:
        """The patterns of held[block, place], items being 0 to count - 1."""
        order = np.argsort(held, axis=1)
        codes = np.zeros(len(held), dtype=np.int64)
        for place in range(held.shape[1]):
            codes = codes * count + held[np.arange(len(held)), order[:, place]]
        found, which, blocks = np.unique(codes, return_inverse=True, return_counts=True)
        items = np.empty((len(found), held.shape[1]), dtype=np.intp)
        for place in reversed(range(held.shape[1])):
            found, items[:, place] = np.divmod(found, count)
        return Patterns(items, which.reshape(-1), order, blocks)

    def in_order(self, values: Floats) -> Floats:
        """Values [block, place] with the places of each block in the order of its items."""
        return np.take_along_axis(values, self.order, axis=1)

    def sums(self, values: Floats) -> Floats:
        """Of values[block, column], the sums [pattern, column]."""
        return sums(values, self.which, len(self.blocks))


def sums(values: Floats, which: Ints, count: int) -> Floats:
    """Of values[block, column], the sums [pattern, column], `which` being the pattern of each block."""
    return np.stack([np.bincount(which, values[:, column], count) for column in range(values.shape[1])], axis=1)
