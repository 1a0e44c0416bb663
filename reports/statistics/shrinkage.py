"""Noisy estimates of many like things drawn towards their middle, by as much as their errors ask for."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from reports.statistics.effects import Floats


@dataclass(frozen=True)
class Shrunk:
    """Estimates after shrinkage, their standard deviations given the spread, and the spread (a variance)."""

    values: Floats
    stderrs: Floats
    spread: float


def spread(values: ArrayLike, stderrs: ArrayLike) -> float:
    """t2 = max(0, Var(values) - mean squared error): how much the true values differ."""
    x, se = np.asarray(values, dtype=np.float64), np.asarray(stderrs, dtype=np.float64)
    return max(0.0, float(np.var(x, ddof=1) - np.mean(se ** 2))) if len(x) > 1 else 0.0


def shrink(values: ArrayLike, stderrs: ArrayLike, t2: float | None = None, centre: float = 0.0) -> Shrunk:
    """Each as centre + (value - centre) t2 / (t2 + se^2); the spread t2 is estimated where none is given."""
    x, se = np.asarray(values, dtype=np.float64), np.asarray(stderrs, dtype=np.float64)
    found = spread(x, se) if t2 is None else t2
    total = found + se ** 2
    weight = np.divide(found, total, out=np.ones_like(total), where=total > 0)
    return Shrunk(centre + (x - centre) * weight, np.sqrt(weight) * se, found)
