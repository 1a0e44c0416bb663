"""Positions of Kuhn poker by hand: what is refused, in a line that names place, found, expected."""
import io

import pytest
from rich.console import Console

import games
from games.api import InputError

GAME = games.load("kuhn_poker")
GOOD = {"format": "ludosoph-position/1", "game": "kuhn_poker", "version": 1, "seats": 3, "cards": ["Q", "J", "K"],
        "betting": ["check", "bet", "call"]}


def read(**changes):
    document = {**GOOD, **changes}
    return GAME.notation.position_from_json({k: v for k, v in document.items() if v is not None})


def test_pass_is_read_as_check_or_fold():
    assert read(betting=["pass", "bet", "pass"]) == read(betting=["check", "bet", "fold"])


@pytest.mark.parametrize("changes, words", [
    ({"format": "x"}, ["format: found 'x'"]),
    ({"game": "leduc_poker"}, ["game: found 'leduc_poker'", "'kuhn_poker'"]),
    ({"version": 7}, ["version: found 7"]),
    ({"seats": 1}, ["seats: found 1", "2 to 5"]),
    ({"seats": 2}, ["cards: found a list of 3", "a list of 2"]),
    ({"cards": None}, ["'cards' is missing"]),
    ({"hands": []}, ["unknown key 'hands'"]),
    ({"cards": ["Q", "J", "A"]}, ["cards[2]: found 'A'", "T, J, Q, K"]),
    ({"cards": ["Q", "J", "9"]}, ["cards[2]: found '9'"]),
    ({"cards": ["Q", "J", "Q"]}, ["cards[2]: found 'Q'", "no other seat"]),
    ({"cards": ["Q", None, "J"], "betting": []}, ["cards[2]: found 'J'", "null"]),
    ({"cards": ["Q", "J", None]}, ["betting: found a list of 3", "an empty list"]),
    ({"cards": ["Q", "?", "K"]}, ["cards[1]: found '?'", "a card"]),
    ({"cards": ["Q", "?", "K"], "view": 1}, ["cards[1]: found '?'", "whose view"]),
    ({"view": 3}, ["view: found 3", "0 to 2"]),
    ({"view": 0, "cards": ["Q", "J", "?"], "betting": ["check"] * 3}, ["cards[2]: found '?'", "lies open"]),
    ({"betting": ["check", "call"]}, ["betting[1]: found 'call'", "'check' or 'bet'"]),
    ({"betting": ["bet", "check"]}, ["betting[1]: found 'check'", "'fold' or 'call'"]),
    ({"betting": ["check"] * 4}, ["betting[3]: found 'check'", "no further act"]),
    ({"betting": ["check"] * 10}, ["betting: found a list of 10", "at most 9"]),
    ({"betting": "check"}, ["betting: found 'check'", "a list"]),
    ({"options": {"ante": "0"}}, ["options.ante: found '0'"]),
    ({"comment": []}, ["comment: found an empty list"]),
])
def test_what_no_play_reaches_is_refused(changes, words):
    with pytest.raises(InputError) as refused:
        read(**changes)
    message = str(refused.value)
    assert len(message.splitlines()) <= 2
    for word in words:
        assert word in message


@pytest.mark.parametrize("text, action", [("CALL", 1), ("bet", 1), ("pass", 0), ("fold", 0), ("p", 0), ("b", 1)])
def test_acts_are_read_in_several_words(text, action):
    assert GAME.notation.parse_action(read(betting=["check", "bet"]), text) == action


@pytest.mark.parametrize("text", ["deal K", "k", " Deal  k"])
def test_cards_are_read_in_several_forms(text):
    assert GAME.notation.parse_action(GAME.start(), text) == 2


def test_pictures_say_from_whom_a_card_is_hidden():
    state = read(betting=["check", "bet", "fold"])
    console = Console(width=100, file=io.StringIO(), record=True)
    console.print(GAME.render.text(state))
    told = console.export_text()
    assert "hidden from the others" in told
    assert "folded" in told
    assert "seat 1 bets" in told
    assert "hidden from the others" in GAME.render.svg(state)
    assert "shown" in GAME.render.svg(read(betting=["check", "check", "check"]))
