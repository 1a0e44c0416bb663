"""Positions that a seat cannot tell from the one it sees, and positions after some moves: no numbers, no search."""
from __future__ import annotations

from collections.abc import Sequence

from core_ext.state import State
from mcts.limits import SEEDS

DEALS = 64              # of what is hidden: what is alike in all of them counts as known


def resampled(state: State, seat: int, seed: int) -> State:
    """A copy in which all that `seat` cannot know is drawn anew: the same for all positions it cannot tell apart."""
    other = state.copy()
    other.resample(seat, seed % SEEDS)
    return other


def made(state: State, actions: Sequence[int]) -> tuple[State, int]:
    """The position after these actions of the seat to act, as far as they are legal and its own, and how many were."""
    at, seat = state.copy(), state.current_player()
    for done, action in enumerate(actions):
        if at.current_player() != seat or action not in at.legal_actions():
            return at, done
        at.apply_action(action)
    return at, len(actions)
