"""Ordinary least squares with sandwich errors: HC2 where a block is one row, its form for clusters where it has more.

HC2 divides each squared residual by 1 minus its leverage (MacKinnon & White, 1985). For blocks of several rows the
residuals of a block are multiplied by (I - H_bb)^(-1/2), H_bb being the block's part of the hat matrix (Bell &
McCaffrey, 2002, "CR2"), which for blocks of one row is the same.

Blocks of a designed experiment repeat few patterns of rows, and what they add to the normal equations and to the
sandwich are sums over the blocks of each pattern. `fit_pooled` thus never holds the rows of all blocks.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from reports.statistics.effects import Floats, Ints
from reports.statistics.patterns import sums

SMALLEST = 1e-9     # of an eigenvalue, relative to the largest: below it the design does not tell coefficients apart
AT_ONCE = 1 << 22   # numbers of a design that are held at a time


class TooLittleData(ValueError):
    """These blocks cannot tell what is asked of them; more of them, or others, may."""


@dataclass(frozen=True)
class Fit:
    """Coefficients with the covariance of their errors; `degrees` is blocks less coefficients; residuals as y was."""

    coefficients: Floats
    covariance: Floats
    residuals: Floats
    blocks: int
    degrees: int


@dataclass(frozen=True)
class Pooled:
    """Outcomes and design of blocks of equal size whose rows are those of few patterns."""

    rows: Callable[[slice], Floats]     # of some of the patterns, [pattern, row, column]
    y: Floats                           # [block, row]
    which: Ints                         # the pattern of each block
    count: int                          # patterns

    @property
    def columns(self) -> int:
        """Columns of the design."""
        return self.rows(slice(0, 1)).shape[2]

    def parts(self, numbers: int = 0) -> Iterator[slice]:
        """The patterns, as many at a time as AT_ONCE allows where each takes so many numbers, by default its rows."""
        step = max(1, AT_ONCE // (numbers or self.y.shape[1] * self.columns))
        return (slice(first, min(self.count, first + step)) for first in range(0, self.count, step))


def fit(design: ArrayLike, y: ArrayLike, blocks: ArrayLike | None = None) -> Fit:
    """Least squares of y on the columns of the design; `blocks` labels each row, by default each is its own block.

    Raises TooLittleData where the columns cannot be told apart or a single block decides a coefficient alone.
    """
    x, target = np.asarray(design, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if x.ndim != 2 or target.shape != x.shape[:1]:
        raise ValueError(f"found a design of shape {x.shape} for {target.shape} values, expected a row a value")
    bread = inverse(x.T @ x)
    beta = bread @ (x.T @ target)
    residuals = target - x @ beta
    labels = np.arange(len(x)) if blocks is None else np.asarray(blocks)
    names, at, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    scores = _scores(x, residuals, bread, at, sizes)
    return Fit(beta, bread @ (scores.T @ scores) @ bread, residuals, len(names), len(names) - x.shape[1])


def fit_pooled(data: Pooled) -> Fit:
    """What `fit` says of all rows. Raises TooLittleData as it does."""
    y, size, width = data.y, data.y.shape[1], data.columns
    if not data.count or not width:
        raise TooLittleData("no item was seen often enough to be compared")
    blocks, totals = np.bincount(data.which, minlength=data.count), sums(y, data.which, data.count)
    gram, moment = np.zeros((width, width)), np.zeros(width)
    for part in data.parts():
        flat = data.rows(part).reshape(-1, width)
        gram += flat.T @ (flat * np.repeat(blocks[part], size)[:, None])
        moment += flat.T @ totals[part].reshape(-1)
    bread = inverse(gram)
    beta = bread @ moment
    residuals = y - np.concatenate([data.rows(part) @ beta for part in data.parts()])[data.which]
    squares = np.stack([sums(residuals * residuals[:, [row]], data.which, data.count) for row in range(size)], axis=1)
    meat = np.zeros((width, width))
    for part in data.parts():
        x = data.rows(part)
        corrected = _correction(x, bread) @ x
        meat += corrected.reshape(-1, width).T @ (squares[part] @ corrected).reshape(-1, width)
    return Fit(beta, bread @ meat @ bread, residuals, len(y), len(y) - width)


def inverse(gram: Floats) -> Floats:
    """The inverse of X'X. Raises TooLittleData where it has none."""
    values = np.linalg.eigvalsh(gram)
    if len(values) and values[0] <= SMALLEST * max(values[-1], 1e-300):
        raise TooLittleData("the blocks cannot tell all of these apart: some were never compared with the others")
    return np.asarray(np.linalg.inv(gram), dtype=np.float64)


def _scores(x: Floats, residuals: Floats, bread: Floats, at: np.ndarray, sizes: np.ndarray) -> Floats:
    """One row a block: X_b' A_b e_b, with A_b the small-sample correction."""
    order = np.argsort(at, kind="stable")
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    out = np.empty((len(sizes), x.shape[1]))
    for size in np.unique(sizes):
        which = np.flatnonzero(sizes == size)
        rows = order[starts[which][:, None] + np.arange(size)]
        part, e = x[rows], residuals[rows]
        out[which] = np.einsum("bip,bij,bj->bp", part, _correction(part, bread), e, optimize=True)
    return out


def _correction(x: Floats, bread: Floats) -> Floats:
    """(I - H_bb)^(-1/2) of each block, [block, row, row], from its rows x[block, row, column]."""
    if x.shape[1] == 1:
        slack = 1 - np.einsum("bi,ij,bj->b", x[:, 0], bread, x[:, 0], optimize=True)
        _refuse_leverage(slack)
        return np.asarray(1 / np.sqrt(slack))[:, None, None]
    values, vectors = np.linalg.eigh(np.eye(x.shape[1]) - x @ bread @ x.transpose(0, 2, 1))
    _refuse_leverage(values)
    return np.asarray((vectors / np.sqrt(values)[:, None, :]) @ vectors.transpose(0, 2, 1))


def _refuse_leverage(slack: Floats) -> None:
    if slack.size and slack.min() < 1e-8:
        raise TooLittleData("one block alone decides a coefficient: each item must be seen in two blocks or more")


@dataclass(frozen=True)
class FTest:
    """Whether what a larger model adds is more than noise."""

    statistic: float
    p: float
    degrees: tuple[int, int]


def f_test(small: float, large: float, added: int, left: int) -> FTest:
    """F test from the residual sums of squares of two nested models; `left` degrees are left by the larger one."""
    if added < 1 or left < 1:
        return FTest(float("nan"), float("nan"), (max(0, added), max(0, left)))
    if large <= 1e-18 * max(1.0, small):
        noise = small <= 1e-18
        return FTest(0.0 if noise else float("inf"), 1.0 if noise else 0.0, (added, left))
    statistic = max(0.0, small - large) / added / (large / left)
    return FTest(statistic, float(special.fdtrc(added, left, statistic)), (added, left))
