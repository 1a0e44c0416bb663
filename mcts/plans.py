"""Plans: what a seat does until somebody else decides or a chance event occurs, valued by the positions they end in.

A search spends its visits where it wants to know more, on single decisions; an order of play that it happened to like
first has more of them than an equal one. So its tree is only asked which plans are worth a look. Those then get
simulations of their own, the same number each: in rounds, after each of which the better half goes on (sequential
halving: Karnin, Koren & Somekh, 2013). All plans of a round meet the same streams of luck, in batches; how much the
differences between plans scatter from batch to batch says how well they are known. The tree's own visits of a plan
count too, at a fraction: so little time never makes an answer know less than the tree does.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core_ext.plans import decisions_to_end
from core_ext.tree import Tree
from games.frozen import frozen
from mcts.course import PlanSoFar, SoFar, in_slices, threads_for
from mcts.lots import lot
from mcts.pairs import Floats
from mcts.posterior import Belief, Sample, beliefs
from mcts.search import staff
from mcts.turns import Ending, ending_of, endings, same_position

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from core_ext.state import State
    from games.api import Game
    from mcts.search import Searched, Worker

MOST = 16               # plans that get simulations of their own
HALVINGS = 2            # how often the worse half of them is left behind
BATCHES = 8             # of a round
LEAST = 4               # simulations of a plan in a batch
PIECE = 256             # simulations of a plan between two looks at the clock, or fewer
PIECE_SECONDS = 0.01    # where those take longer
EVEN = 0.5              # utility of a draw
WIDEST = 0.25           # variance of a utility: no simulation scatters more
FULL = 64               # games that a plan's share of the win is of: visits of the tree fill up its own
PRIOR = 0.25            # of a plan's own simulation is what a visit of the tree counts: trees flatter what they like
SIGHT = 12              # decisions to the end of the game that are told apart in proofs
LOOKS, FEW_LOOKS = 20_000, 2_000    # positions after each plan that proofs look at, and fewer where a clock runs
GATHERING = 0.1         # of the time that the tree left over goes into looking for plans at most


class Proof(NamedTuple):
    """What a plan is proven to come to, a number a seat."""

    shares: tuple[float, ...]   # of the win
    points: tuple[float, ...]


@frozen
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
    won: float | None = None    # share of the win in its simulations; None: it has none
    games: float = 0.0          # that this is a share of: its own, and where those are few the tree's, each a PRIOR
    proof: Proof | None = None  # what it is proven to come to
    belief: Belief | None = None        # what it is worth by all that is known of all plans; None: only by itself


@frozen
class Plans:
    """The plans that were valued, best first, and how many there are."""

    plans: tuple[Plan, ...]
    others: int                 # end positions that were met and not valued; at least 1 where not all were looked for
    simulations: int            # that all this took
    solved: bool                # the first is proven to be the best
    stopped: bool               # Ctrl-C came before all simulations were made
    hurried: bool = False       # the time was over before all of them had simulations of their own in every round


class Spent(Exception):
    """The time is over."""


def find(game: Game, state: State, found: Searched, simulations: int, ends: float | None,
         wanted: Sequence[tuple[int, ...]] = (), progress: Callable[[float], None] = lambda share: None) -> Plans:
    """Value the plans that the search's trees like best, by so many simulations in all, or until the clock says
    `ends`.
    """
    gathering = _Gathering(found, ends)
    met = endings(game, state, found.known, late=gathering.late)
    chosen = candidates(met)
    ends_met = {same_position(game, e.state) for e in chosen} if wanted else set()
    chosen += [e for e in (ending_of(state, actions) for actions in wanted)
               if same_position(game, e.state) not in ends_met]
    solved = found.result.solved
    workers, first = found.workers, max(t.simulations for t in found.trees)
    if solved or any(e.blind for e in chosen):
        trees = [Tree(state, **{**found.settings, "solve": False}) for _ in found.trees]
        workers = staff(trees, [worker.seed for worker in workers])
    course = Field(state.current_player(), found, workers, first, ends, progress)
    open_ = [e for e in chosen if e.proven is None]
    made = course.value(open_, simulations, solved) if open_ else []
    seat = state.current_player()
    plans = [_plan(seat, e, value) for e, value in zip(open_, made, strict=True) if value is not None]
    plans += [replace(_plan(seat, e, Value(e.proven, 0.0, 0, None)), proof=proof_of(e, found))
              for e in chosen if e.proven is not None]
    if solved:
        plans = _as_proven(plans, found)
    ordered = in_order(plans, {e.actions: e.visits for e in chosen}, found.result.seed,
                       LOOKS if ends is None else FEW_LOOKS)
    others = max(int(gathering.cut and not solved), len(met) - len(plans))
    return Plans(tuple(ordered), others, course.made, solved or not others and all(p.proven for p in plans),
                 course.stopped, course.hurried or gathering.cut and len(chosen) < MOST)


class _Gathering:
    """The time for looking for plans, and whether it was too short to meet all."""

    def __init__(self, found: Searched, ends: float | None) -> None:
        self.now, self.cut, begin = found.course.now, False, found.course.now()
        self.ends = None if ends is None else begin + GATHERING * (ends - begin)

    def late(self) -> bool:
        """Whether it is over."""
        self.cut = self.cut or self.ends is not None and self.now() >= self.ends
        return self.cut


def in_order(plans: Sequence[Plan], visits: Mapping[tuple[int, ...], float], seed: int, looks: int = LOOKS
             ) -> list[Plan]:
    """Best first. Of plans proven to be worth the same, a win comes first that is quickest, and a loss that lasts
    longest, as far as can be seen; then the one that took more visits to prove, or fewer for a win; then more points;
    then a lot.
    """
    worths = [p.utility for p in plans if p.proven]

    def key(p: Plan) -> tuple[float, ...]:
        lots = [lot(seed, action) for action in p.actions]
        if not p.proven or worths.count(p.utility) < 2 or p.end.hides:
            return (-p.utility, not p.proven, 0.0, 0.0, 0.0, *lots)
        wins = p.utility > EVEN
        length = decisions_to_end(p.end, p.seat, wins, p.utility, SIGHT, looks)
        points = p.proof.points if p.proof is not None else ()
        ahead = points[p.seat] * len(points) - sum(points) if points else 0.0
        side = 1 if wins else -1
        return (-p.utility, False, side * length, side * visits.get(p.actions, 0.0), -ahead, *lots)

    return sorted(plans, key=key)


def proof_of(e: Ending, found: Searched) -> Proof | None:
    """What a proven plan comes to: exact where it ends the game, else as the tree has it."""
    if e.state.is_terminal():
        return Proof(tuple(e.state.win_shares()), tuple(e.state.scores()))
    known = next((proof for tree in found.trees if (proof := tree.proof(e.actions)) is not None), None)
    return None if known is None else Proof(tuple(known[1]), tuple(known[2]))


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


def _plan(seat: int, e: Ending, value: Value) -> Plan:
    return Plan(e.actions, seat, e.state, value.utility, value.stderr, e.proven is not None, value.simulations,
                frozenset(e.firsts), value.won, value.games, belief=value.belief)


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


class Value(NamedTuple):
    """What is known of a plan."""

    utility: float
    stderr: float               # of its difference to the best one
    simulations: int            # of its own
    won: float | None           # share of the win
    games: float = 0.0          # in so many: its own, and where those are few the tree's, each a PRIOR
    belief: Belief | None = None        # what it is worth by all that is known of all plans


class Field:
    """Plans that are simulated side by side; each worker has a thread and streams of its own."""

    def __init__(self, seat: int, found: Searched, workers: Sequence[Worker], first: int, ends: float | None,
                 progress: Callable[[float], None]) -> None:
        self.seat, self.found, self.workers, self.first, self.ends = seat, found, workers, first, ends
        self.progress, self.stopped, self.hurried = progress, False, False
        self.made, self.begin = 0, found.course.now()

    def value(self, plans: Sequence[Ending], simulations: int, solved: bool = False) -> list[Value | None]:
        """What each plan is worth; None: neither the tree nor a simulation of its own came there."""
        sums = [_Sums(e, solved) for e in plans]
        alive = list(range(len(plans)))
        rounds = 1 + (HALVINGS if len(plans) > 3 else 0)

        def so_far() -> SoFar:
            valued = zip(plans, self._valued(sums), strict=True) if any(s.sizes for s in sums) else ()
            known = [PlanSoFar(e.actions, v.utility, v.simulations, v.won, v.games) for e, v in valued if v is not None]
            result = self.found.result
            return SoFar(result.moves, result.visits + self.made, sum(t.node_count for t in self.found.trees),
                         sorted(known, key=lambda p: -p.utility))

        with threads_for(len(self.workers)) as pool:
            number = 0
            try:
                for number in range(rounds):
                    alive = self._round(pool, sums, alive, simulations / rounds, rounds - number, so_far)
                    self.progress(self._spent(simulations))
                    if number < rounds - 1:
                        known = [-inf if v is None else v.utility for v in self._valued(sums)]
                        alive.sort(key=lambda i: -known[i])     # by what ranks them in the end, the tree's part too
                        alive = alive[:max(2, len(alive) // 2)]
            except Spent:
                self.stopped = self.found.course.stopping
                self.hurried = self.hurried or number < rounds - 1
            except KeyboardInterrupt:
                self.stopped = True
            if not any(s.sizes for s in sums) and (self.stopped or not any(s.prior for s in sums)):
                self._batch(pool, sums if self.stopped else sums[:1], LEAST, so_far, whole=True)
        return together(self._valued(sums), sums)

    def _round(self, pool: Executor | None, sums: Sequence[_Sums], alive: list[int], share: float, left: int,
               so_far: Callable[[], SoFar]) -> list[int]:
        """One round; by the clock, its part of the time that is left. Returns the plans that got their simulations.

        Raises Spent where the time is over before.
        """
        if self.ends is None:
            each = share / len(alive) / len(self.workers)
            size = max(LEAST, round(each / BATCHES))
            for _ in range(max(1, min(BATCHES, round(each / size)))):
                self._batch(pool, [sums[i] for i in alive], size, so_far)
            return alive
        now = self.found.course.now()
        until = now + (self.ends - now) / left
        there = self._affordable(until)
        if there < LEAST * len(alive):          # those that the tree likes best get what they need
            self.hurried, alive = True, alive[:max(1, int(there / LEAST))]
        size = max(LEAST, int(there / len(alive) / BATCHES))
        while True:
            self._batch(pool, [sums[i] for i in alive], size, so_far)
            there = self._affordable(until) / len(alive)
            if there < min(size, LEAST):
                return alive
            size = max(1, min(size, int(there)))

    def _affordable(self, until: float) -> float:
        """How many simulations of a worker there is time for until then, at the speed of the plans' own so far."""
        now = self.found.course.now()
        speed = self.made / (now - self.begin) if self.made else self.found.result.simulations_per_second
        return max(0.0, speed * (until - now) / len(self.workers))

    def _spent(self, simulations: int) -> float:
        """The share of the budget that is spent."""
        if self.ends is None:
            return min(1.0, self.made / max(1, simulations))
        return min(1.0, (self.found.course.now() - self.begin) / max(1e-9, self.ends - self.begin))

    def _batch(self, pool: Executor | None, plans: Sequence[_Sums], size: int, so_far: Callable[[], SoFar],
               whole: bool = False) -> None:
        """One batch of every plan; nothing of it counts if the time is over before all have theirs.

        `whole`: it is made however late it is.
        """
        course = self.found.course
        made = [[_Sum() for _ in plans] for _ in self.workers]
        piece = PIECE
        if self.ends is not None:
            piece = int(max(1, min(PIECE, self._affordable(course.now() + PIECE_SECONDS))))

        def of_worker(k: int, until: float) -> bool:
            worked = False
            for plan, own in zip(plans, made[k], strict=True):
                while own.asked < size:
                    now = course.now()
                    if not whole and (course.stopping or self.ends is not None and now >= self.ends):
                        raise Spent
                    if worked and now >= until:
                        return False
                    worked = True
                    own.run(self.workers[k], plan.actions, min(piece, size - own.asked), self.seat, self.first)
            return True

        in_slices(course, pool, [partial(of_worker, k) for k in range(len(self.workers))], so_far)
        self.first += size
        self.made += size * len(plans) * len(self.workers)
        for sums in made:
            for plan, own in zip(plans, sums, strict=True):
                plan.add(own, size)

    def _valued(self, sums: Sequence[_Sums]) -> list[Value | None]:
        """Each plan by its difference to the best over the batches that both had, and by what the tree knows of it.

        The variance of a difference, for one simulation, is pooled over plans and batches; where they are too few, it
        is that of two plans that share no luck, by how much the tree's simulations scatter.
        """
        most = max(len(s.sizes) for s in sums)
        best = max((s for s in sums if len(s.sizes) == most), key=_Sums.mean)
        squares, degrees, behind = 0.0, 0, list[float]()
        for s in sums:
            gap: Floats = np.array(best.means[:len(s.means)]) - np.array(s.means)
            behind.append(_mean(gap, s.sizes) if s.sizes else 0.0)
            squares += float((np.array(s.sizes, dtype=np.float64) * (gap - behind[-1]) ** 2).sum())
            degrees += max(0, len(s.means) - 1) * (s is not best)
        variance = squares / degrees if degrees >= BATCHES else 2 * scatter(self.found)
        top, found = best.mean(), list[Value | None]()
        for s, gap_ in zip(sums, behind, strict=True):
            own, weight = sum(s.sizes), sum(s.sizes) + s.prior
            utility = ((top - gap_) * own + s.worth * s.prior) / weight if weight else 0.0
            found.append(Value(min(1.0, max(0.0, utility)), (variance / weight) ** 0.5, own,
                               *self._won(s)) if weight else None)
        return found

    def _won(self, s: _Sums) -> tuple[float | None, float]:
        """The share of the win, and of how many games: the plan's own, filled up by what the tree saw of its first
        action.
        """
        move = next((m for m in self.found.result.moves if m.action == s.actions[0] and s.seen), None)
        filled = 0.0 if move is None else max(0.0, min(PRIOR * move.visits, FULL - s.count))
        games = s.count + filled
        return (s.wins + filled * (move.won if move is not None else 0.0)) / games if games else None, games


