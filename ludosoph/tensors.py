"""What a program that learns is given: numbers for what a seat knows, and actions as numbers below a bound."""
from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from core_ext.state import State
from games.api import Game

WIDE = 4096                 # codes of actions lie below this in all our games but those with codes made of parts
PLACES = 1024               # most legal actions of a position (core_ext/types.pxd)
PROBED = 20                 # random games in which the codes of short games are seen
SHORT, FEW = 64, 64         # steps, and codes, of a game whose codes are all seen so
BITS = 64                   # of the key of an information set


@dataclass(frozen=True)
class Actions:
    """The actions of a game as numbers below `count`: their codes, or their places in the list of legal actions."""

    count: int
    by_place: bool

    def legal(self, state: State) -> list[int]:
        """The numbers of the legal actions. Raises ValueError for a code that is too large."""
        codes = state.legal_actions()
        if self.by_place:
            return list(range(len(codes)))
        if codes[-1] >= self.count:
            raise ValueError(f"found action {codes[-1]}, expected codes below {self.count}")
        return codes

    def code(self, state: State, number: int) -> int:
        """The code of an action that is legal here."""
        return state.legal_actions()[number] if self.by_place else int(number)


def actions_of(rules: Game) -> Actions:
    """How the actions of a game are numbered. The codes of short games are seen in a few random ones."""
    most = steps = 0
    for seed in range(PROBED):
        random, state = Random(seed), rules.start()
        while not state.is_terminal():
            legal = state.legal_actions()
            most = max(most, 0 if state.is_chance_node() else legal[-1])
            if most >= WIDE:
                return Actions(PLACES, True)
            steps += 1
            state.apply_action(state.keyed_chance(seed) if state.is_chance_node() else random.choice(legal))
        if steps > SHORT * (seed + 1):
            return Actions(WIDE, False)
    return Actions(1 << max(1, most.bit_length()) if most < FEW else WIDE, False)


def width(state: State) -> int:
    """How many numbers `fill` writes for a seat of this game."""
    return state.seats + BITS + max(len(state.features(seat)) for seat in range(state.seats))


def fill(state: State, seat: int, numbers: NDArray[np.float32]) -> None:
    """What a seat knows: which seat it is, the key of its information set in bits, and the game's features for it."""
    numbers.fill(0)
    numbers[seat] = 1
    key = state.information_state_key(seat)
    numbers[state.seats:state.seats + BITS] = [key >> bit & 1 for bit in range(BITS)]
    features = state.features(seat)
    numbers[state.seats + BITS:state.seats + BITS + len(features)] = features
