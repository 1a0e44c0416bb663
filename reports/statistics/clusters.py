"""Strategies: do players' points come in a few clearly different ways? Descriptive only: winners have more of all.

Shares of the final points by source, as centred log-ratios (J. Aitchison, 1982), standardised, in k clusters, for the k
at which the clusters come out most nearly the same again when rows are drawn anew, if the rows are clumped at all. Any
cloud can be cut in two, and a long one is cut in the same place again; so groups are named only where they fit better
than in clouds without any, by two tests: of even clouds (the gap statistic) and of normal ones.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import ArrayLike
from scipy.cluster.vq import ClusterError, kmeans2, vq

from reports.statistics.effects import Floats, Ints

STABLE = 0.8        # mean adjusted Rand index over bootstraps, at least
EVEN = 0.01         # between two of them: no difference, and the finer division is taken
MOST = 6            # clusters tried
SAMPLE = 2_000      # rows that stability is judged on
NULLS = 39          # clouds without clusters that a division has to beat, all of them: 1 in 40 by chance
EVENS = 20          # clouds spread evenly that the gap statistic compares with
SURE = 3            # standard deviations by which a gap has to stand out: one is passed by chance
LEAST_LEFT = 1e-300     # of the sum of squares, whose logarithm is taken
STARTS = 5          # of k-means, the best of which counts


@dataclass(frozen=True)
class Strategies:
    """The cluster of each row, none (all 0, `count` 1) where there are no clear strategies."""

    count: int
    labels: Ints
    shares: Floats              # mean share of points [cluster, source]
    sizes: Floats               # share of rows
    stability: dict[int, float]     # mean adjusted Rand index by number of clusters tried

    @property
    def clear(self) -> bool:
        """Whether there are strategies at all."""
        return self.count > 1


def shares_of(points: ArrayLike) -> Floats:
    """Each row's points by source as shares of its sum. Raises ValueError for negative points and rows without any."""
    x = np.asarray(points, dtype=np.float64)
    if x.ndim != 2 or (x < 0).any() or (x.sum(axis=1) <= 0).any():
        raise ValueError("shares of points need a row a seat with points of 0 or more, and some in every row")
    return x / x.sum(axis=1, keepdims=True)


def log_ratios(points: ArrayLike) -> Floats:
    """Centred log-ratios of the shares, standardised. A source without points counts as half the least share seen."""
    shares = shares_of(points)
    least = np.where(shares > 0, shares, 1.0).min(axis=0)
    filled = np.where(shares > 0, shares, least / 2)
    logs = np.log(filled / filled.sum(axis=1, keepdims=True))
    ratios = logs - logs.mean(axis=1, keepdims=True)
    spread = ratios.std(axis=0)
    return np.divide(ratios - ratios.mean(axis=0), spread, out=np.zeros_like(ratios), where=spread > 1e-12)


def strategies(points: ArrayLike, most: int = MOST, bootstraps: int = 100, seed: int = 0) -> Strategies:
    """Clusters of rows by where their points came from, points[row, source]."""
    x = log_ratios(points)
    sample = x if len(x) <= SAMPLE else x[np.random.default_rng([seed, 0]).permutation(len(x))[:SAMPLE]]
    stability = {k: _stability(sample, k, bootstraps, seed) for k in range(2, most + 1) if k < len(sample)}
    top = max(stability.values(), default=0.0)
    stable = [k for k, rand in stability.items() if rand >= max(STABLE, top - EVEN) and is_clumped(sample, k, seed)]
    count = max((k for k in stable if gap(sample, k, seed) > SURE), default=1)
    labels = (vq(x, _centres(x, count, [seed, count]))[0].astype(np.intp) if count > 1 else
              np.zeros(len(x), dtype=np.intp))
    order = np.argsort(-np.bincount(labels, minlength=count), kind="stable")        # the largest first
    labels = np.argsort(order)[labels]
    shares = shares_of(points)
    return Strategies(count, labels, np.stack([shares[labels == k].mean(axis=0) for k in range(count)]),
                      np.bincount(labels, minlength=count) / len(labels), stability)


def is_clumped(x: Floats, k: int, seed: int = 0) -> bool:
    """Whether k clusters fit the rows better than they fit any of NULLS normal clouds of the same covariance.

    A long cloud without gaps is halved in the same place again and again, but holds no groups (Y. Liu et al., 2008).
    """
    own, rng = _unexplained(x, k, [seed, k, 2]), np.random.default_rng([seed, k, 3])
    cloud = np.atleast_2d(np.cov(x, rowvar=False))
    values, vectors = np.linalg.eigh(cloud)
    scale = vectors * np.sqrt(np.maximum(values, 0.0))
    return all(own < _unexplained(rng.standard_normal(x.shape) @ scale.T, k, [seed, k, 4, draw])
               for draw in range(NULLS))


