"""A game at the terminal: the board, what happened since, the person's moves by number or text, advice on request."""
from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from games import records
from games.api import InputError
from games.fields import one_line
from games.records import Event
from mcts import typed
from mcts.advice import advise
from mcts.params import SearchParams
from mcts.session import Session
from reports.terminal.console import out, say
from reports.terminal.screen import outcome, ranking

ADVICE = 2.0                # seconds of a search for advice
SHOWN = 5                   # moves of an advice
PROMPT = "your move (number or text, several as 5; 12; end; ? advice, u undo, b board, q leave):"


def play_on(session: Session, kept: Path, left: str) -> None:
    """Play until the game is over or the person leaves, who is then told `left`.

    The record is written to `kept` at each of the person's decisions.
    """
    while True:
        _tell(session.advance(), session.seat)
        records.write(session.record, kept)
        if session.state.is_terminal():
            out(session.game.render.text(session.state, session.seat))
            out(outcome(session.game, session.state, session.record.players))
            say(f"record: {kept}")
            return
        _show(session)
        if not _answer(session):
            say(left)
            return


def _tell(events: Iterator[Event], person: int) -> bool:
    """Print events as they happen, chance outcomes in a row on one line. Was there any that is not the person's?"""
    drawn: list[str] = []
    moved = False
    for event in events:
        if event.seat is None:
            drawn.append(event.move)
            continue
        _print_drawn(drawn)
        print("you: " if event.seat == person else f"seat {event.seat}: ", event.move, sep="", flush=True)
        moved = moved or event.seat != person
    moved = moved or bool(drawn)
    _print_drawn(drawn)
    return moved


def _print_drawn(drawn: list[str]) -> None:
    if drawn:
        print("drawn:", ", ".join(drawn))
        drawn.clear()


def _show(session: Session) -> None:
    """The board, as the person sees it, and the moves."""
    game, state = session.game, session.state
    out(game.render.text(state, session.seat))
    for number, action in enumerate(state.legal_actions(), start=1):
        print(f"{number:3}  {game.notation.action_text(state, action)}")


def _answer(session: Session) -> bool:
    """Take what the person types up to a line that changes the game; False where it leaves."""
    while True:
        say(PROMPT)
        line = sys.stdin.readline()
        word = line.strip()
        if not line or word in ("q", "quit"):
            return False
        if word == "b":
            out(session.game.render.text(session.state, session.seat))
        elif word == "?":
            _advise(session)
        elif word.split()[:1] == ["u"]:
            if _undo(session, word.split()[1:]):
                return True
        elif word and _play(session, word):
            return True


def _undo(session: Session, words: list[str]) -> bool:
    """Take back one choice, as many as is said, or `all` that can be. Was any?"""
    try:
        if words and words != ["all"] and not (len(words) == 1 and words[0].isdecimal() and int(words[0][:6]) > 0):
            raise InputError(f"u: found {' '.join(words)!r}, expected a number of moves, as in u 2, or u all")
        count = None if words == ["all"] else int(words[0][:6]) if words else 1
        print("taken back:", "; ".join(session.undo(count)), flush=True)
    except InputError as error:
        say(one_line(error))
        return False
    return True


def _play(session: Session, line: str) -> bool:
    """Play the moves of a line. Was any of them played?

    A number means what it stands for in the list that is on the screen, wherever it stands in the line.
    """
    shown = [session.game.notation.action_text(session.state, action) for action in session.state.legal_actions()]

    def one(entry: str) -> str:
        text = entry
        if entry.isdecimal() and len(entry) < 6:
            if not 1 <= int(entry) <= len(shown):
                raise InputError(f"move: found {entry}, expected a number from 1 to {len(shown)}, or a move as text")
            text = shown[int(entry) - 1]
        session.play(session.game.notation.parse_action(session.state, text))
        return "luck has fallen or another seat has moved" if _tell(session.advance(), session.seat) else (
            "the game is over" if session.state.is_terminal() else "")

    found = typed.take([line] if line in shown else typed.entries(line), one)
    if found.why:
        more = f"; not played: {'; '.join(found.left)}" if found.done + len(found.left) > 1 else ""
        say(found.why + more)
    return found.done > 0


def _advise(session: Session) -> None:
    """Print the best moves after a short search from what the person knows."""
    params = SearchParams(seconds=ADVICE, seed=session.seed)
    out(ranking(advise(session.game, session.state, params).document, SHOWN))
