"""Several threads in one tree. `make check-threads` runs these under ThreadSanitizer, which stops at a data race."""
from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import games
from core_ext.state import State
from core_ext.tree import Tree

THREADS = 4
UCT = {"policy": "uct", "fpu": float("-inf"), "playout": "uniform"}
CASES = [
    ("connect_four", "open", UCT), ("connect_four", "open", {}), ("connect_four", "keyed", {}),
    ("connect_four", "open", {"minimax": 0.3, "weights": [0.1] * 11}), ("connect_four", "open", {"playout": "mast"}),
    ("burgundy", "open", {"root": "halving", "common": True, "expand": 20}),
    ("leduc_poker", "keyed", {"root": "halving"}),
    ("burgundy", "open", {}), ("burgundy", "closed", {}), ("burgundy", "keyed", UCT), ("backgammon", "closed", {}),
    ("pig", "closed", UCT), ("leduc_poker", "keyed", {"doubt": 0.5}), ("leduc_poker", "open", {}),
]


def started(name: str) -> State:
    state = games.load(name).start(2)
    while state.is_chance():
        state.play(state.keyed_outcome(1))
    return state


def grown(state: State, kind: str, simulations: int, limit: int = 400_000, **settings: Any) -> Tree:
    """A tree of so many simulations by each of THREADS threads."""
    tree = Tree(state, kind=kind, workers=THREADS, limit=limit, **settings)
    with ThreadPoolExecutor(THREADS) as pool:
        done = pool.map(lambda worker: tree.run(simulations, worker + 1, 0, worker), range(THREADS))
        assert sum(done) == tree.simulations
    return tree


@pytest.mark.parametrize(("name", "kind", "settings"), CASES)
def test_no_simulation_is_lost_and_no_thread_disturbs_another(name, kind, settings):
    state = started(name)
    tree = grown(state, kind, 300, **settings)
    rows = tree.root()
    assert sum(row["count"] for row in rows) <= tree.simulations == 300 * THREADS
    if not settings.get("doubt"):
        assert sum(row["visits"] for row in rows) == tree.simulations
    for row in rows:
        assert 0 <= row["total"] <= row["visits"] + 1e-6
        assert row["total"] == pytest.approx(row["utilities"][state.current()], abs=1e-3)


def test_a_tree_that_is_full_goes_on_without_growing():
    tree = grown(started("connect_four"), "open", 3000, limit=6000)
    assert tree.full
    assert tree.edge_count <= 6000 + 8 * THREADS
    assert sum(row["visits"] for row in tree.root()) == 3000 * THREADS


def test_threads_agree_with_one():
    """A win in two: the middle of an open row of two."""
    game = games.load("connect_four")
    state = game.start()
    for move in "dcdcb":
        state.play(game.notation.parse_action(state, move))
    alone = Tree(state, kind="open")
    alone.run(4000, 1, 0)
    together = Tree(state, kind="open", workers=THREADS, limit=400_000)
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(lambda worker: together.run(1000, worker, 0, worker), range(THREADS)))
    best = [max(tree.root(), key=lambda row: row["visits"])["action"] for tree in (alone, together)]
    assert best[0] == best[1]
