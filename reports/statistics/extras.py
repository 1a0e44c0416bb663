"""What pairs add to a sum of single worths: two items of one seat, two that meet, an item on a board.

Worths of single items are fitted first, as if they only added up; then a term for each pair, all together, on what is
left. Of the many solutions the shortest is taken: extras then sum to 0 over the partners of an item, since what an item
gains with all of them is part of its own worth. Their error is that of least squares with one variance for all, as of a
pair there are few blocks to measure it; where the pair's own blocks say that it is larger (the sandwich), that counts.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse, special

from reports.statistics import blocks, deviations
from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Floats, Ints, quantile

OWN_PART = 0.05         # of a pair, at least, that neither single items nor other pairs explain
SMALLEST = 1e-9         # of an eigenvalue, relative to the largest
ENOUGH = 20             # blocks of a pair before anything is said of it: outcomes are skewed, and their spread differs
AT_ONCE = 64            # columns that are held in full
ROWS = 1 << 15          # blocks of each that are taken at a time


@dataclass(frozen=True)
class Extras:
    """One extra a pair, NaN where single items explain its column. `shrunk`: drawn to 0 as far as noise asks for."""

    values: Floats
    stderrs: Floats
    lows: Floats
    highs: Floats
    p: Floats
    q: Floats
    shrunk: Floats
    shrunk_stderrs: Floats
    spread: float           # standard deviation of the true extras, as estimated
    degrees: int
    level: float


def extras(main: sparse.csr_matrix, pairs: sparse.csr_matrix, y: Floats, often: Ints, block_rows: int,
           level: float = LEVEL) -> Extras:
    """From columns of single items and of pairs, and outcomes, with so many rows a block; `often`: blocks of each pair.

    Rows are uncorrelated and of equal variance. Pairs of fewer than ENOUGH blocks have an interval, but no q.
    """
    inverse, rank, _ = _inverse((main.T @ main).toarray())
    e = y - main @ (inverse @ (main.T @ y))
    shared = (pairs.T @ main).toarray()                         # pair, item
    between, more, known = _inverse((pairs.T @ pairs).toarray() - shared @ inverse @ shared.T)
    moment = np.asarray(pairs.T @ e).reshape(-1)
    degrees = len(y) - rank - more
    found = np.where((known > OWN_PART) & (degrees > 0), between @ moment, np.nan)
    left = max(0.0, float(e @ e) - float(moment @ between @ moment)) / max(1, degrees)
    errors = np.where(np.isnan(found), np.nan, np.sqrt(left * np.maximum(0.0, np.diag(between))))
    many = often >= ENOUGH
    if degrees > 0:
        grown = np.sqrt(often / np.maximum(1, often - 1) * len(y) / degrees)
        by_block = _by_block(main, pairs, e, between @ moment, between, inverse @ shared.T, block_rows) * grown
        errors = np.where(many, np.maximum(errors, by_block), errors)
    half = quantile(level, max(1, degrees)) * errors
    with np.errstate(invalid="ignore", divide="ignore"):
        p = 2 * special.stdtr(max(1, degrees), -np.abs(found) / errors)
    drawn = deviations.shrink(found, errors)
    q = np.array(blocks.q_values(np.where(many, p, np.nan).tolist()))
    return Extras(found, errors, found - half, found + half, p, q, drawn.values, drawn.stderrs, drawn.spread ** 0.5,
                  degrees, level)


def _inverse(gram: Floats) -> tuple[Floats, int, Floats]:
    """The pseudo-inverse, its rank, and how much of each coefficient it can tell."""
    values, vectors = np.linalg.eigh(gram)
    keep = values > SMALLEST * max(float(values[-1]), 1e-300) if len(values) else np.zeros(0, dtype=bool)
    kept = vectors[:, keep]
    return (kept / values[keep]) @ kept.T, int(keep.sum()), np.asarray((kept ** 2).sum(axis=1))


def q_of(found: Extras, often: Ints, chosen: Sequence[int]) -> list[float]:
    """The q of some of the pairs, as one family; NaN of those with too few blocks."""
    return blocks.q_values([float(found.p[k]) if often[k] >= ENOUGH else nan for k in chosen])


def _by_block(main: sparse.csr_matrix, pairs: sparse.csr_matrix, e: Floats, found: Floats, between: Floats,
              explained: Floats, block_rows: int) -> Floats:
    """Root of the sum of squares, over blocks, of what each adds to the pair's term."""
    left = e - pairs @ found + main @ (explained @ found)
    shares, out = explained @ between, np.zeros(pairs.shape[1])
    for row in range(0, len(e), ROWS * block_rows):
        some = slice(row, row + ROWS * block_rows)
        own, items, weights = pairs[some], main[some], left[some, None]
        for first in range(0, len(out), AT_ONCE):
            chosen = slice(first, first + AT_ONCE)
            scores = (own @ between[:, chosen] - items @ shares[:, chosen]) * weights
            out[chosen] += (scores.reshape(-1, block_rows, scores.shape[1]).sum(axis=1) ** 2).sum(axis=0)
    return np.sqrt(out)


