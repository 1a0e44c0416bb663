"""What the promises of a game share: a random game that is played, and how a promise that is broken is told."""
from __future__ import annotations

import io
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rich.console import Console

from core_ext.state import State
from games.api import Game
from games.fields import LONGEST, shown

LONG = 300                  # steps of a game after which close looks come half as often, then a third as often...


class Broken(Exception):
    """A promise that a game does not keep: which method, what was found and expected, and where in a game."""

    def __init__(self, method: str, found: str, expected: str, state: State | None) -> None:
        super().__init__(f"{method}: found {found}, expected {expected}")
        self.method, self.found, self.expected, self.state = method, found, expected, state


class Start(NamedTuple):
    """What a game is played from, and how many steps lie between two close looks at it."""

    game: Game
    seats: int
    options: dict[str, str]
    every: int = 1

    def __str__(self) -> str:
        return "-".join([self.game.name, str(self.seats), *(f"{name}={value}" for name, value in self.options.items())])

    def state(self) -> State:
        """The state before the first event."""
        return self.game.start(self.seats, self.options)


@dataclass
class Play:
    """A random game: iterating gives every state, the finished one last. It is one object, so copy what is kept.

    The seed says how seats choose, and the keys of luck. `state` is where it stands after `steps` moves and draws.
    """

    start: Start
    seed: int
    block: int = 0
    state: State | None = None
    steps: int = 0
    actions: list[int] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return self.start.game

    def __iter__(self) -> Iterator[State]:
        start = self.start
        named = (start.game.name, start.seats, *start.options, self.seed, self.block)
        choice = random.Random(" ".join(map(str, named)))
        self.state = state = start.state()
        self.steps, self.actions = 0, []
        while True:
            yield state
            if state.is_terminal():
                return
            legal = state.legal_actions()
            action = state.keyed_chance(self.seed, self.block) if state.is_chance_node() else choice.choice(legal)
            state.apply_action(action)
            self.steps += 1
            self.actions.append(action)

    def due(self) -> bool:
        """Whether to look closely at this state. Games of thousands of steps do not take most of the time."""
        return self.steps % (self.start.every * (1 + self.steps // LONG)) == 0

    def close(self) -> Iterator[State]:
        """The states that are due, and the finished one."""
        yield from (state for state in self if self.due() or state.is_terminal())

    def decisions(self) -> Iterator[State]:
        """Those at which a seat acts."""
        yield from (state for state in self.close() if state.current_player() >= 0)

    def finished(self) -> State:
        """The state at the end."""
        *_, last = self
        return last

    def first_decision(self) -> State:
        """The state after the chance nodes before the first decision."""
        return next(state for state in self if not state.is_chance_node())

    def hold(self, right: bool, method: str, found: object, expected: str, state: State | None = None) -> None:
        """Raise Broken if this is not right. `state`: where, if not where the game stands."""
        if not right:
            raise Broken(method, told(found), expected, self.state if state is None else state)


def told(found: object) -> str:
    """What was found, for one line: words as they are, values in short."""
    if isinstance(found, Words):
        return found
    if isinstance(found, (list, tuple)):
        text = repr(found)
        return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
    return shown(found)


class Words(str):
    """What was found, already in words."""


def after(state: State, action: int) -> State:
    """The state after an action or outcome."""
    twin = state.copy()
    twin.apply_action(action)
    return twin


def printed(text: Any) -> str:
    """A rich renderable as a terminal shows it."""
    console = Console(width=120, record=True, file=io.StringIO())
    console.print(text)
    return console.export_text()
