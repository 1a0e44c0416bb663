"""Ordinary least squares with sandwich errors: HC2 where a block is one row, its form for clusters where it has more.

HC2 divides each squared residual by 1 minus its leverage (MacKinnon & White, 1985). For blocks of several rows the
residuals of a block are multiplied by (I - H_bb)^(-1/2), H_bb being the block's part of the hat matrix (Bell &
McCaffrey, 2002, "CR2"), which for blocks of one row is the same.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from reports.statistics.effects import Floats

SMALLEST = 1e-9     # of an eigenvalue, relative to the largest: below it the design does not tell coefficients apart


class TooLittleData(ValueError):
    """These blocks cannot tell what is asked of them; more of them, or others, may."""


@dataclass(frozen=True)
class Fit:
    """Coefficients with the covariance of their errors; `degrees` is blocks less coefficients."""

    coefficients: Floats
    covariance: Floats
    residuals: Floats
    blocks: int
    degrees: int


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
        if size == 1:
            slack = 1 - np.einsum("bi,ij,bj->b", part[:, 0], bread, part[:, 0], optimize=True)
            _refuse_leverage(slack)
            out[which] = part[:, 0] * (e[:, 0] / np.sqrt(slack))[:, None]
            continue
        values, vectors = np.linalg.eigh(np.eye(size) - part @ bread @ part.transpose(0, 2, 1))
        _refuse_leverage(values)
        turned = np.einsum("bij,bi->bj", vectors, e) / np.sqrt(values)
        out[which] = np.einsum("bip,bij,bj->bp", part, vectors, turned, optimize=True)
    return out


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
