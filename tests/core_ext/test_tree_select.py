"""Which edge a simulation follows, and what a leaf is worth: each setting does what its formula says."""
from __future__ import annotations

import pytest

from core_ext import leaf
from core_ext.tree import Tree

from .trees import KINDS, after, grown, said, started
from .wheels import wheels

NEVER = float("-inf")


def counts(tree):
    return [row["visits"] for row in tree.root()]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("policy", ("uct", "puct"))
def test_without_first_play_urgency_each_action_is_tried_before_one_is_tried_again(kind, policy):
    state = started("burgundy")
    n = len(state.legal_actions())
    for simulations in range(1, n + 1):
        tree = grown(state, simulations, kind=kind, policy=policy, fpu=NEVER, exploration=0.0)
        assert sorted(counts(tree), reverse=True)[:simulations] == [1] * simulations
    assert max(counts(grown(state, n + 1, kind=kind, policy=policy, fpu=NEVER))) == 2


def test_first_play_urgency_keeps_to_what_is_known_or_leaves_it():
    """With no exploring term an action without visits counts as the mean less the urgency, whatever the mean is."""
    state = started("connect_four")
    stay = grown(state, 500, policy="puct", exploration=0.0, fpu=1.0, kind="open", solve=False)
    assert sum(n > 0 for n in counts(stay)) == 1
    leave = grown(state, 500, policy="puct", exploration=0.0, fpu=-1.1, kind="open", solve=False)
    assert all(counts(leave))


def test_the_best_prior_is_tried_first():
    state = started("burgundy")
    weights = dict(zip(state.legal_actions(), state.action_weights()))
    for policy in ("uct", "puct"):
        tree = grown(state, 1, policy=policy, fpu=0.1)
        tried, = (row["action"] for row in tree.root() if row["visits"])
        assert weights[tried] == max(weights.values())


def test_more_exploration_spreads_the_visits():
    state = started("connect_four")
    for policy in ("uct", "puct"):
        top = [max(counts(grown(state, 2000, kind="open", policy=policy, exploration=c, playout="uniform")))
               for c in (0.7, 3.0, 30.0)]
        assert top[0] > top[1] > top[2] >= 2000 / 7


# ---- playouts and values -------------------------------------------------------------------------------------------


def weights_of(state):
    return [0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.15, -0.3, 0.2, 0.1, -0.1, 0.3, 0.2, -0.2][:len(state.features(0))]


@pytest.mark.parametrize("game", ("connect_four", "tic_tac_toe", "backgammon", "pig"))
def test_without_playouts_a_leaf_is_worth_its_value(game):
    state = started(game)
    weights = weights_of(state)
    if after(state, state.legal_actions()[0]).is_chance_node():
        state.apply_action(1)                       # hold: no luck is drawn after it
    seat = state.current_player()
    for row in grown(state, 1, playout="none", weights=weights).root():
        if row["visits"]:
            expected = leaf.value(after(state, row["action"]), weights)
            assert row["utilities"] == pytest.approx(expected, abs=1e-6) or after(state, row["action"]).is_chance_node()
            assert row["wins"] == pytest.approx(row["utilities"][seat])


def test_a_playout_is_cut_off_after_so_many_decisions():
    """With one the leaf is worth the value of a position one move later; with two that of two moves later."""
    state = said("tic_tac_toe", "a1, b2")
    weights = weights_of(state)
    for cutoff in (1, 2, 3):
        seen = set()
        for seed in range(30):
            row, = (row for row in grown(state, 1, seed=seed, playout="uniform", cutoff=cutoff, weights=weights).root()
                    if row["visits"])
            seen.add((row["action"], round(row["utilities"][0], 6)))
        later = {action: [after(state, action)] for action in state.legal_actions()}
        for _ in range(cutoff):
            later = {a: [s if s.is_terminal() else after(s, b) for s in some for b in s.legal_actions() or [0]]
                     for a, some in later.items()}
        for action, utility_found in seen:
            values = [s.returns()[0] if s.is_terminal() else leaf.value(s, weights)[0] for s in later[action]]
            assert min(abs(utility_found - v) for v in values) < 2e-6


def test_values_sum_to_one_and_prefer_the_seat_with_more():
    state = started("pig", 3)
    for weights in ([0.0] * 10, weights_of(state)):
        assert sum(leaf.value(state, weights)) == pytest.approx(1)
    assert leaf.value(state, [0.0] * 10) == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("settings", ({"playout": "none"}, {"cutoff": 5}))
def test_weights_that_do_not_fit_the_game_are_refused(settings):
    for count in (0, 10, 12):
        with pytest.raises(ValueError, match=f"found {count} weights for 11 features"):
            Tree(started("connect_four"), weights=[0.1] * count, **settings)
    with pytest.raises(ValueError, match="found 0 weights for 0 features"):
        Tree(wheels([3]), **settings)
    with pytest.raises(ValueError, match="found 3 weights for 11 features"):
        leaf.value(started("connect_four"), [1.0] * 3)
