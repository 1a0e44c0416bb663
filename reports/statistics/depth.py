"""Depth of skill: how often can an agent's budget be doubled before another doubling wins nothing?

Step k is a match of budget b 2^(k+1) against b 2^k, rotated. Play is saturated from the first of two doublings in a row
whose 90 % intervals lie within one percentage point of par. Long games of dice look shallow, since luck hides skill:
the effect per block sd stands beside.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan, sqrt

from numpy.typing import ArrayLike

from reports.statistics.blocks import EQUIVALENCE_LEVEL
from reports.statistics.effects import quantile
from reports.statistics.matches import Match, match

WITHIN = 0.01       # share of the win off par that counts as nothing


@dataclass(frozen=True)
class Depth:
    """The curve, whether and where it ends, and the Elo from the bottom up to there.

    Without saturation `doublings` counts all that were played, and is a lower bound, as is `elo`.
    """

    steps: list[Match]
    saturated: bool
    doublings: int
    elo: float
    elo_stderr: float


def depth_of_skill(wins: Sequence[ArrayLike], seats: int, from_random: ArrayLike | None = None) -> Depth:
    """From wins[k][block, rotation] of the larger budget of step k; `from_random`: the least budget against random."""
    steps = [match(each, seats) for each in wins]
    flat = [is_flat(step) for step in steps]
    end = next((k for k in range(len(flat) - 1) if flat[k] and flat[k + 1]), len(steps))
    counted = ([] if from_random is None else [match(from_random, seats)]) + steps[:end]
    elos = [step.elo for step in counted]
    known = [(e.estimate, e.stderr) for e in elos if e is not None and e.stderr is not None]
    whole = len(known) == len(elos)
    return Depth(steps, end < len(steps), end, sum(v for v, _ in known) if whole else nan,
                 sqrt(sum(s ** 2 for _, s in known)) if whole else nan)


def is_flat(step: Match) -> bool:
    """Whether the doubling is shown to win next to nothing, which is more than not being shown to win something."""
    found = step.effect.found
    if not found.is_known or not found.stderr > 0:
        return step.effect.p == 1.0
    return abs(found.estimate) + quantile(EQUIVALENCE_LEVEL, found.blocks - 1) * found.stderr < WITHIN
