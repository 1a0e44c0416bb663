"""A game at the terminal: the board with what changed, what happened, the moves, and the person's keys."""
from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from core_ext.state import State
from games import records
from games.api import InputError
from games.boards import GUTTER, changed
from games.fields import one_line, shown
from games.records import Event
from games.speech import parse_action
from mcts import typed
from mcts.advice import advise
from mcts.params import SearchParams, cores
from mcts.session import Session
from reports.terminal import news
from reports.terminal.advice import seconds_asked, suggestion
from reports.terminal.console import on_terminal, out, say, screen
from reports.terminal.layout import Paragraph
from reports.terminal.menu import Menu
from reports.terminal.progress import Progress
from reports.terminal.screen import outcome

ADVICE = 2.0            # seconds of a search for advice
SHOWN = 3               # plans of an advice
NEWS = 3                # lines of what happened
MOVES = 7               # lines of moves that there are at least, where the board leaves them
FEWEST = 4              # lines of moves where the board takes all
ENDS = ("end", "end turn")      # may end a line where the turn is over without it
PROMPT = "your move (? advice, u undo, h help):"
ADVISED = "your move (p 1 plays the first of these, ?all shows more, h help):"
KEY = re.compile(r"(\?|help|[a-z](?![a-z]))(\s*)(.*)")   # a key, and what follows it
TAKES = re.compile(r"(\d+(\.\d+)?|all)?")               # what may follow one
ALONE = ("m", "b", "s", "w", "h", "q")                  # keys that nothing follows
HELP = {
    "5": "plays a move, by its number, its text or the beginning of it, such as end",
    "5; 12; end": "plays several; numbers are those on the screen. The line ends at the first move that does not fit, "
                  "and at a chance event or another seat's turn; what was not played is named",
    "take": "shows the moves that begin so in full, where there are several;  m  all moves",
    "?": "advises after a search of 2 seconds from what you know, ? 10 of 10, and ?all shows all of it;  p 1  plays "
         "plan 1",
    "u": "takes back a move, u 2 two, u all all, as long as you have learnt nothing since: a chance event, a move of "
         "another seat and a look at hidden cards stay",
    "w": "says what the others did and what was drawn since your last turn",
    "s": "shows the score by source;  b  the whole board",
    "q": "leaves; the game is kept, and --resume goes on with it",
}


def play_on(session: Session, kept: Path, left: str) -> None:
    """Play until the game is over or the person leaves, who is then told `left`.

    The record is written to `kept` at each of the person's decisions.
    """
    desk = Desk(session)
    while True:
        desk.advance()
        records.write(session.record, kept)
        if session.state.is_terminal():
            desk.end(kept)
            return
        desk.show()
        if not desk.answer():
            say(left)
            return


