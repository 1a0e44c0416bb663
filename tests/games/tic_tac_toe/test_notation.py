"""Moves and positions of tic-tac-toe in words, positions that are refused, and the pictures of a board."""
import io
import xml.etree.ElementTree as ET
from itertools import product

import pytest
from rich.console import Console

import games
from games.api import InputError
from tests.games.tic_tac_toe import twin
from tests.games.tic_tac_toe.test_rules import everything, played

GAME = games.load("tic_tac_toe")
from_json, to_json = GAME.notation.position_from_json, GAME.notation.position_to_json


def document(*lines, **changes):
    made = {"format": "ludosoph-position/1", "game": "tic_tac_toe", "version": 1, "seats": 2, "options": {},
            "board": list(lines) or ["...", "...", "..."], **changes}
    return {key: value for key, value in made.items() if value is not None}


def refusal(value):
    with pytest.raises(InputError) as refused:
        from_json(value)
    assert 10 < len(str(refused.value)) < 400
    assert "\n" not in str(refused.value)
    assert "expected" in str(refused.value)
    return str(refused.value)


def shown(state):
    console = Console(width=60, record=True, file=io.StringIO())
    console.print(GAME.render.text(state))
    return console.export_text()


def test_a_move_is_its_cell():
    state = played("b2")
    assert [GAME.notation.action_text(state, a) for a in state.legal_actions()] == [
        cell for cell in twin.CELLS if cell != "b2"
    ]
    assert GAME.notation.parse_action(state, " C3 ") == 8


@pytest.mark.parametrize("text", ["b2", "d1", "a4", "a", "1", "a1 b1", ""])
def test_another_text_is_refused_with_the_moves_there_are(text):
    with pytest.raises(InputError, match="expected one of a1, b1, c1, a2, c2, a3, b3, c3"):
        GAME.notation.parse_action(played("b2"), text)


def test_codes_and_states_that_are_none_are_refused():
    with pytest.raises(ValueError, match="0 to 8"):
        GAME.notation.action_text(GAME.start(), 9)
    with pytest.raises(InputError, match="over"):
        GAME.notation.parse_action(played("a1 a2 b1 b2 c1"), "c3")
    with pytest.raises(TypeError, match="tic_tac_toe"):
        to_json(games.load("connect_four").start())


def test_the_board_is_written_as_it_stands():
    assert to_json(played("b2 a1 c3")) == document("..x", ".x.", "o..")


def test_of_all_boards_those_that_games_reach_are_accepted():
    accepted = 0
    for cells in product(".xo", repeat=9):
        board = "".join(cells)
        try:
            state = from_json(document(board[6:], board[3:6], board[:3]))
        except InputError:
            assert board not in everything()
        else:
            accepted += 1
            assert state == everything()[board]
    assert accepted == len(everything())


@pytest.mark.parametrize(("value", "words"), [
    (document(format="chess/1"), "format: found 'chess/1'"),
    (document(game="chess"), "game: found 'chess', expected 'tic_tac_toe'"),
    (document(version=7), "version: found 7"),
    (document(seats=3), "seats: found 3"),
    (document(options={"size": "4"}), "the game has no options"),
    (document("...", "..."), "board: found a list of 2, expected a list of 3"),
    (document("...", "...", ".."), "board[2]: found '..', expected 3 characters"),
    (document("...", ".z.", "..."), "board[1]: found '.z.'"),
    (document("...", 3, "..."), "board[1]: found 3, expected a string"),
    (document("x..", ".x.", "..."), "found 2 x and 0 o"),
    (document("...", ".o.", "..."), "found 0 x and 1 o"),
    (document("xxx", "ooo", "..."), "three in a line for x and for o"),
    (document("xxx", "oo.", "o.."), "found 3 x and 3 o, so o moved last"),
    (document("ooo", "xx.", "x.x"), "found 4 x and 3 o, so x moved last"),
    (document(comment=4), "comment: found 4"),
    ([], "document: found an empty list"),
])
def test_what_is_wrong_is_named(value, words):
    assert words in refusal(value)


def test_the_text_shows_marks_where_they_stand():
    lines = shown(played("b2 a1 c3")).splitlines()
    assert "seat 1 (o) to move" in lines[0]
    assert [line.strip() for line in lines[2:]] == [
        "3   . | . | x", "---+---+---", "2   . | x | .", "---+---+---", "1   o | . | .", "a   b   c"]


def test_a_line_of_three_is_shown_in_capitals():
    text = shown(played("a1 a2 b1 b2 c1"))
    assert "1   X | X | X" in text
    assert "seat 0 (x) has won" in text
    assert "drawn" in shown(played("a1 b2 c3 a2 c2 c1 a3 b3 b1"))


def test_the_picture_has_every_mark():
    for state in list(everything().values())[::50]:
        tree = ET.fromstring(GAME.render.svg(state))
        marks = state.raw()["marks"]
        assert sum(e.tag.endswith("path") for e in tree.iter()) == marks[0].bit_count()
        assert sum(e.tag.endswith("circle") for e in tree.iter()) == marks[1].bit_count()
    assert GAME.render.svg(played("a1 a2 b1 b2 c1")).count("#ffe9a8") == 3
