"""Four faults of the tree search in a well-known engine for Catan, each as a test that fails where the fault is.

There every node was searched for the good of the seat that had asked, the move was chosen by the bound that guides
exploration, a leaf that ended the game was scored by the position at the root, and only the searcher's wins were
counted, the others' being "the rest". All of this takes three seats or more to be seen in full.
"""
from __future__ import annotations

from math import log, sqrt

import pytest

from core_ext.playout import playouts
from core_ext.tree import Tree
from mcts.params import SearchParams
from mcts.search import search
from tests.core_ext.test_tree import last_round, seat
from tests.core_ext.trees import KINDS, Exact, after, by_action, grown, pig, said, started, utility
from tests.whole import mostly_whole

ROLL, HOLD = 0, 1
BET = 1
UCT = {"policy": "uct", "playout": "uniform"}
SETTINGS = ({**UCT, "solve": False}, UCT, {})


# ---- every node maximises its own mover's utility, not the searcher's ----------------------------------------------


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("kind", KINDS)
def test_other_seats_maximise_their_own_utility(kind, settings):
    """Seat 1 wins with five rolls of six, and never hands the turn back, as it would for the searcher's sake.

    Seat 0 may hold and hope, or roll at once for the two points it needs.
    """
    tree = grown(pig([90, 99, 0], pot=8), 6000, kind=kind, **settings)
    rows = by_action(tree)
    assert utility(rows[HOLD], 0) < 0.4
    assert utility(rows[HOLD], 1) > 0.5
    assert rows[ROLL]["visits"] > rows[HOLD]["visits"]
    assert utility(rows[ROLL], 0) > 0.75


@pytest.mark.parametrize("kind", KINDS)
def test_a_third_seat_plays_neither_for_the_searcher_nor_against_it(kind):
    """Seat 2 holds what wins it the game, also where it could let seat 0 or seat 1 come first."""
    tree = grown(pig([70, 98, 90], pot=20, turn=0), 6000, kind=kind, **UCT)
    hold = by_action(tree)[HOLD]
    assert utility(hold, 1) > 0.6 > 0.3 > utility(hold, 2)
    last = grown(pig([70, 98, 90], pot=9, turn=2), 3000, kind=kind, **UCT)
    assert by_action(last)[ROLL]["visits"] > by_action(last)[HOLD]["visits"]


def test_seats_behind_hidden_cards_maximise_their_own_utility():
    """The lowest of four cards bets: whoever holds the highest calls, and would fold for the searcher's sake."""
    state = said("kuhn_poker", "deal T, deal J, deal Q", seats=3)
    bet = by_action(grown(state, 20_000, kind="keyed", **UCT))[BET]
    all_fold = (2 + 2) / 6                          # two chips won, where two can be lost
    assert utility(bet, 0) < 0.6 * all_fold
    assert utility(bet, 1) > 0.33
    assert utility(bet, 2) > 0.33


def test_the_line_of_play_is_each_movers_own_best():
    """After seat 0's move seat 1 takes what is best for itself, be that good or bad for seat 0."""
    state = last_round(seat(dice=(1,), points={"sales": 10}), seat(dice=(1, 3)),
                       seat({"d3": "ship"}, dice=(1, 3), points={"sales": 9}), depots={1: ["watchtower"]})
    _, workers = state.legal_actions()
    exact = Exact()
    for settings in ({**UCT, "solve": False}, {"solve": False}):      # what is proven has no line
        tree = grown(state, 3000, **settings)
        reply = tree.line(workers)[1]
        found = after(state, workers)
        assert found.current_player() == 1
        worths = {action: exact(after(found, action))[1] for action in found.legal_actions()}
        assert worths[reply] == pytest.approx(max(worths.values()))
        assert max(worths.values()) - min(worths.values()) > 0.01


# ---- the final move is by visits, not by the exploring bound -------------------------------------------------------


@pytest.mark.parametrize("policy", ("uct", "puct"))
@pytest.mark.parametrize(("game", "seats"), (("burgundy", 3), ("connect_four", 2), ("backgammon", 2)))
def test_the_final_move_is_the_most_visited_not_the_one_to_explore_next(game, seats, policy):
    state, c, elsewhere = started(game, seats), 1.5, 0
    for seed in range(30):
        found = search(state, SearchParams(simulations=150 + seed, seed=seed, policy=policy, exploration=c,
                                           solve=False))
        n = found.visits
        explore = {m.action: 10.0 if not m.visits else c * sqrt(log(n) / m.visits) if policy == "uct"
                   else c * m.prior * sqrt(n) / (1 + m.visits) for m in found.moves}
        bound = {m.action: m.utility + explore[m.action] for m in found.moves}
        most = max(m.visits for m in found.moves)
        chosen = next(m for m in found.moves if m.action == found.best)
        assert chosen.visits == most
        assert chosen.utility == max(m.utility for m in found.moves if m.visits == most)
        elsewhere += max(bound, key=bound.__getitem__) != found.best
    assert elsewhere >= 5                           # else the bound would have chosen the same moves


