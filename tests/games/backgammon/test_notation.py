"""Moves, rolls and positions as words, both ways."""
import json

import pytest

from games.api import InputError

from .positions import GAME, do, document, of, texts

PARSE, TEXT = GAME.notation.parse_action, GAME.notation.action_text


def test_moves_are_written_as_players_write_them():
    assert texts(do(GAME.start(), "opening 3 1"))[-1] == "24/21"
    assert texts(of({25: 1, 6: 14}, {5: 1, 1: 14}, dice=(5, 3))) == ["bar/22", "bar/20*"]
    assert texts(of({6: 15}, {1: 15}, dice=(6, 6))) == ["6/off"]


@pytest.mark.parametrize(("text", "move"), [
    ("24/21", "24/21"), (" 24 / 21 ", "24/21"), ("24-21", None), ("8/5", "8/5"), ("8/5*", "8/5"),
])
def test_a_move_is_read_whatever_its_spacing(text, move):
    state = do(GAME.start(), "opening 3 1")
    if move is None:
        with pytest.raises(InputError, match="not possible here"):
            PARSE(state, text)
    else:
        assert TEXT(state, PARSE(state, text)) == move


@pytest.mark.parametrize("text", ["bar/20*", "BAR/20*", "25/20*"])
def test_the_bar_has_three_spellings(text):
    state = of({25: 1, 6: 14}, {5: 1, 1: 14}, dice=(5, 3))
    assert TEXT(state, PARSE(state, text)) == "bar/20*"


@pytest.mark.parametrize("text", ["bar/20", "25/20"])
def test_the_sign_of_a_hit_may_be_left_out(text):
    state = of({25: 1, 6: 14}, {5: 1, 1: 14}, dice=(5, 3))
    assert TEXT(state, PARSE(state, text)) == "bar/20*"


@pytest.mark.parametrize("text", ["6/off", "6/Off", "6/0"])
def test_off_has_two_spellings(text):
    assert PARSE(of({6: 15}, {1: 15}, dice=(6, 6)), text) == 32 * 6 + 6


@pytest.mark.parametrize(("text", "outcome"), [("roll 3 1", 12), ("roll 1 3", 12), ("roll 3-1", 12), ("Roll 6 6", 35)])
def test_two_dice_are_read_in_either_order(text, outcome):
    state = of({6: 15}, {1: 15})
    assert PARSE(state, text) == outcome
    assert TEXT(state, 12) == "roll 3 1"


def test_in_the_opening_the_first_die_is_seat_noughts():
    assert PARSE(GAME.start(), "opening 3 1") == 12
    assert PARSE(GAME.start(), "opening 1 3") == 2
    with pytest.raises(InputError, match="not possible"):
        PARSE(GAME.start(), "opening 3 3")


def test_a_refused_move_says_what_is_possible_and_why_an_order_may_be_missing():
    state = do(GAME.start(), "opening 6 5")
    with pytest.raises(InputError, match="larger die") as refused:
        PARSE(state, "13/8")
    assert "13/7" in str(refused.value)
    assert len(str(refused.value).splitlines()) == 2


def test_codes_that_are_none_are_refused():
    state = do(GAME.start(), "opening 6 5")
    for action in (-1, 0, 32, 58, 32 * 7 + 1, 10**6):
        with pytest.raises(ValueError, match="checker move"):
            TEXT(state, action)
    with pytest.raises(ValueError, match="outcome"):
        TEXT(GAME.start(), 36)


def test_a_finished_game_has_no_moves_to_read():
    with pytest.raises(InputError, match="over"):
        PARSE(do(of({1: 1}, {1: 15}, dice=(2, 1)), "1/off"), "24/18")


def test_a_turn_half_played_is_written_and_read():
    state = do(of({24: 2, 8: 2, 6: 11}, {5: 1, 2: 14}, dice=(4, 4)), "24/20*", "24/20")
    written = GAME.notation.position_to_json(state)
    assert written["dice"] == [4, 4]
    assert written["played"] == ["24/20*", "24/20"]
    again = GAME.notation.position_from_json(json.loads(json.dumps(written)))
    assert again == state
    assert texts(again) == texts(state) == ["6/2", "8/4", "20/16"]


def test_a_first_move_by_the_smaller_die_is_read_with_what_it_leaves():
    state = do(of({25: 1, 13: 14}, {5: 2, 1: 13}, dice=(5, 3)), "bar/22")         # the 5 does not enter
    assert texts(state) == ["13/8", "22/17"]
    assert GAME.notation.position_from_json(GAME.notation.position_to_json(state)) == state


def test_options_and_defaults_of_a_short_document():
    state = of({6: 2}, {6: 3}, options={"scoring": "points"})
    written = GAME.notation.position_to_json(state)
    assert written["options"] == {"scoring": "points"}
    assert [player["turns"] for player in written["players"]] == [1, 1]
    plain = document({6: 2}, {6: 3}, options={"scoring": "win"})
    assert GAME.notation.position_to_json(GAME.notation.position_from_json(plain))["options"] == {}
