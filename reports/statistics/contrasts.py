"""Blocks in which every seat holds a different item: designs, and whether what two items do to each other matters.

Place l of block b holds items[b, l] and sits in seat (l + r) mod n in game r. The outcome of a holder is its own worth
less the mean worth of the others' items. With two seats the second place says what the first does with its sign
turned, so a block is one row; with more it is n rows whose errors are clustered by block. Blocks with the same items
have the same rows, so that fits are made of the patterns of items, and take no more memory for more blocks.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import nan

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from reports.statistics import regression
from reports.statistics.effects import Effect, Floats, Ints, coefficient
from reports.statistics.patterns import Patterns
from reports.statistics.regression import FTest, Pooled

AT_ONCE = 1 << 18       # blocks whose games are held a second time


@dataclass(frozen=True)
class Worths:
    """The worth of each of m items with the covariance of the errors; `seen` counts the blocks that held each."""

    values: Floats
    covariance: Floats
    blocks: int
    games: int
    degrees: int
    seen: Ints
    luck_left: float = nan

    def effect(self, item: int, level: float = 0.95) -> Effect:
        """One item's worth, from the blocks that held it: others say nothing of it.

        Nor do they say how it scatters, so there are no more degrees of freedom than those blocks less one.
        """
        seen, variance = int(self.seen[item]), float(self.covariance[item, item])
        return coefficient(float(self.values[item]), max(0.0, variance) ** 0.5, min(self.degrees, seen - 1), seen,
                           seen * self.games // max(1, self.blocks), level, self.luck_left)

    def compare(self, item: int, other: int, level: float = 0.95) -> Effect:
        """One item's worth less another's."""
        one = np.eye(len(self.values))
        return self.combination(one[item] - one[other], level)

    def combination(self, weights: ArrayLike, level: float = 0.95) -> Effect:
        """The weighted sum of worths."""
        w = np.asarray(weights, dtype=np.float64)
        variance = float(w @ self.covariance @ w)
        return coefficient(float(w @ self.values), max(0.0, variance) ** 0.5, self.degrees, self.blocks, self.games,
                           level, self.luck_left)


def holders(outcomes: ArrayLike, par: float = 0.0) -> Floats:
    """Mean of each place over the seats it sat in, off par, [block, place] from outcomes[block, rotation, seat]."""
    x = np.asarray(outcomes, dtype=np.float64)
    parts = [by_place(x[part]).mean(axis=1) - par for part in _parts(len(x))]
    return np.concatenate(parts) if parts else by_place(x).mean(axis=1)


def by_place(outcomes: ArrayLike) -> Floats:
    """The outcomes as [block, rotation, place], from [block, rotation, seat]."""
    x = np.asarray(outcomes, dtype=np.float64)
    if x.ndim != 3 or x.shape[1] != x.shape[2]:
        raise ValueError(f"found outcomes of shape {x.shape}, expected (blocks, rotations, seats), a rotation a seat")
    n = x.shape[2]
    turns = np.arange(n)
    return np.stack([x[:, turns, (place + turns) % n] for place in range(n)], axis=2)


def from_games(items: ArrayLike, outcomes: ArrayLike, count: int, anchor: int | None, par: float = 0.0) -> Worths:
    """`worths` of outcomes[block, rotation, seat], with the luck left: of games and blocks less what they hold."""
    x, held = np.asarray(outcomes, dtype=np.float64), np.asarray(items, dtype=np.intp)
    found = worths(held, holders(x, par), count, anchor)
    n, single, of_block = held.shape[1], 0.0, 0.0
    for part in _parts(len(held)):
        own = found.values[held[part]]
        left = by_place(x[part]) - par - ((own * n - own.sum(axis=1, keepdims=True)) / (n - 1))[:, None, :]
        single += float(np.sum(left ** 2)) / x.size
        of_block += float(np.sum(left.mean(axis=1) ** 2)) / held.size
    return replace(found, luck_left=n * of_block / single if single > 0 else nan)


def worths(items: ArrayLike, values: ArrayLike, count: int, anchor: int | None) -> Worths:
    """Least squares of what the holders got on what they held.

    `items[b, l]` in 0..count-1, `values[b, l]` as `holders` gives them. The anchor is worth 0 by definition; without
    one the worths sum to 0. Raises ValueError where a block holds an item twice or the items are not all connected.
    """
    held, free = np.asarray(items, dtype=np.intp), _free(count, anchor)
    found = regression.fit_pooled(pooled(held, values, count, anchor))
    return Worths(free @ found.coefficients, free @ found.covariance @ free.T, found.blocks, held.size, found.degrees,
                  np.bincount(held.reshape(-1), minlength=count))


def pooled(items: ArrayLike, values: ArrayLike, count: int, anchor: int | None) -> Pooled:
    """Design and outcomes as `worths` fits them, by the items of a block; columns without the anchor."""
    held, x = _checked(items, values, count)
    patterns, free = Patterns.of(held, count), _free(count, anchor)
    y = patterns.in_order(x)
    if held.shape[1] == 2:      # the first place counts, and its row has the sign turned where its item comes second
        y = np.where(patterns.order[:, :1] == 0, x[:, :1], -x[:, :1])
    return Pooled(lambda part: _rows(patterns.items[part], count) @ free, y, patterns.which, len(patterns.items))


def design(items: ArrayLike, values: ArrayLike, count: int, anchor: int | None) -> tuple[Floats, Floats, Ints]:
    """The same as `regression.fit` takes it: the rows of all blocks, outcomes, and the block of each row."""
    held, x = _checked(items, values, count)
    rows = _rows(held, count) @ _free(count, anchor)
    used = rows.shape[1]
    return rows.reshape(-1, rows.shape[2]), x[:, :used].reshape(-1), np.repeat(np.arange(len(held)), used)


def additivity(items: ArrayLike, values: ArrayLike, count: int) -> FTest:
    """F test of pairs: does an item beat another by more, or less, than their worths say?

    The larger model has a term for each pair that met, the same with its sign turned for the other of the two. With
    two seats this is residual variance between pairs against within. Errors of a block's places are those of scores
    less their mean; turned into n - 1 independent contrasts they leave the F test exact for normal scores.
    """
    held, x = _checked(items, values, count)
    n, patterns = held.shape[1], Patterns.of(held, count)
    turned, root = _helmert(n), np.sqrt(patterns.blocks)
    y = patterns.in_order(x * (n - 1) / n) @ turned.T
    # the blocks of a pattern are its mean with their number as weight, and what scatters about it
    mean = patterns.sums(y) / patterns.blocks[:, None]
    within = float(np.sum((y - mean[patterns.which]) ** 2))
    weights = sparse.diags(np.repeat(root, n - 1))
    main = weights @ _item_columns(patterns.items, count, turned)
    both = sparse.hstack([main, weights @ _pair_columns(patterns.items, count, turned)]).tocsr()
    target = (mean * root[:, None]).reshape(-1)
    small, rank = _left(main, target)
    large, rank_all = _left(both, target)
    return regression.f_test(small + within, large + within, rank_all - rank, y.size - rank_all)


def matrix(items: ArrayLike, values: ArrayLike, count: int) -> tuple[Floats, Ints]:
    """Mean value of the row's item in blocks where it met the column's, NaN where they never met; and the blocks."""
    held, x = _checked(items, values, count)
    total, met = np.zeros((count, count)), np.zeros((count, count), dtype=np.intp)
    n = held.shape[1]
    for i in range(n):
        for j in range(n):
            if i != j:
                np.add.at(total, (held[:, i], held[:, j]), x[:, i])
                np.add.at(met, (held[:, i], held[:, j]), 1)
    with np.errstate(invalid="ignore"):
        return np.where(met > 0, total / met, np.nan), met


def _checked(items: ArrayLike, values: ArrayLike, count: int) -> tuple[Ints, Floats]:
    held, x = np.asarray(items, dtype=np.intp), np.asarray(values, dtype=np.float64)
    if held.ndim != 2 or held.shape != x.shape or held.shape[1] < 2:
        raise ValueError(f"found items of shape {held.shape} and values of shape {x.shape}, expected (blocks, places)")
    if held.size and (held.min() < 0 or held.max() >= count):
        raise ValueError(f"found item {held.max() if held.max() >= count else held.min()}, expected 0 to {count - 1}")
    twice = np.flatnonzero((np.diff(np.sort(held, axis=1), axis=1) == 0).any(axis=1))
    if len(twice):
        raise ValueError(f"block {twice[0]} holds an item twice: the places of a block hold different items")
    if not np.all(np.isfinite(x)):
        raise ValueError("a value is missing or infinite; leave such blocks out before estimating")
    return held, x


def _parts(blocks: int) -> Iterator[slice]:
    """The blocks, AT_ONCE at a time."""
    return (slice(first, first + AT_ONCE) for first in range(0, blocks, AT_ONCE))


def _rows(held: Ints, count: int) -> Floats:
    """The rows of blocks, [block, row, item]: one of two seats, else one a place."""
    blocks, n = held.shape
    rows = np.zeros((blocks, 1 if n == 2 else n, count))
    for place in range(rows.shape[1]):
        for other in range(n):
            rows[np.arange(blocks), place, held[:, other]] = 1.0 if other == place else -1 / (n - 1)
    return rows


def _free(count: int, anchor: int | None) -> Floats:
    """Worths from the coefficients that are free: all but the anchor's, or all but the last with a sum of 0."""
    if anchor is None:
        return np.vstack([np.eye(count - 1), -np.ones((1, count - 1))])
    return np.delete(np.eye(count), anchor, axis=1)


