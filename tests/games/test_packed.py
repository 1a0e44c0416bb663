"""Positions are one struct: without padding, as its bytes are compared and hashed; written out and read as a dict."""
from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

import games

from .packed import Layout

NAMES = games.names()


def no_padding(kind: np.dtype) -> bool:
    """The fields of a struct, and of structs in it, fill it."""
    parts = [kind.fields[name][0] for name in kind.names]
    return sum(part.itemsize for part in parts) == kind.itemsize and all(
        no_padding(part.base) for part in parts if part.base.names)


@pytest.mark.parametrize("name", NAMES)
def test_no_byte_of_a_position_is_padding(name):
    kind = Layout(import_module(f"games.{name}")).position
    assert no_padding(kind)
    assert kind.itemsize == games.load(name).start().size


@pytest.mark.parametrize("name", [name for name in NAMES if "load" in vars(type(games.load(name).start()))])
def test_a_position_comes_back_from_its_numbers(name):
    game = games.load(name)
    state, again = game.start(), game.start()
    for number in range(120):
        if state.is_terminal():
            break
        state.apply_action(state.sample_chance(number, 0) if state.is_chance_node() else state.random_action(number, 0))
        if name == "backgammon" and state.raw()["played"]:
            continue                    # it loads the beginnings of turns only
        again.load(state.raw())
        assert again == state
