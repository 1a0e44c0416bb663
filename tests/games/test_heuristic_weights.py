"""The numbers of the heuristics (option or `set_heuristic_weights`) are each seat's own."""
from importlib import import_module

import pytest

import games
from core_ext.playout import playouts

GAMES = 60
# numbers with which a seat gets nowhere: it never places a tile, plans for no place, sees no worth in points
IDLE = {"burgundy": ({"boards": "random"}, {"place": -40.0}), "orleans": ({}, {"place_least": 1000.0})}


@pytest.mark.parametrize("name", IDLE)
def test_each_seat_has_its_own_numbers(name):
    """A seat with idle numbers scores far less than one with the usual ones; swapped numbers swap the result."""
    options, change = IDLE[name]
    state, usual = games.load(name).start(2, options), import_module(f"games.{name}.tuning").HEURISTICS
    for idle, other in ((0, 1), (1, 0)):
        state.set_heuristic_weights(usual)
        state.set_heuristic_weights({**usual, **change}, idle)
        points = playouts(state, GAMES, 1)["scores"].mean(axis=0)
        assert points[idle] < points[other] - 30
