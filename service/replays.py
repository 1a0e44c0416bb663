"""Records that were replayed lately. A page asks for one position after the other of a game and sends its record each
time; a long one takes a second to read and check, and the same one is known by its hash.
"""
from __future__ import annotations

import io
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from sys import getsizeof
from typing import TYPE_CHECKING

import games
from games import records
from games.api import InputError
from games.fields import one_line
from service.refusals import Refused

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game
    from games.records import Event, Record

EVERY = 64                  # events of which one keeps its position: the others are played again from there
BRIEF = 200                 # events of a record that is not worth keeping
MOST_BYTES = 32 * 2**20     # of the records that are kept, about
EVENT = 1_000               # bytes of an event in memory, about


class Replay:
    """A record that fits the rules, with what its events do."""

    def __init__(self, record: Record) -> None:
        """Replay it. Raises InputError."""
        self._record, self.text = record, record.text()
        self.actions: list[int] = []
        self._kept: list[State] = []
        state = None
        for step in records.steps(record):
            state = step.state
            if len(self.actions) % EVERY == 0:
                self._kept.append(state.copy())
            self.actions.append(step.action)
        self.end: State = records.start(record) if state is None else state
        if not self._kept:
            self._kept.append(self.end)

    @property
    def record(self) -> Record:
        """A copy, whose events may be cut off."""
        return replace(self._record, events=list(self._record.events), more=dict(self._record.more))

    @property
    def told(self) -> str:
        """What is to be said of a record of another version of the rules; empty for one of these."""
        return records.other_rules(self._record)

    @property
    def events(self) -> Sequence[Event]:
        """Its events, which nobody changes."""
        return self._record.events

    @property
    def game(self) -> Game:
        """What was played."""
        return games.load(self._record.game)

    @property
    def start(self) -> State:
        """The position it begins with."""
        return self._kept[0].copy()

    def at(self, number: int) -> State:
        """A copy of the position after so many events."""
        if number >= len(self.actions):
            return self.end.copy()
        first = number // EVERY
        state = self._kept[first].copy()
        for action in self.actions[first * EVERY:number]:
            state.apply_action(action)
        return state

    @property
    def size(self) -> int:
        """Bytes in memory, about."""
        return EVENT * len(self.actions) + sum(map(getsizeof, self._kept)) + len(self.text)


class Replays:
    """Those of late, as many as fit into some memory."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most, self._size, self._lock = most, 0, threading.Lock()
        self._kept: OrderedDict[bytes, Replay] = OrderedDict()

    def of(self, text: str) -> Replay:
        """The replay of a record. Raises Refused."""
        known = sha256(text.encode("utf-8", "surrogatepass")).digest()
        with self._lock:
            if (there := self._kept.get(known)) is not None:
                self._kept.move_to_end(known)
                return there
        try:
            made = Replay(records.read(io.StringIO(text)))
        except InputError as error:
            raise Refused("record", one_line(error).removeprefix("record: ")) from None
        if len(made.actions) > BRIEF:
            self._keep(known, made)
        return made

    def _keep(self, known: bytes, made: Replay) -> None:
        size = made.size
        with self._lock:
            if size > self._most or known in self._kept:
                return
            self._kept[known] = made
            self._size += size
            while self._size > self._most:
                _, gone = self._kept.popitem(last=False)
                self._size -= gone.size


REPLAYS = Replays()


def replayed(text: str) -> Replay:
    """The replay of a record's text, done anew or known. Raises Refused."""
    return REPLAYS.of(text)