def helmert(n: int) -> Floats:
    """An orthonormal table of n - 1 rows, each with sum 0: outcomes less their mean become n - 1 independent ones."""
    rows = np.tril(np.ones((n, n)), -1)[1:] - np.diag(np.arange(n, dtype=float))[1:]
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def held_together(sets: ArrayLike, values: ArrayLike, count: int, level: float = LEVEL
                  ) -> tuple[list[tuple[int, int]], Ints, Extras]:
    """What two items of one seat add to each other, from sets[block, place, item of the set] and values[block, place].

    With it the pairs that were held, and in how many blocks. Values are as `contrasts.holders` gives them.
    """
    held, x = np.asarray(sets, dtype=np.intp), np.asarray(values, dtype=np.float64)
    if held.ndim != 3 or held.shape[:2] != x.shape:
        raise ValueError(f"found sets of shape {held.shape} and values of shape {x.shape}, expected (blocks, places)")
    n = held.shape[1]
    turned, one = helmert(n), np.ones_like(x)
    main = sum((_turned_columns(held[:, :, at], one, count, turned) for at in range(1, held.shape[2])),
               _turned_columns(held[:, :, 0], one, count, turned))
    two = np.sort(held[:, :, :2], axis=2)
    seen, which, often = np.unique(two[..., 0] * count + two[..., 1], return_inverse=True, return_counts=True)
    columns = _turned_columns(which.reshape(x.shape), one, len(seen), turned)
    fit = extras(main, columns, _turned(x, turned), often, n - 1, level)
    return [(int(code // count), int(code % count)) for code in seen], often, fit


def met(held: ArrayLike, values: ArrayLike, count: int, level: float = LEVEL
        ) -> tuple[list[tuple[int, int]], Ints, Extras]:
    """What the first item of a pair gets beyond its worth where it meets the second, which loses as much.

    From held[block, place] and values[block, place]; with it the pairs that met, and in how many blocks.
    """
    at, x = np.asarray(held, dtype=np.intp), np.asarray(values, dtype=np.float64)
    n = at.shape[1]
    turned = helmert(n)
    main = _turned_columns(at, np.ones_like(x), count, turned)
    codes, signs, rows = [], [], []
    for one in range(n):
        for other in range(n):
            if one != other:
                low, high = np.minimum(at[:, one], at[:, other]), np.maximum(at[:, one], at[:, other])
                codes.append(low * count + high)
                signs.append(np.where(at[:, one] < at[:, other], 1.0, -1.0) * (n - 1) / n)
                rows.append(one)
    seen, which, often = np.unique(np.concatenate(codes), return_inverse=True, return_counts=True)
    parts = which.reshape(len(codes), len(x))
    columns = sum((_columns(part, sign[:, None] * turned[:, one], len(seen))
                   for part, sign, one in zip(parts, signs, rows, strict=True)),
                  sparse.csr_matrix((len(x) * (n - 1), len(seen))))
    often //= 2
    fit = extras(main, columns, _turned(x, turned), often, n - 1, level)
    return [(int(code // count), int(code % count)) for code in seen], often, fit


def on_boards(held: ArrayLike, boards: ArrayLike, outcomes: ArrayLike, count: int, kinds: int, level: float = LEVEL
              ) -> tuple[list[tuple[int, int]], Ints, Extras]:
    """What an item brings on a board beyond its worth on all, from held[block, place], boards[block, seat] and
    outcomes[block, rotation, seat], place l sitting in seat (l + r) mod n.

    A seat has its board in all games of a block, so that only its own games are compared with each other: what a board
    itself is worth, and the luck of the block, cancel.
    """
    places, of_seat = np.asarray(held, dtype=np.intp), np.asarray(boards, dtype=np.intp)
    x = np.asarray(outcomes, dtype=np.float64)
    n = places.shape[1]
    turned, seats = helmert(n), np.arange(n)
    item = places[:, (seats[None, :] - seats[:, None]) % n]         # block, rotation, seat
    both = np.einsum("kr,ls->klrs", turned, turned)                 # within a seat, and between seats
    code = item * kinds + of_seat[:, None, :]
    seen, which = np.unique(code, return_inverse=True)
    which = which.reshape(code.shape)
    main, columns = _seat_columns(item, both, count), _seat_columns(which, both, len(seen))
    often = np.array([len(np.unique(np.nonzero(which == number)[0])) for number in range(len(seen))], dtype=np.intp)
    y = np.einsum("klrs,brs->bkl", both, x * (n - 1) / n).reshape(-1)
    fit = extras(main, columns, y, often, (n - 1) ** 2, level)
    return [(int(c // kinds), int(c % kinds)) for c in seen], often, fit


def _seat_columns(which: Ints, both: Floats, count: int) -> sparse.csr_matrix:
    """Of which[block, rotation, seat], a column each, what the contrasts within and between seats take of it."""
    rows = np.arange(len(which))[:, None, None] * len(both) ** 2
    shape = (len(which) * len(both) ** 2, count)
    out = sparse.csr_matrix(shape)
    for at, entries in enumerate(both.reshape(-1, *both.shape[2:])):
        entry, where = (np.broadcast_to(each, which.shape).reshape(-1) for each in (entries, rows + at))
        out = out + sparse.csr_matrix((entry, (where, which.reshape(-1))), shape=shape)
    return out


def _turned(x: Floats, turned: Floats) -> Floats:
    """Margins [block, place] as independent rows of scores: a margin is n / (n - 1) times the score less the mean."""
    n = x.shape[1]
    return np.asarray((turned @ (x * (n - 1) / n)[:, :, None]).reshape(-1))


def _turned_columns(which: Ints, sizes: Floats, count: int, turned: Floats) -> sparse.csr_matrix:
    """One column a pair, from the pair [block, place] of each place."""
    return sum((_columns(which[:, place], sizes[:, place, None] * turned[:, place], count)
                for place in range(which.shape[1])),
               sparse.csr_matrix((len(which) * len(turned), count)))


def _columns(which: Ints, entries: Floats, count: int) -> sparse.csr_matrix:
    """entries[block, contrast] in the column of each block's pair."""
    blocks_, contrasts = entries.shape
    rows = np.arange(blocks_ * contrasts)
    return sparse.csr_matrix((entries.reshape(-1), (rows, np.repeat(which, contrasts))),
                             shape=(len(rows), count))
