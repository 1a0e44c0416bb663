"""Positions of Pig by hand: what may be left out, and what is refused in a line that names place, found, expected."""
import random

import pytest

import games
from games.api import InputError
from tests.whole import mostly_whole

GAME = games.load("pig")
GOOD = {"format": "ludosoph-position/1", "game": "pig", "version": 1, "seats": 2, "banked": [12, 30], "turn": 0,
        "pot": 9}


def read(**changes):
    document = {**GOOD, **changes}
    return GAME.notation.position_from_json({k: v for k, v in document.items() if v is not None})


def test_what_is_left_out_is_the_least_that_fits():
    raw = read().raw()
    assert (raw["rolls"], raw["round"], raw["rolling"]) == (2, 1, 0)
    assert raw["moves"] == 2 + 2 + (2 + 5)          # rolls, two turns ended, rolls of 12 and 30


def test_a_won_position_is_over():
    state = read(banked=[12, 103], turn=0, pot=0)
    assert state.is_terminal()
    assert state.win_shares() == [0, 1]


def test_a_position_at_the_cap_is_over():
    assert read(moves=60, options={"cap": "60"}).is_terminal()


def test_a_comment_is_allowed():
    assert read(comment="from Tuesday") == read()


@pytest.mark.parametrize("changes, words", [
    ({"format": "x"}, ["format: found 'x'", "ludosoph-position/1"]),
    ({"game": "hog"}, ["game: found 'hog'", "'pig'"]),
    ({"version": 2}, ["version: found 2"]),
    ({"seats": 6}, ["seats: found 6", "2 to 5"]),
    ({"seats": 3}, ["banked: found a list of 2", "a list of 3"]),
    ({"bankd": [1]}, ["unknown key 'bankd'", "did you mean 'banked'"]),
    ({"pot": None}, ["'pot' is missing"]),
    ({"banked": [1, 30]}, ["banked[0]: found 1", "a sum of faces"]),
    ({"banked": [12, 106]}, ["banked[1]: found 106", "0 to 105"]),
    ({"banked": [104, 30]}, ["banked[0]: found 104", "fewer than the goal", "seat 1 had the last turn"]),
    ({"banked": [12, 100]}, ["pot: found 9", "0 to 0"]),
    ({"banked": [12, 100], "pot": 0, "rolling": True}, ["rolling: found true", "won"]),
    ({"turn": 2}, ["turn: found 2", "0 to 1"]),
    ({"pot": 1}, ["pot: found 1", "a sum of faces"]),
    ({"pot": 94}, ["pot: found 94", "0 to 93"]),
    ({"pot": 88, "rolling": True}, ["pot: found 88", "0 to 87"]),
    ({"rolls": 1}, ["rolls: found 1", "2 to 4"]),
    ({"rolls": 5}, ["rolls: found 5", "2 to 4"]),
    ({"rolling": 1}, ["rolling: found 1", "true or false"]),
    ({"round": 0}, ["round: found 0", "1 to 1000"]),
    ({"moves": 10}, ["moves: found 10", "11 to 1000"]),
    ({"moves": 1001}, ["moves: found 1001"]),
    ({"banked": [0, 0], "moves": 5}, ["moves: found 5", "2 to 2"]),
    ({"options": {"cap": "5"}}, ["moves: found at least 11", "at most 5"]),
    ({"options": {"goal": [50]}}, ["options.goal: found a list of 1", "a string"]),
    ({"options": {"goal": "x"}}, ["options.goal: found 'x'", "1 to 10000"]),
    ({"options": {"gaol": "50"}}, ["unknown key 'gaol'", "did you mean 'goal'"]),
    ({"comment": 3}, ["comment: found 3", "a string"]),
])
def test_what_no_play_reaches_is_refused(changes, words):
    with pytest.raises(InputError) as refused:
        read(**changes)
    message = str(refused.value)
    assert len(message.splitlines()) <= 2
    for word in words:
        assert word in message


@pytest.mark.parametrize("document", [None, [], "pig", 3, {}])
def test_what_is_no_position_at_all_is_refused(document):
    with pytest.raises(InputError):
        GAME.notation.position_from_json(document)


@pytest.mark.parametrize("seed", mostly_whole(range(30), range(5).__contains__))
def test_every_state_of_a_random_game_is_read_back(seed):
    rng = random.Random(seed)
    options = {"goal": str(rng.choice((3, 30))), "faces": str(rng.choice((2, 3, 6))), "cap": str(rng.choice((7, 1000)))}
    state = GAME.start(rng.choice((2, 3, 5)), options)
    while True:
        document = GAME.notation.position_to_json(state)
        assert GAME.notation.position_from_json(document) == state
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("text", ["die 4", "4", " DIE  4 "])
def test_a_face_is_read_in_several_forms(text):
    state = GAME.start()
    state.apply_action(0)
    assert GAME.notation.parse_action(state, text) == 4


@pytest.mark.parametrize("text, action", [("hold", 1), ("Stop", 1), ("bank", 1), ("ROLL", 0)])
def test_a_choice_is_read_in_several_words(text, action):
    assert GAME.notation.parse_action(GAME.start(), text) == action
