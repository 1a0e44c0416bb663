"""A real table that is followed on the server: its keeper enters the moves of all seats and the luck as it falls."""
from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import takewhile
from sys import getsizeof
from typing import TYPE_CHECKING

import games
from games import records
from games.records import CHANCE
from mcts.follow import Follow
from mcts.histories import EVERY
from mcts.redeals import resampled
from service.models import Heard, Move, Player, Result, View
from service.played import DEALS, TAKES_BACK, Late, start_of
from service.positions import moves, names, paragraphs, to_move
from service.refusals import Refused
from service.store import LINE, RECORD, UNDO, Entry, Start

if TYPE_CHECKING:
    from core_ext.state import State
    from games.records import Record

UNSEEN = "hidden"           # what is entered for a draw that the keeper did not see


class FollowRoom:
    """A real game as far as it was entered. It changes by entries alone."""

    def __init__(self, start: Start) -> None:
        """The table before its first entry. Raises InputError."""
        self.start, self.game = start, games.load(start.game)
        self.players = [Player(**player) for player in start.players]
        position = None if start.position is None else dict(start.position)
        self.follow = Follow(self.game, start_of(start), start.view, position)
        self.heard: list[Heard] = []        # all that was ever entered or happened by itself
        self._steps: list[tuple[int, str]] = []
        self._boards = {0: 0}               # how many steps there were after so many lines of `heard`
        self._note()
        self.number = 0
        self.spoilt = False

    # ---- entries ------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """One more entry. Raises InputError where it does not fit."""
        if entry.kind == LINE:
            self.follow.enter(entry.text)
        elif entry.kind == UNDO:
            self.follow.take_back(int(entry.text))
        elif entry.kind == RECORD:
            self.follow = Follow.resumed(records.read(io.StringIO(entry.text)), self.start.view, over=True)
        self._note()
        self.number += 1

    def settle(self) -> list[Entry]:
        """Nothing follows that `Follow` does not do."""
        return []

    def line(self, text: str, field: str = "text") -> list[Entry]:
        """What was typed or clicked: all of it happens, or Refused is raised. It may lead to nothing."""
        before = len(self.follow.tokens)
        heard = self.follow.enter(text)
        if heard.refused:
            self.spoilt = True
            raise Refused(field, heard.refused)
        if len(self.follow.tokens) == before:
            return []
        self._note()
        self.number += 1
        if not (heard.dealt or heard.translated):
            return [Entry(LINE, None, text)]
        # what was not seen was dealt anew until it fitted: that takes time, and is not to be done again; and what was
        # typed in another language is kept in English, as its words may change
        entry = Entry(RECORD, None, self.record.text())
        self.follow = Follow.resumed(self.record, self.start.view, over=True)
        return [entry]

    def move(self, seat: int | None, text: str, revision: int | None) -> list[Entry]:
        """A move of any seat or an outcome of chance. Raises Late and Refused."""
        if self.over:
            raise Late("the game is over")
        if revision is not None and revision != self.number:
            raise Late(f"the game has gone on since revision {revision}")
        return self.line(text, "move")

    def undo(self, seat: int | None, count: int | None) -> list[Entry]:
        """Take back so many entries, None for all. Raises Late."""
        most = len(self.follow.entries)
        if not most:
            raise Late("there is nothing to take back")
        entry = Entry(UNDO, None, str(most if count is None else min(count, most)))
        self.apply(entry)
        return [entry]

    def resign(self, seat: int | None) -> list[Entry]:
        """Nobody resigns here."""
        raise Late("a table that is followed is given up by not going on")

    def _note(self) -> None:
        """Write down what has happened since, and what was taken back."""
        steps = [(step.who, step.text) for step in self.follow.steps]
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(steps, self._steps, strict=False)))
        if taken := self._steps[same:]:
            self._boards = {line: number for line, number in self._boards.items() if number <= same}
            self._hear(-1, TAKES_BACK + "; ".join(text for _, text in taken), same)
        for number, (who, text) in enumerate(steps[same:], start=same + 1):
            self._hear(who, text, number)
        self._steps = steps

    def _hear(self, who: int, text: str, steps: int) -> None:
        self.heard.append(Heard(number=len(self.heard) + 1, seat=who if who >= 0 else None,
                                who=f"seat {who}" if who >= 0 else CHANCE, move=text))
        self._boards[len(self.heard)] = steps

    # ---- what is known --------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position now."""
        return self.follow.state

    @property
    def record(self) -> Record:
        """All that has happened, with the result once the game is over."""
        return self.follow.record

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.state.is_terminal()

    @property
    def due(self) -> bool:
        """No level plays here."""
        return False

    @property
    def size(self) -> int:
        """Bytes in memory, about."""
        each = getsizeof(self.state) // EVERY + 500
        return 10_000 + each * len(self.follow.steps) * len(self.follow.histories.all) + 500 * len(self.heard)

    def seen(self, seat: int | None) -> State:
        """The position as it is known."""
        return self.state

    def view(self, seat: int | None) -> View:
        """The table as its keeper sees it."""
        state, over, who = self.state, self.over, self.state.current_player()
        may = [] if over else self._moves()
        return View(
            table=self.start.id, game=self.game.name, title=self.game.title, kind=self.start.kind,
            seats=self.start.seats, seat=self.start.view, options=dict(self.start.options), players=self.players,
            colours=list(self.game.colours(state)),
            revision=self.number, over=over, toMove=to_move(state),
            who=None if over else CHANCE if who < 0 else self.game.who(state),
            when="" if over else self.game.talk.when(state), place="" if over else self.game.talk.place(state),
            moves=may, names=names(may, self.start.view), rules=paragraphs(self.game, state) or [], thinking=False,
            canUndo=bool(self.follow.entries),
            scores=self._scores(), result=Result(**records.result(state)) if over else None, resigned=[])

    def sight(self, seat: int | None, line: int | None = None) -> tuple[State, int | None]:
        """The position to be drawn, now or after so many lines of the log, and whose view of it."""
        if line is None or line >= len(self.heard):
            return self.state.copy(), self.start.view
        steps = next(self._boards[n] for n in range(line, -1, -1) if n in self._boards)
        return self.follow.history.before(steps), self.start.view

    def picture(self, seat: int | None) -> str:
        """The board as its keeper sees it."""
        return self.game.render.svg(*self.sight(seat))

    def log(self, seat: int | None) -> Sequence[Heard]:
        """All that has happened."""
        return self.heard

    def _moves(self) -> list[Move]:
        if self.follow.history.hidden():
            return [Move(move=UNSEEN, ids=[])]
        return moves(self.game, self.state)

    def _scores(self) -> list[float] | None:
        state, view = self.state, self.start.view
        if view is not None and state.hides and not self.over:
            known = resampled(state, view, 0).scores()
            if any(resampled(state, view, deal).scores() != known for deal in range(1, DEALS)):
                return None
        return [records.plain(x) for x in state.scores()]
