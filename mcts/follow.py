"""A game at a real table, typed as it happens: chance and the moves of all seats, in full or in short forms.

What is typed is read against what is possible now; what leaves no choice happens by itself. Every line can be taken
back. The record so far is that of a game, which replays.
"""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, NamedTuple

import games
from core_ext.state import State
from games import records
from games.api import Game, InputError
from games.records import Event, Record
from games.shorthand import Ambiguous, Word, listed, read_action, read_outcomes, typed_words

END = ("end", "end turn")       # may always be typed: what is left of the turn is passed
SPLIT = re.compile(r"(?:[;,]|\bthen\b)(?![^\[]*\])")    # between the parts of a line, outside of brackets


class Step(NamedTuple):
    """One event of the game."""

    who: int            # the seat, or -1: chance
    action: int
    text: str
    forced: bool        # nothing else was possible
    before: State


@dataclass
class Heard:
    """What came of a line: the events it led to, and what of it was refused."""

    steps: list[Step] = field(default_factory=list)
    refused: str = ""           # why; what stands before the refused part has happened
    over: int | None = None     # `end` was typed, but the turn of this seat had ended by itself


class Follow:
    """The table: `state` is the position now, `steps` is all that has happened."""

    def __init__(self, game: Game, state: State, seat: int | None = None,
                 position: dict[str, Any] | None = None) -> None:
        if seat is not None and not 0 <= seat < state.seats:
            raise InputError(f"--seat: found {seat}, expected 0 to {state.seats - 1}")
        self.game, self.state, self.seat, self.position = game, state, seat, position
        self.options = dict(state.options)
        self.steps: list[Step] = []
        self.entries: list[int] = []        # how many steps there were before each line that led to some
        self.shown: list[str] = []          # the moves that numbers of a line mean: those when the seat had its turn
        self._play_forced()

    @classmethod
    def resumed(cls, record: Record, seat: int | None = None) -> Follow:
        """The game of a record that is not over, where it was left. Raises InputError."""
        if record.result is not None:
            raise InputError(f"{record.name}: this game is over")
        actions = [step.action for step in records.steps(record)]
        seat = record.more.get("seat") if seat is None else seat
        table = cls(games.load(record.game), records.start(record), seat, record.position)
        while len(table.steps) < len(actions):
            table.entries.append(len(table.steps))
            table._happens(actions[len(table.steps)])
            table._play_forced()
        return table

    @property
    def record(self) -> Record:
        """All that has happened so far, with the result once the game is over."""
        made = Record(self.game.name, self.state.seats, self.options, None, self.game.version, position=self.position,
                      more={} if self.seat is None else {"seat": self.seat})
        made.events = [Event(step.who if step.who >= 0 else None, step.text) for step in self.steps]
        if self.state.is_terminal():
            made.result = records.result(self.state)
        return made

    def texts(self) -> dict[str, int]:
        """What is possible now, as texts of actions or of outcomes."""
        return {self.game.notation.action_text(self.state, action): action for action in self.state.legal_actions()}

    def enter(self, line: str) -> Heard:
        """Read a line and let happen what it says, up to the first part that cannot be."""
        heard, before = Heard(), len(self.steps)
        shown = self.shown = list(self.texts())
        try:
            for part in [line] if line.strip() in shown else SPLIT.split(line):
                self._part(part.strip(), before, heard)
        except InputError as error:
            heard.refused = str(error)
        if len(self.steps) > before:
            self.entries.append(before)
        heard.steps = self.steps[before:]
        return heard

    def take_back(self, count: int = 1) -> list[Step]:
        """Take back so many lines and all that they led to. Raises InputError."""
        if not 1 <= count <= len(self.entries):
            raise InputError(f"u: found {count}, expected 1 to {len(self.entries)}" if self.entries
                             else "u: there is nothing to take back")
        first = self.entries[-count]
        gone, self.steps = self.steps[first:], self.steps[:first]
        del self.entries[-count:]
        self.state = gone[0].before
        return gone

    # ---- reading -----------------------------------------------------------------------------

    def _part(self, part: str, first: int, heard: Heard) -> None:
        """Several outcomes of chance, one move, or `end`; `first` is where its line began."""
        words: Sequence[Word] = typed_words(part)
        if part.lower() in END:
            heard.over = self._end(first)
            return
        while words:
            if self.state.is_terminal():
                raise InputError(f"found {part!r}, but the game is over")
            try:
                action, count = read_outcomes(words, self.texts()) if self.state.is_chance_node() \
                    else (self._choice(part, words), len(words))
            except InputError as error:
                if isinstance(error, Ambiguous) or not (count := self._known(words)):
                    who = self.state.current_player()
                    where = f"seat {who}" if who >= 0 else self.game.talk.place(self.state) or "chance"
                    raise InputError(f"{where}: {error}") from None
            else:
                self._happens(action)
                self._play_forced()
            words = words[count:]

    def _known(self, words: Sequence[Word]) -> int:
        """How many of the first words name what has happened by itself, or comes without a draw."""
        forced = takewhile(lambda step: step.forced, reversed(self.steps))
        for text in [*self.game.talk.granted(self.state), *(step.text for step in forced)]:
            try:
                return read_outcomes(words, {text: 0})[1]
            except InputError:
                pass
        return 0

    def _choice(self, part: str, words: Sequence[Word]) -> int:
        """The action of the seat to act: by its text, by its number in the list of moves, or in short."""
        texts = self.texts()
        if part in texts:
            return texts[part]
        if part.isdecimal() and not any(text.isdecimal() for text in texts):
            if len(part) < 6 and 1 <= int(part) <= len(self.shown):
                part = self.shown[int(part) - 1]
                return self.game.notation.parse_action(self.state, part)
            raise InputError(f"found {part!r}, expected a move's number, 1 to {len(self.shown)}, or its text")
        return read_action(words, texts, self.game.talk.price)

    def _end(self, first: int) -> int | None:
        """Pass what is left of the turn; where it has ended by itself, return whose it was. Raises InputError."""
        who, last = self.state.current_player(), self._last_seat()
        spoken = self.steps[first:] and last is not None and last != who
        if who < 0 or spoken:
            return last
        while self.state.current_player() == who:
            passing = self._passing()
            if passing is None:
                if last is not None and last != who:
                    return last
                due = self.game.talk.place(self.state)
                raise InputError(f"seat {who} cannot end its turn yet" + (f" ({due})" if due else "") +
                                 f"; possible now: {listed(self.texts())}")
            self._happens(passing)
            self._play_forced()
        return None

    def _passing(self) -> int | None:
        texts = self.texts()
        return next((action for start in self.game.talk.passes for text, action in texts.items()
                     if text.startswith(start)), None)

    def _last_seat(self) -> int | None:
        """The seat that last had a choice."""
        return next((step.who for step in reversed(self.steps) if step.who >= 0 and not step.forced), None)

    # ---- happening ---------------------------------------------------------------------------

    def _happens(self, action: int, forced: bool = False) -> None:
        who, before = self.state.current_player(), self.state.copy()
        text = self.game.notation.action_text(before, action)
        self.state.apply_action(action)
        self.steps.append(Step(who, action, text, forced, before))
        if self.state.current_player() != who:
            self.shown = list(self.texts())

    def _play_forced(self) -> None:
        """Play what leaves no choice."""
        while not self.state.is_terminal() and len(legal := self.state.legal_actions()) == 1:
            self._happens(legal[0], forced=True)
