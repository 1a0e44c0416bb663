"""Equilibria of Kuhn poker for two seats (Kuhn, 1950): a family with one parameter, worth -1/18 chip to seat 0.

An information set is described by the own card and the acts so far, as in `Q: check bet`.
"""
from __future__ import annotations

import games
from core_ext.state import State

from .best_response import Node, tree

VALUE = -1 / 18                 # chips to seat 0, the seat that acts first
MOST_ALPHA = 1 / 3              # how often at most seat 0 bluffs with the jack


def describe(state: State) -> str:
    """The information set of the seat to act."""
    document = games.load("kuhn_poker").notation.position_to_json(state)
    return f"{document['cards'][state.current_player()]}: {' '.join(document['betting'])}".rstrip()


def root() -> Node:
    """The whole game for two seats, from before the deal."""
    game = games.load("kuhn_poker")
    return tree(game, game.start(2), describe)


def equilibrium(alpha: float = MOST_ALPHA) -> dict[str, dict[str, float]]:
    """The equilibrium in which seat 0 bets the jack with probability alpha, 0 to 1/3; seat 1 has one answer to all."""
    bets = {"J:": alpha, "Q:": 0.0, "K:": 3 * alpha, "J: check": 1 / 3, "Q: check": 0.0, "K: check": 1.0}
    calls = {"J: check bet": 0.0, "Q: check bet": alpha + 1 / 3, "K: check bet": 1.0,
             "J: bet": 0.0, "Q: bet": 1 / 3, "K: bet": 1.0}
    return {**{info: {"check": 1 - p, "bet": p} for info, p in bets.items()},
            **{info: {"fold": 1 - p, "call": p} for info, p in calls.items()}}
