"""A game at a real table, typed as it happens: chance and the moves of all seats, in full or in short forms.

What is typed is read against what is possible now; what leaves no choice happens by itself. What the seat that follows
does not see is dealt (mcts/histories.py). Every line can be taken back. The record so far is that of a
game, which replays.
"""
from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import takewhile
from random import Random
from typing import Any

import games
from core_ext.state import State
from games import records
from games.api import Game, InputError
from games.fields import shown
from games.records import Event, Record
from games.shorthand import Ambiguous, Word, listed, read_action, read_outcomes, typed_words
from games.speech import others
from games.speech import texts as in_other_languages
from mcts import unknown
from mcts.histories import ANY, END, FORCED, GUESSED, ONE, REST, SAID, Histories, History, Step, Token

ENDS = ("end", "end turn")      # may always be typed: what is left of the turn is passed
UNSEEN = ("hidden", "?")        # for a draw that was not seen; an empty line: for all of them that come next
SPLIT = re.compile(r"(?:[;,]|\bthen\b)(?![^\[]*\])")    # between the parts of a line, outside of brackets
UNFOUND = "; no deal of what was not seen was found in which it can be"
LAST = 2**63                    # comes after every code of a move


@dataclass
class Heard:
    """What came of a line: the events it led to, and what of it was refused."""

    steps: list[Step] = field(default_factory=list)
    refused: str = ""           # why; what stands before the refused part has happened
    over: int | None = None     # `end` was typed, but the turn of this seat had ended by itself
    dealt: bool = False         # draws that were not seen had to be dealt anew
    translated: bool = False    # some of it was in another language than English


