"""A game at the terminal: the board, what happened since, the person's moves by number or text, advice on request."""
from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from games import records
from games.api import InputError
from games.fields import one_line
from games.records import Event
from mcts.advice import advise
from mcts.params import SearchParams
from mcts.session import Session
from reports.terminal.console import out, say
from reports.terminal.screen import outcome, ranking

ADVICE = 2.0                # seconds of a search for advice
SHOWN = 5                   # moves of an advice


def play_on(session: Session, kept: Path, left: str) -> None:
    """Play until the game is over or the person leaves, who is then told `left`.

    The record is written to `kept` at each of the person's decisions.
    """
    state, new = session.state, True
    while True:
        moved = _tell(session.advance(), session.seat) or new
        new = False
        records.write(session.record, kept)
        if state.is_terminal():
            out(session.game.render.text(state, session.seat))
            out(outcome(session.game, state, session.record.players))
            say(f"record: {kept}")
            return
        action = _ask(session, moved)
        if action is None:
            say(left)
            return
        session.play(action)


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


def _ask(session: Session, fresh: bool) -> int | None:
    """The person's choice, or None to leave. Shows the board, as the person sees it, where it has changed."""
    game, state = session.game, session.state
    legal = state.legal_actions()
    if fresh:
        out(game.render.text(state, session.seat))
    for number, action in enumerate(legal, start=1):
        print(f"{number:3}  {game.notation.action_text(state, action)}")
    while True:
        say("your move (number or text, ? advice, b board, q leave):")
        line = sys.stdin.readline()
        word = line.strip()
        if not line or word in ("q", "quit"):
            return None
        if word == "b":
            out(game.render.text(state, session.seat))
        elif word == "?":
            _advise(session)
        elif word.isdecimal() and len(word) < 6 and 1 <= int(word) <= len(legal):
            return legal[int(word) - 1]
        elif word:
            try:
                return game.notation.parse_action(state, word)
            except InputError as error:
                say(one_line(error))


def _advise(session: Session) -> None:
    """Print the best moves after a short search from what the person knows."""
    params = SearchParams(seconds=ADVICE, seed=session.seed)
    out(ranking(advise(session.game, session.state, params).document, SHOWN))
