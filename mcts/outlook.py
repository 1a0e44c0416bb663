"""The points that plans lead to: games played on from where each plan ends, with the same luck for all of them."""
from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from core_ext.playout import play_out
from games.frozen import frozen
from mcts.course import ALONE, Course, SoFar
from mcts.limits import SEEDS
from mcts.margins import margins
from mcts.pairs import STRIDES, Floats
from mcts.redeals import made, resampled

if TYPE_CHECKING:
    from core_ext.state import State
    from mcts.plans import Plan

LEAST, FEWEST, MOST = 2, 16, 2_000      # playouts of a plan: what an error takes, what is wanted, what is enough
SHARE = 0.05                # of a budget in simulations, by the decisions they make, is for these playouts
CHUNK = 8                   # playouts of every plan between two pauses
TOLD = 2.0                  # standard errors from which a difference between two plans is told
TOLD_POINTS = 0.25          # points from which it is told


@frozen
class Difference:
    """By how many points of one source a seat has more with one plan than with another."""

    seat: int
    source: str
    points: float
    stderr: float


@frozen
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

    def margins(self, plan: int, seat: int) -> Floats:
        """The seat's points less those of the others, in each playout."""
        return margins(self.scores[plan])[:, seat]

    def margin(self, plan: int, seat: int) -> tuple[float, float]:
        """Their mean, and its standard error."""
        mean, error = _mean(self.margins(plan, seat)[:, None])
        return float(mean[0]), float(error[0])

    def decided(self, plan: int) -> bool:
        """Whether every playout ended with the same winners."""
        return bool((self.wins[plan] == self.wins[plan][0]).all())

    def all_decided(self) -> bool:
        """Whether all playouts of all plans ended with the same winners."""
        return bool((self.wins == self.wins[0, 0]).all())

    def differences(self, plan: int, other: int) -> list[Difference]:
        """Where the points of the two plans differ for certain, for each seat and source, the largest first."""
        mean, error = _mean(self.sources[plan] - self.sources[other])
        found = [Difference(seat, self.names[k], float(mean[seat, k]), float(error[seat, k]))
                 for seat in range(mean.shape[0]) for k in range(mean.shape[1])
                 if abs(mean[seat, k]) >= max(TOLD_POINTS, TOLD * error[seat, k])]
        return sorted(found, key=lambda d: -abs(d.points))


def _mean(x: Floats) -> tuple[Floats, Floats]:
    return x.mean(axis=0), x.std(axis=0, ddof=1) / len(x) ** 0.5


def wanted(state: State, plans: Sequence[Plan], simulations: int, cutoff: int, seed: int) -> int:
    """How many playouts of each plan SHARE of so many simulations is, which are cut off after `cutoff` decisions."""
    play = plans[0].end.blank()
    longer = 1.0
    if cutoff:
        longer = max(1.0, max(play_out(play, plans[0].end, seed % SEEDS, k) for k in range(LEAST)) / cutoff)
    return min(MOST, max(FEWEST, int(SHARE * simulations / longer / len(plans))))


def outlook(state: State, plans: Sequence[Plan], count: int, seed: int, ends: float | None = None,
            course: Course = ALONE, so_far: Callable[[], SoFar] = lambda: SoFar((), 0, 0)) -> Outlook:
    """Play on from the end of each plan, `count` times each; by the clock until it says `ends`, and from the first
    plans only where there is no time for FEWEST playouts of all.

    Where something is hidden, each playout has a determinization of its own of what the seat to act cannot know.
    """
    made, each = _Made(state, seed), 0.0
    try:
        made.play(plans[:1], LEAST)
        if ends is not None:
            begin = course.now()
            made.play(plans[:1], 1)
            now = course.now()
            each = max(now - begin, 1e-9)
            count = int(min(count, max(LEAST, (ends - now) / each)))
            plans = plans[:max(1, int((ends - now) / each / min(count, FEWEST)))]
        while made.played(plans) < count and not course.stopping and (ends is None or course.now() < ends):
            course.pause(so_far)
            few = CHUNK if ends is None else max(1, min(CHUNK, int((ends - course.now()) / each / len(plans))))
            made.play(plans, min(count - made.played(plans), few), ends, course)
    except KeyboardInterrupt:
        made.play(plans[:1], LEAST)             # no more than it takes to say something
    return made.all()


class _Made:
    """Playouts that were made, by plan; those of all plans have the same numbers."""

    def __init__(self, state: State, seed: int) -> None:
        self.state, self.seed = state, seed
        self.numbers: list[array[float]] = []   # of each plan: scores, shares of the win and sources of each playout
        self.counts = list[int]()               # of its playouts
        self.names: tuple[str, ...] = ()        # of the sources

    def played(self, plans: Sequence[Plan]) -> int:
        """How many there are of each of these plans."""
        return min(self.counts[k] if k < len(self.counts) else 0 for k in range(len(plans)))

    def play(self, plans: Sequence[Plan], more: int, ends: float | None = None, course: Course = ALONE) -> None:
        """So many more of each plan, as far as it has fewer than the others; none more once the clock says `ends`."""
        goal = self.played(plans) + more
        for k, plan in enumerate(plans):
            if k == len(self.counts):
                self.numbers.append(array("d"))
                self.counts.append(0)
            play = plan.end.blank()
            while self.counts[k] < goal:
                if ends is not None and course.now() >= ends:
                    return
                self._final(play, plan, self.counts[k])
                sources = play.sources()
                self.names = self.names or tuple(sources[0])
                self.numbers[k].extend(play.scores())
                self.numbers[k].extend(play.win_shares())
                self.numbers[k].extend(seat.get(name, 0) for seat in sources for name in self.names)
                self.counts[k] += 1

    def _final(self, play: State, plan: Plan, number: int) -> None:
        """`play` becomes the end of playout `number` of a plan."""
        end, seed = plan.end, self.seed % SEEDS
        if self.state.hides:
            dealt = resampled(self.state, self.state.current_player(), self.seed + STRIDES[1] * number)
            end = made(dealt, plan.actions)[0]
        play_out(play, end, seed, number)

    def all(self) -> Outlook:
        """The plans that have as many as it takes, as many of each."""
        shown = sum(n >= min(FEWEST, max(LEAST, self.counts[0] // 2)) for n in self.counts)
        few, seats = min(self.counts[:shown]), self.state.seats
        kept = np.stack([np.array(numbers).reshape(n, -1)[:few] for numbers, n in
                         zip(self.numbers[:shown], self.counts, strict=False)])
        return Outlook(kept[..., :seats], kept[..., seats:2 * seats],
                       kept[..., 2 * seats:].reshape(shown, few, seats, len(self.names)), self.names)
