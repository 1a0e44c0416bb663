"""Privileges and money that seats are given, privileges left out, and what an action acquires."""
import random

import pytest

from games.api import InputError
from games.world504 import GAME
from games.world504.names import STAGE_NAMES
from games.world504.notation import parse_action
from games.world504.tables import PRIVILEGES


def opened(options, seats=2, seed=1):
    state = GAME.start(seats, options)
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(seed))
    return state


def held(state, seat):
    mask = state.raw()["owner"][seat]["privileges"]
    return [card for bit, card in enumerate(PRIVILEGES) if mask >> bit & 1]


def test_option_gifts_are_there_from_the_start():
    plain = opened({"world": "683"})
    rich = opened({"world": "683", "gifts": "0:II(4), 1:I(11), 1:money 30"})
    assert held(plain, 0) == held(plain, 1) == []
    assert held(rich, 0) == ["II(4)"]
    assert held(rich, 1) == ["I(11)"]
    more = [b["money"] - a["money"] for a, b in zip(plain.raw()["owner"], rich.raw()["owner"], strict=True)]
    assert more[:2] == [0, 30]


def test_option_without_privileges_left_out_are_not_in_the_deck():
    deck = GAME.start(2, {"world": "683"}).rules_in_force()["kinds_in_deck"]
    less = GAME.start(2, {"world": "683", "without": "II(4),I(11)"}).rules_in_force()["kinds_in_deck"]
    assert deck & ~less == sum(1 << PRIVILEGES.index(card) for card in ("II(4)", "I(11)"))
    assert less & ~deck == 0


@pytest.mark.parametrize(("options", "words"), [
    ({"gifts": "0:II(2)"}, ["option gifts: found '0:II(2)'", "deck of world 683 has no II(2)"]),
    ({"gifts": "0:II(4)", "world": "867"}, ["deck of world 867 has no II(4)", "it has no privileges"]),
    ({"gifts": "0:II(4),0:II(4)"}, ["a second time"]),
    ({"gifts": "3:II(4)"}, ["option gifts: found '3:II(4)'", "a seat 0-1"]),
    ({"gifts": "0:gold 3"}, ["option gifts: found '0:gold 3'", "a privilege"]),
    ({"gifts": "0:money 501"}, ["at most 500 money"]),
    ({"without": "II(44)"}, ["option without: found 'II(44)'", "expected a privilege"]),
])
def test_gifts_that_cannot_be_given_are_refused(options, words):
    with pytest.raises(InputError) as refused:
        GAME.start(2, {"world": "683", **options})
    for word in words:
        assert word in str(refused.value)


def test_a_privilege_of_the_row_is_acquired_by_taking_it():
    state = opened({"world": "683"})
    assert STAGE_NAMES[state.raw()["stage"]] == "take-privilege"
    card = PRIVILEGES[state.raw()["row"][0] - 1]
    action = parse_action(state, f"take {card}")
    assert GAME.balance.takes(state, action) == card
    assert GAME.balance.takes(state, 0) is None


def test_an_auctioned_privilege_is_acquired_by_the_bid_that_wins_it():
    """Two seats: who bids while the other is out has won, and a pass wins nothing for who passes."""
    state, choice = GAME.start(2, {"world": "367", "max_rounds": "6"}), random.Random(1)
    won = 0
    while not state.is_terminal():
        action = state.keyed_chance(1) if state.is_chance_node() else choice.choice(state.legal_actions())
        taken, actor = None, state.current_player()
        if actor >= 0:
            taken = GAME.balance.takes(state, action)
            before = held(state, actor)
        state.apply_action(action)
        if actor >= 0:
            assert held(state, actor) == sorted([*before, *([taken] if taken else [])], key=PRIVILEGES.index)
            won += taken is not None
    assert won > 0
