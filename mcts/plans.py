"""Plans: what a seat does until somebody else decides or a chance event occurs, valued by the positions they end in.

A search spends its visits where it wants to know more, on single decisions; an order of play that it happened to like
first has more of them than an equal one. So its tree is only asked which plans are worth a look. Those then get
simulations of their own, the same number each: in rounds, after each of which the better half goes on (sequential
halving: Karnin, Koren & Somekh, 2013). All plans of a round meet the same streams of luck, in batches; how much the
differences between plans scatter from batch to batch says how well they are known.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from core_ext.tree import Tree
from mcts.course import PlanSoFar, SoFar, in_slices
from mcts.pairs import Floats
from mcts.search import staff
from mcts.turns import Ending, ending_of, endings, same_position

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game
    from mcts.search import Searched, Worker

MOST = 16               # plans that get simulations of their own,
HALVINGS = 2            # and how often the worse half of them is left behind
BATCHES = 8             # of a round
LEAST = 4               # simulations of a plan in a batch
PIECE = 256             # simulations of a plan between two looks at the clock
WIDEST = 0.25           # variance of a utility: no simulation scatters more


@dataclass(frozen=True)
class Plan:
    """What a seat does in its turn, and what it is worth to it."""

    actions: tuple[int, ...]
    seat: int                   # whose plan it is
    end: State                  # the position it leads to
    utility: float              # mean of its own simulations, or what it is proven to be
    stderr: float               # sampling error of its difference to the first plan; 0 where it is proven
    proven: bool
    simulations: int            # of its own
    firsts: frozenset[int] = field(default_factory=frozenset)       # actions that it can begin with


@dataclass(frozen=True)
class Plans:
    """The plans that were valued, best first, and how many there are."""

    plans: tuple[Plan, ...]
    others: int                 # end positions that were met and not valued
    simulations: int            # that all this took
    solved: bool                # the first is proven to be the best
    stopped: bool               # Ctrl-C came before all simulations were made


class Spent(Exception):
    """The time is over."""


def find(game: Game, state: State, found: Searched, simulations: int, ends: float | None,
         wanted: Sequence[tuple[int, ...]] = (), progress: Callable[[float], None] = lambda share: None) -> Plans:
    """Value the plans that the search's trees like best, by so many simulations in all, or until the clock says
    `ends`.
    """
    met = endings(game, state, found.known)
    chosen = candidates(met)
    ends_met = {same_position(game, e.state) for e in chosen}
    chosen += [e for e in (ending_of(state, actions) for actions in wanted)
               if same_position(game, e.state) not in ends_met]
    solved = found.result.solved
    workers, first = found.workers, max(t.simulations for t in found.trees)
    if solved or any(e.blind for e in chosen):
        trees = [Tree(state, **{**found.settings, "solve": False}) for _ in found.trees]
        workers = staff(trees, [worker.seed for worker in workers])
    course = Field(state.current_player(), found, workers, first, ends, progress)
    open_ = [e for e in chosen if e.proven is None]
    budget = simulations if ends is None else min(simulations or 10**12, found.affordable(ends))
    made = course.value(open_, budget) if open_ else []
    seat = state.current_player()
    plans = [_plan(seat, e, *value) for e, value in zip(open_, made, strict=True)]
    plans += [_plan(seat, e, e.proven or 0.0, 0.0, 0) for e in chosen if e.proven is not None]
    if solved:
        plans = _as_proven(plans, found)
    ordered = sorted(plans, key=lambda p: (-p.utility, not p.proven, p.actions))
    others = max(0, len(met) - len(chosen))
    return Plans(tuple(ordered), others, course.made, solved or not others and all(p.proven for p in plans),
                 course.stopped)


def candidates(met: Sequence[Ending]) -> list[Ending]:
    """The plans worth a look: those most visited, those of the highest means among the well visited, and what is proven
    best.
    """
    by_visits = list(met[:MOST * 3 // 4])
    well = [e for e in met if e.worth is not None and e.most >= max(2.0, met[0].most * 0.01)]
    by_worth = sorted(well, key=lambda e: -(e.worth or 0.0))
    proven = sorted((e for e in met if e.proven is not None), key=lambda e: -(e.proven or 0.0))
    chosen: dict[tuple[int, ...], Ending] = {}
    for e in [*proven[:1], *by_visits, *by_worth, *met]:
        if len(chosen) < MOST:
            chosen.setdefault(e.actions, e)
    return list(chosen.values())


def _plan(seat: int, e: Ending, utility: float, error: float, simulations: int) -> Plan:
    return Plan(e.actions, seat, e.state, utility, error, e.proven is not None, simulations, frozenset(e.firsts))


def _as_proven(plans: list[Plan], found: Searched) -> list[Plan]:
    """Plans of a solved position: none is worth more than the proof says, and one is worth just that."""
    best = found.result.moves[0]
    top = best.utility if best.proven is None else best.proven
    kept = [replace(p, utility=min(p.utility, top)) for p in plans]
    if not any(p.proven and p.utility >= top - 1e-9 for p in kept):
        mine = [i for i, p in enumerate(kept) if best.action in p.firsts] or list(range(len(kept)))
        i = max(mine, key=lambda k: kept[k].utility)
        kept[i] = replace(kept[i], utility=top, stderr=0.0, proven=True)
    return kept


class Field:
    """Plans that are simulated side by side; each worker has a thread and streams of its own."""

    def __init__(self, seat: int, found: Searched, workers: Sequence[Worker], first: int, ends: float | None,
                 progress: Callable[[float], None]) -> None:
        self.seat, self.found, self.workers, self.first, self.ends = seat, found, workers, first, ends
        self.progress, self.stopped = progress, False
        self.made = 0

    def value(self, plans: Sequence[Ending], simulations: int) -> list[tuple[float, float, int]]:
        """(utility, error of the difference to the best, simulations) of each plan."""
        alive = list(range(len(plans)))
        rounds = 1 + (HALVINGS if len(plans) > 3 else 0)
        means: list[list[float]] = [[] for _ in plans]      # of each plan and batch; batches are the same for all alive
        sizes: list[int] = []

        def so_far() -> SoFar:
            valued = _valued(means, sizes) if sizes else []
            known = [PlanSoFar(p.actions, utility, n) for p, (utility, _, n) in zip(plans, valued, strict=False)]
            result = self.found.result
            return SoFar(result.moves, result.visits + self.made, sum(t.node_count for t in self.found.trees),
                         sorted(known, key=lambda p: -p.utility))

        with ThreadPoolExecutor(len(self.workers)) as pool:
            for number in range(rounds):
                share = simulations / rounds / len(alive) / len(self.workers)
                size = max(LEAST, round(share / BATCHES))
                try:
                    for _ in range(max(1, min(BATCHES, round(share / size)))):
                        self._batch(pool, [plans[i].actions for i in alive], [means[i] for i in alive], size, so_far)
                        sizes += [size] * len(self.workers)
                    self.progress(min(1.0, self.made / max(1, simulations)))
                except Spent:
                    self.stopped = self.found.course.stopping
                    break
                except KeyboardInterrupt:
                    self.stopped = True
                    break
                if number < rounds - 1:
                    alive.sort(key=lambda i: -_mean(means[i], sizes))
                    alive = alive[:max(2, len(alive) // 2)]
            if not sizes:                       # it was ended before anything was known of the plans
                self._batch(pool, [p.actions for p in plans], means, LEAST, so_far, whole=True)
                sizes += [LEAST] * len(self.workers)
        return _valued(means, sizes)

    def _batch(self, pool: ThreadPoolExecutor, plans: Sequence[tuple[int, ...]], means: Sequence[list[float]],
               size: int, so_far: Callable[[], SoFar], whole: bool = False) -> None:
        """One batch of every plan; nothing of it counts if the time is over before all have theirs, save the first.

        `whole`: it is made however late it is.
        """
        course = self.found.course
        made = [[_Sum() for _ in plans] for _ in self.workers]

        def of_worker(k: int, until: float) -> bool:
            worked = False
            for plan, own in zip(plans, made[k], strict=True):
                while own.asked < size:
                    now = course.now()
                    if not whole and (course.stopping or means[0] and self.ends is not None and now >= self.ends):
                        raise Spent
                    if worked and now >= until:
                        return False
                    worked = True
                    own.run(self.workers[k], plan, min(PIECE, size - own.asked), self.seat, self.first)
            return True

        in_slices(course, pool, [partial(of_worker, k) for k in range(len(self.workers))], so_far)
        self.first += size
        self.made += size * len(plans) * len(self.workers)
        for sums in made:
            for kept, own in zip(means, sums, strict=True):
                kept.append(own.utility / max(1, own.count))


@dataclass
class _Sum:
    """What the simulations of one plan by one worker come to."""

    asked: int = 0
    count: int = 0              # those that were made: fewer where the tree was solved before
    utility: float = 0.0

    def run(self, by: Worker, plan: Sequence[int], n: int, seat: int, first: int) -> None:
        """Make so many more simulations."""
        row = by.tree.run_plan(plan, n, by.seed, first + self.asked, by.walker)
        self.asked += n
        self.count += row["count"]
        self.utility += row["utilities"][seat]


def _mean(x: Sequence[float], sizes: Sequence[int]) -> float:
    return float(np.average(x, weights=sizes[:len(x)]))


def _valued(means: Sequence[Sequence[float]], sizes: Sequence[int]) -> list[tuple[float, float, int]]:
    """Each plan by its difference to the best over the batches that both had.

    The variance of a difference, for one simulation, is pooled over plans and batches.
    """
    most = max(map(len, means))
    best = max((i for i in range(len(means)) if len(means[i]) == most), key=lambda i: _mean(means[i], sizes))
    weights = np.array(sizes, dtype=np.float64)
    top, squares, degrees, behind = np.array(means[best]), 0.0, 0, list[float]()
    for x in means:
        gap: Floats = top[:len(x)] - np.array(x)
        behind.append(_mean(gap.tolist(), sizes))
        squares += float((weights[:len(x)] * (gap - behind[-1]) ** 2).sum())
        degrees += (len(x) - 1) * (x is not means[best])
    variance = squares / degrees if degrees >= BATCHES else 2 * WIDEST
    value = _mean(means[best], sizes)
    counts = [sum(sizes[:len(x)]) for x in means]
    return [(min(1.0, max(0.0, value - gap)), (variance / n) ** 0.5, n) for gap, n in zip(behind, counts, strict=True)]

