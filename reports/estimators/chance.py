"""Less luck where seats cannot be rotated: games against people, a real table.

    corrected outcome = outcome - sum over chance nodes of [V(after) - E V(after)]

and likewise at the sampled choices of known agents (N. Burch et al., 2018, "AIVAT"). For any V that was fixed before
the data it moves no mean; V is fitted on other games. On top of rotated blocks it gains nothing.
"""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from reports.estimators.rotated import Floats


def luck(game: ArrayLike, after: ArrayLike, expected: ArrayLike, games: int) -> Floats:
    """Each game's luck: sum over its chance nodes of V after the draw less the mean of V over all draws."""
    index = np.asarray(game, dtype=np.intp)
    d = np.asarray(after, dtype=np.float64) - np.asarray(expected, dtype=np.float64)
    if index.shape != d.shape:
        raise ValueError("expected a game and two values for each chance node")
    return np.asarray(np.bincount(index, weights=d, minlength=games), dtype=np.float64)


def corrected(outcomes: ArrayLike, luck: ArrayLike, judged: ArrayLike, fitted_on: ArrayLike) -> Floats:
    """Outcomes less luck. Raises ValueError where V was fitted on a game that it now judges."""
    both = np.intersect1d(np.asarray(judged), np.asarray(fitted_on))
    if len(both):
        raise ValueError(f"game {both[0]} was used to fit the value and is judged by it: fit on other games")
    return np.asarray(outcomes, dtype=np.float64) - np.asarray(luck, dtype=np.float64)


def fit_value(features: ArrayLike, outcomes: ArrayLike) -> Floats:
    """Coefficients of a linear V, the constant first, from positions of games that will not be judged."""
    x = np.asarray(features, dtype=np.float64)
    return np.linalg.lstsq(np.column_stack([np.ones(len(x)), x]), np.asarray(outcomes, dtype=np.float64), rcond=None)[0]


def value(features: ArrayLike, coefficients: ArrayLike) -> Floats:
    """V of positions."""
    x, b = np.asarray(features, dtype=np.float64), np.asarray(coefficients, dtype=np.float64)
    return b[0] + x @ b[1:]
