"""Games by luck alone, with all positions kept: what tests of a game's laws look through."""
from __future__ import annotations

import io
import json
import random
from typing import Any, ClassVar

import numpy as np

from games import records
from games.api import Game

from .packed import Layout


class RandomGame:
    """A game played by luck alone: its positions, packed, and what was done in each.

    A game's own class says which options and styles there are, how a move is chosen, and what is checked now and then.
    """

    game: ClassVar[Game]
    layout: ClassVar[Layout]
    stages: ClassVar[list[str]]
    most_steps: ClassVar[int]
    check_every: ClassVar[int]      # steps between the costly checks; prime to the usual cycles
    owners: ClassVar[str] = "seat"  # the field of the position that has a struct for each seat

    def __init__(self, number: int, seats: int, options: dict[str, str], style: str, rng: random.Random) -> None:
        self.number, self.seats, self.options, self.style = number, seats, options, style
        state = self.game.start(seats, options)
        packed: list[bytes] = []
        self.actions: list[int] = []
        while True:
            packed.append(state.to_bytes())
            self.seen(state)
            if state.is_terminal():
                break
            step = len(self.actions)
            assert step < self.most_steps, f"{self.name(step)}: the game does not end"
            legal = state.legal_actions()
            if not legal or legal != sorted(set(legal)) or legal[0] < 0 or legal[-1] >= 2**26:
                raise AssertionError(f"{self.name(step)}: {legal}")
            action = state.keyed_chance(number) if state.is_chance_node() else self.choose(rng, state, legal)
            if step % self.check_every == number % self.check_every:
                self.check(state, step)
            state.apply_action(action)
            self.actions.append(action)
        self.state = state
        self.at = self.layout.rows(packed)
        self.seat = self.at[self.owners][:, :seats]

    def name(self, step: int) -> str:
        """What a failure is called."""
        return f"game {self.number} with {self.seats} seats, {self.options}, {self.style}: step {step}"

    def seen(self, state: Any) -> None:
        """Called with every position."""

    def choose(self, rng: random.Random, state: Any, legal: list[int]) -> int:
        if self.style == "weighted":
            return int(rng.choices(legal, state.action_weights())[0])
        return rng.choice(legal)

    def check(self, state: Any, step: int) -> None:
        """A position made anew from its fields is the same, derived fields included."""
        again = state.copy()
        again.load(state.raw())
        assert again == state, self.name(step)

    def fail_where(self, wrong: np.ndarray, what: str) -> None:
        """Name the first step at which something is wrong."""
        if wrong.any():
            step = int(np.flatnonzero(wrong)[0])
            stage = self.stages[self.at["stage"][step]]
            raise AssertionError(f"{self.name(step)}: {what}; stage {stage}, then {self.actions[step:step + 3]}")

    def replays_from_its_record(self) -> None:
        """Its record, written and read, leads to the same bytes."""
        recorder = records.Recorder(self.game, self.game.start(self.seats, self.options), self.number)
        for action in self.actions:
            recorder.apply_action(action)
        again = records.read(io.StringIO("\n".join(recorder.finish().lines())))
        assert records.replay(again).to_bytes() == self.state.to_bytes()

    def comes_back_from_json(self, every: int) -> None:
        """One position in so many, written as JSON and read, is the same byte for byte."""
        state = self.game.start(self.seats, self.options)
        for step, action in enumerate(self.actions):
            if step % every == self.number % every:
                same_from_json(self.game, state, self.name(step))
            state.apply_action(action)


def same_from_json(game: Game, state: Any, name: str) -> None:
    """A position read back from its JSON is the same, byte for byte; the name tells a failure."""
    again = game.notation.position_from_json(json.loads(json.dumps(game.notation.position_to_json(state))))
    assert (again.to_bytes(), again.options) == (state.to_bytes(), state.options), name
    assert again.legal_actions() == state.legal_actions(), name
