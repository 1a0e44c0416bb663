"""A tree kept between moves: what lies below the moves made stays, what is not known is refused."""
from __future__ import annotations

import pytest

from mcts.play import Task, play

from .trees import KINDS, PLAIN, after, by_action, grown, pig, said, started, visits


def best(tree):
    return max(tree.root(), key=lambda row: row["visits"])["action"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", ("tic_tac_toe", "connect_four"))
def test_visits_below_the_moves_made_are_kept(game, kind):
    """The first simulation through a move ends there, with no visit below; other ways to a position add to it."""
    state = started(game)
    tree = grown(state, 3000, kind=kind, **PLAIN)
    action = best(tree)
    before = by_action(tree)[action]["visits"]
    after_move = after(state, action)
    assert tree.advance(after_move, [action])
    assert [row["action"] for row in tree.root()] == after_move.legal_actions()
    assert visits(tree) == before - 1
    answer = best(tree)
    kept = by_action(tree)[answer]["visits"]
    assert tree.advance(after(after_move, answer), [answer])
    assert visits(tree) == kept - 1 if kind != "keyed" else visits(tree) >= kept - 1


@pytest.mark.parametrize("kind", KINDS)
def test_two_moves_at_once_are_the_same_as_one_after_the_other(kind):
    state = started("connect_four")
    one, two = (grown(state, 3000, kind=kind, **PLAIN) for _ in range(2))
    first = best(one)
    middle = after(state, first)
    assert one.advance(middle, [first])
    second = best(one)
    assert one.advance(after(middle, second), [second])
    assert two.advance(after(middle, second), [first, second])
    assert one.root() == two.root()


@pytest.mark.parametrize("kind", KINDS)
def test_a_kept_tree_is_grown_on_and_counts_its_new_simulations(kind):
    state = started("connect_four")
    tree = grown(state, 2000, kind=kind, **PLAIN)
    action = best(tree)
    now = after(state, action)
    assert tree.advance(now, [action])
    kept = visits(tree)
    assert {row["count"] for row in tree.root()} == {0}
    assert tree.run(500, 9, 0) == 500
    assert visits(tree) == kept + 500
    rows = tree.root()
    assert sum(row["count"] for row in rows) == 500
    for row in rows:
        assert 0 <= row["wins"] <= row["count"]
        assert 0 <= row["utilities"][now.current_player()] <= row["count"]
        assert row["visits"] >= row["count"]


@pytest.mark.parametrize(("kind", "kept"), (("keyed", True), ("open", False)))
def test_luck_that_was_drawn_is_followed_where_the_tree_knows_it(kind, kept):
    state = pig([0, 0])
    tree = grown(state, 5000, kind=kind, **PLAIN)
    rolls = by_action(tree)[0]["visits"]
    assert tree.advance(after(state, 0, 4), [0, 4]) is kept
    if kept:
        assert visits(tree) == pytest.approx(rolls / 6, rel=0.2)


@pytest.mark.parametrize("kind", ("open",))
def test_a_continuation_that_the_tree_does_not_know_is_refused(kind):
    state = said("tic_tac_toe", "a1")
    for actions in ([0], [99], [4, 4], [-1]):
        tree = grown(state, 500, kind=kind, **PLAIN)
        assert not tree.advance(said("tic_tac_toe", "a1, b2"), actions)
    assert not grown(state, 3, kind=kind, **PLAIN).advance(said("tic_tac_toe", "a1, c3"), [8])     # hardly grown at all


@pytest.mark.parametrize("kind", KINDS)
def test_a_finished_game_and_a_chance_node_are_refused(kind):
    state = said("tic_tac_toe", "a1, a2, b1, b2")
    assert not grown(state, 200, kind=kind, **PLAIN).advance(after(state, 2), [2])
    assert not grown(pig([0, 0]), 200, kind=kind, **PLAIN).advance(after(pig([0, 0]), 0), [0])


def test_a_position_whose_worth_is_proven_is_given_up():
    """Nothing is grown below what is proven, so a new tree is needed."""
    state = said("tic_tac_toe", "a1, b2, b1")
    tree = grown(state, 2000, kind="open")
    losing = next(row["action"] for row in tree.root() if row["proven"] == 0.0)
    assert not tree.advance(after(state, losing), [losing])


def test_a_tree_that_holds_half_of_what_it_may_is_given_up():
    state = started("connect_four")
    held = grown(state, 2000, kind="open", **PLAIN).edge_count
    for limit, kept in ((2 * held, True), (2 * held - 2, False)):
        tree = grown(state, 2000, kind="open", limit=limit, **PLAIN)
        assert tree.edge_count == held
        assert tree.advance(after(state, 3), [3]) is kept


@pytest.mark.parametrize("act", ("check", "raise"))
def test_a_keyed_tree_over_hidden_cards_is_kept_whole(act):
    """Legal actions, priors that sum to 1, and advice that still does not depend on the other's card."""
    found = []
    for other in "JK":
        state, now = (said("leduc_poker", f"deal Q, deal {other}{acts}") for acts in ("", f", {act}, raise"))
        tree = grown(state, 4000, kind="keyed")
        assert tree.advance(now, [{"check": 1, "raise": 2}[act], 2])
        assert [row["action"] for row in tree.root()] == now.legal_actions()
        assert sum(row["prior"] for row in tree.root()) == pytest.approx(1)
        assert tree.run(500, 5, 0) == 500
        found.append(tree.root())
    assert found[0] == found[1]


def test_an_open_tree_over_hidden_cards_is_given_up():
    """Its nodes are of all cards together, and may hold what is not legal with those there are."""
    state = said("leduc_poker", "deal Q, deal J")
    assert not grown(state, 4000, kind="open").advance(after(state, 1, 2), [1, 2])


@pytest.mark.parametrize(("game", "kind"), [
    (game, kind) for game in ("tic_tac_toe", "connect_four", "pig", "leduc_poker") for kind in KINDS])
def test_an_agent_that_keeps_its_tree_plays_whole_games(game, kind):
    agent = f"mcts:150,reuse=yes,tree={kind}"
    options = {"goal": "25"} if game == "pig" else {}
    for block in range(3):
        task = Task(game, 2, options, seed=5, agents=(agent, agent), block=block)
        first, again = play(task), play(task)
        assert first.record == again.record
        assert sum(first.wins) == pytest.approx(1)
