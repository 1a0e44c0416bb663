"""The search loop: threads grow one tree, or a tree each, in chunks until the budget is spent."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from time import perf_counter
from typing import Any

from core_ext.python_state import OutOfTimeError, patience
from core_ext.state import EndlessGame, State
from core_ext.tree import Tree
from games.faults import blamed
from games.frozen import frozen
from mcts.course import ALONE, Course, SoFar, in_slices, threads_for
from mcts.params import SearchParams
from mcts.result import MoveInfo, SearchResult, merge, move_info, ranked, summarise
from mcts.seeds import derived

Reply = tuple[int, int, float, float, float | None]     # action, visits, total, prior, proven (core_ext/tree.pyx)
Progress = Callable[[int, float], None]     # simulations begun in the first thread's tree, seconds gone

MOST = 2 ** 62                  # simulations of a search that only the clock ends
FIRST_SECONDS = 0.001           # of the first chunk, each of the next being twice as long: they tell how the clock runs
NO_PLAYOUT = ("no playout was over in the time given, the first not after {} moves and draws; more seconds may help, "
              "if games end at all")
CHUNK_SECONDS = 0.05            # after which a thread comes back from compiled code, to look at stop and progress


@frozen
class Worker:
    """A thread of a search."""

    tree: Tree
    walker: int                 # which of the tree's walkers it is
    seed: int                   # of streams of its own


class Growth:
    """One thread's part in growing a tree, in chunks of CHUNK_SECONDS; they do not change the tree of one thread."""

    def __init__(self, tree: Tree, walker: int, simulations: int | None, deadline: float | None, seed: int, early: bool,
                 progress: Progress | None, course: Course) -> None:
        self.tree, self.walker, self.simulations, self.deadline, self.seed = tree, walker, simulations, deadline, seed
        self.early, self.progress, self.course, self.begin = early, progress, course, course.now()
        self.pace = 1.0         # seconds of the course's clock in one of the compiled code's, the most that was seen
        self.chunk = FIRST_SECONDS

    def go_on(self, until: float) -> bool:
        """Grow until the clock says `until`, a chunk at least. True: the budget is spent, or the search is ended."""
        tree, clock, worked = self.tree, self.course.now, False
        while not (tree.solved or tree.handed_out and self.course.stopping):
            now, begun = clock(), tree.handed_out
            if self.simulations is not None and begun >= self.simulations or \
                    self.deadline is not None and now >= self.deadline and begun:
                return True
            if now >= until and worked:
                return False
            below = MOST if self.simulations is None else self.simulations
            if self.early:
                below = min(below, begun + soonest(tree, self.left()))
            seconds = min(until - now, inf if self.deadline is None else self.deadline - now) / self.pace
            seconds, began, self.chunk = min(self.chunk, seconds), perf_counter(), min(CHUNK_SECONDS, 2 * self.chunk)
            self.share(below, max(0.0, seconds))
            worked = True
            self.pace = max(self.pace, (clock() - now) / max(1e-4, perf_counter() - began))
            if self.progress is not None:
                self.progress(tree.handed_out, clock() - self.begin)
            if tree.halted or self.early and tree.lead() > self.left():
                return True
        return True

    def share(self, below: int, seconds: float) -> None:
        """Make simulations below this number, for so many seconds. Raises EndlessGame where none ends in time."""
        try:
            with patience(self.over):
                self.tree.share(below, self.seed, seconds, self.walker)
        except OutOfTimeError as cut:
            if not self.tree.simulations:
                self.tree.halt()
                raise blamed(EndlessGame(NO_PLAYOUT.format(cut)), cut.rules) from cut
        except BaseException:           # what a game written in Python raised
            self.tree.halt()
            raise

    def over(self) -> bool:
        """The time is up, or the search is ended: a playout of a game in plain Python, which may be long, stops too."""
        return (self.tree.halted or self.course.stopping
                or self.deadline is not None and self.course.now() >= self.deadline)

    def left(self) -> float:
        """How many simulations the budget still holds, at the rate so far."""
        done = self.tree.handed_out
        by_count = inf if self.simulations is None else float(self.simulations - done)
        if self.deadline is None:
            return by_count
        now = self.course.now()
        return min(by_count, max(0.0, self.deadline - now) * done / max(now - self.begin, 1e-7))


def soonest(tree: Tree, remaining: float) -> int:
    """After how many more simulations the most visited action could be out of reach, at the earliest."""
    return 1 + int(min(max(0.0, remaining - tree.lead()) / 2, 1e9))


