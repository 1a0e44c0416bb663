"""Which edge a simulation follows, and what a leaf is worth: each setting does what its formula says."""
from __future__ import annotations

import math

import pytest

from core_ext import leaf
from core_ext.tree import Tree
from mcts.params import SearchParams

from .trees import KINDS, PLAIN, after, by_action, grown, said, started, utility, visits
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
    stay = grown(state, 500, policy="puct", exploration=0.0, fpu=1.0, kind="closed", solve=False)
    assert sum(n > 0 for n in counts(stay)) == 1
    leave = grown(state, 500, policy="puct", exploration=0.0, fpu=-1.1, kind="closed", solve=False)
    assert all(counts(leave))


def test_the_best_prior_is_tried_first():
    state = started("burgundy")
    weights = dict(zip(state.legal_actions(), state.action_weights()))
    for policy in ("uct", "puct"):
        tree = grown(state, 1, policy=policy, fpu=0.1)
        tried, = (row["action"] for row in tree.root() if row["visits"])
        assert weights[tried] == max(weights.values())


def test_progressive_bias_shares_the_visits_out_by_the_priors():
    """A bias above all else follows prior / (1 + visits), so that visits come to be in proportion to the priors."""
    state = started("burgundy")
    tree = grown(state, 1000, policy="uct", fpu=0.1, bias=1e6, playout="uniform")
    for row in tree.root():
        assert row["visits"] / 1000 == pytest.approx(row["prior"], abs=0.03)
    plain = grown(state, 1000, policy="uct", fpu=0.1, bias=0.0, playout="uniform")
    assert max(abs(row["visits"] / 1000 - row["prior"]) for row in plain.root()) > 0.03


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("widen", "power"), ((1.0, 0.5), (0.5, 0.5), (2.0, 0.3), (3.0, 0.0)))
def test_widening_opens_as_many_actions_as_the_visits_allow_best_priors_first(kind, widen, power):
    state = started("burgundy")
    weights = dict(zip(state.legal_actions(), state.action_weights()))
    for simulations in (1, 3, 10, 50, 200):
        tree = grown(state, simulations, kind=kind, policy="uct", fpu=NEVER, widen=widen, widen_power=power)
        opened = [row["action"] for row in tree.root() if row["visits"]]
        assert len(opened) == min(len(weights), simulations, max(1, math.ceil(widen * simulations**power)))
        others = [w for action, w in weights.items() if action not in opened]
        assert not others or min(weights[action] for action in opened) >= max(others)


def test_more_exploration_spreads_the_visits():
    state = started("connect_four")
    for policy in ("uct", "puct"):
        top = [max(counts(grown(state, 2000, kind="closed", policy=policy, exploration=c, playout="uniform")))
               for c in (0.7, 3.0, 30.0)]
        assert top[0] > top[1] > top[2] >= 2000 / 7


# ---- playouts and values -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answers", "refused", "best"),
                         ((0, 1.0, 1.0), (0, 0.0, 2 / 3), (1, 1.0, 2 / 3), (1, 0.0, 0.0)))
def test_mast_prefers_what_won_for_the_seat_that_plays_it(answers, refused, best):
    """No room for a tree: all but the first choice is made by playouts, which learn to accept or to refuse."""
    state = wheels([30], answers, refused)
    plain, sharp = (grown(state, 4000, limit=1, **{**PLAIN, "playout": playout}, tau=0.02)
                    for playout in ("uniform", "mast"))
    assert sharp.full
    assert utility(by_action(plain)[0], 0) == pytest.approx((2 / 3 + refused) / 2, abs=0.03)
    assert utility(by_action(sharp)[0], 0) == pytest.approx(best, abs=0.06)


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


def test_a_mixture_is_a_share_of_the_value_and_the_rest_of_the_playout():
    state = started("connect_four")
    weights, mix = weights_of(state), 0.3
    for seed in range(20):
        tree = grown(state, 1, seed=seed, playout="uniform", mix=mix, weights=weights)
        row, = (row for row in tree.root() if row["visits"])
        value = leaf.value(after(state, row["action"]), weights)
        for seat in (0, 1):
            rest = (row["utilities"][seat] - mix * value[seat]) / (1 - mix)
            assert min(abs(rest - result) for result in (0, 0.5, 1)) < 1e-5


def test_values_sum_to_one_and_prefer_the_seat_with_more():
    state = started("pig", 3)
    for weights in ([0.0] * 10, weights_of(state)):
        assert sum(leaf.value(state, weights)) == pytest.approx(1)
    assert leaf.value(state, [0.0] * 10) == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("settings", ({"playout": "none"}, {"cutoff": 5}, {"mix": 0.5}, {"minimax": 0.5}))
def test_weights_that_do_not_fit_the_game_are_refused(settings):
    for count in (0, 10, 12):
        with pytest.raises(ValueError, match=f"found {count} weights for 11 features"):
            Tree(started("connect_four"), weights=[0.1] * count, **settings)
    with pytest.raises(ValueError, match="found 0 weights for 0 features"):
        Tree(wheels([3]), **settings)
    with pytest.raises(ValueError, match="weights: found 3, expected 11"):
        leaf.value(started("connect_four"), [1.0] * 3)


def test_implicit_minimax_is_for_two_seats():
    params = SearchParams(simulations=10, minimax=0.5, weights=(0.1,) * 10)
    assert params.settings(started("pig"))["minimax"] == 0.5
    with pytest.raises(ValueError, match="minimax: found 0.5, but it is for two seats, not 3"):
        params.settings(started("pig", 3))


def test_implicit_minimax_takes_a_finished_game_for_what_it_is():
    """The values speak for the other side; a win at hand is worth 1 all the same, and is followed."""
    state = said("tic_tac_toe", "a1, b2, b1, c3")
    weights = [-2.0 if name == 2 else 0.0 for name in range(7)]
    n = len(state.legal_actions())
    for seed in range(5):
        tree = grown(state, n + 20, seed=seed, kind="closed", policy="puct", exploration=0.0, fpu=NEVER, minimax=1.0,
                     playout="uniform", weights=weights, solve=False)
        assert by_action(tree)[2]["visits"] == 21
        assert all(row["visits"] == 1 for action, row in by_action(tree).items() if action != 2)


def test_with_all_weight_on_implicit_minimax_the_best_value_is_followed():
    """Once each action has had its visit, and nothing is explored, the next goes to the position of highest value."""
    for moves in ("", "b2", "a1, b2, c3"):
        state = said("tic_tac_toe", moves)
        weights = weights_of(state)
        n, seat = len(state.legal_actions()), state.current_player()
        values = {a: leaf.value(after(state, a), weights)[seat] for a in state.legal_actions()}
        tree = grown(state, n + 1, kind="closed", policy="puct", exploration=0.0, fpu=NEVER, minimax=1.0,
                     playout="uniform", weights=weights, solve=False)
        chosen, = (row["action"] for row in tree.root() if row["visits"] == 2)
        assert values[chosen] == pytest.approx(max(values.values()), abs=1e-6)
        assert visits(tree) == n + 1
