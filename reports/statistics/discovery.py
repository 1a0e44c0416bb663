"""Many items at once: which of them may be named, so that few of those named are named wrongly.

One family is one run, one kind of item and the primary outcome.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isnan

from mcts.interval import Interval
from reports.statistics.blocks import Q
from reports.statistics.effects import quantile


def selected_level(selected: int, family: int, q: float = Q) -> float:
    """Level 1 - q R / m of the intervals of R items selected out of m, so that at most q of them miss the truth."""
    if not 0 < selected <= family:
        raise ValueError(f"found {selected} selected of {family}, expected 1 to {family}")
    return 1 - q * selected / family


def at_level(found: Interval, level: float, degrees: int | None = None) -> Interval:
    """The same estimate with its t interval at another level."""
    if not found.is_known:
        return found
    half = quantile(level, found.blocks - 1 if degrees is None else degrees) * found.stderr
    return replace(found, low=found.estimate - half, high=found.estimate + half, level=level)


def selected_intervals(found: Sequence[Interval], q: Sequence[float], limit: float = Q) -> list[Interval]:
    """The intervals a report shows beside its selection: wider for the selected (q <= limit), else unchanged."""
    chosen = [each <= limit for each in q]
    family = sum(not isnan(each) for each in q)
    if not any(chosen):
        return list(found)
    level = selected_level(sum(chosen), family, limit)
    return [at_level(each, level) if picked else each for each, picked in zip(found, chosen, strict=True)]
