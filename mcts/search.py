"""The search loop: trees are grown in chunks until the budget is spent."""
from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import perf_counter
from typing import Any

import numpy as np

from core_ext.state import State
from core_ext.tree import Tree
from mcts.params import SearchParams
from mcts.result import SearchResult, merge, move_info, summarise

Progress = Callable[[int, float], None]     # simulations done by the first tree, seconds gone

FIRST_CHUNK = 8
CHUNK_SECONDS = 0.01            # a tree looks at the clock about this often


def grow(tree: Tree, simulations: int | None, deadline: float | None, seed: int, stop: Event,
         progress: Progress | None) -> None:
    """Simulations in chunks of about CHUNK_SECONDS, so that clock and stop are kept; chunks do not change a tree."""
    chunk, done, begin = FIRST_CHUNK, 0, perf_counter()
    while not stop.is_set():
        now = perf_counter()
        if simulations is not None and done >= simulations or deadline is not None and now >= deadline and done:
            return
        n = chunk if simulations is None else min(chunk, simulations - done)
        tree.run(n, seed, done)
        done += n
        spent = perf_counter() - now
        chunk = max(1, min(2 * chunk, int(n * CHUNK_SECONDS / max(spent, 1e-7))))
        if progress is not None:
            progress(done, perf_counter() - begin)


def shares(total: int, parts: int) -> list[int]:
    """`total` in `parts` almost equal shares."""
    return [total // parts + (i < total % parts) for i in range(parts)]


def search(state: State, params: SearchParams, progress: Progress | None = None) -> SearchResult:
    """Rank the actions of the seat to act. With a budget in simulations the same state and params give the same result.

    Ctrl-C ends the search early with what has been found. Raises ValueError if no seat is to act.
    """
    begin = perf_counter()
    deadline = None if params.seconds is None else begin + params.seconds
    threads = params.threads if params.simulations is None else min(params.threads, params.simulations)
    seeds = [int(s.generate_state(1, np.uint64)[0]) for s in np.random.SeedSequence(params.seed).spawn(threads)]
    budgets: list[int | None] = [None] * threads
    if params.simulations is not None:
        budgets = list(shares(params.simulations, threads))
    trees = [Tree(state, params.exploration, params.fpu, params.heuristic, params.max_edges) for _ in seeds]
    stop = Event()
    try:
        if threads == 1:
            grow(trees[0], budgets[0], deadline, seeds[0], stop, progress)
        else:
            with ThreadPoolExecutor(threads) as pool:
                jobs = [pool.submit(grow, t, b, deadline, s, stop, progress if i == 0 else None)
                        for i, (t, b, s) in enumerate(zip(trees, budgets, seeds, strict=True))]
                try:
                    for job in jobs:
                        job.result()
                except KeyboardInterrupt:
                    stop.set()
                    raise
    except KeyboardInterrupt:
        if not any(t.simulations for t in trees):
            raise
    return read(state, trees, params, perf_counter() - begin)


def read(state: State, trees: list[Any], params: SearchParams, seconds: float) -> SearchResult:
    """What the trees found, added up."""
    mover = state.current()
    rows = merge([t.root() for t in trees])
    moves = []
    for row in rows:
        visits = [_visits(t, row["action"]) for t in trees]
        source = trees[visits.index(max(visits))]               # the line of the tree that knows it best
        moves.append(move_info(row, mover, source.line(row["action"]) if row["visits"] else [row["action"]]))
    return summarise(rows, moves, mover, nodes=sum(t.node_count for t in trees), seconds=seconds, seed=params.seed,
                     threads=len(trees))


def _visits(tree: Any, action: int) -> int:
    return next((r["visits"] for r in tree.root() if r["action"] == action), 0)
