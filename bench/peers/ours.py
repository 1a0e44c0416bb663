"""Our side of a measurement: the search and the playouts, called as anybody calls them from Python."""
from __future__ import annotations

import random
from math import inf
from time import perf_counter
from typing import Any

from core_ext.playout import playouts
from core_ext.state import State
from mcts.agents import interrupts_noted
from mcts.params import SearchParams
from mcts.search import search

# what a game may have settings of its own for, switched off
NO_EXTRAS: dict[str, Any] = {"fpu": -inf, "cutoff": 0}


def plain_params(state: State, simulations: int, exploration: float, seed: int) -> SearchParams:
    """The search that the peers make too: one thread, UCT, one uniformly random playout a simulation, no solver.

    As with them a node is an information set of the seat to act, which in open games is a position; but luck has no
    nodes of its own.
    """
    return SearchParams(simulations=simulations, seed=seed, tree="keyed", policy="uct", exploration=exploration,
                        playout="uniform", solve=False, **NO_EXTRAS)


def seconds(work: str, state: State, count: int, exploration: float, seed: int) -> float:
    """Seconds of one search of `count` simulations, or of as many uniformly random playouts.

    The clock runs from the call to its result: growing the tree and freeing it are in it. Raises KeyboardInterrupt
    after Ctrl-C, with which a search would hand over what it has.
    """
    params = plain_params(state, count, exploration, seed)
    with interrupts_noted() as noted:
        begin = perf_counter()
        if work == "search":
            search(state, params)
        else:
            playouts(state, count, seed, heuristic=False)
        took = perf_counter() - begin
    if noted:
        raise KeyboardInterrupt
    return took


def choose(state: State, simulations: int, exploration: float, seed: int, sampled: bool = False) -> int:
    """The action most visited, or with `sampled` one drawn in proportion to visits. Raises KeyboardInterrupt."""
    with interrupts_noted() as noted:
        found = search(state, plain_params(state, simulations, exploration, seed))
    if noted:
        raise KeyboardInterrupt
    if not sampled:
        return found.best
    return random.Random(seed).choices([m.action for m in found.moves], [m.visits for m in found.moves])[0]