def together(values: Sequence[Value | None], sums: Sequence[_Sums]) -> list[Value | None]:
    """The same with what each plan is worth by all that is known of all of them."""
    known = [s.sample() for s, value in zip(sums, values, strict=True) if value is not None]
    found = iter(beliefs(known))
    return [None if value is None else value._replace(belief=next(found)) for value in values]


def scatter(found: Searched) -> float:
    """The variance of the utility of one simulation about the mean of its move, as the trees saw it.

    One simulation that scatters as widely as any can is added: a few that came to the same prove nothing.
    """
    seen = [m for m in found.result.moves if m.visits > 1 and m.proven is None]
    squares = sum((m.visits * m.utility_stderr) ** 2 for m in seen)
    return (squares + WIDEST) / (sum(m.visits for m in seen) + 1)


class _Sums:
    """What the tree and the simulations of its own say of a plan."""

    def __init__(self, plan: Ending, solved: bool) -> None:
        self.actions, self.seen = plan.actions, not (solved or plan.blind)      # the tree's visits say something
        known = self.seen and plan.worth is not None and plan.most >= 1
        self.prior = PRIOR * plan.most if known else 0.0        # simulations that the tree's visits count as,
        self.worth = (plan.worth or 0.0) if known else 0.0      # and their mean utility
        self.means: list[float] = []        # utility of each batch; plans that are alive have the same batches
        self.sizes: list[int] = []          # simulations of each
        self.visits = plan.visits
        self.wins, self.count = 0.0, 0      # of all its own

    def mean(self) -> float:
        """Of its own simulations; of the tree's where it has none."""
        return _mean(np.array(self.means), self.sizes) if self.sizes else self.worth

    def sample(self) -> Sample:
        """What is known of it by itself."""
        return Sample(self.means, self.sizes, self.prior, self.worth, self.visits)

    def add(self, made: _Sum, size: int) -> None:
        """One batch more."""
        self.means.append(made.utility / max(1, made.count))
        self.sizes.append(size)
        self.wins += made.wins
        self.count += made.count


@dataclass
class _Sum:
    """What the simulations of one plan by one worker come to."""

    asked: int = 0
    count: int = 0              # those that were made: fewer where the tree was solved before
    utility: float = 0.0
    wins: float = 0.0

    def run(self, by: Worker, plan: Sequence[int], n: int, seat: int, first: int) -> None:
        """Make so many more simulations."""
        row = by.tree.run_plan(plan, n, by.seed, first + self.asked, by.walker)
        self.asked += n
        self.count += row["count"]
        self.utility += row["utilities"][seat]
        self.wins += row["wins"]


def _mean(x: Floats, sizes: Sequence[int]) -> float:
    return float(np.average(x, weights=sizes))
