"""Threads that grow one tree: nothing is lost, the answer is the same where it is clear, and memory has a limit.

`make check-threads` runs these under ThreadSanitizer, which stops at a data race.
"""
from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from core_ext.tree import Tree
from mcts.params import SearchParams
from mcts.search import search

from .trees import ALL_KINDS, KINDS, by_action, connect_four, grown, said, started, visits

UCT = {"policy": "uct", "fpu": float("-inf"), "playout": "uniform"}
CASES: list[tuple[str, str, dict[str, Any]]] = [
    ("connect_four", "open", UCT), ("pig", "keyed", UCT),
    ("burgundy", "keyed", UCT), ("backgammon", "open", {}),
] + [(game, kind, {}) for game in ("connect_four", "pig", "burgundy", "leduc_poker") for kind in ALL_KINDS]


def shared(state, simulations, threads, **settings):
    """A tree grown by threads at once, each with a worker and a seed of its own."""
    tree = Tree(state, workers=threads, limit=settings.pop("limit", 2_000_000), **settings)
    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(tree.run, simulations // threads, seed, 0, seed) for seed in range(threads)]
        assert sum(job.result() for job in jobs) == simulations or tree.solved
    return tree


@pytest.mark.parametrize(("game", "kind", "settings"), CASES)
@pytest.mark.parametrize("threads", (2, 4))
def test_visits_are_the_simulations_of_all_threads(game, kind, settings, threads):
    """Two threads may meet before the root has edges; then one may judge the root itself, no action."""
    state = started(game)
    tree = shared(state, 2400, threads, kind=kind, **settings)
    assert tree.shared
    assert tree.simulations == 2400
    rows = tree.root()
    assert [row["action"] for row in rows] == state.legal_actions()
    assert 2400 - threads < visits(tree) <= 2400
    assert sum(row["count"] for row in rows) == visits(tree)
    for row in rows:
        assert 0 <= row["total"] <= row["visits"] + 1e-6
        assert row["total"] == pytest.approx(row["utilities"][state.current_player()], abs=1e-3)


@pytest.mark.parametrize("threads", (2, 3, 4))
def test_a_clear_move_is_found_by_any_number_of_threads(threads):
    """A row of three is stopped; a win at hand is taken; and so is the one win in two, the gap between c1 and e1."""
    for moves, column in (("adbdfd", 3), ("dadbdc", 3), ("ccee", 3)):
        state = connect_four(moves)
        for kind in KINDS:
            alone = search(state, SearchParams(simulations=6000, tree=kind, solve=False))
            together = search(state, SearchParams(simulations=6000, threads=threads, shared=True, tree=kind,
                                                  solve=False, max_edges=1_000_000))
            assert alone.best == together.best == column


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_what_threads_prove_together_is_right(kind):
    """Many short searches: an edge must be met by one thread just when another proves it."""
    for _ in range(400):
        tree = Tree(said("tic_tac_toe", "a1, b2, b1"), workers=3, limit=100_000, kind=kind)
        with ThreadPoolExecutor(3) as pool:
            for job in [pool.submit(tree.run, 3000, worker, 0, worker) for worker in range(3)]:
                job.result()
        for action, row in by_action(tree).items():
            assert row["proven"] in ((None, 0.5) if action == 2 else (None, 0.0))


@pytest.mark.parametrize("kind", ALL_KINDS)
@pytest.mark.parametrize("threads", (1, 3))
def test_a_full_tree_grows_no_more_and_goes_on(kind, threads):
    """With one thread the limit is never passed; the counter of a shared tree may be, its memory is what there is."""
    state, limit = started("burgundy", 4), 20_000
    if threads == 1:
        tree = grown(state, 3000, kind=kind, limit=limit, playout="uniform")
        assert tree.edge_count <= limit
        edges = tree.edge_count
        tree.run(500, 7, 0)
        assert tree.edge_count - edges < 1024
        assert tree.edge_count <= limit
    else:
        tree = shared(state, 3000, threads, kind=kind, limit=limit, playout="uniform")
    assert tree.full
    assert visits(tree) in range(tree.simulations - threads, tree.simulations + 1)


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_a_shared_tree_grows_while_threads_are_at_it(kind):
    """Its first blocks hold 1,024 nodes and 8,192 edges; all it becomes is kept when they move."""
    tree = shared(started("burgundy"), 9000, 3, kind=kind, playout="uniform")
    assert tree.node_count > 2 * 1024
    assert tree.edge_count > 2 * 8192
    assert not tree.full
    assert visits(tree) in range(9000 - 3, 9001)


@pytest.mark.parametrize("threads", (1, 2))
def test_a_search_says_that_it_met_its_limit(threads):
    state = started("burgundy")
    params = {"simulations": 2000, "playout": "uniform", "threads": threads, "shared": threads > 1}
    assert search(state, SearchParams(max_edges=10_000, **params)).full
    assert not search(state, SearchParams(max_edges=2_000_000, **params)).full
    assert search(state, SearchParams(max_edges=10_000, **params)).visits >= 2000 - threads


def test_threads_with_a_tree_each_are_reproducible():
    state = started("pig")
    first, again = (search(state, SearchParams(simulations=3000, threads=3, seed=4)) for _ in range(2))
    assert first.moves == again.moves
    assert first.visits == 3000
