"""What would make places at a table equal: points for each, so that all win equally or score equally; and a resource.

All is relative to the first place, which gets nothing. Points are added after the game, so nobody played for them.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import copysign, inf, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from reports.statistics.blocks import LEVEL
from reports.statistics.effects import Effect, Floats, from_blocks, quantile

BAND = 0.2          # of the spread of leads: a game within it of a tie counts as partly won
LEAST_BAND = 0.5    # points: half a whole point either side, so that a tie of whole points is half a win
STEPS = 60          # of Newton's method, at most


@dataclass(frozen=True)
class Paid:
    """An amount with its interval; NaN where the games cannot tell it."""

    amount: float
    low: float
    high: float
    level: float = LEVEL

    def within(self, most: float) -> Paid:
        """The amount as far as it was played, up to `most` more or less: infinite where a straight line goes on."""
        amount, low, high = (x if not abs(x) > most else copysign(inf, x) for x in (self.amount, self.low, self.high))
        return Paid(amount, low, high, self.level)


def equal_scores(scores: ArrayLike, level: float = LEVEL) -> list[Effect]:
    """Points for each place after which all have the same mean score, from scores[block, rotation, place]."""
    x = np.asarray(scores, dtype=np.float64)
    behind = (x[:, :, :1] - x).mean(axis=1)
    return [from_blocks(behind[:, place], x.shape[0] * x.shape[1], level=level) for place in range(x.shape[2])]


def equal_wins(scores: ArrayLike, level: float = LEVEL) -> list[Paid]:
    """Points for each place after which all win equally often, all paid at once, from scores[block, rotation, place].

    The root of "win share less the mean of the win shares", by Newton's method. A lead counts as won by a ramp around
    a tie, or the shares would jump; the error is that of the block means through the slopes (delta method).
    """
    x = np.asarray(scores, dtype=np.float64)
    blocks, places = x.shape[0], x.shape[2]
    unknown = [Paid(0.0, 0.0, 0.0, level), *[Paid(nan, nan, nan, level)] * (places - 1)]
    if blocks < 2:
        return unknown
    band = max(LEAST_BAND, BAND * float(_leads(x)[0].std()))
    points = np.zeros(places)
    off, slopes = _off_equal(x, points, band)
    for _ in range(STEPS):
        if abs(np.linalg.det(slopes)) < 1e-12:
            return unknown
        step, share = np.linalg.solve(slopes, off.mean(axis=0)), 1.0
        while share > 1e-3:             # a step that overshoots is halved
            tried = points - np.concatenate([[0.0], share * step])
            found, there = _off_equal(x, tried, band)
            if abs(found.mean(axis=0)).max() < abs(off.mean(axis=0)).max():
                break
            share /= 2
        else:
            break
        points, off, slopes = tried, found, there
        if abs(share * step).max() < 1e-9:
            break
    if abs(np.linalg.det(slopes)) < 1e-12 or abs(off.mean(axis=0)).max() > 0.5 / places:
        return unknown
    back = np.linalg.inv(slopes)
    covariance = back @ np.atleast_2d(np.cov(off, rowvar=False)) @ back.T / blocks
    reach = quantile(level, blocks - 1) * np.sqrt(np.diag(covariance))
    return [unknown[0], *(Paid(float(v), float(v - r), float(v + r), level)
                          for v, r in zip(points[1:], reach, strict=True))]


def in_resource(behind: Effect, token: Effect, quantity: float, level: float = LEVEL) -> Paid:
    """How much of a resource is worth as much as some points, where `quantity` of it moves the margin by `token`.

    The two come from different blocks. The interval is Fieller's (1954); NaN where the token is not shown to be worth
    something.
    """
    a, b = behind.interval, token.interval
    if not b.estimate > 0 or not a.is_known or not b.is_known:
        return Paid(nan, nan, nan, level)
    t2 = quantile(level, min(a.blocks, b.blocks) - 1) ** 2
    p = b.estimate ** 2 - t2 * b.stderr ** 2
    q, r = a.estimate * b.estimate, a.estimate ** 2 - t2 * a.stderr ** 2
    if p <= 0 or q * q < p * r:
        return Paid(nan, nan, nan, level)
    root = sqrt(q * q - p * r)
    return Paid(quantity * a.estimate / b.estimate, quantity * (q - root) / p, quantity * (q + root) / p, level)


def _leads(x: Floats) -> tuple[Floats, Floats]:
    """Each place's lead on the best of the others, and which place that is."""
    places = x.shape[-1]
    others = np.where(np.eye(places, dtype=bool), -np.inf, x[..., None, :])      # [..., place, other]
    best = others.argmax(axis=-1)
    return x - np.take_along_axis(others, best[..., None], axis=-1)[..., 0], best


def _off_equal(x: Floats, points: Floats, band: float) -> tuple[Floats, Floats]:
    """By block, how far the wins of each place but the first are off the mean of all; and the slopes of their means."""
    lead, best = _leads(x + points)
    places = len(points)
    wins = np.clip(lead / (2 * band) + 0.5, 0.0, 1.0).mean(axis=1)
    near = abs(lead) < band
    slope = np.array([[near[:, :, i].mean() if i == j else -(near[:, :, i] & (best[:, :, i] == j)).mean()
                       for j in range(places)] for i in range(places)]) / (2 * band)
    off = wins - wins.mean(axis=1, keepdims=True)
    return off[:, 1:], (slope - slope.mean(axis=0))[1:, 1:]
