"""A game between a person and agents, written down move by move, so that it can be left and gone on with."""
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
        """Play chance, the agents, and turns of the person that leave no choice; ends where the person has one."""
        while not self.state.is_terminal():
            legal, who = self.state.legal(), self.state.current()
            if who >= 0 and len(legal) == 1:
                yield self._played(legal[0])
            elif who < 0:
                yield self._played(self.state.keyed_outcome(self.seed))
            elif (agent := self.agents[who]) is not None:
                stream = decision_seed(self.seed, agent.name, 0, who, self.decisions[who])
                yield self._played(agent.choose(self.state, stream))
            else:
                return

    def choose(self, action: int) -> Event:
        """Play the person's action. Raises IllegalAction."""
        return self._played(action)

    def _played(self, action: int) -> Event:
        who = self.state.current()
        event = self.recorder.play(action)
        tell(self.agents, action)
        if who >= 0:
            self.decisions[who] += 1
        return event