class Follow:
    """The table: `state` is the position now, `steps` is all that has happened."""

    def __init__(self, game: Game, state: State, seat: int | None = None,
                 position: dict[str, Any] | None = None) -> None:
        if seat is not None and not 0 <= seat < state.seats:
            raise InputError(f"--seat: found {seat}, expected 0 to {state.seats - 1}")
        self.game, self.seat, self.position = game, seat, position
        self.histories = Histories(History(game, state, seat, Random(0)))
        self.entries: list[int] = []        # how many tokens there were before each line that led to some
        self.translated = False             # what was read last was in another language than English
        self.shown: list[str] = []          # the moves that numbers of a line mean: those when the seat had its turn
        self.history.play_forced()

    @property
    def history(self) -> History:
        return self.histories.first

    @property
    def tokens(self) -> list[Token]:
        """All that was said."""
        return self.histories.tokens

    @property
    def state(self) -> State:
        return self.history.state

    @property
    def steps(self) -> list[Step]:
        return self.history.steps

    @classmethod
    def resumed(cls, record: Record, seat: int | None = None, over: bool = False) -> Follow:
        """The game of a record where it was left; `over`: it may be over. Raises InputError."""
        if record.result is not None and not over:
            raise InputError(f"{record.name}: this game is over")
        made = [(step.action, step.event) for step in records.steps(record)]
        seat = record.more.get("seat") if seat is None else seat
        table = cls(games.load(record.game), records.start(record), seat, record.position)
        for action, event in made[len(table.steps):]:
            table._goes_on(action, unknown.GUESSED in event.more)
        return table

    def _goes_on(self, action: int, unseen: bool) -> None:
        """One more event of a record."""
        history = self.history
        if not unseen and len(history.state.legal_actions()) == 1 and not history.hidden():
            history.happens(action, FORCED)
            return
        if not (unseen and history.hidden()):
            self.entries.append(len(self.tokens))
            self.tokens.append(Token(ONE) if unseen else self._token(action))
        history.happens(action, GUESSED if unseen else SAID)
        history.told = len(self.tokens)

    @property
    def view(self) -> int | None:
        """The seat from whose view the position is known; None: nothing had to be dealt that somebody may hide."""
        if self.seat is not None:
            return self.seat
        return unknown.NOBODY if any(step.how == GUESSED for step in self.steps) else None

    @property
    def record(self) -> Record:
        """All that has happened so far, with the result once the game is over."""
        made = Record(self.game.name, self.state.seats, dict(self.state.options), None, self.game.version,
                      position=self.position, more={} if self.seat is None else {"seat": self.seat})
        for step in self.steps:
            unseen = {unknown.GUESSED: True} if step.how == GUESSED else {}
            made.events.append(Event(step.who if step.who >= 0 else None, step.text, unseen))
        if self.state.is_terminal():
            made.result = records.result(self.state)
        return made

    def texts(self) -> dict[str, int]:
        """What is possible now, as texts of actions or of outcomes."""
        return _texts(self.history)

    def enter(self, line: str) -> Heard:
        """Read a line and let happen what it says, up to the first part that cannot be."""
        heard, before, self.translated = Heard(), len(self.tokens), False
        self.shown = list(self.texts())
        try:
            if not line.strip():
                self._unseen(Token(REST))
            line = self._in_english(line.strip())
            parts = [line] if line in self.shown else SPLIT.split(line)
            self._parts([part.strip() for part in parts if part.strip()], heard)
        except InputError as error:
            heard.refused = str(error)
        if len(self.tokens) > before:
            self.entries.append(before)
            heard.steps = [step for step in self.steps if step.told >= before]
            heard.translated = self.translated
        return heard

    def take_back(self, count: int = 1) -> list[Step]:
        """Take back so many lines and all that they led to. Raises InputError."""
        if not 1 <= count <= len(self.entries):
            raise InputError(f"u: found {count}, expected 1 to {len(self.entries)}" if self.entries
                             else "u: there is nothing to take back")
        told = self.entries[-count]
        had = self.steps
        self.histories.take_back(told)
        del self.entries[-count:]
        return had[len(self.steps):]

    # ---- reading -----------------------------------------------------------------------------

    def _in_english(self, line: str) -> str:
        """A move or a word for what was not seen, given whole in another language, as it is in English."""
        for each in others(self.game.name):
            known = {each(text): text for text in (*self.shown, UNSEEN[0])}
            if line not in self.shown and line in known:
                return known[line]
        return line

    def _parts(self, parts: list[str], heard: Heard) -> None:
        """The parts of a line. Moves of one kind in a row that have an order by the rules may be said in any other."""
        spoken: int | None = None
        while parts:
            alike = list(takewhile(lambda part: self._verb(part) and self._verb(part) == self._verb(parts[0]), parts))
            parts[:len(alike)] = alike = sorted(alike, key=self._code)
            for part in alike[1:] and alike:
                try:
                    spoken = self._part(part, spoken, heard, search=False)
                    parts.remove(part)
                    break
                except InputError:
                    continue
            else:
                spoken = self._part(parts[0], spoken, heard, search=True)
                del parts[0]

    def _verb(self, part: str) -> str:
        words = typed_words(part)
        return next((verb for verb in self.game.talk.unordered if words and verb.startswith(words[0].text)), "")

    def _code(self, part: str) -> int:
        """The code of the move that this part means now; moves in a row that have an order go up by it."""
        try:
            return self._choice(part, typed_words(part), self.texts())
        except InputError:
            return LAST

    def _part(self, part: str, spoken: int | None, heard: Heard, search: bool) -> int | None:
        """Several outcomes of chance, one move, or `end`. Returns whose move it was; `spoken` is who moved before."""
        words: Sequence[Word] = typed_words(part)
        if part.lower() in ENDS:
            heard.over = self._end(spoken)
            return spoken
        if part.lower() in UNSEEN:
            self._unseen(Token(ONE))
            return spoken
        if not words:
            raise InputError(f"found {shown(part)}, expected a move or a draw")
        turn, no_turn = self._turn(part)
        for move in turn:
            spoken = self._part(move, spoken, heard, search)
        if turn:
            return spoken
        while words:
            trial = self.history.fork()
            try:
                action, count = self._meets(trial, part, words)
            except Ambiguous:
                raise
            except InputError as error:
                if not (count := self._known(words)) and search:
                    found = self._other_history(part, words)
                    heard.dealt = heard.dealt or found is not None
                    if found is not None:
                        self.histories.all.insert(0, found)
                        count = self._known(words)
                        if not count:
                            continue
                if not count:
                    dealt = any(step.how == GUESSED for step in self.steps)
                    raise InputError(f"{no_turn or error}{UNFOUND if dealt else ''}") from None
                words = words[count:]
                continue
            who = trial.state.current_player()
            token = self._token(action, trial)
            trial.take(token)
            self.histories.take(token, trial)
            if trial.state.current_player() != who:
                self.shown = list(_texts(trial))
            words, spoken = words[count:], who if who >= 0 else spoken
        return spoken

    def _turn(self, part: str) -> tuple[list[str], str]:
        """The moves of a text that names a whole turn, as backgammon's `8/5 6/5`; if it names none, why it does not."""
        state, who = self.history.state, self.history.state.current_player()
        if self.game.talk.turn is None or who < 0 or len(part.split()) < 2:
            return [], ""
        try:
            actions = self.game.talk.turn(state, part)
        except InputError as error:
            return [], f"seat {who}: {error}"
        moves, state = list[str](), state.copy()
        for action in actions:
            moves.append(self.game.notation.action_text(state, action))
            state.apply_action(action)
        return moves, ""

    def _token(self, action: int, history: History | None = None) -> Token:
        state = (history or self.history).state
        return Token(SAID, state.current_player(), action, self.game.notation.action_text(state, action))

    def _meets(self, history: History, part: str, words: Sequence[Word]) -> tuple[int, int]:
        """Let happen what needs no saying, up to where the first words mean something: that, and how many they are.

        Raises InputError, with what is said of them where something has to be said first.
        """
        refusal: InputError | None = None
        while not history.state.is_terminal():
            try:
                if not (history.state.is_chance_node() and history.hidden()):
                    return self._reading(history, part, words)
            except Ambiguous:
                raise
            except InputError as error:
                refusal = refusal or error
            if not history.go_on():
                break
        raise refusal or InputError(f"found {part!r}, but the game is over")

    def _reading(self, history: History, part: str, words: Sequence[Word]) -> tuple[int, int]:
        """What the first words mean now, and how many they are. Raises InputError."""
        texts, who = _texts(history), history.state.current_player()
        try:
            return self._read(part, words, texts, who)
        except InputError as error:
            for known in () if isinstance(error, Ambiguous) else in_other_languages(self.game, history.state):
                with suppress(InputError):
                    found = self._read(part, words, known, who)
                    self.translated = True
                    return found
            where = f"seat {who}" if who >= 0 else self.game.talk.place(history.state) or "chance"
            raise type(error)(f"{where}: {error}") from None

    def _read(self, part: str, words: Sequence[Word], texts: dict[str, int], who: int) -> tuple[int, int]:
        """What the first words mean among these texts, and how many they are. Raises InputError."""
        return read_outcomes(words, texts) if who < 0 else (self._choice(part, words, texts), len(words))

    def _choice(self, part: str, words: Sequence[Word], texts: dict[str, int]) -> int:
        """The action of the seat to act: by its text, by its number in the list of moves, or in short."""
        if part in texts:
            return texts[part]
        if part.isdecimal() and not any(text.isdecimal() for text in texts):
            if len(part) < 6 and 1 <= int(part) <= len(self.shown) and self.shown[int(part) - 1] in texts:
                return texts[self.shown[int(part) - 1]]
            raise InputError(f"found {part!r}, expected a move's number, 1 to {len(self.shown)}, or its text")
        return read_action(words, texts, self.game.talk.price, self.game.talk.whole)

    def _known(self, words: Sequence[Word]) -> int:
        """How many of the first words name what has happened by itself, or comes without a draw."""
        for text in self.game.talk.granted(self.state):
            if count := _count(words, text):
                return count
        place, count = _forced(self.history, words)
        history = self.history.fork()
        if count:
            step = history.steps[place]
            token = Token(SAID, step.who, step.action, step.text)
        elif text := next((text for text in history.unasked() if _is(words, text)), ""):
            token, count = Token(SAID, ANY, text=text), len(words)
        else:
            return 0
        history.take(token)
        self.histories.take(token, history)
        return count

    def _other_history(self, part: str, words: Sequence[Word]) -> History | None:
        """Another deal of what was not seen, in which these words mean something."""
        wanted = set(re.findall("[a-z]+", self.game.talk.wants(part)))

        def gone_on(history: History) -> History | None:
            if _forced(history, words)[1] or any(_is(words, text) for text in history.unasked()):
                return history
            trial = history.fork()
            try:
                self._meets(trial, part, words)
            except InputError:
                return None
            return trial

        return self.histories.find(gone_on, self._last_seat() or 0, lambda text: not wanted.isdisjoint(text.split()))

    # ---- what is not a move ------------------------------------------------------------------

    def _unseen(self, token: Token) -> None:
        """A draw that was not seen, or all that come next. Raises InputError where none does."""
        if token.kind == REST and not self.history.unseen() and self.history.unsaid() is None:
            return
        if token.kind == ONE and not self.state.is_chance_node():
            raise InputError("hidden: found no draw here, expected a move of seat "
                             f"{self.state.current_player()}")
        history = self.history.fork()
        history.take(token)
        self.histories.take(token, history)

    def _end(self, spoken: int | None) -> int | None:
        """Pass what is left of the turn; where it has ended by itself, return whose it was. Raises InputError."""
        who, last = self.state.current_player(), self._last_seat()
        if who < 0 or (spoken is not None and spoken != who):
            return last
        trial = self.history.fork()
        trial.take(Token(END, who))
        if trial.state.current_player() == who and len(trial.state.legal_actions()) > 1 and not trial.passes():
            if last is not None and last != who:
                return last
            due = self.game.talk.place(self.state)
            raise InputError(f"seat {who} cannot end its turn yet" + (f" ({due})" if due else "") +
                             f"; possible now: {listed(self.texts())}")
        self.histories.take(Token(END, who), trial)
        return None

    def _last_seat(self) -> int | None:
        """The seat that last had a choice."""
        return next((step.who for step in reversed(self.steps) if step.who >= 0 and not step.forced), None)


def _texts(history: History) -> dict[str, int]:
    """What is possible, as texts of actions or of outcomes."""
    state, notation = history.state, history.game.notation
    return {notation.action_text(state, action): action for action in state.legal_actions()}


def _forced(history: History, words: Sequence[Word]) -> tuple[int, int]:
    """Which of the last steps, that left no choice, the first words name, and how many words these are; 0: none."""
    for place in range(len(history.steps) - 1, -1, -1):
        step = history.steps[place]
        if not step.forced:
            break
        if count := _count(words, step.text):
            return place, count
    return 0, 0


def _is(words: Sequence[Word], text: str) -> bool:
    """These words name this one move."""
    try:
        return read_action(words, {text: 0}, whole=(text.split(" ")[0],)) == 0
    except InputError:
        return False


def _count(words: Sequence[Word], text: str) -> int:
    """How many of the first words name this one outcome."""
    try:
        return read_outcomes(words, {text: 0})[1]
    except InputError:
        return 0
