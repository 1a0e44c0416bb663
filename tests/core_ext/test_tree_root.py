"""How the root shares its simulations out: sequential halving, common luck; and when the tree goes on below an edge."""
from __future__ import annotations

from typing import Any

import pytest

from core_ext import leaf
from mcts.params import SearchParams
from mcts.search import search

from .trees import after, by_action, grown, random_positions, said, started, visits
from .wheels import wheels, worth

FIRST_VISITS = 8
HALVING: dict[str, Any] = {"root": "halving", "expand": 1_000_000, "solve": False}


def rounds(n: int) -> int:
    """Halvings until two are left, and one round for these."""
    return 1 if n <= 2 else 1 + rounds((n + 1) // 2)


def halved(values: dict[int, float], simulations: int, moves: int) -> dict[int, int]:
    """Visits of each action by sequential halving where every playout of it comes to the same."""
    assert len(values) == min(moves, max(2, simulations // (rounds(moves) * FIRST_VISITS)))
    seen = dict.fromkeys(values, 1)
    for done in range(len(values), simulations):
        left = len(values)
        for _ in range(rounds(left) * done // simulations):
            left = (left + 1) // 2 if left > 2 else left
        best = sorted(seen, key=lambda a: -values[a])[:left]
        seen[min(best, key=lambda a: seen[a])] += 1
    return seen


@pytest.mark.parametrize("simulations", (60, 200, 1001))
def test_halving_shares_the_simulations_out_by_halves(simulations):
    """Without playouts what a move comes to is its value; a position in which no two are alike, and enough of them."""
    for state in random_positions("backgammon", 200, range(20, 60)):
        weights = [0.1 * (-1) ** k * (1 + k) for k in range(len(state.features(0)))]
        values = {a: leaf.value(after(state, a), weights)[state.current_player()] for a in state.legal_actions()}
        if len({round(value, 4) for value in values.values()}) == len(values) == 7:
            break
    else:
        pytest.fail("no such position")
    tree = grown(state, 0, playout="none", weights=weights, **HALVING)
    tree.plan(simulations)
    tree.run(simulations, 1, 0)
    found = {row["action"]: row["visits"] for row in tree.root()}
    begun = [action for action in found if found[action]]
    expected = halved({a: values[a] for a in begun}, simulations, len(values))
    assert sum(found.values()) == simulations
    assert all(abs(found[action] - expected[action]) <= 2 for action in begun)


@pytest.mark.parametrize("simulations", (30, 100, 5_000))
def test_halving_begins_with_the_best_priors_as_many_as_the_plan_allows(simulations):
    state = started("burgundy")
    n = len(state.legal_actions())
    tree = grown(state, 0, **HALVING)
    tree.plan(simulations)
    tree.run(simulations, 1, 0)
    rows = sorted(tree.root(), key=lambda row: -row["prior"])
    begun = sum(row["visits"] > 0 for row in rows)
    assert begun == min(n, max(2, simulations // (rounds(n) * FIRST_VISITS)))
    assert min(row["prior"] for row in rows if row["visits"]) >= max((row["prior"] for row in rows[begun:]), default=0)


def test_a_search_tells_its_tree_what_it_plans():
    """The last round's two moves are those most visited, each as often as the other."""
    result = search(started("burgundy"), SearchParams(simulations=800, root="halving", seed=3))
    first, second, *rest = [move.visits for move in result.moves]
    assert first - second <= 1
    assert first >= 800 / 2 / 3
    assert all(n < second for n in rest[2:])


def test_halving_by_the_clock_plans_anew_as_it_goes():
    result = search(started("burgundy"), SearchParams(seconds=0.2, root="halving"))
    first, second, *rest = [move.visits for move in result.moves]
    assert first - second <= 0.5 * first
    assert not rest or min(rest) < second


def test_halving_spends_nothing_on_what_is_proven():
    """A move that wins at once is proven by its first visit, and the search is over."""
    state = said("tic_tac_toe", "a1, b2, b1, c3")
    tree = grown(state, 200, root="halving")
    assert tree.solved
    assert by_action(tree)[2]["proven"] == 1.0
    assert by_action(tree)[2]["visits"] == 1


@pytest.mark.parametrize("kind", ("open", "keyed"))
def test_common_luck_is_the_same_for_every_root_action(kind):
    """Three equal wheels turned equally often show the same faces; without common luck they do not."""
    state = wheels([30, 30, 30])
    for common in (True, False):
        tree = grown(state, 300, kind=kind, root="halving", solve=False, common=common)
        rows = tree.root()
        assert [row["visits"] for row in rows] == [100, 100, 100]
        assert (len({round(row["total"], 9) for row in rows}) == 1) == common


def test_common_luck_is_new_luck_in_every_simulation():
    """The mean of a wheel comes to what the wheel is worth."""
    row, = grown(wheels([30]), 4000, common=True, solve=False).root()
    assert row["total"] / 4000 == pytest.approx(worth(30), abs=0.02)


def test_chunks_do_not_change_a_search_with_common_luck():
    state = started("burgundy")
    trees = [grown(state, 200, chunks=chunks, common=True, root="halving") for chunks in ((200,), (1, 99, 100))]
    assert trees[0].root() == trees[1].root()


@pytest.mark.parametrize("expand", (1, 5, 40))
def test_the_tree_goes_on_below_an_edge_of_enough_visits(expand):
    state = started("connect_four")
    tree = grown(state, 200, expand=expand, playout="uniform", policy="uct", fpu=float("-inf"))
    for row in tree.root():
        assert (len(tree.line(row["action"])) > 1) == (row["visits"] > expand)
    assert visits(tree) == 200


def test_the_tree_goes_on_behind_luck_only_after_enough_visits():
    """Pig: after a hold the next seat chooses at once, after a roll the die comes first."""
    state = started("pig")
    behind = {beyond: grown(state, 400, beyond=beyond, solve=False) for beyond in (1, 60, 1_000_000)}
    nodes = [tree.node_count for tree in behind.values()]
    assert nodes == sorted(nodes, reverse=True)
    assert len(set(nodes)) == 3
    holds = behind[1_000_000]
    assert len(holds.line(1)) == holds.node_count      # a node for each hold, one after the other, and nothing else


def test_where_there_is_no_luck_nothing_is_beyond_it():
    trees = [grown(started("connect_four"), 300, beyond=beyond) for beyond in (1, 1_000_000)]
    assert trees[0].root() == trees[1].root()
    assert trees[0].node_count == trees[1].node_count
