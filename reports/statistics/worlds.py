"""Worlds made of modules in slots: each world's estimate borrows from the worlds that share a module in a slot.

    truth of a world = mean + sum of its module-in-slot effects + a residual of its own

The effects get a ridge penalty of (se^2 + residual variance) / module variance, and the residual is shrunk by its own
variance against se^2: the mixed model in closed form, averaged over the variances.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

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
    modules: Floats             # effect [slot, module], off the mean; 0 of one that no world has there
    module_stderrs: Floats      # the same shape
    module_variance: float      # of one such effect
    residual_variance: float    # of a world beyond its modules

    def between(self, low: float, high: float) -> Floats:
        """P(low < world < high) for each world."""
        sd = np.maximum(self.stderrs, 1e-300)
        return np.asarray(special.ndtr((high - self.values) / sd) - special.ndtr((low - self.values) / sd))


@dataclass(frozen=True)
class Moments:
    """The two variances by moments, and the errors of these estimates."""

    module: float
    residual: float
    module_error: float
    residual_error: float


def pool(modules: ArrayLike, raw: ArrayLike, stderrs: ArrayLike, count: int | None = None) -> Pooled:
    """Pool raw[world] with its errors over modules[world, slot], each a number from 0 to count - 1.

    Where noise is far larger than what worlds have beyond their modules, that variance is often estimated as 0, and
    intervals that took it for known would be too narrow. So the fits are averaged over the variances that the worlds
    leave possible, by their restricted likelihood.
    """
    held, y = np.asarray(modules, dtype=np.intp), np.asarray(raw, dtype=np.float64)
    noise = np.asarray(stderrs, dtype=np.float64) ** 2
    if held.ndim != 2 or not len(held) == len(y) == len(noise):
        raise ValueError(f"found {held.shape} modules, {len(y)} worlds, {len(noise)} errors, expected a row a world")
    kinds = int(held.max()) + 1 if count is None else count
    z, shape = indicators(held, kinds), (held.shape[1], kinds)
    found = _moments(z, y, noise, *shape)
    fits = [fitted(z, y, noise, module ** 2, residual ** 2, shape)
            for module in _around(found.module, found.module_error, 2, 4, 7)
            for residual in _around(found.residual, found.residual_error, 3, 3, 9)]
    likelihood = np.array([each for _, each in fits])
    weight = np.exp(likelihood - likelihood.max())
    weight /= weight.sum()

    def mixed(name: str) -> Floats:
        """Mean of the fits."""
        return np.asarray(np.tensordot(weight, np.array([getattr(each, name) for each, _ in fits]), 1))

    def spread(name: str, errors: str) -> Floats:
        """Standard error: within the fits, and between them."""
        values = np.array([getattr(each, name) for each, _ in fits])
        inside = np.array([getattr(each, errors) for each, _ in fits]) ** 2
        return np.sqrt(np.tensordot(weight, inside + (values - mixed(name)) ** 2, 1))

    return Pooled(mixed("values"), spread("values", "stderrs"), float(mixed("mean")), mixed("modules"),
                  spread("modules", "module_stderrs"), float(mixed("module_variance")),
                  float(mixed("residual_variance")))


def _around(variance: float, error: float, below: float, above: float, count: int) -> Floats:
    """Standard deviations, evenly spaced, whose squares reach so many errors below and above the variance."""
    return np.linspace(np.sqrt(max(0.0, variance - below * error)), np.sqrt(variance + above * error), count)


def fitted(z: Floats, y: Floats, noise: Floats, module: float, residual: float, shape: tuple[int, int]
           ) -> tuple[Pooled, float]:
    """The model with these variances, and its restricted log likelihood: C. R. Henderson's mixed model equations.

    `z` are indicators [world, slot * kinds + module], `noise` the squared errors, `shape` slots and kinds.
    """
    left = np.maximum(residual + noise, 1e-300)                 # variance of a world about its modules
    x = np.column_stack([np.ones(len(y)), np.sqrt(module) * z])
    penalty = np.diag([0.0, *np.ones(z.shape[1])])
    system = x.T @ (x / left[:, None]) + penalty
    inverse = np.linalg.inv(system)
    known = inverse @ (x.T @ (y / left))
    shared = x @ known                                          # mean and modules of each world
    own = residual / left                                       # of what is left over, the part that is the world's
    variance = (1 - own) ** 2 * np.einsum("ij,jk,ik->i", x, inverse, x) + own * noise
    off = y - shared
    likelihood = -(np.log(left).sum() + np.linalg.slogdet(system)[1] + off @ (off / left) + known[1:] @ known[1:]) / 2
    effects, errors = np.sqrt(module) * known[1:], np.sqrt(module * np.diag(inverse)[1:])
    return Pooled(shared + own * off, np.sqrt(variance), float(known[0]), effects.reshape(shape),
                  errors.reshape(shape), module, residual), float(likelihood)


def indicators(held: Ints, kinds: int) -> Floats:
    """1 where a world [row] has a module in a slot [slot * kinds + module], else 0."""
    worlds, slots = held.shape
    z = np.zeros((worlds, slots * kinds))
    for slot in range(slots):
        z[np.arange(worlds), slot * kinds + held[:, slot]] = 1.0
    return z


def _moments(z: Floats, y: Floats, noise: Floats, slots: int, kinds: int) -> Moments:
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
    about = float(np.sum((off - centred @ beta) ** 2)) / left
    residual = max(0.0, about - float(noise.mean()))
    # within a slot only differences of effects are seen: their squares, less the squares of their errors
    seen = float(np.trace(vectors[:, keep] @ vectors[:, keep].T))
    errors = float(np.trace(inverse)) * (residual + float(noise.mean()))
    squares = float(beta @ beta)
    return Moments(max(0.0, (squares - errors) / seen), residual, squares / seen * sqrt(2 / seen),
                   about * sqrt(2 / left))