def shares(total: int, parts: int) -> list[int]:
    """`total` in `parts` almost equal shares."""
    return [total // parts + (i < total % parts) for i in range(parts)]


def seeds_of(seed: int, threads: int) -> list[int]:
    """One independent seed a thread."""
    return [derived(seed, thread) for thread in range(threads)]


def thread_count(params: SearchParams) -> int:
    """How many threads there is work for."""
    return params.threads if params.simulations is None else min(params.threads, params.simulations)


def search(state: State, params: SearchParams, progress: Progress | None = None,
           course: Course = ALONE) -> SearchResult:
    """Rank the actions of the seat to act. Where the params are `repeatable` they give the same state the same result.

    Ctrl-C ends the search early with what has been found. Raises ValueError if no seat is to act.
    """
    return searched(state, params, progress, course).result


@frozen
class Searched:
    """A search with its trees, which may be grown on."""

    result: SearchResult
    trees: list[Tree]               # one, which all threads share, or one a thread
    workers: list[Worker]           # the threads; numbers of streams below their tree's `simulations` are used up
    settings: dict[str, Any]        # the trees are `Tree(state, **settings)`
    course: Course

    def known(self, actions: Sequence[int]) -> list[Reply]:
        """What the trees hold after these actions: (action, visits, total, prior, proven) of each, added up."""
        if len(self.trees) == 1:
            return self.trees[0].replies(actions)
        rows: dict[int, Reply] = {}
        for tree in self.trees:
            for action, visits, total, prior, proven in tree.replies(actions):
                _, v, t, _, p = rows.get(action, (action, 0, 0.0, prior, None))
                rows[action] = (action, v + visits, t + total, prior, proven if p is None else p)
        return list(rows.values())


def searched(state: State, params: SearchParams, progress: Progress | None = None,
             course: Course = ALONE) -> Searched:
    """As `search`, with the trees."""
    begin = course.now()
    deadline = None if params.seconds is None else begin + params.seconds
    settings, threads = params.settings(state), thread_count(params)
    count = threads if params.deterministic else 1
    settings |= {"kind": settings.pop("tree"), "limit": params.max_edges, "threads": threads // count}
    trees = [Tree(state, **settings) for _ in range(count)]
    workers = staff(trees, seeds_of(params.seed, threads))
    mover = state.current_player()
    stopped = run_threads(trees, workers, mover, params, deadline, progress, course)
    rows, moves = moves_of(trees, mover)
    result = summarise(rows, moves, mover, nodes=sum(t.node_count for t in trees), seconds=course.now() - begin,
                       seed=params.seed, threads=threads, stopped=stopped, solved=any(t.solved for t in trees),
                       full=any(t.full for t in trees), repeatable=params.repeatable)
    return Searched(result, trees, workers, settings, course)


def staff(trees: Sequence[Tree], seeds: Sequence[int]) -> list[Worker]:
    """A worker for each of the seeds: all in one tree, or each in its own."""
    if len(trees) == 1:
        return [Worker(trees[0], number, seed) for number, seed in enumerate(seeds)]
    return [Worker(tree, 0, seed) for tree, seed in zip(trees, seeds, strict=True)]


def run_threads(trees: Sequence[Tree], workers: Sequence[Worker], mover: int, params: SearchParams,
                deadline: float | None, progress: Progress | None, course: Course) -> bool:
    """Grow the trees, each worker in a thread, until the budget is spent. True: Ctrl-C or the course ended it before,
    when something had been found.
    """
    budgets: list[int | None] = [None] * len(trees)
    if params.simulations is not None:
        budgets = list(shares(params.simulations, len(trees)))
    early = bool(params.early_stop) and len(trees) == 1
    work = []
    for number, worker in enumerate(workers):
        first = workers[number - worker.walker]         # of the tree: its streams are those of the tree's simulations
        work.append(Growth(worker.tree, worker.walker, budgets[trees.index(worker.tree)], deadline, first.seed, early,
                           None if number else progress, course))

    def so_far() -> SoFar:
        rows, moves = moves_of(trees, mover)
        return SoFar(ranked(moves, params.seed), sum(row["visits"] for row in rows), sum(t.node_count for t in trees))

    try:
        if len(workers) == 1:
            in_slices(course, None, [work[0].go_on], so_far)
            return course.stopping
        if len(trees) == 1:                 # so that all who share it find a root with edges
            work[0].share(1, 0.0)
        with threads_for(len(workers)) as pool:
            try:
                in_slices(course, pool, [each.go_on for each in work], so_far)
            except BaseException:           # Ctrl-C, too
                for tree in trees:
                    tree.halt()
                raise
    except KeyboardInterrupt:
        if not any(t.simulations for t in trees):
            raise
        return True
    return course.stopping


def moves_of(trees: Sequence[Tree], mover: int) -> tuple[list[dict[str, Any]], list[MoveInfo]]:
    """What the trees found of the root's actions, added up; lines are those of the tree that knows an action best."""
    roots = [t.root() for t in trees]
    moves = []
    for row in (rows := merge(roots)):
        visits = [next((r["visits"] for r in root if r["action"] == row["action"]), 0) for root in roots]
        source = trees[visits.index(max(visits))]
        moves.append(move_info(row, mover, source.line(row["action"]) if row["visits"] else [row["action"]]))
    return rows, moves
