"""Short forms of outcomes and moves."""
import pytest

import games
from games.shorthand import Ambiguous, read_action, read_outcomes, typed_words

WATERS = {f"waters on {one} and {other}": number for number, (one, other) in enumerate(
    [("5,-4", "3,-3"), ("5,-4", "-3,3"), ("-1,-1", "1,-1"), ("-1,-1", "-1,1"), ("-1,-1", "1,1"), ("1,-1", "-1,1")])}


@pytest.mark.parametrize("text", WATERS)
def test_places_that_differ_in_a_sign_alone_are_told_apart(text):
    words = typed_words(text)
    assert read_outcomes(words, WATERS) == (WATERS[text], len(words))
    assert read_action(words, WATERS) == WATERS[text]


def test_without_signs_what_fits_several_places_is_refused_with_them():
    with pytest.raises(Ambiguous, match="3,-3; .*-3,3"):
        read_action(typed_words("waters 5 4 3 3"), WATERS)


def test_a_hyphen_between_words_is_no_sign():
    assert not any(word.minus for word in typed_words("city-hall-2 k-6"))


def test_every_outcome_of_a_map_of_504_is_understood_as_it_is_offered():
    state = games.load("world504").start()
    offered = {games.load("world504").notation.action_text(state, action): action for action in state.legal_actions()}
    assert len(offered) > 500
    for text in list(offered)[::97]:
        assert read_outcomes(typed_words(text), offered)[0] == offered[text]
