"""The search loop: trees are grown in chunks until the budget is spent."""
from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from time import perf_counter

import numpy as np

from core_ext.state import State
from core_ext.tree import Tree
from mcts.params import SearchParams
from mcts.result import SearchResult, merge, move_info, summarise

Progress = Callable[[int, float], None]     # simulations done by the first thread, seconds gone

FIRST_CHUNK = 8
CHUNK_SECONDS = 0.01            # a thread looks at the clock about this often


def grow(tree: Tree, worker: int, simulations: int | None, deadline: float | None, seed: int, stop: Event,
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
        done += tree.run(n, seed, done, worker)
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


@dataclass(frozen=True)
class Planted:
    """The trees of a search: one a thread, or one for all; and what of the game's settings their growers need."""

    trees: list[Tree]
    cut: bool                   # playouts do not go to the end of the game

    def advance(self, state: State, actions: list[int]) -> bool:
        """Make the position after these actions the root of every tree. False: they are to be given up."""
        return all(tree.advance(state, actions) for tree in self.trees)


def plant(state: State, params: SearchParams) -> Planted:
    """The trees to grow below this position. Raises ValueError if no seat is to act."""
    settings, threads = params.settings(state), thread_count(params)
    kind = settings.pop("tree")
    workers = threads if params.shared else 1
    trees = [Tree(state, kind=kind, workers=workers, limit=params.max_edges, **settings)
             for _ in range(1 if params.shared else threads)]
    return Planted(trees, cut=settings["cutoff"] > 0 or settings["playout"] == "none")


def search(state: State, params: SearchParams, progress: Progress | None = None,
           planted: Planted | None = None) -> SearchResult:
    """Rank the actions of the seat to act. With a budget in simulations the same state and params give the same result,
    unless threads share a tree.

    Ctrl-C ends the search early with what has been found. Trees planted in this very position, for the same params, are
    grown on. Raises ValueError if no seat is to act.
    """
    begin = perf_counter()
    deadline = None if params.seconds is None else begin + params.seconds
    threads = thread_count(params)
    planted = plant(state, params) if planted is None else planted
    stopped = run_threads(planted, threads, params, deadline, progress)
    return read(state, planted, params, threads, stopped, perf_counter() - begin)


def run_threads(planted: Planted, threads: int, params: SearchParams, deadline: float | None,
                progress: Progress | None) -> bool:
    """Grow the trees until the budget is spent. True: Ctrl-C came first, and something had been found."""
    trees, seeds = planted.trees, seeds_of(params.seed, threads)
    budgets: list[int | None] = [None] * threads
    if params.simulations is not None:
        budgets = list(shares(params.simulations, threads))
    early, stop = bool(params.early_stop) and threads == 1, Event()
    try:
        if threads == 1:
            grow(trees[0], 0, budgets[0], deadline, seeds[0], stop, early, progress)
            return False
        with ThreadPoolExecutor(threads) as pool:
            jobs = [pool.submit(grow, trees[i % len(trees)], i if params.shared else 0, budgets[i], deadline, seeds[i],
                                stop, early, progress if i == 0 else None)
                    for i in range(threads)]
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


def read(state: State, planted: Planted, params: SearchParams, threads: int, stopped: bool,
         seconds: float) -> SearchResult:
    """What the trees found, added up."""
    mover, trees = state.current_player(), planted.trees
    roots = [t.root() for t in trees]
    moves = []
    for row in (rows := merge(roots)):
        visits = [next((r["visits"] for r in root if r["action"] == row["action"]), 0) for root in roots]
        source = trees[visits.index(max(visits))]               # the line of the tree that knows it best
        moves.append(move_info(row, mover, source.line(row["action"]) if row["visits"] else [row["action"]]))
    return summarise(rows, moves, mover,
                     nodes=sum(t.node_count for t in trees), seconds=seconds, seed=params.seed, threads=threads,
                     stopped=stopped, solved=any(t.solved for t in trees), full=any(t.full for t in trees),
                     cut=planted.cut)
