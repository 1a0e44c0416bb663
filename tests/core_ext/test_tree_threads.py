"""One tree for several threads: no visit and no result is lost, what is proven is right, and what is best is found.

Where the right answer is known the position has a single one, since threads meet in another order every time.
"""
from __future__ import annotations

import threading
from collections.abc import Callable
from time import perf_counter
from typing import Any

import pytest

from core_ext.tree import Tree
from tests.core_ext.trees import ALL_KINDS, PLAIN, Exact, by_action, pig, random_positions, started, visits

THREADS = 6
LONG = 1e6                  # seconds: no clock ends these


def side_by_side(work: Callable[[int], Any], count: int = THREADS) -> list[Any]:
    """What `work` returns or raises in each of so many threads, which begin at the same moment."""
    found: list[Any] = [None] * count
    ready = threading.Barrier(count)

    def run(number: int) -> None:
        ready.wait()
        try:
            found[number] = work(number)
        except Exception as error:
            found[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return found


def shared(state: Any, simulations: int, **more: Any) -> Tree:
    """A tree of so many simulations, or fewer if it is solved, made by several threads."""
    tree = Tree(state, threads=THREADS, **more)
    tree.share(1, 1, LONG)
    side_by_side(lambda number: tree.share(simulations, 1, LONG, number))
    return tree


@pytest.mark.parametrize("kind", ALL_KINDS)
@pytest.mark.parametrize(("game", "seats"), (("burgundy", 2), ("leduc_poker", 2), ("catan_cards", 3), ("pig", 4),
                                             ("backgammon", 2)))
def test_every_visit_has_its_result(game, seats, kind):
    tree = shared(started(game, seats), 3000, kind=kind)
    rows = tree.root()
    assert tree.simulations == tree.handed_out == visits(tree) == 3000
    assert sum(row["count"] for row in rows) == 3000
    assert tree.unheard == 0
    for row in rows:
        mover = started(game, seats).current_player()
        assert row["total"] == pytest.approx(row["utilities"][mover], rel=1e-5)     # of all threads, added up


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_plain_uct_tries_every_action_once_before_any_twice(kind):
    state = started("burgundy")
    count = len(state.legal_actions())
    tree = shared(state, count, kind=kind, **PLAIN)
    assert [row["visits"] for row in tree.root()] == [1] * count


def test_the_numbers_of_simulations_are_handed_out_once():
    tree = Tree(started("burgundy"), threads=THREADS)
    made = side_by_side(lambda number: tree.share(5000, 1, LONG, number))
    assert sum(made) == tree.simulations == tree.handed_out == 5000
    assert tree.share(5000, 1, LONG) == 0
    assert tree.share(5001, 1, LONG, THREADS - 1) == 1


def test_one_thread_grows_the_same_tree_by_share_as_by_run():
    one, other = Tree(started("burgundy")), Tree(started("burgundy"))
    one.run(1000, 7, 0)
    while other.share(1000, 7, 0.0):
        pass
    assert one.root() == other.root()
    assert one.edge_count == other.edge_count


@pytest.mark.parametrize("kind", ALL_KINDS)
@pytest.mark.parametrize("game", ("burgundy", "backgammon", "pig"))
def test_a_thread_alone_in_a_shared_tree_grows_that_of_one_thread(game, kind):
    """As long as every visit is counted at once, which it is of few."""
    one, other = Tree(started(game), kind=kind), Tree(started(game), kind=kind, threads=THREADS)
    one.run(120, 7, 0)
    other.share(120, 7, LONG, THREADS - 1)
    assert other.root() == one.root()
    assert other.node_count == one.node_count


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_edges_of_many_visits_have_them_all_when_a_thread_is_back(kind):
    tree, made = Tree(started("pig"), kind=kind, threads=THREADS), 0
    for walker in range(THREADS):
        made += tree.share(made + 1500, 7, LONG, walker)
        assert visits(tree) == made == 1500 * (walker + 1)
        assert sum(row["total"] for row in tree.root()) == pytest.approx(
            sum(row["utilities"][started("pig").current_player()] for row in tree.root()), rel=1e-5)


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_arrays_grow_while_threads_use_them(kind):
    tree = shared(started("burgundy"), 12_000, kind=kind, playout="uniform", cutoff=0)
    assert tree.node_count > 4096
    assert tree.unheard == 0
    assert visits(tree) == 12_000


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_a_tree_keeps_to_its_limit_and_goes_on(kind):
    tree = shared(started("burgundy"), 10_000, kind=kind, limit=5000, playout="uniform")
    assert tree.full
    assert tree.edge_count <= 5000
    assert visits(tree) == 10_000
    assert tree.unheard == 0


def test_solved_positions_are_solved_right():
    exact = Exact()
    for state in random_positions("tic_tac_toe", 40, range(4, 7)):
        tree = shared(state, 20_000)
        tree.share(40_000, 1, LONG)     # a thread that lost the processor may have held a node while the others went on
        values = exact.values(state)
        assert tree.solved
        rows = by_action(tree)
        assert max(row["proven"] for row in rows.values() if row["proven"] is not None) == max(values.values())
        for action, row in rows.items():
            assert row["proven"] in (None, values[action])


@pytest.mark.parametrize("kind", ("open", "keyed"))
def test_the_better_of_two_actions_is_found(kind):
    state = pig([90, 90], pot=12)           # holding wins at once
    tree = shared(state, 3000, kind=kind)
    rows = tree.root()
    best = max(rows, key=lambda row: row["visits"] if row["proven"] is None else 1e9 * row["proven"])
    assert best["proven"] == 1 or best["total"] / best["visits"] > 0.99


def test_plans_of_several_threads_are_counted_apart():
    state = started("burgundy")
    plans = [[action] for action in state.legal_actions()][:THREADS]
    tree = shared(state, 1000)
    rows = side_by_side(lambda number: tree.run_plan(plans[number % len(plans)], 500, number, 1000, number))
    assert [row["count"] for row in rows] == [500] * THREADS
    assert visits(tree) == tree.simulations == 1000 + 500 * THREADS
    assert tree.unheard == 0


def test_threads_come_back_when_they_are_told_to():
    tree = Tree(started("burgundy"), threads=THREADS)
    begin = perf_counter()
    timer = threading.Timer(0.1, tree.halt)
    timer.start()
    side_by_side(lambda number: tree.share(10**12, 1, LONG, number))
    assert 0.1 <= perf_counter() - begin < 10
    assert tree.halted
    assert tree.share(10**12, 1, LONG) == 0
    assert tree.unheard == 0


def test_threads_keep_to_their_seconds():
    tree = Tree(started("burgundy"), threads=2)
    begin = perf_counter()
    made = side_by_side(lambda number: tree.share(10**12, 1, 0.1, number), 2)
    assert 0.1 <= perf_counter() - begin < 5
    assert all(made)
