"""Worlds made of modules in slots: each world's estimate lends from the worlds that share a module in a slot.

    truth of a world = mean + sum of its module-in-slot effects + a residual of its own

The effects get a ridge penalty of (se^2 + residual variance) / module variance, and the residual is shrunk by its own
variance against se^2: the mixed model in closed form, its variances by moments.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from reports.statistics.effects import Floats, Ints


@dataclass(frozen=True)
class Pooled:
    """What is known of each world after pooling, and what the worlds have in common."""

    values: Floats              # of each world
    stderrs: Floats
    mean: float
    modules: Floats             # effect [slot, module], off the mean
    module_variance: float      # of one such effect
    residual_variance: float    # of a world beyond its modules

    def beyond(self, size: float, par: float = 0.0) -> Floats:
        """P(|world - par| > size) for each world."""
        away, sd = self.values - par, np.maximum(self.stderrs, 1e-300)
        return special.ndtr((away - size) / sd) + special.ndtr((-size - away) / sd)


def pool(modules: ArrayLike, raw: ArrayLike, stderrs: ArrayLike, count: int | None = None) -> Pooled:
    """Pool raw[world] with its errors over modules[world, slot], each a number from 0 to count - 1."""
    held, y = np.asarray(modules, dtype=np.intp), np.asarray(raw, dtype=np.float64)
    noise = np.asarray(stderrs, dtype=np.float64) ** 2
    if held.ndim != 2 or not len(held) == len(y) == len(noise):
        raise ValueError(f"found {held.shape} modules, {len(y)} worlds, {len(noise)} errors, expected a row a world")
    worlds, slots = held.shape
    kinds = int(held.max()) + 1 if count is None else count
    z = _indicators(held, kinds)
    module, residual = _variances(z, y, noise, slots, kinds)
    shared = module * (z @ z.T)
    total = shared + np.diag(residual + noise)
    ones = np.ones(worlds)
    weighed = np.linalg.solve(total, np.column_stack([ones, y]))
    mean = float(ones @ weighed[:, 1] / (ones @ weighed[:, 0]))
    off = weighed[:, 1] - mean * weighed[:, 0]          # total^-1 (y - mean)
    prior = shared + residual * np.eye(worlds)
    gain = np.linalg.solve(total, prior).T              # prior total^-1
    left = 1 - gain.sum(axis=1)                         # of the error of the mean itself
    variance = np.diag(prior) - np.einsum("ij,ji->i", gain, prior) + left ** 2 / float(ones @ weighed[:, 0])
    effects = (module * (z.T @ off)).reshape(slots, kinds)
    return Pooled(mean + prior @ off, np.sqrt(np.maximum(variance, 0.0)), mean, effects, module, residual)


def _indicators(held: Ints, kinds: int) -> Floats:
    worlds, slots = held.shape
    z = np.zeros((worlds, slots * kinds))
    for slot in range(slots):
        z[np.arange(worlds), slot * kinds + held[:, slot]] = 1.0
    return z


def _variances(z: Floats, y: Floats, noise: Floats, slots: int, kinds: int) -> tuple[float, float]:
    """Variance of a module's effect and of a world's residual, by moments of the least squares fit."""
    centred = z - z.mean(axis=0)
    values, vectors = np.linalg.eigh(centred.T @ centred)
    keep = values > 1e-9 * values[-1]
    inverse = (vectors[:, keep] / values[keep]) @ vectors[:, keep].T
    off = y - y.mean()
    beta = inverse @ (centred.T @ off)
    left = len(y) - 1 - int(keep.sum())
    if left < 1:
        raise ValueError(f"{len(y)} worlds are too few for {int(keep.sum())} module effects")
    residual = max(0.0, float(np.sum((off - centred @ beta) ** 2)) / left - float(noise.mean()))
    # within a slot only differences of effects are seen: their squares, less the squares of their errors
    seen = vectors[:, keep] @ vectors[:, keep].T
    errors = np.trace(inverse) * (residual + float(noise.mean()))
    return max(0.0, (float(beta @ beta) - errors) / np.trace(seen)), residual
