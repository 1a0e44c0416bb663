"""Honest uncertainty of a best move: raw means of a search flatter the move it chose.

A move with the highest mean of many was lucky in part. Each mean is therefore drawn towards the common middle by as
much as its error asks for, given how much moves truly differ: t2, the spread of true move values, fitted offline on
uniform playouts per game and phase. From the same search it comes out too large, and half the cure is lost.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mcts.interval import normal_quantile, t_quantile

Floats = NDArray[np.float64]

DRAWS = 8_192               # from the normals of all moves; half of them, and their mirror images
STREAM = 20_260_131         # of those draws: the same means give the same chances
TINY = 1e-12                # variance below which a value counts as exact
LEVEL = 0.95
TIED = 3                    # the best so many moves are compared with the best


@dataclass(frozen=True)
class Moves:
    """The moves of a position after shrinkage, in the order they came in; rates are shares of the win."""

    mean: Floats
    stderr: Floats
    p_best: Floats          # chance that no other move is better; they sum to 1
    loss: Floats            # expected best less this move's mean

    def interval(self, level: float = LEVEL, model_stderr: float = 0.0) -> tuple[Floats, Floats]:
        """Bounds for each move, with the search's own error about real outcomes where that is known."""
        half = normal_quantile(level) * np.sqrt(self.stderr ** 2 + model_stderr ** 2)
        return self.mean - half, self.mean + half


def assess(q: ArrayLike, se: ArrayLike, t2: float, draws: int = DRAWS) -> Moves:
    """Shrunk means with errors, chances to be best, and losses, from a search's means and sampling errors."""
    mean, variance = shrink(q, se, t2)
    chance, loss = best(mean, variance, draws)
    return Moves(mean, np.sqrt(variance), chance, loss)


def shrink(q: ArrayLike, se: ArrayLike, t2: float) -> tuple[Floats, Floats]:
    """Means and variances of moves whose true values scatter with variance t2 about a middle that is unknown too.

        c      = sum q_i / (t2 + se_i^2)  /  sum 1 / (t2 + se_i^2)
        mean_i = c + (q_i - c) t2 / (t2 + se_i^2)
        var_i  = t2 se_i^2 / (t2 + se_i^2)  +  (se_i^2 / (t2 + se_i^2))^2 / sum_j 1 / (t2 + se_j^2)
    """
    x, noise = np.asarray(q, dtype=np.float64), np.asarray(se, dtype=np.float64) ** 2
    if x.shape != noise.shape or x.ndim != 1 or not len(x):
        raise ValueError(f"found {x.shape} means and {noise.shape} errors, expected one of each a move, and a move")
    if not t2 >= 0 or not np.all(np.isfinite(noise)):
        raise ValueError(f"found a spread t2 of {t2}, expected 0 or more, and errors that are finite")
    total = np.maximum(t2 + noise, TINY)
    weight = 1 / total
    centre = float((x * weight).sum() / weight.sum())
    own = noise / total                 # how far a move is drawn to the middle
    return x - (x - centre) * own, t2 * own + own ** 2 / weight.sum()


def best(mean: ArrayLike, variance: ArrayLike, draws: int = DRAWS) -> tuple[Floats, Floats]:
    """P(best) and expected loss of each move, by draws from their normals with a stream that never changes.

    Each draw comes with its mirror image, so that the mean of the draws is the mean itself and no loss is negative.
    Where values are equal, the moves share the draw.
    """
    m, sd = np.asarray(mean, dtype=np.float64), np.sqrt(np.asarray(variance, dtype=np.float64))
    half = np.random.Generator(np.random.PCG64(STREAM)).standard_normal((max(1, draws // 2), len(m)))
    values = np.concatenate([m + sd * half, m - sd * half])
    top = values.max(axis=1, keepdims=True)
    first = values == top
    return (first / first.sum(axis=1, keepdims=True)).mean(axis=0), np.maximum(0.0, float(top.mean()) - m)


def stderr(wins: ArrayLike, visits: ArrayLike) -> Floats:
    """Sampling error of a win rate; one win and one loss are added, so that few visits are never certain."""
    w, n = np.asarray(wins, dtype=np.float64), np.asarray(visits, dtype=np.float64)
    rate = (w + 1) / (n + 2)
    return np.asarray(np.sqrt(rate * (1 - rate) / np.maximum(n, 1)), dtype=np.float64)


def tied(differences: ArrayLike, level: float = LEVEL) -> NDArray[np.bool_]:
    """Which moves are not beaten by the first: differences[move, playout] = value of the first less the move's own.

    The playouts of a column share their stream. A move is beaten where the t interval of its difference lies above 0.
    The first move's row, of zeros, is tied with itself.
    """
    d = np.asarray(differences, dtype=np.float64)
    if d.ndim != 2 or d.shape[1] < 2:
        raise ValueError(f"found differences of shape {d.shape}, expected (moves, playouts) with 2 playouts or more")
    count = d.shape[1]
    error = d.std(axis=1, ddof=1) / count ** 0.5
    return d.mean(axis=1) - t_quantile(level, count - 1) * error <= 0


def spread(q: list[Floats], se: list[Floats]) -> float:
    """The t2 of a phase of a game from uniform playouts of many positions: means and errors of the moves of each.

    Variance of the means within positions, pooled, less the mean squared error of a mean.
    """
    squares, degrees = 0.0, 0
    for x, error in zip(q, se, strict=True):
        if len(x) > 1:
            squares += float(((x - x.mean()) ** 2).sum()) - (len(x) - 1) * float((error ** 2).mean())
            degrees += len(x) - 1
    if not degrees:
        raise ValueError("the spread of move values needs positions with 2 moves or more")
    return max(0.0, squares / degrees)