def gap(x: Floats, k: int, seed: int = 0) -> float:
    """How much better k clusters fit than they fit EVENS even clouds, in standard deviations of those.

    The gap statistic (R. Tibshirani, G. Walther & T. Hastie, 2001): the log sum of squares that k clusters leave of
    rows spread evenly in a box along the principal axes, less that left of the rows; here less the same for one
    cluster. The box has the rows' variance along each axis: one over their whole range would be thicker than they are.
    """
    centred, rng = x - x.mean(axis=0), np.random.default_rng([seed, k, 5])
    axes = np.linalg.svd(centred, full_matrices=False)[2]
    reach = 3 ** 0.5 * (centred @ axes.T).std(axis=0)
    clouds = [rng.uniform(-reach, reach, size=(len(x), len(reach))) for _ in range(EVENS)]
    left = [log(max(_unexplained(cloud, k, [seed, k, 7, draw]), LEAST_LEFT)) for draw, cloud in enumerate(clouds)]
    own, spread = log(max(_unexplained(x, k, [seed, k, 6]), LEAST_LEFT)), float(np.std(left, ddof=1))
    return (float(np.mean(left)) - own) / spread if spread > 0 else 0.0


def winner_less_opponents(points: ArrayLike, wins: ArrayLike) -> Floats:
    """[game, source]: points of the winner less the mean of its own opponents', from points[game, seat, source].

    Winners who share a win count together. A game that all seats share has no loser and says 0.
    """
    x, won = np.asarray(points, dtype=np.float64), np.asarray(wins, dtype=np.float64)
    first = np.asarray(won > 0, dtype=np.float64)
    winners, losers = first.sum(axis=1)[:, None], (1 - first).sum(axis=1)[:, None]
    theirs = (x * (1 - first)[:, :, None]).sum(axis=1) / np.maximum(1, losers)
    return np.where(losers > 0, (x * first[:, :, None]).sum(axis=1) / winners - theirs, 0.0)


def adjusted_rand(a: ArrayLike, b: ArrayLike) -> float:
    """How far two partitions agree: 1 entirely, 0 as by chance (L. Hubert & P. Arabie, 1985)."""
    one, two = np.unique(np.asarray(a), return_inverse=True)[1], np.unique(np.asarray(b), return_inverse=True)[1]
    table = np.zeros((one.max() + 1, two.max() + 1))
    np.add.at(table, (one, two), 1)

    def pairs(x: Floats) -> float:
        return float((x * (x - 1) / 2).sum())

    rows, columns, all_pairs = pairs(table.sum(axis=1)), pairs(table.sum(axis=0)), pairs(np.array([float(len(one))]))
    chance = rows * columns / all_pairs if all_pairs else 0.0
    best = (rows + columns) / 2
    return 1.0 if best == chance else (pairs(table) - chance) / (best - chance)


def _stability(x: Floats, k: int, bootstraps: int, seed: int) -> float:
    whole = vq(x, _centres(x, k, [seed, k]))[0]
    found = []
    for draw in range(bootstraps):
        rng = np.random.default_rng([seed, k, draw])
        again = _centres(x[rng.integers(len(x), size=len(x))], k, [seed, k, draw, 1])
        found.append(adjusted_rand(whole, vq(x, again)[0]))
    return float(np.mean(found))


def _unexplained(x: Floats, k: int, seed: list[int]) -> float:
    """Share of the rows' sum of squares that is left within k clusters."""
    _, distance = vq(x, _centres(x, k, seed))
    total = float(((x - x.mean(axis=0)) ** 2).sum())
    return float((distance ** 2).sum()) / total if total > 0 else 1.0


def _centres(x: Floats, k: int, seed: list[int]) -> Floats:
    """Centres of the best of a few runs of k-means."""
    rng = np.random.default_rng(seed)
    best, least = _starts(x, k, rng), np.inf
    for _ in range(STARTS):
        try:
            centres, labels = kmeans2(x, _starts(x, k, rng), minit="matrix", missing="raise")
        except ClusterError:        # a cluster lost all its rows: another start
            continue
        total = float(((x - centres[labels]) ** 2).sum())
        if total < least:
            best, least = centres, total
    return best


def _starts(x: Floats, k: int, rng: np.random.Generator) -> Floats:
    """K rows, each drawn by its squared distance from those before (D. Arthur & S. Vassilvitskii, 2007)."""
    chosen = [x[rng.integers(len(x))]]
    distance = ((x - chosen[0]) ** 2).sum(axis=1)
    while len(chosen) < k:
        total = distance.sum()
        chosen.append(x[rng.choice(len(x), p=distance / total if total > 0 else None)])
        distance = np.minimum(distance, ((x - chosen[-1]) ** 2).sum(axis=1))
    return np.stack(chosen)
