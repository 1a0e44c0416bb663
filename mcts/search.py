"""The search loop: trees are grown in chunks until the budget is spent."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np

from core_ext.state import State
from core_ext.tree import Tree
from mcts.course import ALONE, Course, SoFar, in_slices
from mcts.params import SearchParams
from mcts.result import MoveInfo, SearchResult, merge, move_info, ranked, summarise

Reply = tuple[int, int, float, float, float | None]     # action, visits, total, prior, proven (core_ext/tree.pyx)
Progress = Callable[[int, float], None]     # simulations done by the first thread, seconds gone

FIRST_CHUNK = 8
CHUNK_SECONDS = 0.01            # a thread looks at the clock about this often


class Growth:
    """A tree that grows in chunks of about CHUNK_SECONDS, so that clock and stop are kept; chunks do not change it."""

    def __init__(self, tree: Tree, simulations: int | None, deadline: float | None, seed: int, stop: Event, early: bool,
                 progress: Progress | None, course: Course) -> None:
        self.tree, self.simulations, self.deadline, self.seed = tree, simulations, deadline, seed
        self.stop, self.early, self.progress, self.course = stop, early, progress, course
        self.chunk, self.done, self.begin = FIRST_CHUNK, 0, course.now()

    def go_on(self, until: float) -> bool:
        """Grow until the clock says `until`, a chunk at least. True: the budget is spent, or the search is ended."""
        tree, clock, before = self.tree, self.course.now, self.done
        while not (tree.solved or self.stop.is_set() or self.done and self.course.stopping):
            now = clock()
            if self.simulations is not None and self.done >= self.simulations or \
                    self.deadline is not None and now >= self.deadline and self.done:
                return True
            if now >= until and self.done > before:
                return False
            n = self.chunk if self.simulations is None else min(self.chunk, self.simulations - self.done)
            if self.early:
                n = min(n, soonest(tree, self.left()))
            self.done += tree.run(n, self.seed, self.done)
            spent = clock() - now
            chunk = max(1, min(2 * self.chunk, int(n * CHUNK_SECONDS / max(spent, 1e-7))))
            if self.deadline is not None:                       # the last chunk ends with the time
                chunk = max(1, min(chunk, int((self.deadline - now - spent) * n / max(spent, 1e-7))))
            self.chunk = chunk
            if self.progress is not None:
                self.progress(self.done, clock() - self.begin)
            if self.early and tree.lead() > self.left():
                return True
        return True

    def left(self) -> float:
        """How many simulations the budget still holds, at the rate so far."""
        by_count = float("inf") if self.simulations is None else float(self.simulations - self.done)
        if self.deadline is None:
            return by_count
        now = self.course.now()
        return min(by_count, max(0.0, self.deadline - now) * self.done / max(now - self.begin, 1e-7))


def soonest(tree: Tree, remaining: float) -> int:
    """After how many more simulations the most visited action could be out of reach, at the earliest."""
    return 1 + int(min(max(0.0, remaining - tree.lead()) / 2, 1e9))


def shares(total: int, parts: int) -> list[int]:
    """`total` in `parts` almost equal shares."""
    return [total // parts + (i < total % parts) for i in range(parts)]


def seeds_of(seed: int, threads: int) -> list[int]:
    """One independent seed a thread."""
    return [int(s.generate_state(1, np.uint64)[0]) for s in np.random.SeedSequence(seed).spawn(threads)]


def thread_count(params: SearchParams) -> int:
    """How many threads there is work for."""
    return params.threads if params.simulations is None else min(params.threads, params.simulations)


def search(state: State, params: SearchParams, progress: Progress | None = None,
           course: Course = ALONE) -> SearchResult:
    """Rank the actions of the seat to act. With a budget in simulations the same state and params give the same result.

    Ctrl-C ends the search early with what has been found. Raises ValueError if no seat is to act.
    """
    return searched(state, params, progress, course).result


@dataclass(frozen=True)
class Searched:
    """A search with its trees, which may be grown on."""

    result: SearchResult
    trees: list[Tree]
    seeds: list[int]                # of each tree's streams; numbers below its `simulations` are used up
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

    def affordable(self, ends: float) -> int:
        """How many simulations there is time for until the clock says `ends`, at the speed so far."""
        return max(1, int(self.result.simulations_per_second * (ends - self.course.now())))


def searched(state: State, params: SearchParams, progress: Progress | None = None,
             course: Course = ALONE) -> Searched:
    """As `search`, with the trees."""
    begin = course.now()
    deadline = None if params.seconds is None else begin + params.seconds
    settings, threads = params.settings(state), thread_count(params)
    settings |= {"kind": settings.pop("tree"), "limit": params.max_edges}
    trees = [Tree(state, **settings) for _ in range(threads)]
    mover = state.current_player()
    stopped = run_threads(trees, mover, params, deadline, progress, course)
    rows, moves = moves_of(trees, mover)
    result = summarise(rows, moves, mover, nodes=sum(t.node_count for t in trees), seconds=course.now() - begin,
                       seed=params.seed, threads=threads, stopped=stopped, solved=any(t.solved for t in trees),
                       full=any(t.full for t in trees))
    return Searched(result, trees, seeds_of(params.seed, threads), settings, course)


def run_threads(trees: list[Tree], mover: int, params: SearchParams, deadline: float | None, progress: Progress | None,
                course: Course) -> bool:
    """Grow each tree in a thread until the budget is spent. True: Ctrl-C or the course ended it before, when something
    had been found.
    """
    threads = len(trees)
    seeds, stop = seeds_of(params.seed, threads), Event()
    budgets: list[int | None] = [None] * threads
    if params.simulations is not None:
        budgets = list(shares(params.simulations, threads))
    early = bool(params.early_stop) and threads == 1
    work = [Growth(tree, budgets[i], deadline, seeds[i], stop, early, progress if i == 0 else None, course).go_on
            for i, tree in enumerate(trees)]

    def so_far() -> SoFar:
        rows, moves = moves_of(trees, mover)
        return SoFar(ranked(moves, params.seed), sum(row["visits"] for row in rows), sum(t.node_count for t in trees))

    try:
        if threads == 1:
            in_slices(course, None, work, so_far)
            return course.stopping
        with ThreadPoolExecutor(threads) as pool:
            try:
                in_slices(course, pool, work, so_far)
            except BaseException:           # Ctrl-C, or what a game written in Python raised
                stop.set()
                raise
    except KeyboardInterrupt:
        if not any(t.simulations for t in trees):
            raise
        return True
    return course.stopping


def moves_of(trees: list[Tree], mover: int) -> tuple[list[dict[str, Any]], list[MoveInfo]]:
    """What the trees found of the root's actions, added up; lines are those of the tree that knows an action best."""
    roots = [t.root() for t in trees]
    moves = []
    for row in (rows := merge(roots)):
        visits = [next((r["visits"] for r in root if r["action"] == row["action"]), 0) for root in roots]
        source = trees[visits.index(max(visits))]
        moves.append(move_info(row, mover, source.line(row["action"]) if row["visits"] else [row["action"]]))
    return rows, moves
