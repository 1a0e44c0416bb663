"""Many items at once: which of them may be named, so that few of those named are named wrongly.

One family is one run, one kind of item and the primary outcome.
"""
from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.statistics.blocks import Estimate, Q
from reports.statistics.effects import quantile


def selected_level(selected: int, family: int, q: float = Q) -> float:
    """Level 1 - q R / m of the intervals of R items selected out of m, so that at most q of them miss the truth."""
    if not 0 < selected <= family:
        raise ValueError(f"found {selected} selected of {family}, expected 1 to {family}")
    return 1 - q * selected / family


def at_level(found: Estimate, level: float, degrees: int | None = None) -> Estimate:
    """The same estimate with its t interval at another level."""
    if not found.has_interval:
        return found
    half = quantile(level, found.blocks - 1 if degrees is None else degrees) * found.stderr
    return Estimate(found.value, found.stderr, found.value - half, found.value + half, level, found.blocks, found.note)


def selected_intervals(found: Sequence[Estimate], q: Sequence[float], limit: float = Q) -> list[Estimate]:
    """The intervals a report shows beside its selection: wider for the selected (q <= limit), else unchanged."""
    chosen = [each <= limit for each in q]
    family = sum(not isnan(each) for each in q)
    if not any(chosen):
        return list(found)
    level = selected_level(sum(chosen), family, limit)
    return [at_level(each, level) if picked else each for each, picked in zip(found, chosen, strict=True)]


def e_discoveries(e: ArrayLike, q: float = Q) -> NDArray[np.bool_]:
    """e-BH (R. Wang & A. Ramdas, 2022): the k largest with e_(k) >= m / (k q); holds at every look, whenever stopped.

    Items are the last axis.
    """
    values = np.asarray(e, dtype=np.float64)
    m = values.shape[-1]
    falling = -np.sort(-values, axis=-1)
    k = np.arange(1, m + 1)
    count = np.where(falling >= m / (k * q), k, 0).max(axis=-1)
    rank = np.argsort(np.argsort(-values, axis=-1, kind="stable"), axis=-1)
    return rank < count[..., None]
