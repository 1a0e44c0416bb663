"""Ratings of many agents from their games, by R. D. Luce's choice axiom (1959): Bradley and Terry's model at two seats.

An agent of strength s wins at a table with chance s / (the strengths there added up). Ratings are 400 log10 s, with
mean 0: at two seats one that is 100 higher wins 64 %. They are those of maximum likelihood, so the order of games is
nothing to them, and a win that is shared counts for each in part.
"""
from __future__ import annotations

from math import log, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from games.frozen import frozen
from mcts.interval import LEVEL, Interval, t_quantile, unknown

ELO = 400 / log(10)         # points of a rating for a strength e times as large
TIED = "one game that all share is added for each agent"

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@frozen
class Ratings:
    """The ratings of agents by number, with the covariance of their errors."""

    intervals: tuple[Interval, ...]
    covariance: Floats          # in squared points
    bounded: bool               # every agent is held above some and below others; if not, TIED holds

    def above(self, agent: int, other: int) -> float:
        """The chance that one is stronger than the other, were all ratings equally likely before; NaN if not known."""
        from scipy.special import ndtr

        c = self.covariance
        spread = c[agent, agent] + c[other, other] - 2 * c[agent, other]
        difference = self.intervals[agent].estimate - self.intervals[other].estimate
        return float(ndtr(difference / sqrt(spread))) if spread > 0 else nan


def ratings(held: ArrayLike, wins: ArrayLike, blocks: ArrayLike, count: int, level: float = LEVEL) -> Ratings:
    """From held[game, seat], the agent in each seat, wins[game, seat], shares of the win, and the block of each game.

    Games of a block share their luck, so the errors are those of sums over blocks (P. J. Huber, 1967). A most likely
    rating is finite only where one gets from any agent to any other by won games (L. R. Ford, 1957). Where one does
    not, as some agent lost everything, each agent is given one game with agents of the mean rating, which all share;
    then the errors are no smaller than the likelihood says. Raises ValueError without a game.
    """
    seats, won = np.asarray(held, dtype=np.intp), np.asarray(wins, dtype=np.float64)
    if not len(seats):
        raise ValueError("ratings need 1 game or more, got none")
    bounded = _is_bounded(seats, won, count)
    extra = 0.0 if bounded else 1.0
    found = _most_likely(seats, won, count, extra)
    information = _information(found, seats, count, extra)
    inverse = np.linalg.inv(information)
    middle = np.eye(count) - 1 / count
    number, sums = _by_block(won - _chances(found, seats), seats, np.asarray(blocks), count)
    covariance = middle @ inverse @ (sums.T @ sums) @ inverse @ middle * number / max(1, number - 1)
    if not bounded:
        covariance += np.diag(np.maximum(0.0, np.diag(middle @ inverse @ middle) - np.diag(covariance)))
    covariance *= ELO ** 2
    own = [len(np.unique(np.asarray(blocks)[(seats == agent).any(axis=1)])) for agent in range(count)]
    centred = ELO * (found - found.mean())
    return Ratings(tuple(_interval(float(centred[a]), float(covariance[a, a]), own[a], level, "" if bounded else TIED)
                         for a in range(count)), covariance, bounded)


def _interval(estimate: float, variance: float, blocks: int, level: float, note: str) -> Interval:
    if blocks < 2:
        return unknown(estimate, level, blocks)
    stderr = sqrt(variance)
    half = t_quantile(level, blocks - 1) * stderr
    return Interval(estimate, estimate - half, estimate + half, stderr, level, blocks, note)


def _is_bounded(seats: Ints, won: Floats, count: int) -> bool:
    """Whether one gets from any agent to any other by games that the one had a part in winning."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    game, winner = np.nonzero(won)
    beaten, winners = seats[game].ravel(), np.repeat(seats[game, winner], seats.shape[1])
    paths = coo_array((np.ones(len(beaten)), (winners, beaten)), shape=(count, count)).tocsr()
    return bool(connected_components(paths, connection="strong")[0] == 1)


def _chances(strengths: Floats, seats: Ints) -> Floats:
    """The chance of each seat to win, from the logarithms of the strengths."""
    from scipy.special import softmax

    return np.asarray(softmax(strengths[seats], axis=1))


def _most_likely(seats: Ints, won: Floats, count: int, extra: float) -> Floats:
    """The logarithms of the strengths; `extra` shared games are added for each agent."""
    from scipy.optimize import minimize
    from scipy.special import logsumexp

    n = seats.shape[1]
    points = np.bincount(seats.ravel(), won.ravel(), count)

    def worse(x: Floats) -> tuple[float, Floats]:
        """Less of the log likelihood, and its gradient; the square fixes the mean, which games do not."""
        lost = logsumexp(x[seats], axis=1).sum() - points @ x + x.sum() ** 2 / 2
        slope = np.bincount(seats.ravel(), _chances(x, seats).ravel(), count) - points + x.sum()
        lost += extra * (np.logaddexp(x, log(n - 1)) - x / n).sum()
        slope += extra * (_against_the_mean(x, n) - 1 / n)
        return float(lost), slope

    start = np.zeros(count)
    found = minimize(worse, start, jac=True, hess=lambda x: _information(x, seats, count, extra), method="trust-exact",
                     options={"gtol": 1e-9 * len(seats), "maxiter": 500})
    return np.asarray(found.x)


def _against_the_mean(x: Floats, n: int) -> Floats:
    """The chance of each agent to win among n - 1 agents of the mean rating."""
    from scipy.special import expit

    return np.asarray(expit(x - log(n - 1)))


def _information(x: Floats, seats: Ints, count: int, extra: float) -> Floats:
    """Minus the second derivative of the log likelihood, with 1 everywhere for the mean that it is given."""
    p = _chances(x, seats)
    out = np.ones((count, count)) + np.diag(np.bincount(seats.ravel(), p.ravel(), count))
    for one in range(seats.shape[1]):
        for other in range(seats.shape[1]):
            np.subtract.at(out, (seats[:, one], seats[:, other]), p[:, one] * p[:, other])
    own = _against_the_mean(x, seats.shape[1])
    return out + extra * np.diag(own * (1 - own))


def _by_block(left: Floats, seats: Ints, blocks: NDArray[np.generic], count: int) -> tuple[int, Floats]:
    """How many blocks there are, and [block, agent]: the wins of each agent in them less those expected."""
    found, at = np.unique(blocks, return_inverse=True)
    sums = np.zeros((len(found), count))
    np.add.at(sums, (np.broadcast_to(at.reshape(-1, 1), seats.shape), seats), left)
    return len(found), sums
