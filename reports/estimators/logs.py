"""Logs that we did not randomise: screening and cross-check, never the headline.

Only decisions that were sampled say anything, and only where the chance e of taking the item was recorded: a
deterministic agent has e of 0 or 1 and is refused. Overlap weights (F. Li, K. L. Morgan & A. M. Zaslavsky, 2018) answer
for states where the agent is undecided.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import ArrayLike

from reports.estimate import LEVEL
from reports.estimators.rotated import Effect, Floats, coefficient

ENOUGH = 5_000          # effective sample size in both arms below which the doubly robust figure is not shown
FOLDS = 5


@dataclass(frozen=True)
class DoublyRobust:
    """The effect over all states, or None where it would rest on too few decisions; the effective samples say which."""

    effect: Effect | None
    effective_taken: float
    effective_left: float


def overlap(taken: ArrayLike, chance: ArrayLike, outcome: ArrayLike, game: ArrayLike, level: float = LEVEL) -> Effect:
    """Effect of taking, at first chance: one row a decision, with the recorded chance of taking; clustered by game.

        est = mu1 - mu0 = sum A (1-e) Y / sum A (1-e)  -  sum (1-A) e Y / sum (1-A) e
        psi = A (1-e) (Y - mu1) / mean(A (1-e))  -  (1-A) e (Y - mu0) / mean((1-A) e),    se = sd(psi) / sqrt(N)

    Both means estimate mean(e (1-e)). Each residual is divided by the root of one minus its share of its arm's weight,
    and t has the degrees of the smaller arm's effective sample: a few dozen takers would else look more certain than
    they are. Under some 150 of them, nearly all of whom win, a 95 % interval still covers only 92 to 94 %.
    """
    a, e, y, games = _checked(taken, chance, outcome, game)
    arms = [_arm(w, y) for w in (a * (1 - e), (1 - a) * e)]
    (mu1, psi1, size1), (mu0, psi0, size0) = arms
    return _mean_effect(mu1 - mu0, psi1 - psi0, games, level, min(size1, size0) - 1)


def _arm(weights: Floats, y: Floats) -> tuple[float, Floats, float]:
    """Weighted mean of an arm, what each row adds to its error, and the effective sample."""
    total = float(weights.sum())
    mean = float((weights * y).sum()) / total
    lone = np.maximum(1 - weights / total, 1e-12)
    return mean, weights * (y - mean) / np.sqrt(lone) * (len(y) / total), total ** 2 / float((weights ** 2).sum())


def doubly_robust(taken: ArrayLike, chance: ArrayLike, outcome: ArrayLike, features: ArrayLike, game: ArrayLike,
                  level: float = LEVEL, enough: float = ENOUGH, seed: int = 0) -> DoublyRobust:
    """Effect of taking in all states: m1 - m0 + A (Y - m1) / e - (1 - A) (Y - m0) / (1 - e), cross-fitted.

    m1 and m0 are linear in features[decision, feature], fitted on the games of other folds. Nothing is clipped.
    """
    a, e, y, games = _checked(taken, chance, outcome, game)
    x = np.column_stack([np.ones(len(y)), np.asarray(features, dtype=np.float64)])
    sizes = [float(w.sum() ** 2 / (w ** 2).sum()) for w in (a / e, (1 - a) / (1 - e))]
    if min(sizes) < enough:
        return DoublyRobust(None, sizes[0], sizes[1])
    fold = np.random.default_rng(seed).permutation(games.max() + 1)[games] % FOLDS
    m1, m0 = np.empty(len(y)), np.empty(len(y))
    for k in range(FOLDS):
        for arm, out in ((a == 1, m1), (a == 0, m0)):
            fitted = np.linalg.lstsq(x[arm & (fold != k)], y[arm & (fold != k)], rcond=None)[0]
            out[fold == k] = x[fold == k] @ fitted
    each = m1 - m0 + a * (y - m1) / e - (1 - a) * (y - m0) / (1 - e)
    return DoublyRobust(_mean_effect(float(each.mean()), each - each.mean(), games, level), sizes[0], sizes[1])


def _mean_effect(value: float, psi: Floats, games: np.ndarray, level: float, degrees: float = inf) -> Effect:
    """An effect with error sd(psi) / sqrt(N), the rows of a game added up first."""
    sums = np.bincount(games, weights=psi)
    count = len(sums)
    stderr = float(np.sqrt(count / (count - 1) * np.sum(sums ** 2)) / len(psi)) if count > 1 else 0.0
    return coefficient(value, stderr, max(1, int(min(degrees, count - 1))), count, count, level)


def _checked(taken: ArrayLike, chance: ArrayLike, outcome: ArrayLike,
             game: ArrayLike) -> tuple[Floats, Floats, Floats, np.ndarray]:
    a, e = np.asarray(taken, dtype=np.float64), np.asarray(chance, dtype=np.float64)
    y, labels = np.asarray(outcome, dtype=np.float64), np.asarray(game)
    if not a.shape == e.shape == y.shape == labels.shape:
        raise ValueError("expected one choice, chance, outcome and game for each decision")
    if not np.all((e > 0) & (e < 1)):
        odd = e[~((e > 0) & (e < 1))][0]
        raise ValueError(f"found a chance of {odd:g} to take the item, expected above 0 and below 1: what was not left"
                         " to chance cannot be told from what made the player do it")
    if not (0 < a.sum() < len(a)):
        raise ValueError("the item was taken always or never: there is nothing to compare")
    return a, e, y, np.unique(labels, return_inverse=True)[1]
