"""Moves and positions of Connect Four in words, and the pictures of a board."""
import io
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from rich.console import Console

import games
from games.api import InputError

GAME = games.load("connect_four")
EXAMPLES = Path(games.__file__).parent.parent / "examples"


def played(columns):
    state = GAME.start()
    for column in columns:
        state.apply_action(GAME.notation.parse_action(state, column))
    return state


def shown(state):
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(GAME.render.text(state))
    return console.export_text()


def test_a_move_is_the_cell_that_its_stone_reaches():
    state = played("ddd")
    assert [GAME.notation.action_text(state, a) for a in state.legal_actions()] == [
        "a1",
        "b1",
        "c1",
        "d4",
        "e1",
        "f1",
        "g1",
    ]


@pytest.mark.parametrize("text", ["d4", "D4", " d4 ", "d", "D"])
def test_a_cell_or_its_column_is_understood(text):
    assert GAME.notation.parse_action(played("ddd"), text) == 3


@pytest.mark.parametrize("text", ["d3", "d5", "h1", "4", "dd", "d 4x", "a2", ""])
def test_another_cell_is_refused_with_the_moves_there_are(text):
    with pytest.raises(InputError, match="expected one of a1, b1, c1, d4, e1, f1, g1"):
        GAME.notation.parse_action(played("ddd"), text)


def test_a_full_column_is_refused():
    with pytest.raises(InputError, match="expected one of a1, b1, c1, e1"):
        GAME.notation.parse_action(played("dddddd"), "d")


def test_nothing_can_be_moved_when_the_game_is_over():
    with pytest.raises(InputError, match="over"):
        GAME.notation.parse_action(played("abababa"), "d1")


@pytest.mark.parametrize("action", [-1, 7])
def test_a_code_that_is_no_column_has_no_text(action):
    with pytest.raises(ValueError, match="0 to 6"):
        GAME.notation.action_text(GAME.start(), action)


def test_a_state_of_another_game_is_refused():
    other = games.load("tic_tac_toe").start()
    with pytest.raises(TypeError, match="connect_four"):
        GAME.notation.position_to_json(other)


def test_the_board_is_written_as_it_stands():
    document = GAME.notation.position_to_json(played("ddcg"))
    assert document == {
        "format": "ludosoph-position/1", "game": "connect_four", "version": GAME.version, "seats": 2, "options": {},
        "board": [".......", ".......", ".......", ".......", "...o...", "..xx..o"],
    }


def test_a_note_and_missing_options_do_not_matter():
    document = GAME.notation.position_to_json(played("ddcg"))
    del document["options"]
    assert GAME.notation.position_from_json({**document, "comment": "mine", "$schema": "x"}) == played("ddcg")


@pytest.mark.parametrize("name", ["connect-four-choice", "connect-four-endgame"])
def test_the_examples_are_positions_in_play(name):
    document = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    state = GAME.notation.position_from_json(document)
    assert not state.is_terminal()
    assert GAME.notation.position_to_json(state)["board"] == document["board"]


def test_the_text_shows_stones_where_they_lie():
    lines = shown(played("ddcg")).splitlines()
    assert "4 stones, seat 0 (x, red) to move" in lines[0]
    assert [line.split() for line in lines[-3:]] == [
        ["2", ".", ".", ".", "o", ".", ".", "."], ["1", ".", ".", "x", "x", ".", ".", "o"], list("abcdefg")]
    assert shown(played("ddcg")).isascii()


def test_a_four_is_shown_in_capitals():
    text = shown(played("abababa"))
    assert "seat 0 (x, red) has won" in text
    assert text.count("X") == 4
    assert text.count("o") - text.count("to move") > 3


def test_the_picture_has_every_cell_and_rings_a_four():
    for columns, stones, rings in (("", 0, 0), ("ddcg", 4, 0), ("abababa", 7, 4)):
        picture = GAME.render.svg(played(columns))
        circles = [e for e in ET.fromstring(picture).iter() if e.tag.endswith("circle")]
        assert len(circles) == 42 + rings
        assert sum(e.get("fill") in ("#d8352a", "#f4c430") for e in circles) == stones
        assert sum(e.get("fill") == "none" for e in circles) == rings
        assert picture == GAME.render.svg(played(columns))


def test_a_draw_is_said():
    drawn = played("ababab" "bababa" "cdcdcd" "dcdcdc" "efefef" "fefefe" "gggggg")
    assert "42 stones, drawn" in shown(drawn)
    assert "drawn" in GAME.render.svg(drawn)
