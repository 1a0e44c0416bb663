"""Positions of 504 within the phase of residents, and moves by their texts."""
from __future__ import annotations

from typing import Any

from games.packed import codes
from games.world504.conditions import atoms_of
from games.world504.notation import legal_texts, parse_action
from games.world504.phases import phases

from .positions import SLOTS, STAGES, Raw, loaded

NONE, = codes("world504", "NOWHERE")


def acting(world: str, raw: Raw, seats: int = 2, **options: str) -> Any:
    """A state in which seat 0 is asked what its residents do."""
    place = phases(atoms_of(world))["turn"].index("residents")
    raw.update(phase=2 * SLOTS + place, stage=STAGES.index("act"), actor=0, place=raw["order"].index(0))
    return loaded(world, raw, seats, **options)


def play(state: Any, *moves: str) -> Any:
    """Take these moves and outcomes, told as texts; returns the state."""
    for move in moves:
        state.apply_action(parse_action(state, move))
    return state


def offers(state: Any, word: str) -> list[str]:
    """The moves that begin with this word."""
    return [text for text in legal_texts(state) if text.startswith(word + " ")]


def next_turn(world: str, raw: Raw, actor: int = 0, seats: int = 2) -> Any:
    """A state at the first question of this owner's turn: the other's residents are done, and nothing else asks."""
    first = 1 - actor
    raw["order"][:2] = [first, actor]
    place = phases(atoms_of(world))["turn"].index("income")
    raw.update(phase=2 * SLOTS + place, stage=STAGES.index("act"), actor=first, place=0)
    state = loaded(world, raw, seats)
    state.apply_action(0)               # done: the phase is over
    return state


def over(world: str, raw: Raw, seats: int = 2) -> Any:
    """The position as that of a game that is over."""
    raw["stage"] = STAGES.index("over")
    return loaded(world, raw, seats)


def last_turn(world: str, raw: Raw, seats: int = 2) -> Any:
    """A state after the last owner's turn in this round: the end of the round has been checked."""
    place = phases(atoms_of(world))["turn"].index("residents")
    raw.update(phase=2 * SLOTS + place, stage=STAGES.index("act"), actor=raw["order"][seats - 1], place=seats - 1)
    state = loaded(world, raw, seats)
    if state.legal_actions():
        state.apply_action(0)
    while not state.is_terminal() and state.raw()["round"] == raw["round"]:
        state.apply_action(state.legal_actions()[0])
    return state
