"""Blocks in which every seat holds another item: designs, and whether what two items do to each other matters.

Place l of block b holds items[b, l] and sits in seat (l + r) mod n in game r. The outcome of a holder is its own worth
less the mean worth of the others' items. With two seats the second place says what the first does with its sign
turned, so a block is one row; with more it is n rows whose errors are clustered by block.
"""
from __future__ import annotations

from dataclasses import dataclass, replace
from math import nan

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from reports.statistics import regression
from reports.statistics.effects import Effect, Floats, Ints, coefficient
from reports.statistics.regression import Fit, FTest


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
    return by_place(outcomes).mean(axis=1) - par


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
    found = worths(items, holders(outcomes, par), count, anchor)
    held = np.asarray(items, dtype=np.intp)
    own = found.values[held]
    n = held.shape[1]
    left = by_place(outcomes) - par - ((own * n - own.sum(axis=1, keepdims=True)) / (n - 1))[:, None, :]
    single = float(np.mean(left ** 2))
    kept = n * float(np.mean(left.mean(axis=1) ** 2)) / single if single > 0 else nan
    return replace(found, luck_left=kept)


def worths(items: ArrayLike, values: ArrayLike, count: int, anchor: int | None) -> Worths:
    """Least squares of what the holders got on what they held.

    `items[b, l]` in 0..count-1, `values[b, l]` as `holders` gives them. The anchor is worth 0 by definition; without
    one the worths sum to 0. Raises ValueError where a block holds an item twice or the items are not all connected.
    """
    held, x = _checked(items, values, count)
    rows, y, blocks = _rows(held, x, count)
    free = _free(count, anchor)
    found: Fit = regression.fit(rows @ free, y, blocks)
    games = held.shape[0] * held.shape[1]
    return Worths(free @ found.coefficients, free @ found.covariance @ free.T, found.blocks, games, found.degrees,
                  np.bincount(held.reshape(-1), minlength=count))


def design(items: ArrayLike, values: ArrayLike, count: int, anchor: int | None) -> tuple[Floats, Floats, Ints]:
    """Design, outcomes and block of each row as `worths` fits them, columns without the anchor."""
    held, x = _checked(items, values, count)
    rows, y, blocks = _rows(held, x, count)
    return rows @ _free(count, anchor), y, blocks


def additivity(items: ArrayLike, values: ArrayLike, count: int) -> FTest:
    """F test of pairs: does an item beat another by more, or less, than their worths say?

    The larger model has a term for each pair that met, the same with its sign turned for the other of the two. With
    two seats this is residual variance between pairs against within. Errors of a block's places are those of scores
    less their mean; turned into n - 1 independent contrasts they leave the F test exact for normal scores.
    """
    held, x = _checked(items, values, count)
    n = held.shape[1]
    turned = _helmert(n)
    main = np.zeros((len(held), n, count))
    np.put_along_axis(main, held[:, :, None], 1.0, axis=2)
    main = np.einsum("kl,blm->bkm", turned, main).reshape(-1, count)
    pairs = _pair_columns(held, count, turned)
    y = (turned @ (x * (n - 1) / n)[:, :, None]).reshape(-1)
    both = sparse.hstack([sparse.csr_matrix(main), pairs]).tocsr()
    small, rank = _left(sparse.csr_matrix(main), y)
    large, rank_all = _left(both, y)
    return regression.f_test(small, large, rank_all - rank, len(y) - rank_all)


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


def _rows(held: Ints, x: Floats, count: int) -> tuple[Floats, Floats, Ints]:
    count_blocks, n = held.shape
    used = 1 if n == 2 else n
    rows = np.zeros((count_blocks, used, count))
    for place in range(used):
        for other in range(n):
            rows[np.arange(count_blocks), place, held[:, other]] = 1.0 if other == place else -1 / (n - 1)
    return rows.reshape(-1, count), x[:, :used].reshape(-1), np.repeat(np.arange(count_blocks), used)


def _free(count: int, anchor: int | None) -> Floats:
    """Worths from the coefficients that are free: all but the anchor's, or all but the last with a sum of 0."""
    if anchor is None:
        return np.vstack([np.eye(count - 1), -np.ones((1, count - 1))])
    return np.delete(np.eye(count), anchor, axis=1)


def _helmert(n: int) -> Floats:
    """An orthonormal table of n - 1 rows, each with sum 0."""
    rows = np.tril(np.ones((n, n)), -1)[1:] - np.diag(np.arange(n, dtype=float))[1:]
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


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
