"""What plans of one position are worth, judged together: the sample of each, and what is usual among plans.

A plan that was left behind after few simulations may look good or bad by luck alone. Taken by itself it might be
anything; but plans of one position are worth much the same, and those that the tree visited more are worth a little
more. So the true utilities are taken to be normal about a line in the logarithm of the tree's visits. How far they
spread about it is told by the position, and leans on what is usual (empirical Bayes: Efron & Morris, 1975); so is the
slope. The simulations of a batch share their luck, a part of which moves all plans alike: that part is told from what
is the plan's own, and cancels out of their differences no more than it should (Henderson's mixed model, 1975).

These are judgements for P(best) and the plans called level. Plans are ranked by their own utilities.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mcts.pairs import Floats

USUAL, AS_USUAL = 0.15, 1.0     # spread of plans' utilities in logits, and how far its logarithm is from that
SLOPE = 0.1             # logits by which a plan that was visited e times as often may be better or worse
SPREADS = tuple(float(x) for x in np.exp(np.linspace(np.log(0.02), np.log(3.0), 12)))     # that are tried
LEAST = 4               # degrees of freedom from which a variance is told by the simulations themselves
SHARP = 0.02            # utilities are kept this far from 0 and 1 where logits are taken
SMALLEST = 1e-6         # variance of a simulation, where all of a plan come to the same


class Sample(NamedTuple):
    """What is known of one plan by itself."""

    means: Sequence[float]      # utility of each batch; batch k of all plans that have one met the same luck
    sizes: Sequence[int]        # simulations of each
    prior: float                # simulations that the tree's visits count as,
    worth: float                # and their mean utility
    visits: float               # of the tree


class Belief(NamedTuple):
    """What a plan is worth by all that is known of all plans."""

    utility: float
    stderr: float               # about what all plans have in common: two plans differ with the errors of both


class Luck(NamedTuple):
    """Variances of the utility of one simulation."""

    own: float                  # what is the plan's own,
    shared: float               # and what moves all plans of a batch alike


def beliefs(samples: Sequence[Sample]) -> list[Belief | None]:
    """One for each plan; None for all where there are too few plans or batches to tell them together."""
    luck = luck_of(samples)
    if luck is None:
        return [None] * len(samples)
    precision, pull = evidence(samples, luck)
    middle = float(np.clip(np.mean([_middle(s) for s in samples]), SHARP, 1 - SHARP))
    logit = middle * (1 - middle)       # a logit in utility
    logs = np.log1p([s.visits for s in samples])
    means, covariances, likely = _under(precision, pull, (np.array(SPREADS) * logit) ** 2,
                                        SLOPE * logit * (logs - logs.mean()))
    chances = likely - (np.log(np.array(SPREADS) / USUAL) / AS_USUAL) ** 2 / 2
    weights = np.exp(chances - chances.max())
    weights /= weights.sum()
    utilities = weights @ means
    variances = weights @ (_apart(covariances) + (means - utilities) ** 2)
    return [Belief(float(min(1.0, max(0.0, u))), float(v) ** 0.5) for u, v in zip(utilities, variances, strict=True)]


def luck_of(samples: Sequence[Sample]) -> Luck | None:
    """By how much batches scatter, within the plans and together; None where too few were made to tell.

    Batches that the same plans met are a table of plans and batches: what its rows and columns leave is the plans' own.
    """
    own, own_degrees, columns, column_degrees, plans = 0.0, 0, 0.0, 0, list[int]()
    for alive, first, last in rounds(samples):
        if len(alive) < 2 or last - first < 2:
            continue
        sizes = np.array(samples[alive[0]].sizes[first:last], dtype=np.float64)
        table = np.array([samples[k].means[first:last] for k in alive], dtype=np.float64)
        table -= (table @ (sizes / sizes.sum()))[:, None]
        column = table.mean(axis=0)
        own += float(((table - column) ** 2 @ sizes).sum())
        own_degrees += (len(alive) - 1) * (last - first - 1)
        columns += len(alive) * float(column ** 2 @ sizes)
        column_degrees += last - first - 1
        plans.append(len(alive))
    if own_degrees < LEAST:
        return None
    alone = own / own_degrees
    return Luck(max(SMALLEST, alone), max(0.0, columns / column_degrees - alone) / float(np.mean(plans)))


def rounds(samples: Sequence[Sample]) -> list[tuple[list[int], int, int]]:
    """Batches in a row that the same plans met: those plans, the first batch and the one after the last."""
    lengths = sorted({len(s.means) for s in samples} - {0})
    return [([k for k, s in enumerate(samples) if len(s.means) >= last], first, last)
            for first, last in zip([0, *lengths], lengths, strict=False)]


def evidence(samples: Sequence[Sample], luck: Luck) -> tuple[Floats, Floats]:
    """What batches and tree say of the plans' utilities: the matrix of their precision, and what it makes of their
    means.
    """
    precision, pull = np.zeros((len(samples),) * 2), np.zeros(len(samples))
    for alive, first, last in rounds(samples):
        sizes = np.array(samples[alive[0]].sizes[first:last]) / luck.own
        seen = np.array([samples[k].means[first:last] for k in alive])
        alike = luck.shared / (luck.own + len(alive) * luck.shared)
        precision[np.ix_(alive, alive)] += (np.eye(len(alive)) - alike) * sizes.sum()
        pull[alive] += (seen - alike * seen.sum(axis=0)) @ sizes
    tree = np.array([s.prior for s in samples]) / (luck.own + luck.shared)
    return precision + np.diag(tree), pull + tree * np.array([s.worth for s in samples])


def _under(precision: Floats, pull: Floats, variances: Floats, line: Floats) -> tuple[Floats, Floats, Floats]:
    """Means and covariances of the utilities, for each of these variances about a line of unknown height, and the
    logarithms of how likely that makes what was seen, but for a constant (restricted likelihood).

    Plans are as many variances of their own, and one that they share along the line: its inverse is known (Sherman &
    Morrison, 1950), so that all variances take two calls.
    """
    n, along = len(pull), variances + line @ line
    inverse = (np.eye(n) - line[:, None] * line / along[:, None, None]) / variances[:, None, None]
    ones = inverse.sum(axis=1)
    known = ones.sum(axis=1)
    whole = precision + inverse - ones[:, :, None] * ones[:, None, :] / known[:, None, None]
    covariances = np.linalg.inv(whole)
    means = covariances @ pull
    spread = (n - 1) * np.log(variances) + np.log(along)
    return means, covariances, -(spread + np.log(known) + np.linalg.slogdet(whole)[1] - means @ pull) / 2


def _apart(covariances: Floats) -> Floats:
    """The variance of each plan about what all have in common."""
    n = covariances.shape[1]
    shared = covariances.mean(axis=1)
    own = np.diagonal(covariances, axis1=1, axis2=2)
    return np.maximum(0.0, own - 2 * shared + shared.mean(axis=1, keepdims=True)) * n / (n - 1)


def _middle(sample: Sample) -> float:
    """Its mean utility by itself."""
    weights = [*sample.sizes, sample.prior]
    return float(np.average([*sample.means, sample.worth], weights=weights)) if sum(weights) else 0.5
