"""Pieces of work in one version of the program, each in a process of its own that says what it did before it ends.

Started with that version's tree as PYTHONPATH, so it asks for nothing that either version lacks. Every child is a copy
of this process after it has loaded the game and done the work once; what its work costs is what it adds.
"""
import json
import os
import sys

from core_ext.playout import playouts
from games.positions import draw_on
from games.registry import load
from mcts.params import SearchParams
from mcts.search import search

HEURISTIC = {"cutoff": 0, "playout": "heuristic"}     # of a search whose playouts all go to the end
SEED = 1


def work(state, kind, count):
    """Do `count` pieces of work of this kind."""
    if kind == "random playouts":
        playouts(state, count, SEED, heuristic=False)
    elif kind == "heuristic playouts":
        playouts(state, count, SEED, heuristic=True)
    else:
        own = HEURISTIC if kind == "simulations, playouts to the end" else {}
        search(state, SearchParams(simulations=count, seed=SEED, threads=1, **own))


def answer():
    """One line of JSON a child: its process, the kind of work and how many pieces it did."""
    game, kinds = sys.argv[1], json.loads(sys.argv[2])
    state = load(game).start(None, {})
    draw_on(state, SEED)
    for kind in kinds:
        work(state, kind, 2)
    for kind, count in [("nothing", 0), *kinds.items()]:
        child = os.fork()
        if child == 0:
            if count:
                work(state, kind, count)
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            sys.exit(f"{kind}: the process did not end well")
        print(json.dumps({"process": child, "kind": kind, "count": count}), flush=True)


if __name__ == "__main__":
    answer()
