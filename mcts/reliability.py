"""Are win chances what they say? Reliability, scores of forecasts, and how far the search is wrong about outcomes."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize, special

from mcts.interval import Z95
from mcts.pairs import Floats

BINS = 10
EDGE = 1e-6         # chances are kept this far from 0 and 1 where logarithms are taken
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(21)
WEIGHTS = WEIGHTS / WEIGHTS.sum()
VARIES = 0.5        # errors of games lie about the usual one by so much, in their logarithm
LARGEST = 3.0       # logits by which a chance may be off a single position
WIDEST = 8.0        # most that stated errors may be too small by
CHI_SQUARE = 3.841  # of which a factor is ruled out that makes 2 log likelihood this much worse: 95 %
TAIL = 0.025        # on either side
REDRAWS = 300       # of the groups that a slope is from


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
                others: Sequence[tuple[float, Sequence[float]]] = (), usual: float = 0.0,
                at_most: bool = False, luck: Sequence[float] = ()) -> float:
    """How far forecasts are off for a single position, in logits: the standard deviation s of the most likely normal
    error about them, outcomes[position] being shares of the win of games played on from it.

    `others`, forecasts and outcomes of the whole game, weigh a tenth: a third with few positions leans on them. `usual`
    is what such an error is like in games, if it is not 0: a few games from each position tell little of it. `at_most`:
    not the most likely one, but the largest that is within a standard error of it, so that few games make intervals
    rather too wide than too narrow. `luck`: standard errors of the forecasts that are known, and no part of it.
    """
    known = luck or [0.0] * len(told)

    def loss(s: float) -> float:
        far = np.log(max(s, EDGE) / usual) / VARIES if usual else 0.0
        return (far ** 2 / 2 + unlikelihood(told, [float(np.hypot(s, each)) for each in known], outcomes)
                + 0.1 * unlikelihood([z for z, _ in others], [s] * len(others), [y for _, y in others]))

    likeliest = float(optimize.minimize_scalar(loss, bounds=(0.0, LARGEST), method="bounded").x)
    if not at_most or loss(LARGEST) <= loss(likeliest) + 0.5:
        return LARGEST if at_most else likeliest
    return float(optimize.brentq(lambda s: loss(s) - loss(likeliest) - 0.5, likeliest, LARGEST))


def unlikelihood(told: Sequence[float], errors: Sequence[float], outcomes: Sequence[Sequence[float]]) -> float:
    """Minus the log likelihood of games played on from positions, whose chances in logits are normal about `told` with
    these standard errors (Gauss-Hermite quadrature).
    """
    if not len(told):
        return 0.0
    won, games = np.array([float(np.sum(y)) for y in outcomes]), np.array([len(y) for y in outcomes])
    z = np.asarray(told)[:, None] + np.asarray(errors)[:, None] * NODES
    p = np.clip(special.expit(z), EDGE, 1 - EDGE)
    logs = won[:, None] * np.log(p) + (games - won)[:, None] * np.log1p(-p)
    return -float(special.logsumexp(logs, b=WEIGHTS, axis=1).sum())


@dataclass(frozen=True)
class Coverage:
    """How often stated 95 % intervals hold what they are about, as games played on tell; with its own interval."""

    share: float
    low: float
    high: float
    widen: float            # stated standard errors times this are the most likely ones


def coverage(told: Sequence[float], errors: Sequence[float], outcomes: Sequence[Sequence[float]]) -> Coverage:
    """By the factor on all errors under which the games are most likely, and the factors that they do not rule out.

    A few games from each position do not say what its chance is, but what they come to together tells how far chances
    lie from what was stated; each position needs two games at least.
    """
    def loss(factor: float) -> float:
        return unlikelihood(told, [factor * error for error in errors], outcomes)

    best = float(optimize.minimize_scalar(loss, bounds=(0.0, WIDEST), method="bounded").x)
    least = loss(best)

    def gap(factor: float) -> float:
        return loss(factor) - least - CHI_SQUARE / 2

    narrow = 0.0 if gap(0.0) <= 0 else float(optimize.brentq(gap, 0.0, best))
    wide = WIDEST if gap(WIDEST) <= 0 else float(optimize.brentq(gap, best, WIDEST))
    share, high, low = (float(special.erf(Z95 / max(1e-9, f) / 2 ** 0.5)) for f in (best, narrow, wide))
    return Coverage(share, low, high, best)


def possible(low: float, high: float, outcomes: Sequence[float]) -> bool:
    """Whether the games of one position could come from some chance within these bounds: not one in 40 is further out.

    Shares of a win count as they are (the incomplete beta function goes through between whole numbers).
    """
    won, games = float(np.sum(outcomes)), len(outcomes)
    if low <= won / games <= high:
        return True
    if won / games > high:
        return bool(special.betainc(won, games - won + 1, high) > TAIL)
    return bool(special.betaincc(won + 1, max(games - won, EDGE), low) > TAIL)


def slope(chances: ArrayLike, outcomes: ArrayLike, groups: Sequence[int], seed: int = 0) -> tuple[float, float, float]:
    """The slope of outcomes on the logits of chances, and its 95 % interval by drawing groups anew: games, not
    positions, as those of one game are alike.
    """
    p, y = np.asarray(chances, dtype=np.float64), np.asarray(outcomes, dtype=np.float64)
    members = [np.flatnonzero(np.asarray(groups) == group) for group in sorted(set(groups))]
    rng, found = np.random.default_rng(seed), []
    for _ in range(REDRAWS):
        at = np.concatenate([members[k] for k in rng.integers(len(members), size=len(members))])
        found.append(recalibration(p[at], y[at])[1])
    low, high = np.quantile(found, [0.025, 0.975])
    return recalibration(p, y)[1], float(low), float(high)


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
