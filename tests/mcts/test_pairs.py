"""Playouts after several moves: which luck they share, and when they end."""

import numpy as np
import pytest

import games
from mcts.pairs import decisions_left, paired_playouts


def state_of(name, seed=3):
    state = games.load(name).start()
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(seed))
    return state


def test_the_same_move_twice_has_the_same_playouts_only_with_common_streams():
    state = state_of("backgammon")
    action = state.legal_actions()[0]
    shared, apart = (paired_playouts(state, [action, action], 30, 1, shared_luck=shared)[0] for shared in (True, False))
    assert (shared[0] == shared[1]).all()
    assert (apart[0] != apart[1]).any()


@pytest.mark.parametrize("name", ["backgammon", "leduc_poker"])
def test_playouts_go_on_where_others_ended(name):
    state = state_of(name)
    actions = state.legal_actions()[:2]
    whole, first, rest = (paired_playouts(state, actions, n, 7, begin)[1] for n, begin in ((20, 0), (12, 0), (8, 12)))
    assert (whole == np.concatenate([first, rest], axis=1)).all()


def test_what_the_seat_cannot_see_is_redealt_for_every_playout():
    state = state_of("leduc_poker")
    other = state.copy()
    other.resample(state.current_player(), 5)
    actions = state.legal_actions()
    assert (paired_playouts(state, actions, 50, 1)[0] == paired_playouts(other, actions, 50, 1)[0]).all()
    assert len(set(paired_playouts(state, actions[:1], 50, 1)[0][0])) > 1


def test_decisions_left_fall_to_nothing():
    state = state_of("connect_four")
    begin = decisions_left(state, 200)
    for column in (0, 1, 0, 1, 0):
        state.apply_action(column)
    assert 15 < decisions_left(state, 200) < begin < 42
    state.apply_action(1)
    state.apply_action(0)
    assert state.is_terminal()
    assert decisions_left(state, 10) == 0
