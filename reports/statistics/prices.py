"""Prices in points: what an item is worth in tokens of points given in the same way, in the same games.

    s = sum k tau_k / sum k^2 over the tokens,    price = tau / s,    error by the delta method, full covariance
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf, nan

import numpy as np

from reports.statistics.blocks import LEVEL
from reports.statistics.contrasts import Worths
from reports.statistics.effects import quantile
from reports.statistics.regression import TooLittleData


@dataclass(frozen=True)
class Price:
    """A price with its interval; NaN where tokens are worth nothing, so that nothing can be priced in them."""

    value: float
    stderr: float
    low: float
    high: float
    level: float


def slope(worths: Worths, tokens: Mapping[int, float]) -> float:
    """What one point is worth in the outcome; `tokens` maps the items that are tokens to their points."""
    at, k = _tokens(tokens)
    return float(k @ worths.values[at] / (k @ k))


def price(worths: Worths, item: int, tokens: Mapping[int, float], level: float = LEVEL) -> Price:
    """The points that are worth as much as the item. A token prices itself too: that checks the scale."""
    at, k = _tokens(tokens)
    s = slope(worths, tokens)
    if not abs(s) > 0:
        return Price(nan, nan, nan, nan, level)
    tau = float(worths.values[item])
    gradient = np.zeros(len(worths.values))
    gradient[item] = 1 / s
    gradient[at] -= tau / s ** 2 * k / (k @ k)
    stderr = max(0.0, float(gradient @ worths.covariance @ gradient)) ** 0.5
    half = quantile(level, worths.degrees) * stderr if worths.degrees > 0 else nan
    return Price(tau / s, stderr, tau / s - half, tau / s + half, level)


def within(price: Price, most: float, least: float = 0.0) -> Price:
    """The price as far as tokens were played, `least` to `most`: infinite where a straight line goes beyond them."""
    def kept(x: float) -> float:
        return inf if x > most else -inf if x < least else x
    return replace(price, value=kept(price.value), low=kept(price.low), high=kept(price.high))


def _tokens(tokens: Mapping[int, float]) -> tuple[np.ndarray, np.ndarray]:
    if not any(tokens.values()):
        raise TooLittleData("a price needs a token of 1 point or more among the items")
    at = sorted(tokens)
    return np.array(at, dtype=np.intp), np.array([tokens[i] for i in at], dtype=np.float64)
