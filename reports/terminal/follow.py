"""A real table at the terminal: one line says what is to be typed, one what was understood; boards come on request."""
from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from rich.text import Text

from games import records
from games.api import InputError
from games.fields import one_line, shown
from games.shorthand import listed
from mcts.advice import advise
from mcts.follow import Follow, Heard, Step
from mcts.histories import GUESSED
from mcts.params import SearchParams, cores
from reports.terminal.advice import seconds_asked, suggestion
from reports.terminal.console import out, say, screen
from reports.terminal.layout import Columns, definitions
from reports.terminal.screen import outcome
from reports.wording import capitalised

ADVICE = 2.0                # seconds of a search for advice
SHOWN = 3                   # plans of an advice
HELP = "Type what happens at the table. Short forms will do as long as they are clear."
KEYS = [
    ("d 3 4, k6", "dice and tiles that are drawn; put spaces or commas between several"),
    ("take 5; end", "the moves of any seat; \"end\" passes what is left of the turn"),
    ("hidden", "one draw that you missed; an empty line goes on past what you do not see"),
    ("?", "advice for the seat to act; ? 10 in 10 seconds; ?all: all of it"),
    ("m", "the moves that are possible, with numbers"),
    ("b   s", "the board; the scores"),
    ("u   u 3", "take the last line back; the last three"),
    ("r", "where the record is"),
    ("h   q", "this help; leave, and go on later with --resume"),
]
ALONE = {"b": "shows the board", "s": "shows the scores", "m": "lists the moves", "r": "says where the record is",
         "h": "shows the keys", "q": "leaves"}         # keys that nothing follows
ASKED = re.compile(r"\?\s*([^\s,;].*)|\?")            # advice; what follows says how much


def follow_on(table: Follow, kept: Path, left: str) -> None:
    """Read lines until the game is over or the person leaves, who is then told `left`.

    The record is written to `kept` after each line.
    """
    while True:
        records.write(table.record, kept)
        out(Text(status(table)))
        if table.state.is_terminal():
            out(outcome(table.game, table.state, None))
            say(f"record: {kept}")
            return
        line = _line()
        if line is None or line in ("q", "quit"):
            say(left)
            return
        try:
            if not _command(table, line, kept):
                _tell(_entered(table, line), table)
        except InputError as error:
            say(one_line(error))


def status(table: Follow) -> str:
    """Where the game stands, and who is to do what: one line."""
    state, talk = table.state, table.game.talk
    who, when, place = state.current_player(), talk.when(state), talk.place(state)
    if state.is_terminal():
        return "The game is over."
    if who < 0:
        due = place or f"chance, one of {listed(table.texts())}"
        parts = [when, due + (" (not seen: Enter)" if table.history.unseen() else "")]
    else:
        whose = "" if table.seat is None else " (you)" if who == table.seat else " (them)"
        owner = table.game.talk.acting(state)
        acting = f"seat {who} for {owner}" if owner else f"seat {who}"
        when = when.removesuffix(acting).removesuffix(", ")     # it may say so itself
        whose += acting.removeprefix(f"seat {who}")
        parts = [when, f"seat {who}{whose} to play" + (f"; {place}" if place else "")]
    text = ": ".join(filter(None, parts)) if who < 0 else ", ".join(filter(None, parts))
    return capitalised(text)


def _line() -> str | None:
    """The next line; None at the end of the input."""
    if sys.stdin.isatty():
        print("> ", end="", flush=True)
    line = sys.stdin.readline()
    return line.strip() if line else None


def _entered(table: Follow, line: str) -> Heard:
    """What came of a line that is no key. One that begins like a key and fits nothing is told what the key takes."""
    heard = table.enter(line)
    key, _, more = line.partition(" ")
    if heard.refused and not heard.steps and more:
        if key == "u":
            raise InputError(f"u: found {shown(more.strip())}, expected a number from 1, as in u 3")
        if key in ALONE:
            heard.refused = f"{key} alone {ALONE[key]}; {heard.refused}"
    return heard


def _command(table: Follow, line: str, kept: Path) -> bool:
    """Do what a line asks for that says nothing of the game."""
    word, *rest = line.split() or [""]
    if asked := ASKED.fullmatch(line):
        _advise(table, asked[1] or "")
    elif word == "u" and len(rest) < 2 and (not rest or rest[0].isdecimal()):
        _tell_back(table.take_back(int(rest[0][:6]) if rest else 1))
    elif rest:
        return False
    elif word == "b":
        out(table.game.render.text(table.state, table.seat))
    elif word == "s":
        out(outcome(table.game, table.state, None))
    elif word in ("h", "help"):
        out(HELP, *definitions(KEYS, screen().width))
    elif word in ("r", "record"):
        out(Text(f"{len(table.steps)} events are in {kept}"))
    elif word in ("m", "moves"):
        out(Columns([f"{number:3}  {text}" for number, text in enumerate(table.texts(), start=1)]))
    else:
        return False
    return True


def _advise(table: Follow, more: str) -> None:
    if table.state.current_player() < 0:
        due = table.game.talk.place(table.state) or "chance"
        raise InputError(f"?: nobody has to decide yet; first enter {due}")
    params = SearchParams(seconds=seconds_asked(more) or ADVICE, threads=cores())
    found = advise(table.game, table.state, params, view=table.view).document
    out(suggestion(found, SHOWN, details=more == "all", more_by=("?all", "?all")))
    who = table.state.current_player()
    dealt = any(step.how == GUESSED for step in table.steps)
    if who != table.seat and dealt and found["rootInfo"]["handUnknown"] is None:
        out(Text(f"What seat {who} holds was not all seen: this is advice for cards or followers that it may have."))


def _tell(heard: Heard, table: Follow) -> None:
    """What was understood, draws in a row and moves of one seat each on one line; then what was not."""
    for line in lines(heard.steps):
        out(Text(line))
    if heard.dealt:
        out(Text("(what was not seen has been dealt anew, so that it fits)"))
    if heard.over is not None:
        who = table.state.current_player()
        due = table.game.talk.place(table.state) or "a move"
        say(f"the turn of seat {heard.over} is over already"
            + (f"; that of seat {who} cannot end yet ({due})" if who >= 0 and not heard.steps else ""))
    if heard.refused:
        say(one_line(InputError(heard.refused)))


def _tell_back(gone: list[Step]) -> None:
    for line in lines(gone):
        out(Text(f"taken back: {line}"))


def lines(steps: list[Step]) -> list[str]:
    """Steps as people read them: what one seat does in a row, or what is drawn in a row, on one line."""
    found = []
    for (who, unseen), group in groupby(steps, key=lambda step: (step.who, step.how == GUESSED)):
        run = list(group)
        if who >= 0:
            found.append(f"seat {who}: " + ("(hidden)" if unseen else "; ".join(
                step.text + " (the only move)" * step.forced for step in run)))
        else:
            found.append(f"drawn: {len(run)} hidden" if unseen else f"drawn: {_drawn(step.text for step in run)}")
    return found


def _drawn(texts: Iterable[str]) -> str:
    """`tile church, knowledge 2; goods red`: what they all begin with is said once."""
    kinds = groupby((text.partition(" ") for text in texts), key=lambda parts: parts[0])
    return "; ".join(f"{verb} {', '.join(rest for _, _, rest in run)}".strip() for verb, run in kinds)
