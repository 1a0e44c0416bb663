"""What a search has solved is exactly what looking at everything says; it stops there, and plays for it."""
from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from mcts.params import SearchParams
from mcts.search import search
from tests.whole import amount, mostly_whole

from .test_tree import last_round, seat
from .trees import KINDS, Exact, after, by_action, connect_four, grown, random_positions, said
from .wheels import wheels

SOLVED = Path(__file__).parents[1] / "data" / "connect_four" / "solved.csv"


FAR: dict[str, Any] = {"policy": "uct", "exploration": 30.0, "playout": "uniform"}      # looks at everything


@pytest.mark.parametrize("policy", mostly_whole(("uct", "puct"), "uct".__eq__))
@pytest.mark.parametrize("kind", KINDS)
def test_tic_tac_toe_is_solved_as_by_minimax(kind, policy):
    exact = Exact()
    for number, state in enumerate(random_positions("tic_tac_toe", 40, range(3, 8))):
        values = exact.values(state)
        tree = grown(state, 20_000, seed=number, kind=kind, policy=policy, exploration=2.0)
        proven = {action: row["proven"] for action, row in by_action(tree).items() if row["proven"] is not None}
        assert proven == {action: values[action] for action in proven}
        assert tree.solved
        assert max(proven.values()) == max(values.values())
        assert max(values.values()) == 1 or proven == values      # one win is proof enough, else it takes all


@pytest.mark.parametrize("kind", mostly_whole(KINDS, KINDS[0].__eq__))
def test_the_whole_of_tic_tac_toe_is_a_draw(kind):
    result = search(said("tic_tac_toe"), SearchParams(simulations=200_000, tree=kind, **FAR))
    assert result.solved
    assert result.visits < 200_000
    assert {move.proven for move in result.moves} == {0.5}


def test_late_positions_of_connect_four_are_solved_as_by_the_exact_solver():
    rows = [row for row in csv.DictReader(SOLVED.read_text(encoding="ascii").splitlines()) if int(row["stones"]) >= 26]
    solved = 0
    rows = rows[::amount(3, few=12)]
    for row in rows:
        result = search(connect_four(row["moves"]), SearchParams(simulations=60_000, tree="open", policy="uct",
                                                                    exploration=3.0))
        for move in result.moves:
            assert move.proven in (None, (int(row["abcdefg"[move.action]]) + 1) / 2)
        if result.solved:
            solved += 1
            assert "abcdefg"[result.best] in row["best"]
            assert result.moves[0].proven == max(m.proven for m in result.moves if m.proven is not None)
    assert solved >= 0.75 * len(rows)


@pytest.mark.parametrize("kind", KINDS)
def test_a_solved_tree_grows_no_more(kind):
    tree = grown(said("tic_tac_toe", "a1, b2, c1, b1"), 50_000, kind=kind)
    assert tree.solved
    done, rows = tree.simulations, tree.root()
    assert done < 50_000
    assert tree.run(1000, 1, done) == 0
    assert (tree.simulations, tree.root()) == (done, rows)


def test_without_the_solver_nothing_is_proven_and_the_budget_is_spent():
    tree = grown(said("tic_tac_toe", "a1, b2, c1, b1"), 5000, kind="open", solve=False)
    assert not tree.solved
    assert tree.simulations == 5000
    assert {row["proven"] for row in tree.root()} == {None}


def test_a_proven_loss_is_not_chosen_while_anything_else_is_open():
    """In a handful of simulations a first move may be refuted before the others have been looked at."""
    for number, state in enumerate(random_positions("tic_tac_toe", 300, range(1, 5))):
        for policy, simulations in (("uct", 6), ("puct", 6), ("puct", 12), ("puct", 16)):
            found = search(state, SearchParams(simulations=simulations, seed=number, policy=policy))
            if any(move.proven is None for move in found.moves):
                assert found.moves[0].proven != 0, (state.to_bytes(), policy, simulations, found.moves)


def test_an_early_stop_waits_for_moves_that_are_not_refuted():
    """All but one reply to the threat lose, which is soon proven: their visits settle nothing."""
    for seed in range(10):
        for policy in ("uct", "puct"):
            found = search(said("tic_tac_toe", "a1, b2, b1"), SearchParams(simulations=400, seed=seed, policy=policy,
                                                                           early_stop=True))
            assert found.best == 2


def test_a_refuted_move_gets_no_more_visits():
    """Seat 0 threatens c1; all but that reply lose at once, and a few visits are enough to know."""
    tree = grown(said("tic_tac_toe", "a1, b2, b1"), 60, kind="open", policy="uct", playout="uniform")
    rows = by_action(tree)
    assert rows[2]["proven"] is None or rows[2]["proven"] > 0
    for action, row in rows.items():
        if action != 2:
            assert row["proven"] == 0.0
            assert row["visits"] < 12


def test_each_seat_of_three_is_proven_to_play_for_itself():
    """The last round of a game for three: seat 1 spares seat 0 only for points of its own."""
    state = last_round(seat(dice=(1,), points={"sales": 10}), seat(dice=(1, 3)),
                       seat({"d3": "ship"}, dice=(1, 3), points={"sales": 9}), depots={1: ["watchtower"]})
    exact = Exact()
    for kind in KINDS:
        tree = grown(state, 10_000, kind=kind, **FAR)
        assert tree.solved
        for action, row in by_action(tree).items():
            if row["proven"] is not None:
                assert row["proven"] == pytest.approx(exact(after(state, action))[0], abs=1e-6)


@pytest.mark.parametrize("kind", ("open", "keyed"))
def test_luck_that_is_not_in_the_tree_proves_nothing(kind):
    """A wheel that ends the game at once has shown one face of many."""
    tree = grown(wheels([3, 5]), 2000, kind=kind)
    assert not tree.solved
    assert {row["proven"] for row in tree.root()} == {None}


@pytest.mark.parametrize("kind", ("open", "keyed"))
def test_nothing_is_proven_where_something_is_hidden(kind):
    tree = grown(said("kuhn_poker", "deal K, deal Q, bet"), 2000, kind=kind)
    assert not tree.solved
    assert {row["proven"] for row in tree.root()} == {None}
