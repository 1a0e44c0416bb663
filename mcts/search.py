"""The search loop: trees are grown in chunks until the budget is spent."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from time import perf_counter
from typing import Any

import numpy as np

from core_ext.state import State
from core_ext.tree import Tree
from mcts.params import SearchParams
from mcts.result import MoveInfo, SearchResult, merge, move_info, summarise

Reply = tuple[int, int, float, float, float | None]     # action, visits, total, prior, proven (core_ext/tree.pyx)
Progress = Callable[[int, float], None]     # simulations done by the first thread, seconds gone

FIRST_CHUNK = 8
CHUNK_SECONDS = 0.01            # a thread looks at the clock about this often


def grow(tree: Tree, simulations: int | None, deadline: float | None, seed: int, stop: Event,
         early: bool, progress: Progress | None) -> None:
    """Simulations in chunks of about CHUNK_SECONDS, so that clock and stop are kept; chunks do not change a tree."""
    chunk, done, begin = FIRST_CHUNK, 0, perf_counter()
    while not stop.is_set() and not tree.solved:
        now = perf_counter()
        if simulations is not None and done >= simulations or deadline is not None and now >= deadline and done:
            return
        n = chunk if simulations is None else min(chunk, simulations - done)
        if early:
            n = min(n, soonest(tree, left(simulations, done, begin, deadline)))
        done += tree.run(n, seed, done)
        spent = perf_counter() - now
        chunk = max(1, min(2 * chunk, int(n * CHUNK_SECONDS / max(spent, 1e-7))))
        if deadline is not None:                            # the last chunk ends with the time
            chunk = max(1, min(chunk, int((deadline - now - spent) * n / max(spent, 1e-7))))
        if progress is not None:
            progress(done, perf_counter() - begin)
        if early and tree.lead() > left(simulations, done, begin, deadline):
            return


def left(simulations: int | None, done: int, begin: float, deadline: float | None) -> float:
    """How many simulations the budget still holds, at the rate so far."""
    by_count = float("inf") if simulations is None else float(simulations - done)
    if deadline is None:
        return by_count
    now = perf_counter()
    return min(by_count, max(0.0, deadline - now) * done / max(now - begin, 1e-7))


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


def search(state: State, params: SearchParams, progress: Progress | None = None) -> SearchResult:
    """Rank the actions of the seat to act. With a budget in simulations the same state and params give the same result.

    Ctrl-C ends the search early with what has been found. Raises ValueError if no seat is to act.
    """
    return searched(state, params, progress).result


@dataclass(frozen=True)
class Searched:
    """A search with its trees, which may be grown on."""

    result: SearchResult
    trees: list[Tree]
    seeds: list[int]                # of each tree's streams; numbers below its `simulations` are used up
    settings: dict[str, Any]        # the trees are `Tree(state, **settings)`

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
        return max(1, int(self.result.simulations_per_second * (ends - perf_counter())))


def searched(state: State, params: SearchParams, progress: Progress | None = None) -> Searched:
    """As `search`, with the trees."""
    begin = perf_counter()
    deadline = None if params.seconds is None else begin + params.seconds
    settings, threads = params.settings(state), thread_count(params)
    settings |= {"kind": settings.pop("tree"), "limit": params.max_edges}
    trees = [Tree(state, **settings) for _ in range(threads)]
    stopped = run_threads(trees, params, deadline, progress)
    mover = state.current_player()
    rows, moves = moves_of(trees, mover)
    result = summarise(rows, moves, mover, nodes=sum(t.node_count for t in trees), seconds=perf_counter() - begin,
                       seed=params.seed, threads=threads, stopped=stopped, solved=any(t.solved for t in trees),
                       full=any(t.full for t in trees))
    return Searched(result, trees, seeds_of(params.seed, threads), settings)


def run_threads(trees: list[Tree], params: SearchParams, deadline: float | None, progress: Progress | None) -> bool:
    """Grow each tree in a thread until the budget is spent. True: Ctrl-C came first, and something had been found."""
    threads = len(trees)
    seeds, stop = seeds_of(params.seed, threads), Event()
    budgets: list[int | None] = [None] * threads
    if params.simulations is not None:
        budgets = list(shares(params.simulations, threads))
    try:
        if threads == 1:
            grow(trees[0], budgets[0], deadline, seeds[0], stop, bool(params.early_stop), progress)
            return False
        with ThreadPoolExecutor(threads) as pool:
            jobs = [pool.submit(grow, tree, budgets[i], deadline, seeds[i], stop, False, progress if i == 0 else None)
                    for i, tree in enumerate(trees)]
            try:
                for job in jobs:
                    job.result()
            except BaseException:           # Ctrl-C, or what a game written in Python raised
                stop.set()
                raise
    except KeyboardInterrupt:
        if not any(t.simulations for t in trees):
            raise
        return True
    return False


def moves_of(trees: list[Tree], mover: int) -> tuple[list[dict[str, Any]], list[MoveInfo]]:
    """What the trees found of the root's actions, added up; lines are those of the tree that knows an action best."""
    roots = [t.root() for t in trees]
    moves = []
    for row in (rows := merge(roots)):
        visits = [next((r["visits"] for r in root if r["action"] == row["action"]), 0) for root in roots]
        source = trees[visits.index(max(visits))]
        moves.append(move_info(row, mover, source.line(row["action"]) if row["visits"] else [row["action"]]))
    return rows, moves