# ---- a terminal leaf is scored by its own result, not the root's ---------------------------------------------------


@pytest.mark.parametrize("solve", (False, True))
@pytest.mark.parametrize("kind", KINDS)
def test_a_finished_game_is_scored_by_its_own_result(kind, solve):
    """The last action of a game for three: each ends it with other points, and none as the points stand before."""
    duchy = {"a1": "pig 2", "b1": "pig 3", "b2": "sheep 2", "c1": "cow 2"}
    state = last_round(seat(points={"sales": 20}), seat(points={"sales": 6}),
                       seat(duchy, storage=["bank", "pig 4", "ship"], dice=(4,), workers=3), turn=2,
                       depots={d: ["mine", "ship"] for d in range(1, 7)})
    tree = grown(state, 600, kind=kind, playout="uniform", policy="uct", exploration=5.0, solve=solve)
    ends = {action: after(state, action) for action in state.legal_actions() if after(state, action).is_terminal()}
    assert len({tuple(end.returns()) for end in ends.values()}) > 2
    for action, end in ends.items():
        row = by_action(tree)[action]
        assert row["count"] > 0
        assert [s / row["count"] for s in row["scores"]] == pytest.approx(end.scores())
        assert [u / row["count"] for u in row["utilities"]] == pytest.approx(end.returns(), abs=1e-6)
        assert row["wins"] / row["count"] == pytest.approx(end.win_shares()[2])
        assert row["proven"] == (pytest.approx(end.returns()[2], abs=1e-6) if solve else None)


@pytest.mark.parametrize("kind", KINDS)
def test_a_win_is_a_win_though_nothing_is_won_at_the_root(kind):
    """Holding ends the game in favour of seat 1 of three, who was last before."""
    state = pig([90, 80, 85], pot=18, turn=1)
    tree = grown(state, 4000, kind=kind, **{**UCT, "solve": False})
    roll = by_action(tree)[ROLL]
    state = after(state, ROLL, 6)                   # a pot of 24: nothing is left but to hold
    won = by_action(grown(state, 50, kind=kind, **{**UCT, "solve": False}))[HOLD]
    assert won["utilities"] == [0, 50, 0]
    assert won["wins"] == won["count"] == 50
    assert utility(roll, 1) > 0.7


# ---- each seat's wins are kept, none is "the rest" -----------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("leader", mostly_whole((1, 2), (2).__eq__))
def test_each_seats_wins_are_kept(leader, kind):
    """Of two other seats one is about to win and one has nothing: they do not share what seat 0 leaves."""
    banked = [40, 0, 0]
    banked[leader] = 97
    row = by_action(grown(pig(banked, pot=2), 5000, kind=kind, **UCT))[HOLD]
    other = 3 - leader
    assert utility(row, leader) > 0.7
    assert utility(row, other) < 0.15
    assert sum(row["utilities"]) == pytest.approx(row["count"], rel=1e-4)


@pytest.mark.parametrize(("game", "seats"),
                         (("pig", 3), ("pig", 5), ("burgundy", 4), ("kuhn_poker", 3), ("kuhn_poker", 4)))
def test_utilities_of_all_seats_are_those_of_playouts(game, seats):
    """With no room for a tree each action's utilities are the mean over random games after it, seat by seat."""
    state = started(game, seats)
    tree = Tree(state, limit=len(state.legal_actions()), **{**UCT, "solve": False, "exploration": 100.0})
    tree.run(6000, 1, 0)
    hidden = 200
    for action in state.legal_actions()[:3]:
        row = by_action(tree)[action]
        means = [0.0] * seats
        for world in range(hidden):
            dealt = state.copy()
            dealt.resample(state.current_player(), world)
            found = playouts(after(dealt, action), 20, world, heuristic=False)["utilities"]
            means = [mean + float(u) / hidden for mean, u in zip(means, found.mean(axis=0))]
        error = sqrt(0.25 / row["count"] + 0.25 / (20 * hidden) + (0.25 / hidden if state.hides else 0))
        for who in range(seats):
            assert utility(row, who) == pytest.approx(means[who], abs=5 * error)