class Desk:
    """What a person has before it: the game, what it has not been told yet, the moves on the screen, the advice."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.news: list[Event] = []
        self.notes: list[str] = []              # what became of the last line
        self.forced: list[str] = []             # the person's moves since its last choice, which left no choice
        self.menu = Menu([])
        self.before: State | None = None        # the position at the last decision
        self.advice: dict[str, Any] | None = None   # the last one here
        self.keys: dict[str, Callable[[str], bool]] = {
            "?": self.advise, "p": self.plan, "u": self.undo, "m": self.moves, "b": self.whole, "s": self.score,
            "w": self.what, "h": self.help}

    # ---- the screen ----

    def advance(self) -> bool:
        """Play on to the person's next choice. Was the person told of anything that is not its own?"""
        others, self.forced = False, []
        for event in self.session.advance():
            self.news.append(event)
            if event.seat == self.session.seat:
                self.forced.append(event.move)
            else:
                others = True
            _meanwhile(event)
        _meanwhile(None)
        return others

    def show(self) -> None:
        """All for one decision, in the room there is: what happened, the board, the moves."""
        width, height = size()
        self.menu = Menu([self.text(action) for action in self.session.state.legal_actions()])
        self.advice = None
        if height is None:
            out(*self.told(width, None), self.seen(None, width), *self.menu.lines(width))
            return
        free = height - 1 - lines_of(self.drawn(1, width - GUTTER))     # without the prompt and the briefest board
        above = self.told(width, max(1, min(NEWS, free - MOVES)))
        moves = self.menu.lines(width, max(FEWEST, min(free - len(above), max(MOVES, height // 3 + 1))))
        out(*above, self.seen(height - 1 - len(above) - len(moves), width), *moves)

    def told(self, width: int, most: int | None) -> list[Text]:
        """What became of the last line, and what happened since, in so many lines at most."""
        notes = [line for note in self.notes for line in Paragraph(note, 2).lines(width)][:most]
        rest = None if most is None else most - len(notes)
        happened = news.lines(self.news, self.session.seat, width, rest) if rest != 0 else []
        self.notes, self.news = [], []
        return [*notes, *happened]

    def seen(self, room: int | None, width: int) -> Text:
        """The board as the person sees it, with what changed since its last decision marked."""
        colour, before = on_terminal(), self.before
        columns = width if colour or before is None else width - GUTTER
        board = self.drawn(room, columns)
        self.before = self.session.state.copy()
        return board if before is None else changed(self.drawn(room, columns, before), board, colour)

    def drawn(self, room: int | None, width: int, state: State | None = None) -> Text:
        """The board of the position, or of another one, as the person sees it."""
        return self.session.game.render.text(state or self.session.state, self.session.seat, room, width)

    def end(self, kept: Path) -> None:
        """How the game ended."""
        width, height = size()
        out(*self.told(width, None), self.drawn(height and height // 2, width))
        out(outcome(self.session.game, self.session.state, self.session.record.players))
        say(f"record: {kept}\nwhat each decision cost: ludosoph review {kept}")

    # ---- what is typed ----

    def answer(self) -> bool:
        """Take what the person types up to a line that changes the game; False where it leaves."""
        while True:
            end = " " if sys.stdin.isatty() else "\n"
            print(ADVISED if self.advice else PROMPT, file=sys.stderr, end=end, flush=True)
            line = sys.stdin.readline()
            word = line.strip()
            if not line or self.leaves(word):
                return False
            if word and self.changes(word):
                return True

    def changes(self, word: str) -> bool:
        """Do what a line says. Has the game changed?"""
        key, more = self.key(word)
        if not key:
            return self.line(word)
        try:
            if more and key in ALONE:
                raise InputError(f"{key}: found {shown(more)}, expected nothing after it")
            return self.keys[key](more)
        except InputError as error:
            say(one_line(error))
            return False

    def key(self, word: str) -> tuple[str, str]:
        """The key that a line is, and what follows it; no key where it is a move. A move that is called like a key goes
        before it, and so does one that begins like a key with what does not belong there.
        """
        found = KEY.fullmatch(word.lower())
        if found is None or typed.BETWEEN in word:
            return "", ""
        key, blank, more = ("h" if found[1] == "help" else found[1]), found[2], found[3]
        glued = bool(more) and not blank and key in ALONE       # b2 is a place, taken or not
        usual = word == word.lower() and TAKES.fullmatch(more) and not (more and key in ALONE)
        known = key in self.keys or (key == "q" and bool(more))     # a q alone leaves before it comes here
        move = word in self.menu.keys if usual else self.is_move(word)
        return (key, more) if known and not glued and not move else ("", "")

    def leaves(self, word: str) -> bool:
        """Whether a line says to leave; in capitals only where no move begins so."""
        if word in ("q", "quit"):
            return word not in self.menu.keys
        return word.lower() in ("q", "quit") and not self.is_move(word)

    def is_move(self, word: str) -> bool:
        """Whether a line names a move, or begins like some."""
        return word in self.menu.keys or bool(self.menu.beginning(word)) or self.fits(word)

    def line(self, typed_line: str) -> bool:
        """Play the moves of a line. Was any of them played? A beginning of several moves shows these instead."""
        entries = [typed_line] if typed_line in self.menu.keys else typed.entries(typed_line)
        if len(entries) == 1 and not entries[0].isdecimal() and not self.fits(entries[0]):
            if several := self.menu.opened(entries[0], size()[0]):
                return self.printed(*several)
        return self.take(self.arranged(entries))

    def arranged(self, entries: Sequence[str]) -> list[str]:
        """The entries of a line. Moves of one kind in a row that a table takes in any order come in that of the rules,
        if all of them are possible now.
        """
        found = list[str]()
        for kind, alike in groupby(entries, lambda entry: self.meant(entry).partition(" ")[0]):
            run = list(alike)
            free = kind in self.session.game.talk.unordered and all(map(self.fits, run))
            found += sorted(run, key=self.action) if free else run
        return found

    def take(self, entries: list[str]) -> bool:
        """Play these moves one by one, up to one that does not fit or after which something happens."""
        self.forced = []
        found = typed.take(entries, self.one)
        left = list(found.left)
        while left and found.done and (self.went_by_itself(left[0]) or left == [left[0]] and left[0] in ENDS):
            del left[0]
        if not found.done:
            say(found.why + (f"; not played: {'; '.join(left)}" if len(entries) > 1 else ""))
        elif left:
            self.notes.append(f"{found.why}; not played: {'; '.join(left)}")
        return found.done > 0

    def one(self, entry: str) -> str:
        """Play one move, and say why none may follow in the same line. Raises InputError."""
        if self.went_by_itself(entry):
            return ""
        try:
            actions = self.actions(entry)
        except InputError:
            if self.key(entry)[0]:
                raise InputError(f"{entry}: is a key, expected on a line of its own") from None
            raise
        for action in actions:
            self.session.play(action)
        if self.advance():
            return "a chance event has occurred or another seat has moved"
        return "the game is over" if self.session.state.is_terminal() else ""

    def went_by_itself(self, entry: str) -> bool:
        """Whether an entry names the next of the moves that were played without asking, as they left no choice."""
        fits = bool(self.forced) and bool(Menu(self.forced[:1]).beginning(self.meant(entry)))
        if fits:
            del self.forced[0]
        return fits

    def meant(self, entry: str) -> str:
        """The move of a number on the screen; an entry that is none comes back as it is, to be refused in its turn."""
        try:
            return self.menu.numbered(entry)
        except InputError:
            return entry

    def action(self, entry: str) -> int:
        """The move that an entry names: a number of the menu on the screen, a text, or its beginning."""
        state = self.session.state
        legal = {self.text(action): action for action in state.legal_actions()}
        text = self.menu.numbered(entry)
        if text in legal:
            return legal[text]
        if text != entry:
            raise InputError(f"move {entry}, {text}, is not possible any more")
        try:
            return parse_action(self.session.game, state, text)
        except InputError:
            fits = Menu(list(legal)).beginning(text)
            if len(fits) != 1:
                raise
            return legal[fits[0]]

    def actions(self, entry: str) -> list[int]:
        """The move that an entry names, or those of a whole turn as the game's people write it."""
        try:
            return [self.action(entry)]
        except InputError:
            if self.session.game.talk.turn is None:
                raise
            return self.session.game.actions(self.session.state, entry)

    def fits(self, entry: str) -> bool:
        """Whether an entry names a move, or a turn."""
        try:
            self.actions(entry)
        except InputError:
            return False
        return True

    def text(self, action: int) -> str:
        return self.session.game.notation.action_text(self.session.state, action)

    # ---- keys; `more` is the number or `all` after one; True: the game has changed ----

    def advise(self, more: str) -> bool:
        """Print the best moves after a short search from what the person knows."""
        if more == "all" and self.advice is not None:
            return self.printed(suggestion(self.advice, details=True))
        seconds = seconds_asked(more) or ADVICE
        params = SearchParams(seconds=seconds, seed=self.session.seed, threads=cores())
        with Progress("search") as progress:
            self.advice, _ = advise(self.session.game, self.session.state, params, progress=progress,
                                    view=self.session.seat)
        return self.printed(suggestion(self.advice, SHOWN, details=more == "all", more_by=("?all", "?all")))

    def plan(self, more: str) -> bool:
        """Play a plan of the last advice, and say what that is."""
        if self.advice is None:
            raise InputError("p: there is no advice here yet; ask for it with ?")
        plans, number = self.advice["planInfos"], _number("p", more) or 1
        if number > len(plans):
            raise InputError(f"p: found {number}, expected 1 to {len(plans)}")
        moves = plans[number - 1]["moves"]
        self.notes.append(f"plan {number}: {'; '.join(moves)}")
        return self.take(moves)

    def undo(self, more: str) -> bool:
        """Take back one choice, as many as is said, or `all` that can be."""
        taken = self.session.undo(None if more == "all" else _number("u", more) or 1)
        self.notes.append(f"taken back: {'; '.join(taken)}")
        return True

    def moves(self, more: str) -> bool:
        """Print all moves."""
        return self.printed(*self.menu.lines(size()[0]))

    def whole(self, more: str) -> bool:
        """Print the board in full."""
        return self.printed(self.drawn(None, size()[0]))

    def score(self, more: str) -> bool:
        """Print the score by source."""
        session = self.session
        if not session.score_is_open():
            return self.printed("The score depends on what is hidden.")
        return self.printed(outcome(session.game, session.state, session.record.players))

    def what(self, more: str) -> bool:
        """Print what happened since the person's last turn."""
        happened = news.lines(self.session.since, self.session.seat, size()[0])
        return self.printed(*happened or [Text("Nothing has happened since your last turn.")])

    def help(self, more: str) -> bool:
        """Print the keys."""
        return self.printed(*(line for key, text in HELP.items()
                              for line in Paragraph(f"{key:11} {text}", 12).lines(size()[0])))

    def printed(self, *whats: RenderableType) -> bool:
        out(*whats)
        return False


def size() -> tuple[int, int | None]:
    """Columns and lines of the screen; no number of lines where there is no screen."""
    return screen().width, shutil.get_terminal_size((0, 0)).lines or None


def lines_of(text: Text) -> int:
    """How many lines a text has."""
    return text.plain.count("\n") + 1


def _number(key: str, more: str) -> int:
    """The number after a key, 0 where there is none. Raises InputError."""
    if more and (not more.isdecimal() or int(more[:6]) == 0):
        raise InputError(f"{key}: found {shown(more)}, expected a number from 1, as in {key} 2"
                         + ", or all" * (key == "u"))
    return int(more[:6] or 0)


def _meanwhile(event: Event | None) -> None:
    """On a terminal, one line that says what the others do while they do it; None: it goes."""
    if sys.stderr.isatty():
        what = "" if event is None else f"{'drawn' if event.seat is None else event.who}: {event.move}"
        print(f"\r\033[K{what[:size()[0] - 1]}", file=sys.stderr, end="", flush=True)
