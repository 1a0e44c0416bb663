"""What goes to standard output and what to standard error: data to the one, words to the other."""
from __future__ import annotations

import codecs
import io
import json
import os
import sys
import textwrap
import unicodedata
from typing import Any

from rich.console import Console
from rich.text import Text

from reports.terminal.layout import Paragraph

WIDEST = 120        # columns that are used: longer lines are hard to read
PLAINER = "plainer"     # the name of an error handler of codecs
LIKE = {                # what an encoding may lack, and what is written for it
    **dict.fromkeys("─━┄┈╌−–—", "-"), **dict.fromkeys("│┃┆┊╎", "|"), **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╷╵╶╴", "+"),
    "·": ".", "×": "x", "•": "*", "→": ">", "←": "<", "’": "'", "‘": "'", "“": '"', "”": '"', "ß": "ss", "±": "+-",
}


def write_in_any_encoding() -> None:
    """Have standard output and standard error write what their encoding lacks in letters that it has."""
    codecs.register_error(PLAINER, _plainer)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAINER)


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """An error handler of codecs: a letter without its accent, a sign that is like it, else a question mark."""
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start:error.end]
    letters = (LIKE.get(c) or unicodedata.normalize("NFKD", c).encode("ascii", "ignore").decode() or "?" for c in text
               if not unicodedata.combining(c))
    return "".join(letters), error.end


class _Screen(Console):
    """A console that leaves a closed pipe to the program."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def on_terminal() -> bool:
    """Whether a person's terminal shows what is printed, rather than a file or another program taking it."""
    return sys.stdout.isatty()


def screen() -> Console:
    """Standard output as a console: as wide as the terminal, up to what is easy to read."""
    console = _Screen(file=sys.stdout, highlight=False, emoji=False)
    console.width = min(console.width, WIDEST) if on_terminal() or "COLUMNS" in os.environ else WIDEST
    return console


def out(*whats: Any) -> None:
    """Print renderables and lines of text to standard output."""
    console = screen()
    for what in whats:
        console.print(Paragraph(what) if isinstance(what, str | Text) else what, crop=False)


def say(text: str) -> None:
    """Print words to standard error; a terminal breaks no word of them."""
    if sys.stderr.isatty():
        width = min(Console(stderr=True).width, WIDEST)
        text = "\n".join(textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
                         for line in text.splitlines())
    print(text, file=sys.stderr, flush=True)


def print_json(document: Any) -> None:
    """Print one JSON document to standard output: in ASCII where its encoding could not write all that there is."""
    text = pretty(document)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = "".join(c if c.isascii() else json.dumps(c)[1:-1] for c in text)
    print(text)


def pretty(value: Any, indent: int = 0, room: int = 110) -> str:
    """JSON for reading and editing by hand: what fits on a line stays on one."""
    flat = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if len(flat) + indent <= room or not isinstance(value, dict | list | tuple):
        return flat
    pad = " " * (indent + 1)
    if isinstance(value, dict):
        inner = [f"{json.dumps(k, ensure_ascii=False)}: {pretty(v, indent + 1, room - len(k) - 4)}"
                 for k, v in value.items()]
        return "{\n" + ",\n".join(pad + part for part in inner) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(pad + pretty(v, indent + 1, room) for v in value) + "\n" + " " * indent + "]"
