"""Every game says who begins: seats in the first turn order, at its first decision."""
from __future__ import annotations

import pytest

import games
from core_ext.state import State

GAMES = games.names()
RANDOM = ("burgundy", "catan_cards", "orleans", "world504")     # option start=random


def at_first_decision(name: str, seats: int, block: int, luck: int = 0, **options: str) -> State:
    """A game at its first decision."""
    state = games.load(name).start(seats, options)
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(3, block, luck))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_the_first_order_has_every_seat_once_and_begins_with_who_acts_first(name):
    game = games.load(name)
    for seats in game.seats:
        for block in range(4):
            state = at_first_decision(name, seats, block)
            order = list(game.balance.order(state))
            assert sorted(order) == list(range(seats))
            assert order[0] == state.current_player()


@pytest.mark.parametrize("name", RANDOM)
def test_an_option_that_names_the_start_seat_puts_it_first(name):
    game = games.load(name)
    for seats in game.seats:
        for start in range(seats):
            order = list(game.balance.order(at_first_decision(name, seats, 0, start=str(start))))
            assert order == [(start + at) % seats for at in range(seats)]


@pytest.mark.parametrize("name", RANDOM)
def test_who_begins_is_drawn_for_the_table_whoever_has_whose_luck(name):
    game = games.load(name)
    drawn = [[tuple(game.balance.order(at_first_decision(name, 2, block, luck))) for luck in (0, 1)]
             for block in range(30)]
    assert all(one == other for one, other in drawn)
    assert {one for one, _ in drawn} == {(0, 1), (1, 0)}


def test_the_higher_die_begins_in_backgammon():
    game = games.load("backgammon")
    firsts = {game.balance.order(at_first_decision("backgammon", 2, block))[0] for block in range(20)}
    assert firsts == {0, 1}


def test_before_the_draw_nobody_begins():
    for name in RANDOM:
        game = games.load(name)
        assert game.balance.order(game.start()) is None


def test_where_the_first_order_is_bid_for_it_is_known_after_the_bids_only():
    game = games.load("world504")
    state = at_first_decision("world504", 3, 0, world="132")
    assert game.balance.order(state) is None
    while game.balance.order(state) is None:
        state.apply_action(state.keyed_chance(3, 0, 0) if state.is_chance_node() else state.legal_actions()[0])
    assert sorted(game.balance.order(state)) == [0, 1, 2]
    for world in ("261", "721"):        # companies; a drawn order
        assert sorted(game.balance.order(at_first_decision("world504", 3, 0, world=world))) == [0, 1, 2]
