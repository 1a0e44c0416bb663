"""Ratings of many agents from full rankings: the Plackett-Luce model with a term for each seat, by Newton's method.

The first place goes to each with chance exp(agent + seat) over the sum of all, the second likewise among the rest, and
so on (R. L. Plackett, 1975). Games of one block share luck, so errors are clustered by block. A rating is one number:
it hides cycles, which `pairwise` shows.
"""
from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import ArrayLike

from reports.estimate import LEVEL
from reports.estimators.rotated import Effect, Floats, Ints, coefficient

ELO = 400 / log(10)         # of one unit of the model's scale
STEPS, FARTHEST = 50, 12.0  # of Newton's method; a rating of 12 loses one game in 160,000


@dataclass(frozen=True)
class Ratings:
    """Logits of agents and of seats, each summing to 0, with intervals; `elo` of the agents."""

    agents: list[Effect]
    seats: list[Effect]
    covariance: Floats          # of agents, then seats

    def elo(self, agent: int, other: int | None = None, level: float = LEVEL) -> Effect:
        """Elo above the mean of the agents, or above another agent."""
        weights = np.zeros(len(self.covariance))
        weights[agent] = 1.0
        if other is not None:
            weights[other] = -1.0
        values = np.array([e.found.value for e in (*self.agents, *self.seats)])
        first = self.agents[0]
        error = max(0.0, float(weights @ self.covariance @ weights)) ** 0.5
        return coefficient(ELO * float(weights @ values), ELO * error, first.found.blocks - 1, first.found.blocks,
                           first.games, level)


def finishing_order(ranks: ArrayLike, seed: int = 0) -> Ints:
    """Seats from first to last for each game of ranks[game, seat] (low is good); those level are ordered by lot."""
    r = np.asarray(ranks, dtype=np.float64)
    lots = np.random.default_rng(seed).random(r.shape)
    return np.lexsort((lots, r), axis=1)


def plackett_luce(order: ArrayLike, sitting: ArrayLike, agents: int, blocks: ArrayLike | None = None,
                  level: float = LEVEL) -> Ratings:
    """Ratings from order[game, place], the seats from first to last, and sitting[game, seat], the agent in each.

    Raises ValueError where an agent beat, or lost to, all others: then no finite rating fits.
    """
    places, at = np.asarray(order, dtype=np.intp), np.asarray(sitting, dtype=np.intp)
    games, n = places.shape
    who = np.take_along_axis(at, places, axis=1)
    free = np.zeros((agents + n, agents + n - 2))       # sums of 0 by leaving the last of each out
    free[:agents, :agents - 1] = np.vstack([np.eye(agents - 1), -np.ones((1, agents - 1))])
    free[agents:, agents - 1:] = np.vstack([np.eye(n - 1), -np.ones((1, n - 1))])
    z = free[who] + free[agents + places]               # game, place, coefficient
    beta = np.zeros(z.shape[2])
    for _ in range(STEPS):
        scores, information = _derivatives(z, beta)
        _refuse_flat(information)
        step = np.linalg.solve(information, scores.sum(axis=0))
        beta += step * min(1.0, 2.0 / max(1e-300, float(np.abs(step).max())))
        if np.abs(beta).max() > FARTHEST:
            raise ValueError("no finite rating fits: some agent, or seat, finished ahead of all others in every game")
        if np.abs(step).max() < 1e-9:
            break
    scores, information = _derivatives(z, beta)
    labels = np.arange(games) if blocks is None else np.asarray(blocks)
    names, index = np.unique(labels, return_inverse=True)
    sums = np.zeros((len(names), z.shape[2]))
    np.add.at(sums, index, scores)
    bread = np.linalg.inv(information)
    small = len(names) / max(1, len(names) - 1)
    covariance = free @ bread @ (small * sums.T @ sums) @ bread @ free.T
    errors = np.sqrt(np.maximum(0.0, np.diag(covariance)))
    found = [coefficient(float(v), float(e), len(names) - 1, len(names), games, level)
             for v, e in zip(free @ beta, errors, strict=True)]
    return Ratings(found[:agents], found[agents:], covariance)


def pairwise(order: ArrayLike, sitting: ArrayLike, agents: int) -> tuple[Floats, Ints]:
    """Share of meetings in which the row's agent finished ahead of the column's, NaN for none, and the meetings."""
    places, at = np.asarray(order, dtype=np.intp), np.asarray(sitting, dtype=np.intp)
    who = np.take_along_axis(at, places, axis=1)
    ahead = np.zeros((agents, agents), dtype=np.intp)
    for first in range(who.shape[1]):
        for later in range(first + 1, who.shape[1]):
            np.add.at(ahead, (who[:, first], who[:, later]), 1)
    met = ahead + ahead.T
    with np.errstate(invalid="ignore"):
        return np.where(met > 0, ahead / met, np.nan), met


def _derivatives(z: Floats, beta: Floats) -> tuple[Floats, Floats]:
    """Score of each game, and minus the second derivative of all."""
    worth = z @ beta
    worth = np.exp(worth - worth.max(axis=1, keepdims=True))
    scores = np.zeros((z.shape[0], z.shape[2]))
    information = np.zeros((z.shape[2], z.shape[2]))
    for place in range(z.shape[1] - 1):
        left = z[:, place:]
        chance = worth[:, place:] / worth[:, place:].sum(axis=1, keepdims=True)
        mean = np.einsum("gp,gpk->gk", chance, left)
        scores += z[:, place] - mean
        flat = (left * np.sqrt(chance)[:, :, None]).reshape(-1, z.shape[2])
        information += flat.T @ flat - mean.T @ mean
    return scores, information


def _refuse_flat(information: Floats) -> None:
    values = np.linalg.eigvalsh(information)
    if values[0] <= 1e-10 * max(values[-1], 1e-300):
        raise ValueError("no finite rating fits: some agents never met the others, or always finished ahead of them")
