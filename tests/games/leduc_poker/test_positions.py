"""Positions of Leduc hold'em by hand: what is refused, in a line that names place, found, expected."""
import io

import pytest
from rich.console import Console

import games
from games.api import InputError

GAME = games.load("leduc_poker")
GOOD = {"format": "ludosoph-position/1", "game": "leduc_poker", "version": 1, "seats": 2, "cards": ["J", "K"],
        "board": "Q", "betting": [["check", "raise", "call"], ["raise"]]}


def read(**changes):
    document = {**GOOD, **changes}
    return GAME.notation.position_from_json({k: v for k, v in document.items() if v is not ...})


@pytest.mark.parametrize("changes, words", [
    ({"format": "x"}, ["format: found 'x'"]),
    ({"game": "kuhn_poker"}, ["game: found 'kuhn_poker'", "'leduc_poker'"]),
    ({"version": 7}, ["version: found 7"]),
    ({"seats": 3}, ["seats: found 3", "2 to 2"]),
    ({"board": ...}, ["'board' is missing"]),
    ({"bord": "Q"}, ["unknown key 'bord'", "did you mean 'board'"]),
    ({"cards": ["J"]}, ["cards: found a list of 1", "a list of 2"]),
    ({"cards": ["J", "A"]}, ["cards[1]: found 'A'", "J, Q, K"]),
    ({"cards": [None, "J"]}, ["cards[1]: found 'J'", "seat 0 has no card yet"]),
    ({"cards": ["J", None]}, ["betting[0]: found a list of 3", "an empty list"]),
    ({"cards": ["J", None], "betting": [[], []]}, ["board: found 'Q'", "null"]),
    ({"cards": ["J", "?"]}, ["cards[1]: found '?'", "a card"]),
    ({"cards": ["J", "?"], "view": 1}, ["cards[1]: found '?'", "whose view"]),
    ({"cards": ["?", "?"], "view": 0}, ["cards[0]: found '?'", "whose view"]),
    ({"view": 2}, ["view: found 2", "0 to 1"]),
    ({"cards": ["Q", "Q"]}, ["board: found 'Q'", "one is left"]),
    ({"board": "A"}, ["board: found 'A'"]),
    ({"board": None}, ["betting[1]: found a list of 1", "a card is still to be dealt"]),
    ({"betting": [["check"], []]}, ["board: found 'Q'", "the first round is not over"]),
    ({"betting": [["raise", "fold"], []]}, ["board: found 'Q'", "fold"]),
    ({"betting": [["raise", "fold"], ["check"]], "board": None}, ["betting[1][0]: found 'check'", "no further act"]),
    ({"betting": [["fold"], []]}, ["betting[0][0]: found 'fold'", "'check' or 'raise'"]),
    ({"betting": [["raise", "check"], []]}, ["betting[0][1]: found 'check'", "'fold' or 'call' or 'raise'"]),
    ({"betting": [["raise"] * 3, []]}, ["betting[0][2]: found 'raise'", "'fold' or 'call'"]),
    ({"betting": [["check"] * 3, []]}, ["betting[0][2]: found 'check'", "no further act"]),
    ({"betting": [["check"] * 9, []]}, ["betting[0]: found a list of 9", "at most 8"]),
    ({"betting": [["check"] * 2]}, ["betting: found a list of 1", "a list of 2"]),
    ({"view": 0, "cards": ["J", "?"], "betting": [["check"] * 2, ["check"] * 2]}, ["cards[1]: found '?'", "lies open"]),
    ({"options": {"raises": "0"}}, ["options.raises: found '0'"]),
    ({"comment": []}, ["comment: found an empty list"]),
])
def test_what_no_play_reaches_is_refused(changes, words):
    with pytest.raises(InputError) as refused:
        read(**changes)
    message = str(refused.value)
    assert len(message.splitlines()) <= 2
    for word in words:
        assert word in message


@pytest.mark.parametrize("text, action", [("CALL", 1), ("bet", 2), ("raise", 2), ("fold", 0)])
def test_acts_are_read_in_several_words(text, action):
    assert GAME.notation.parse_action(read(), text) == action


@pytest.mark.parametrize("text", ["check", "pass"])
def test_a_check_may_be_called_a_pass(text):
    assert GAME.notation.parse_action(read(betting=[["check", "check"], []]), text) == 1


@pytest.mark.parametrize("text", ["deal K", "k", " Deal  k"])
def test_cards_are_read_in_several_forms(text):
    assert GAME.notation.parse_action(GAME.start(), text) == 2
    waiting = read(board=None, betting=[["check", "check"], []])
    assert GAME.notation.parse_action(waiting, text) == GAME.notation.parse_action(waiting, "board K") == 2


def test_pictures_say_from_whom_a_card_is_hidden():
    console = Console(width=100, file=io.StringIO(), record=True)
    console.print(GAME.render.text(read()))
    told = console.export_text()
    assert "hidden from seat 1" in told
    assert "hidden from seat 0" in told
    assert "round 1: seat 0 checks, seat 1 raises, seat 0 calls" in told
    assert "4 to call" in told
    picture = GAME.render.svg(read())
    assert "hidden from seat 0" in picture
    over = read(betting=[["check", "check"], ["check", "check"]])
    assert "hidden" not in GAME.render.svg(over)
