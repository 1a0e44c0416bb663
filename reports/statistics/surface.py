"""At which settings of printed numbers is an effect what it should be? A line for one number, a quadratic for several.

Each setting was played in blocks of its own, so the errors of the effects are independent, and least squares weighted
by them is least squares over all blocks. Nothing is said of a setting outside those that were played.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import nan, sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Floats, quantile

CURVED = 4                  # values played from which an effect need not change evenly
STEPS = 400                 # of a range on which a curve is followed
MANY = 10 ** 6              # degrees of freedom: each error was measured over many blocks
BELOW, ABOVE = "below", "above"


@dataclass(frozen=True)
class Crossing:
    """Where a line through the values played reaches the target; NaN where it does not do so among them.

    `beyond` says on which side of the values it would then be. `low` and `high` end at the values played; `open_low`
    and `open_high` say that the interval goes on there.
    """

    value: float
    low: float
    high: float
    beyond: str = ""
    open_low: bool = False
    open_high: bool = False
    aim: float = nan            # where the line reaches the target, among the values or not: to play on there
    changes: bool = False       # whether the effect is shown to change with the number


def crossing(values: ArrayLike, estimates: ArrayLike, stderrs: ArrayLike, target: float = 0.0,
             level: float = LEVEL) -> Crossing:
    """Where a weighted least squares line reaches the target, with Fieller's interval (1954): all x at which the line
    is not told from it. From CURVED values on it is a parabola that does so. The interval is NaN where it is not
    finite: then the effect is not shown to change.
    """
    x, y, w = _known(values, np.asarray(estimates, dtype=float) - target, stderrs)
    if len(np.unique(x)) < 2:
        return Crossing(nan, nan, nan)
    design = np.column_stack([np.ones_like(x), x])
    covariance = np.linalg.inv(design.T @ (w[:, None] * design))
    a, b = covariance @ (design.T @ (w * y))
    first, last = float(x.min()), float(x.max())
    at = float(-a / b) if b else nan
    low, high = _fieller(float(a), float(b), np.asarray(covariance, dtype=np.float64), quantile(level, MANY) ** 2)
    beyond = BELOW if at < first else ABOVE if at > last else ""
    inside = nan if beyond else at
    curve = surface(x[:, None], y, w ** -0.5) if len(np.unique(x)) >= CURVED else None
    changes = bool(abs(b) > quantile(level, MANY) * sqrt(covariance[1, 1]))
    if curve is not None and (met := _met(curve, first, last, at, level)) is not None:
        return replace(met, changes=changes)
    if np.isnan(low) or high < first or low > last:
        return Crossing(inside, nan, nan, beyond, aim=at, changes=changes)
    return Crossing(inside, max(low, first), min(high, last), beyond, low < first, high > last, at, changes)


def _met(curve: Surface, first: float, last: float, near: float, level: float) -> Crossing | None:
    """Where the curve reaches 0 between the ends, nearest to where the line does, and the stretch around it on which it
    is not told from 0; None where it does not.
    """
    x = np.linspace(first, last, STEPS + 1)
    y, half = curve.predict(x[:, None], level)
    turns = np.flatnonzero(np.sign(y[:-1]) * np.sign(y[1:]) <= 0)
    if not len(turns):
        return None
    k = int(turns[np.argmin(np.abs(x[turns] - near))])
    share = y[k] / (y[k] - y[k + 1]) if y[k] != y[k + 1] else 0.0
    at, apart = float(x[k] + share * (x[k + 1] - x[k])), np.flatnonzero(np.abs(y) > half)
    below, above = apart[apart <= k], apart[apart > k]
    return Crossing(at, float(x[below[-1]]) if len(below) else first, float(x[above[0]]) if len(above) else last,
                    "", not len(below), not len(above), at)


def _fieller(a: float, b: float, covariance: Floats, t2: float) -> tuple[float, float]:
    """The x at which the line is not told from 0: (a + b x)^2 <= t^2 Var(a + b x)."""
    p = b * b - t2 * covariance[1, 1]
    q = 2 * (a * b - t2 * covariance[0, 1])
    r = a * a - t2 * covariance[0, 0]
    found = q * q - 4 * p * r
    if p <= 0 or found < 0:
        return nan, nan
    return float((-q - sqrt(found)) / (2 * p)), float((-q + sqrt(found)) / (2 * p))


@dataclass(frozen=True)
class Surface:
    """A quadratic in up to three numbers: what it says of settings, and whether it describes the effects played.

    `p_fit` is small where the effects are no such quadratic; NaN where there are no settings to spare for that.
    """

    centre: Floats
    width: Floats
    terms: tuple[tuple[int, ...], ...]
    coefficients: Floats
    covariance: Floats
    p_fit: float

    def predict(self, settings: ArrayLike, level: float = LEVEL) -> tuple[Floats, Floats]:
        """The effect at each setting, and half the width of its interval."""
        rows = _rows((np.atleast_2d(np.asarray(settings, dtype=float)) - self.centre) / self.width, self.terms)
        errors = np.sqrt(np.einsum("ij,jk,ik->i", rows, self.covariance, rows))
        return rows @ self.coefficients, quantile(level, MANY) * errors


def surface(settings: ArrayLike, estimates: ArrayLike, stderrs: ArrayLike) -> Surface | None:
    """The surface through effects at settings[setting, number]; None where there are too few settings for one.

    A number has a square only where three values or more of it were played, and two numbers a product only where they
    were played crosswise.
    """
    z = np.asarray(settings, dtype=float)
    y, errors = np.asarray(estimates, dtype=float), np.asarray(stderrs, dtype=float)
    keep = np.isfinite(y) & np.isfinite(errors) & (errors > 0)
    z, y, errors = z[keep], y[keep], errors[keep]
    if not len(z):
        return None
    centre, width = (z.max(axis=0) + z.min(axis=0)) / 2, np.maximum(np.ptp(z, axis=0) / 2, 1e-12)
    x = (z - centre) / width
    numbers = [i for i in range(z.shape[1]) if len(np.unique(z[:, i])) > 1]
    terms = [(), *((i,) for i in numbers)]
    wanted = [*((i, i) for i in numbers if len(np.unique(z[:, i])) > 2), *combinations(numbers, 2)]
    for term in wanted:
        if np.linalg.matrix_rank(_rows(x, [*terms, term])) == len(terms) + 1:
            terms.append(term)
    rows = _rows(x, terms) / errors[:, None]
    if len(numbers) < 1 or np.linalg.matrix_rank(rows) < len(terms):
        return None
    covariance = np.linalg.inv(rows.T @ rows)
    found = covariance @ (rows.T @ (y / errors))
    spare = len(y) - len(terms)
    lack = float(np.sum((y / errors - rows @ found) ** 2))
    return Surface(centre, width, tuple(terms), found, covariance, float(special.chdtrc(spare, lack)) if spare else nan)


def lattice(settings: ArrayLike, most: int) -> Floats:
    """All whole settings between the least and the largest value played of each number; of more than `most` those that
    were played.
    """
    z = np.asarray(settings, dtype=float)
    ends = zip(z.min(axis=0), z.max(axis=0), strict=True)
    ranges = [np.arange(np.ceil(low), np.floor(high) + 1) for low, high in ends]
    if np.prod([len(each) for each in ranges], dtype=float) > most:
        return np.unique(z, axis=0)
    return np.array(list(product(*ranges)))


def _rows(x: Floats, terms: Sequence[tuple[int, ...]]) -> Floats:
    return np.column_stack([np.prod(x[:, list(term)], axis=1) if term else np.ones(len(x)) for term in terms])


def _known(values: ArrayLike, y: ArrayLike, stderrs: ArrayLike) -> tuple[Floats, Floats, Floats]:
    """The points that have an error, with their weights."""
    x, effect, se = (np.asarray(each, dtype=float) for each in (values, y, stderrs))
    keep = np.isfinite(effect) & np.isfinite(se) & (se > 0)
    return x[keep], effect[keep], se[keep] ** -2.0
