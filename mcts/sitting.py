"""A game between a person and agents, written down move by move, so that it can be left and gone on with.

What the person is told is what its seat sees; the record holds all.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import games
from games import records
from games.api import InputError
from games.records import Event, Record, Recorder
from mcts.agents import Agent, make, tell
from mcts.play import check_seed, decision_seed

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game

PERSON = "person"       # who sits in the person's seat, in the record
HIDDEN = "(hidden)"     # what the person is told of a move that it does not see


class Sitting:
    """The table: `state` is the position now; `advance` plays all that is not the person's choice."""

    def __init__(self, game: Game, state: State, seat: int, agent: str, seed: int) -> None:
        if not 0 <= seat < state.seats:
            raise InputError(f"seat: found {seat}, expected 0 to {state.seats - 1}")
        names = [PERSON if s == seat else make(agent).name for s in range(state.seats)]
        self._sit(game, state, seat, names, check_seed(seed), None)

    @classmethod
    def resumed(cls, record: Record) -> Sitting:
        """The game of a record that is not over, where it was left. Raises InputError."""
        players = record.players or []
        if players.count(PERSON) != 1:
            raise InputError(f"{record.name}, line {record.line}: players: found {players}, "
                             f"expected one of them to be {PERSON!r}")
        if record.result is not None:
            raise InputError(f"{record.name}: this game is over")
        actions = [step.action for step in records.steps(record)]
        sitting = cls.__new__(cls)
        sitting._sit(games.load(record.game), records.start(record), players.index(PERSON), players,
                     check_seed(record.seed or 0), record.position)
        for action in actions:
            sitting._played(action)
        return sitting

    def _sit(self, game: Game, state: State, seat: int, names: list[str], seed: int,
             position: dict[str, object] | None) -> None:
        self.game, self.state, self.seat, self.seed = game, state, seat, seed
        self.agents: list[Agent | None] = [None if name == PERSON else make(name) for name in names]
        self.recorder = Recorder(game, state, seed, names, position)
        self.decisions = [0] * state.seats

    @property
    def record(self) -> Record:
        """All that was played so far, with the result once the game is over."""
        return self.recorder.finish()

    def advance(self) -> Iterator[Event]:
        """Play chance, the agents, and turns of the person that leave no choice; ends where the person has one.

        Events come as the person is told of them: what it does not see is HIDDEN, told once for all that one seat does
        in a row, as its number may be hidden too; and of some a game tells nothing at all.
        """
        veiled: int | None = None       # whose hidden move was told last, with nothing told since
        while (action := self._next()) is not None:
            who, told = self.state.current_player(), self.game.told(self.state, action, self.seat)
            silent = self.game.untold is not None and self.game.untold(self.state, action, self.seat)
            event = self._played(action)
            if silent:
                continue
            if told is not None:
                yield event
            elif who != veiled:
                yield Event(event.seat, HIDDEN)
            veiled = who if told is None else None

    def _next(self) -> int | None:
        """What happens without the person; None where it has a choice, or the game is over."""
        who = self.state.current_player()
        if who < 0:
            return None if self.state.is_terminal() else self.state.keyed_chance(self.seed)
        legal, agent = self.state.legal_actions(), self.agents[who]
        if len(legal) == 1:
            return legal[0]
        if agent is None:
            return None
        return agent.choose(self.state, decision_seed(self.seed, agent.name, 0, who, self.decisions[who]))

    def choose(self, action: int) -> Event:
        """Play the person's action. Raises IllegalAction."""
        return self._played(action)

    def _played(self, action: int) -> Event:
        who = self.state.current_player()
        event = self.recorder.apply_action(action)
        tell(self.agents, action)
        if who >= 0:
            self.decisions[who] += 1
        return event
