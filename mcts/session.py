"""A game between a person and agents, written down move by move, so that it can be left and resumed.

What the person is told is what its seat sees; the record holds all.
"""
from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

import games
from core_ext.state import State
from games import records
from games.api import Game, InputError, Played
from games.records import Event, Record, Recorder
from mcts.agents import make
from mcts.play import check_seed
from mcts.redeals import resampled
from mcts.table import Moment, Table
from mcts.told import DEALS, Hearing, shown_since

PERSON = "person"       # who sits in the person's seat, in the record


class Session(Table):
    """The table: `state` is the position now; `advance` plays all that is not the person's choice."""

    recorder: Recorder

    def __init__(self, game: Game, state: State, names: list[str], seed: int,
                 position: dict[str, Any] | None = None) -> None:
        agents = [None if name == PERSON else make(name) for name in names]
        super().__init__(state, agents, check_seed(seed), recorder=Recorder(game, state, seed, names, position))
        self.game, self.seat = game, names.index(PERSON)
        self.choices: list[Moment] = []     # before each choice of the person since a chance event or another's move
        self.since: list[Event] = []        # what the person was told of luck and the others since its last turn
        self._chosen = False                # the person has moved since it was last told of another seat
        self._hearing = Hearing(game, self.seat)

    @classmethod
    def begun(cls, game: Game, state: State, seat: int, agent: str, seed: int) -> Session:
        """A new game, the person in this seat and the agent in all others. Raises InputError."""
        if not 0 <= seat < state.seats:
            raise InputError(f"seat: found {seat}, expected 0 to {state.seats - 1}")
        return cls(game, state, [PERSON if s == seat else make(agent).name for s in range(state.seats)], seed)

    @classmethod
    def resumed(cls, record: Record) -> Session:
        """The game of a record that is not over, where it was left. Raises InputError."""
        players = record.players or []
        if players.count(PERSON) != 1:
            raise InputError(f"{record.name}, line {record.line}: players: found {players}, "
                             f"expected one of them to be {PERSON!r}")
        if record.result is not None:
            raise InputError(f"{record.name}: this game is over")
        actions = [step.action for step in records.steps(record)]
        session = cls(games.load(record.game), records.start(record), players, record.seed or 0, record.position)
        for action in actions:
            if session._chooses():
                session.play(action)
            else:
                deque(session._told(action), maxlen=0)
        deque(session._laid(), maxlen=0)
        return session

    @property
    def record(self) -> Record:
        """All that was played so far, with the result once the game is over."""
        return self.recorder.finish()

    def advance(self) -> Iterator[Event]:
        """Play chance, the agents, and turns of the person that leave no choice; ends where the person has one.

        Events come as the person is told of them: what it does not see is hidden, told once for all that one seat does
        in a row, as its number may be hidden too; and of some a game tells nothing at all.
        """
        while (action := self._next()) is not None:
            yield from self._told(action)
        yield from self._laid()

    def _told(self, action: int) -> Iterator[Event]:
        """Play an action or outcome that is no choice of the person, and what it is told of it."""
        before = self.state.copy()
        event = self.play(action)
        for told in self._hearing.hears(Played(before, action, self.state.copy()), event):
            yield self._note(told)

    def _laid(self) -> list[Event]:
        """What others have laid open since the person was last told of something."""
        return [self._note(event) for event in self._hearing.laid()]

    def _note(self, event: Event) -> Event:
        """An event that is told, kept in `since`."""
        if event.seat is not None and event.seat != self.seat and self._chosen:
            self.since.clear()
            self._chosen = False
        if event.seat != self.seat:
            self.since.append(event)
        return event

    def _chooses(self) -> bool:
        """Whether it is the person's turn and there is a choice."""
        return self.state.current_player() == self.seat and len(self.state.legal_actions()) > 1

    def _next(self) -> int | None:
        """What happens without the person; None where it has a choice, or the game is over."""
        if self.state.is_terminal() or self._chooses():
            return None
        return self.outcome() if self.state.is_chance_node() else self.choice(self.state.legal_actions())

    def play(self, action: int) -> Event:
        """An outcome of chance, or an action of any seat, such as the person's choice. Raises IllegalAction."""
        mine = self.state.current_player() == self.seat
        before = self.moment() if self._chooses() else None
        if self.state.is_chance_node():
            self.happens(action)
        else:
            self.apply_action(action, False)
        if not mine:
            self.choices.clear()
        elif before is not None:
            self.choices.append(before)
            self._chosen = True
            self._hearing.chose(Played(before.state, action, self.state.copy()))
        return self.recorder.record.events[-1]

    def score_is_open(self) -> bool:
        """Whether the person knows the score: it is the same whatever is hidden."""
        if not self.state.hides or self.state.is_terminal():
            return True
        known = self.state.sources()
        return all(resampled(self.state, self.seat, deal).sources() == known for deal in range(DEALS))

    def undo(self, count: int | None = None) -> list[str]:
        """Take back the person's last `count` choices, None for all that can be, and say which, the last one first.

        Nothing may be learnt by it: what was chosen before a chance event, a move of another seat or the showing of a
        hidden thing stays, so fewer may be taken back. Raises InputError where none can be.
        """
        if not self.choices:
            raise InputError("nothing can be taken back: you have chosen nothing since the last chance event or "
                             "move of another seat")
        first = max(0, len(self.choices) - (len(self.choices) if count is None else count))
        while first < len(self.choices) and self._shown_since(self.choices[first]):
            first += 1
        if first == len(self.choices):
            raise InputError("your last choice stays: it has shown you something that was hidden")
        played = [self.recorder.record.events[moment.events].move for moment in self.choices[first:]]
        moment = self.choices[first]
        del self.choices[first:]
        self._hearing.taken_back()
        self.back_to(moment)
        return played[::-1]

    def _shown_since(self, moment: Moment) -> bool:
        """Whether the person's own moves since then have told it more of what is hidden than it knew."""
        moves = [event.move for event in self.recorder.record.events[moment.events:]]
        return shown_since(self.game, self.seat, moment.state, moves, self.state)
