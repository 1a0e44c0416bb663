"""Sums over blocks, added up as they come, for means over any number of blocks in the same memory.

Sums are kept as two numbers each, the second of which holds what the first had to round off (T. J. Dekker, 1971). They
are thus the same to the last digit, however the blocks were divided into batches and in whatever order these came.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import floor, nan, sqrt

import numpy as np
from numpy.typing import NDArray

from mcts.interval import ALIKE, LEVEL, Interval, t_quantile, unknown, wilson
from reports.statistics.blocks import ROUNDING
from reports.statistics.effects import Floats

SPLIT = 2.0 ** 27 + 1       # halves the digits of a double


def two_sum(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """The rounded sum, and what rounding took from it."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def two_product(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """The rounded product, and what rounding took from it."""
    product = a * b
    (high, low), (top, rest) = _halves(a), _halves(b)
    return product, ((high * top - product) + high * rest + low * top) + low * rest


def _halves(x: Floats) -> tuple[Floats, Floats]:
    scaled = SPLIT * x
    high = scaled - (scaled - x)
    return high, x - high


@dataclass
class Totals:
    """Sums of columns. A column that comes later was 0 before."""

    high: Floats = field(default_factory=lambda: np.zeros(0))
    low: Floats = field(default_factory=lambda: np.zeros(0))

    def add(self, rows: Floats, rest: Floats | None = None) -> None:
        """Add rows[row, column], and the little that is left of each."""
        low = np.zeros(rows.shape[1]) if rest is None else rest.sum(axis=0)
        while len(rows) > 1:
            half = len(rows) // 2
            added, lost = two_sum(rows[:half], rows[half:2 * half])
            low = low + lost.sum(axis=0)
            rows = np.concatenate([added, rows[2 * half:]])
        if len(rows):
            more = rows.shape[1] - len(self.high)
            total, lost = two_sum(np.pad(self.high, (0, more)), rows[0])
            self.high, self.low = two_sum(total, np.pad(self.low, (0, more)) + low + lost)

    def exact(self, column: int) -> Fraction:
        """The sum of a column, as exact as it is known."""
        return Fraction(float(self.high[column])) + Fraction(float(self.low[column])) if column < len(self.high) \
            else Fraction(0)


@dataclass
class Moments:
    """Mean and spread of columns with one value a block."""

    count: int = 0
    totals: Totals = field(default_factory=Totals)
    squares: Totals = field(default_factory=Totals)
    top: float = 0.0        # the largest value of all columns, without its sign

    def add(self, values: Floats) -> None:
        """Add values[block, column]."""
        self.count += len(values)
        self.totals.add(values)
        self.squares.add(*two_product(values, values))
        self.top = max(self.top, float(np.abs(values).max(initial=0.0)))

    def interval(self, column: int, level: float = LEVEL) -> Interval:
        """As `reports.statistics.blocks.mean_interval` of all the values."""
        n = self.count
        if not n:
            return unknown(nan, level, 0)
        total = self.totals.exact(column)
        mean = float(total / n)
        if n < 2:
            return unknown(mean, level, n)
        spread = max(Fraction(0), self.squares.exact(column) - total * total / n)
        stderr = sqrt(spread / (n - 1) / n)
        return _around(mean, stderr, self.top, level, n)

    def share(self, column: int, level: float = LEVEL) -> Interval:
        """As `reports.statistics.blocks.share_interval` of all the values."""
        found = self.interval(column, level)
        if found.blocks >= 2 and found.estimate in (0.0, 1.0):
            low, high = wilson(round(found.estimate * found.blocks), found.blocks, level)
            return Interval(found.estimate, low, high, 0.0, level, found.blocks, "Wilson")
        if not found.is_known:
            return found
        return Interval(found.estimate, max(0.0, found.low), min(1.0, found.high), found.stderr, level, found.blocks)


@dataclass
class Clustered:
    """Mean over rows, any number of them a block, with an error clustered by block."""

    blocks: int = 0
    totals: Totals = field(default_factory=Totals)      # of sums, rows, and their squares and products, block by block
    top: float = 0.0

    def add(self, sums: Floats, rows: Floats, top: float) -> None:
        """Add the sum and number of the rows of each block, of which none is larger than `top` without its sign."""
        self.blocks += len(sums)
        squares, products = two_product(sums, sums), two_product(sums, rows)
        zero = np.zeros(len(sums))
        self.totals.add(np.column_stack([sums, rows, squares[0], products[0], rows * rows]),
                        np.column_stack([zero, zero, squares[1], products[1], zero]))
        self.top = max(self.top, top)

    def interval(self, level: float = LEVEL) -> Interval:
        """As `reports.statistics.blocks.clustered_mean` of all the rows."""
        n = self.blocks
        if not n:
            return unknown(nan, level, 0)
        sums, rows, squares, products, counts = map(self.totals.exact, range(5))
        mean = sums / rows
        if n < 2:
            return unknown(float(mean), level, n)
        left = max(Fraction(0), squares - 2 * mean * products + mean * mean * counts)
        return _around(float(mean), sqrt(Fraction(n, n - 1) * left / (rows * rows)), self.top, level, n)


def _around(mean: float, stderr: float, top: float, level: float, blocks: int) -> Interval:
    if stderr <= ROUNDING * max(1.0, top):
        return unknown(mean, level, blocks, ALIKE)
    half = t_quantile(level, blocks - 1) * stderr
    return Interval(mean, mean - half, mean + half, stderr, level, blocks)


@dataclass
class Counts:
    """How often each value was seen: all quantiles are exact, and games have few different scores and lengths."""

    of: dict[float, int] = field(default_factory=dict)

    def add(self, values: NDArray[np.generic]) -> None:
        """Count more values."""
        for value, count in zip(*(each.tolist() for each in np.unique(values, return_counts=True)), strict=True):
            self.of[value] = self.of.get(value, 0) + count

    @property
    def rows(self) -> int:
        """How many values."""
        return sum(self.of.values())

    def values(self) -> tuple[Floats, NDArray[np.int64]]:
        """The different values in ascending order, and how often each was seen."""
        known = sorted(self.of)
        return np.array(known, dtype=np.float64), np.array([self.of[value] for value in known], dtype=np.int64)

    def sd(self) -> float:
        """Standard deviation; nan of one value."""
        n = self.rows
        if n < 2:
            return nan
        total = sum(Fraction(value) * count for value, count in self.of.items())
        squares = sum(Fraction(value) ** 2 * count for value, count in self.of.items())
        return sqrt((squares - total * total / n) / (n - 1))

    def quantile(self, at: float) -> float:
        """As `numpy.quantile` of all the values."""
        values, counts = self.values()
        place = at * (self.rows - 1)
        below = floor(place)
        ends = values[np.searchsorted(np.cumsum(counts), [below, min(below + 1, self.rows - 1)], side="right")]
        return float(np.quantile(ends, place - below))
