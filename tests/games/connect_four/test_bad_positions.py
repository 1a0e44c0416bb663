"""Positions of Connect Four that cannot be used are refused in a line or two that name place, found and expected."""
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.api import InputError
from games.connect_four.board import can_arise
from tests.games.connect_four.twin import Board

GAME = games.load("connect_four")
from_json, to_json = GAME.notation.position_from_json, GAME.notation.position_to_json
EMPTY = [".......", ".......", ".......", ".......", ".......", "......."]
GONE = object()


def document(lines=EMPTY, /, **changes):
    """A position with this board and with keys replaced, added or (GONE) taken out."""
    made = {"format": "ludosoph-position/1", "game": "connect_four", "version": 1, "seats": 2, "options": {},
            "board": list(lines), **changes}
    return {key: value for key, value in made.items() if value is not GONE}


def low(*lines):
    """A board with these lowest rows."""
    return EMPTY[:6 - len(lines)] + list(lines)


def refusal(value):
    with pytest.raises(InputError) as refused:
        from_json(value)
    message = str(refused.value)
    assert 10 < len(message) < 450
    assert message.count("\n") <= 1
    assert "expected" in message or "did you mean" in message
    return message


BAD = [
    (document(format="chess/1"), ["format: found 'chess/1'"]),
    (document(game="burgundy"), ["game: found 'burgundy'", "'connect_four'"]),
    (document(version=2), ["version: found 2", "1"]),
    (document(seats=3), ["seats: found 3", "2"]),
    (document(seats=GONE), ["seats", "missing"]),
    (document(board=GONE), ["board", "missing"]),
    (document(boad=EMPTY), ["boad", "board"]),
    (document(options={"size": "8"}), ["options: found", "no options"]),
    (document(options=[]), ["options: found an empty list", "an object"]),
    (document(comment=3), ["comment: found 3", "a string"]),
    (document(board="......."), ["board: found '.......'", "a list of 6"]),
    (document(EMPTY[:5]), ["board: found a list of 5", "a list of 6"]),
    (document(low("......")), ["board[5]: found '......'", "7 characters"]),
    (document(low("...z...")), ["board[5]: found '...z...'", "'x' (seat 0)"]),
    (document(low("...X...")), ["board[5]: found '...X...'"]),
    (document([*EMPTY[:5], 7]), ["board[5]: found 7", "a string"]),
    (document(low("...x...", ".......")), ["board[4]: found '...x...'", "d2", "below is empty"]),
    (document(low("...x...", "...o...", "...x...", "..o....", "..xo...")), ["board[3]", "d3"]),
    (document(low("..xx...")), ["board: found 2 x and 0 o", "seat 0 begins"]),
    (document(low("...o...")), ["board: found 0 x and 1 o"]),
    (document(low("oooo...", "xxxx...")), ["four in a line for x and for o"]),
    (document(low("ooo....", "xxxxo..")), ["found 4 x and 4 o, so o moved last", "four in a line for x"]),
    (document(low("oooo...", "xxxoxxx")), ["found 6 x and 5 o, so x moved last", "four in a line for o"]),
    (document(low("...x...", "...o...")), ["columns that no game builds"]),
    (document(low("xxx....", "ooo....")), ["columns that no game builds"]),
]


@pytest.mark.parametrize(("value", "words"), BAD, ids=range(len(BAD)))
def test_what_is_wrong_is_named(value, words):
    message = refusal(value)
    for word in words:
        assert word in message, message


def test_two_fours_that_no_one_stone_made_are_refused():
    """Two separate lines of x, with as many o spread out as the turns need."""
    board = low("xxxx...", "ooxo...", "oxoo...", "xxxxooo")
    counted = sum(line.count("x") - line.count("o") for line in board)
    assert counted == 1
    assert "no last move made" in refusal(document(board))


def test_one_stone_may_make_two_fours():
    state = GAME.start()
    for column in "aabbcceeffggd":
        state.apply_action("abcdefg".index(column))
    assert to_json(state)["board"][5] == "xxxxxxx"
    assert from_json(to_json(state)) == state


def test_every_position_of_random_games_is_accepted():
    chance = random.Random(8)
    for _ in range(40):
        state = GAME.start()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            assert from_json(to_json(state)) == state


def reachable(stones):
    """All pictures of positions with so many stones or fewer, by the twin, the game not over before."""
    seen = {}
    layer = [[]]
    for _ in range(stones + 1):
        following = []
        for moves in layer:
            board = Board()
            for column in moves:
                board.drop(column)
            if board.picture() in seen:
                continue
            seen[board.picture()] = board
            following += [[*moves, column] for column in board.columns()]
        layer = following
    return seen


def test_columns_that_can_arise_are_those_that_arise():
    """Every filling of three columns with up to six stones: accepted if and only if a game leads there."""
    known = set(reachable(6))
    stacks = [""] + [f"{n:0{h}b}".replace("0", "x").replace("1", "o") for h in (1, 2, 3) for n in range(2 ** h)]
    for a in stacks:
        for b in stacks:
            for c in stacks:
                text = a + b + c
                if len(text) <= 6 and text.count("x") - text.count("o") in (0, 1):
                    seats = [["xo".index(stone) for stone in stack] for stack in (a, b, c, "", "", "", "")]
                    assert can_arise(seats) == (f"{a}/{b}/{c}////" in known), (a, b, c)


def test_the_costliest_boards_are_judged_in_time():
    """Columns that leave the most orders to try, with and without a way."""
    for stack in ("xoxoxo", "oxoxox", "xxooxo", "ooxxxo"):
        begun = time.monotonic()
        can_arise([["xo".index(stone) for stone in stack]] * 7)
        assert time.monotonic() - begun < 5


KEYS = st.sampled_from(["format", "game", "version", "seats", "options", "board", "$schema", "comment", "", "x"])
JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(alphabet=".xo7\n", max_size=8),
                    lambda inner: st.lists(inner, max_size=7) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=12)


@given(JSON, KEYS)
@settings(max_examples=150, deadline=None)
def test_any_value_anywhere_is_accepted_or_refused_in_words(value, key):
    for made in (value, document(**{key or "board": value})):
        try:
            state = from_json(made)
        except InputError as error:
            message = str(error)
        else:
            message = ""
            assert to_json(state)["board"] == made["board"]
        assert message.count("\n") <= 1
