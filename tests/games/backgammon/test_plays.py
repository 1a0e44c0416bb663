"""A whole turn in the usual notation stands for the moves that play it."""
import pytest

import games
from games.api import InputError

GAME = games.load("backgammon")


def after(opening, *more):
    state = GAME.start()
    for text in (opening, *more):
        for action in GAME.actions(state, text):
            state.apply_action(action)
    return state


def board(state, seat):
    return {place: n for place, n in enumerate(state.raw()["count"][seat]) if n}


def test_two_checkers_in_either_order():
    state = after("opening 3 1", "8/5 6/5")
    assert board(state, 0) == {24: 2, 13: 5, 8: 2, 6: 4, 5: 2}
    assert after("opening 3 1", "6/5 8/5").raw() == state.raw()


def test_one_checker_with_both_dice():
    assert board(after("opening 6 4", "24/14"), 0) == {24: 1, 14: 1, 13: 5, 8: 3, 6: 5}


def test_equal_moves_are_counted():
    state = after("opening 3 1", "8/5 6/5", "roll 6 6", "24/18(2) 13/7(2)")
    assert board(state, 1) == {18: 2, 13: 3, 8: 3, 7: 2, 6: 5}


def test_a_hit_on_the_way_may_be_left_out_where_one_way_fits():
    state = after("opening 6 2", "24/18 13/11")
    assert board(after_moves(state, "roll 3 1", "8/7 13/10"), 0)
    hit = after_moves(after("opening 6 2", "24/18 13/11"), "roll 6 1", "13/7*/6")
    assert board(hit, 0)[25] == 1


def after_moves(state, *moves):
    for text in moves:
        for action in GAME.actions(state, text):
            state.apply_action(action)
    return state


@pytest.mark.parametrize("text,said", (
    ("8/5 6/4", "does not play 3 and 1; expected a turn such as"), ("9/5", "there is no checker to move from 9"),
    ("8/5 6/x", "expected moves such as 24/18"), ("5/8", "no checker moves from 5 to 8"),
    ("hello", "not possible here")))
def test_what_is_no_turn_is_refused(text, said):
    state = after("opening 3 1")
    with pytest.raises(InputError, match=said):
        GAME.actions(state, text)
