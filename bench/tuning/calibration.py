"""Are win chances what they say? Reliability, scores of forecasts, and how far the search is wrong about outcomes."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize, special

from reports.statistics.effects import Floats

BINS = 10
EDGE = 1e-6         # chances are kept this far from 0 and 1 where logarithms are taken


@dataclass(frozen=True)
class Reliability:
    """Forecast against outcome in ten bins of equal width; bins without forecasts have a count of 0 and NaN."""

    forecast: Floats        # mean of the bin
    outcome: Floats
    count: np.ndarray
    brier: float            # mean squared error of the forecasts
    log_loss: float         # nats
    ece: float              # expected calibration error: mean of |forecast - outcome| over bins, weighted by count


def reliability(forecasts: ArrayLike, outcomes: ArrayLike, bins: int = BINS) -> Reliability:
    """Chances against what came: 0, 1, or a share of the win."""
    p, y = np.asarray(forecasts, dtype=np.float64), np.asarray(outcomes, dtype=np.float64)
    if p.shape != y.shape or not len(p):
        raise ValueError(f"found {p.shape} forecasts for {y.shape} outcomes, expected one outcome a forecast")
    if not np.all((p >= 0) & (p <= 1)):
        raise ValueError("a forecast is no chance: expected 0 to 1")
    at = np.minimum((p * bins).astype(np.intp), bins - 1)
    count = np.bincount(at, minlength=bins)
    with np.errstate(invalid="ignore"):
        mean = np.bincount(at, weights=p, minlength=bins) / count
        came = np.bincount(at, weights=y, minlength=bins) / count
    kept = np.clip(p, EDGE, 1 - EDGE)
    loss = -float(np.mean(y * np.log(kept) + (1 - y) * np.log1p(-kept)))
    return Reliability(mean, came, count, float(np.mean((p - y) ** 2)), loss,
                       float(np.nansum(np.abs(mean - came) * count) / len(p)))


def model_error(told: Sequence[float], outcomes: Sequence[Sequence[float]],
                others: Sequence[tuple[float, Sequence[float]]] = ()) -> float:
    """How far forecasts are off for a single position, in logits: the standard deviation s of the most likely normal
    error about them, outcomes[position] being shares of the win of games played on from it.

    The likelihood of a position is that of its games under logistic(told + s x), over normal x (Gauss-Hermite
    quadrature). `others`, forecasts and outcomes of the whole game, weigh a tenth: a third with few positions leans
    on them.
    """
    nodes, weights = np.polynomial.hermite_e.hermegauss(21)
    weights = weights / weights.sum()

    def unlikely(s: float) -> float:
        def one(z: float, y: Sequence[float]) -> float:
            p = np.clip(special.expit(z + s * nodes), EDGE, 1 - EDGE)
            won = float(np.sum(y))
            logs = won * np.log(p) + (len(y) - won) * np.log1p(-p)
            return -float(special.logsumexp(logs, b=weights))

        own = sum(one(z, y) for z, y in zip(told, outcomes, strict=True))
        return own + 0.1 * sum(one(z, y) for z, y in others)

    return float(optimize.minimize_scalar(unlikely, bounds=(0.0, 3.0), method="bounded").x)


def recalibration(forecasts: ArrayLike, outcomes: ArrayLike) -> tuple[float, float]:
    """(a, b) of chance = logistic(a + b logit p), by maximum likelihood, on games that it will not be applied to."""
    x, y = _logit(forecasts), np.asarray(outcomes, dtype=np.float64)

    def loss(ab: Floats) -> tuple[float, Floats]:
        z = ab[0] + ab[1] * x
        wrong = special.expit(z) - y
        return float(np.mean(np.logaddexp(0, z) - y * z)), np.array([wrong.mean(), (wrong * x).mean()])

    found = optimize.minimize(loss, np.array([0.0, 1.0]), jac=True, method="BFGS")
    return float(found.x[0]), float(found.x[1])


def recalibrated(forecasts: ArrayLike, a: float, b: float) -> Floats:
    """Chances after recalibration."""
    return special.expit(a + b * _logit(forecasts))


def _logit(chances: ArrayLike) -> Floats:
    return special.logit(np.clip(np.asarray(chances, dtype=np.float64), EDGE, 1 - EDGE))