def _helmert(n: int) -> Floats:
    """An orthonormal table of n - 1 rows, each with sum 0."""
    rows = np.tril(np.ones((n, n)), -1)[1:] - np.diag(np.arange(n, dtype=float))[1:]
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def _item_columns(held: Ints, count: int, turned: Floats) -> sparse.csr_matrix:
    """One column an item: of each contrast of a block, what it takes of the place that held the item."""
    blocks, n = held.shape
    at = np.repeat(np.arange(blocks * (n - 1)), n)
    return sparse.csr_matrix((np.tile(turned.reshape(-1), blocks), (at, np.repeat(held, n - 1, axis=0).reshape(-1))),
                             shape=(blocks * (n - 1), count))


def _pair_columns(held: Ints, count: int, turned: Floats) -> sparse.csr_matrix:
    """One column a pair (i, j) with i < j: +1/(n-1) in the row of i and -1/(n-1) in that of j, in blocks with both."""
    blocks, n = held.shape
    rows, columns, entries = [], [], []
    for i in range(n):
        for j in range(n):
            low, high = np.minimum(held[:, i], held[:, j]), np.maximum(held[:, i], held[:, j])
            if i == j:
                continue
            sign = np.where(held[:, i] < held[:, j], 1.0, -1.0) / (n - 1)
            for contrast in range(n - 1):
                rows.append(np.arange(blocks) * (n - 1) + contrast)
                columns.append(low * count + high)
                entries.append(sign * turned[contrast, i])
    flat = np.concatenate(columns)
    seen, at = np.unique(flat, return_inverse=True)
    shape = (blocks * (n - 1), len(seen))
    return sparse.csr_matrix((np.concatenate(entries), (np.concatenate(rows), at)), shape=shape)


def _left(design: sparse.csr_matrix, y: Floats) -> tuple[float, int]:
    """Residual sum of squares, and rank of the design."""
    gram = (design.T @ design).toarray()
    values, vectors = np.linalg.eigh(gram)
    keep = values > 1e-9 * values[-1]
    moment = vectors[:, keep].T @ (design.T @ y)
    beta = vectors[:, keep] @ (moment / values[keep])
    return float(np.sum((y - design @ beta) ** 2)), int(keep.sum())
