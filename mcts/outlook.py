"""The points that plans lead to: games played on from where each plan ends, with the same luck for all of them."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core_ext.playout import played_out
from mcts.course import ALONE, Course, SoFar
from mcts.pairs import STRIDES, Floats
from mcts.play import margins
from mcts.redeals import SEEDS, made, resampled

if TYPE_CHECKING:
    from core_ext.state import State
    from mcts.plans import Plan

FEWEST, MOST = 16, 2_000     # playouts of a plan
SHARE = 0.01                # of the simulations, for the playouts of each plan
CHUNK = 8                   # playouts of every plan between two looks at the clock
TOLD = 2.0                  # a difference between two plans is told from so many standard errors on,
TOLD_POINTS = 0.25          # and so many points


@dataclass(frozen=True)
class Difference:
    """By how many points of one source a seat has more with one plan than with another."""

    seat: int
    source: str
    points: float
    stderr: float


@dataclass(frozen=True)
class Outlook:
    """Games played on from the ends of plans; playout k of every plan has the same luck."""

    scores: Floats              # (plans, playouts, seats)
    wins: Floats                # (plans, playouts, seats), shares of the win
    sources: Floats             # (plans, playouts, seats, sources)
    names: tuple[str, ...]      # of the sources

    @property
    def playouts(self) -> int:
        """How many of each plan."""
        return int(self.scores.shape[1])

    def points(self, plan: int) -> tuple[Floats, Floats]:
        """Mean points of each seat, and their standard errors."""
        return _mean(self.scores[plan])

    def margin(self, plan: int, seat: int) -> tuple[float, float]:
        """Mean of the seat's points less those of the others, and its standard error."""
        mean, error = _mean(margins(self.scores[plan])[:, [seat]])
        return float(mean[0]), float(error[0])

    def decided(self, plan: int) -> bool:
        """Whether every playout ended with the same winners."""
        return bool((self.wins[plan] == self.wins[plan][0]).all())

    def differences(self, plan: int, other: int) -> list[Difference]:
        """Where the points of the two plans differ for certain, for each seat and source, the largest first."""
        mean, error = _mean(self.sources[plan] - self.sources[other])
        found = [Difference(seat, self.names[k], float(mean[seat, k]), float(error[seat, k]))
                 for seat in range(mean.shape[0]) for k in range(mean.shape[1])
                 if abs(mean[seat, k]) >= max(TOLD_POINTS, TOLD * error[seat, k])]
        return sorted(found, key=lambda d: -abs(d.points))


def _mean(x: Floats) -> tuple[Floats, Floats]:
    return x.mean(axis=0), x.std(axis=0, ddof=1) / len(x) ** 0.5


def outlook(state: State, plans: Sequence[Plan], simulations: int, seed: int, ends: float | None = None,
            course: Course = ALONE, so_far: Callable[[], SoFar] = lambda: SoFar((), 0, 0)) -> Outlook:
    """Play on from the end of each plan, SHARE of the simulations each, or until the clock says `ends`.

    Where something is hidden, each playout has a determinization of its own of what the seat to act cannot know.
    """
    count = MOST if ends is not None else min(MOST, max(FEWEST, int(SHARE * simulations)))
    finals: list[list[State]] = []            # by playout and plan
    while len(finals) < FEWEST or len(finals) < count and not course.stopping and (ends is None or course.now() < ends):
        if finals:
            course.pause(so_far)
        try:
            finals += [_ends(state, plans, seed, k) for k in range(len(finals), min(count, len(finals) + CHUNK))]
        except KeyboardInterrupt:
            ends = 0.0                      # no more than it takes to say something
    names = tuple(finals[0][0].sources()[0])
    by_plan = list(zip(*finals, strict=True))
    return Outlook(
        np.array([[final.scores() for final in plan] for plan in by_plan], dtype=np.float64),
        np.array([[final.win_shares() for final in plan] for plan in by_plan], dtype=np.float64),
        np.array([[[[seat.get(n, 0) for n in names] for seat in final.sources()] for final in plan]
                  for plan in by_plan], dtype=np.float64), names)


def _ends(state: State, plans: Sequence[Plan], seed: int, number: int) -> list[State]:
    """How playout `number` ends after each of the plans."""
    if not state.hides:
        return [played_out(plan.end, seed, number) for plan in plans]
    dealt = resampled(state, state.current_player(), seed + STRIDES[1] * number)
    return [played_out(made(dealt, plan.actions)[0], seed % SEEDS, number) for plan in plans]
